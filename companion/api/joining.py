"""Coming in: by the secret of a link, or by a short code and the keeper's nod."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from companion.settings import Settings
from companion.tables import HERE, ROLES, STATES, Joined, Tables

from .arrivals import Arrivals
from .bodies import read_body
from .limits import Limits
from .replies import reply
from .requests import Strict, name_field, own_token, seat_field
from .resource import describe
from .rights import bearer

SECRET = "Hd3w8mTqZ0bq1m2lTnBvXc7yJrK5sPfGhA9uEoWiQxY"


class InvitationBody(Strict):
    secret = fields.String(required=True, validate=validate.Length(1, 100))


class JoinBody(InvitationBody):
    seat = seat_field("Which one, where the invite leaves it open.")
    name = name_field()
    token = own_token()


class AskBody(Strict):
    short_code = fields.String(required=True, validate=validate.Length(1, 20))
    seat = seat_field("Which one, where the invite leaves it open.")
    name = name_field()
    token = own_token()


class InvitedSeatSchema(Schema):
    seat = fields.Integer(required=True)
    name = fields.String(required=True)
    taken = fields.Boolean(required=True)


class InvitationSchema(Schema):
    """What a secret invites to."""

    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    seat = fields.Integer(required=True, allow_none=True)
    edition = fields.String(required=True)
    seats = fields.List(fields.Nested(InvitedSeatSchema), required=True)


class JoinedSchema(Schema):
    """`state` is `here` or, as long as the keeper has not nodded, `asking`. The token is good once it is `here`."""

    state = fields.String(required=True, validate=validate.OneOf(STATES))
    token = fields.String(required=True)
    member = fields.Integer(required=True)
    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    seat = fields.Integer(required=True, allow_none=True)


class AskedSchema(Schema):
    """How it stands: `asking`, `here` with the table's code, `refused`, or `gone`."""

    state = fields.String(required=True, validate=validate.OneOf(STATES))
    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    seat = fields.Integer(required=True, allow_none=True)
    code = fields.String()


class AddressSchema(Schema):
    url = fields.String(required=True)
    opened = fields.Boolean(
        required=True, metadata={"description": "Whether another machine has come by it: it works."}
    )


class AddressesSchema(Schema):
    """Where phones in the same network can open this server, the likeliest first; empty: at the address they know."""

    addresses = fields.List(fields.Nested(AddressSchema), required=True)


def joined_reply(joined: Joined) -> Response:
    member = joined.member
    shown = {"state": member.state, "token": joined.token, "member": member.number}
    status = 201 if member.state == HERE else 202
    return reply({**shown, "role": member.role, "seat": member.seat}, status)


def blueprint(tables: Tables, limits: Limits, settings: Settings) -> Blueprint:
    """`/api/addresses`, `/api/tables/{code}/invitation`, `/api/tables/{code}/join` and `/api/join`"""
    blp = Blueprint("joining", __name__, url_prefix="/api", description="Joining a table")
    arrivals = Arrivals(settings)

    def read(schema: Schema) -> dict[str, Any]:
        limits.open()
        return read_body(schema, settings.max_entry_bytes, settings.max_json_depth)

    @blp.route("/addresses", methods=["GET"])
    @describe(blp, gives={200: AddressesSchema})
    def addresses() -> Response:
        """By which addresses other phones can come"""
        arrivals.note()
        return reply({"addresses": arrivals.told()})

    @blp.route("/tables/<code>/invitation", methods=["POST"])
    @describe(
        blp,
        takes=InvitationBody,
        example={"secret": SECRET},
        gives={200: InvitationSchema},
        fails=(404, 429),
    )
    def invitation(code: str) -> Response:
        """What a join secret invites to, before anybody comes in"""
        body = read(InvitationBody())
        arrivals.note()
        with limits.guessing():
            table, invite = tables.invitation(code, body["secret"])
        taken = table.members.taken()
        game = table.read_end().state.game
        seats = [{"seat": seat, "name": game.names[seat], "taken": seat in taken} for seat in game.order]
        edition = table.setup.edition
        return reply({"role": invite.role, "seat": invite.seat, "edition": edition, "seats": seats})

    @blp.route("/tables/<code>/join", methods=["POST"])
    @describe(
        blp,
        takes=JoinBody,
        example={"secret": SECRET, "seat": 1},
        gives={201: JoinedSchema, 202: JoinedSchema},
        fails=(404, 409, 429),
    )
    def join(code: str) -> Response:
        """Come in by a join secret: 201 with a seat or a spectator's place, 202 where the seat needs the keeper's nod"""
        body = read(JoinBody())
        wish = (body.get("seat"), body.get("name"), body.get("token"))
        with limits.guessing():
            joined = tables.join(code, body["secret"], *wish, limits.knock)
        return joined_reply(joined)

    @blp.route("/join", methods=["POST"])
    @describe(
        blp,
        takes=AskBody,
        example={"short_code": "7KXQ4M", "name": "Ben"},
        gives={201: JoinedSchema, 202: JoinedSchema},
        fails=(404, 409, 429),
    )
    def ask() -> Response:
        """Ask the keeper to come in, by a short code: 202, and 201 when asked again after the nod"""
        body = read(AskBody())
        limits.short_code()
        wish = (body.get("seat"), body.get("name"), body.get("token"))
        joined = tables.ask(body["short_code"], *wish, limits.knock)
        return joined_reply(joined)

    @blp.route("/join", methods=["GET"])
    @describe(blp, gives={200: AskedSchema}, token=True)
    def asked() -> Response:
        """How the wish to join with this token stands"""
        with limits.guessing():
            code, member = tables.asked(bearer())
        answer = {"state": member.state, "role": member.role, "seat": member.seat}
        return reply({**answer, "code": code} if member.state == HERE else answer)

    return blp
