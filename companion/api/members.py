"""Who is at a table: members, their seats and roles, the keeper's nod, invites."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from companion.engine import Malformed
from companion.engine.json import shapes
from companion.settings import Settings
from companion.storage import StoredInvite
from companion.tables import INVITED_AS, LONGEST_INVITE, PLAYER, ROLES, Place, Tables

from .bodies import read_body
from .entries import DRAW
from .fields import Flag, Name, Whole
from .limits import Limits
from .query_string import flag
from .replies import reply
from .requests import LONGEST_NAME, DoubtBody, Strict, name_field, seat_field
from .resource import describe, query_flag
from .rights import Rights
from .shapes import Told

# As a database takes it: numbers of members are never given twice.
LARGEST_NUMBER = 2_000_000_000
NUMBER = "<int:number>"
AN_EVENING = 12 * 60
KEEP_INVITES = query_flag(
    "keep_invites",
    "Whoever is removed may know any link or code: all that hold are revoked too, unless this says otherwise.",
)

AGAIN = query_flag(
    "again",
    "Only what was asked before: where the keeper has answered it meanwhile, nothing is asked anew.",
)


class PlaceBody(Strict):
    """What is left out stays."""

    role = fields.String(
        validate=validate.OneOf(INVITED_AS), metadata={"description": "By the keeper: player or spectator."}
    )
    seat = seat_field("null: no seat. A player may choose a seat that nobody has.")
    name = name_field()


class KeeperBody(Strict):
    member = Whole(1, LARGEST_NUMBER, required=True)


class AnswerBody(Strict):
    """A nod may give another place than the one that was asked for."""

    approve = Flag(required=True)
    role = fields.String(validate=validate.OneOf(INVITED_AS))
    seat = seat_field("A seat that nobody has.")
    second_phone = Flag(metadata={"description": "The seat may have a phone already: both are its player's."})


class TableBody(Strict):
    """What is left out stays."""

    keeper_only = Flag(metadata={"description": "By the keeper: only the keeper enters."})
    table_name = Name(
        allow_none=True,
        metadata={
            "description": "By whoever may enter: what the group calls its table; null: no name.",
            "minLength": 1,
            "maxLength": LONGEST_NAME,
        },
    )


class InviteBody(Strict):
    """An invite for whoever gets it, until it expires or is revoked."""

    role = fields.String(validate=validate.OneOf(INVITED_AS), load_default=PLAYER)
    seat = seat_field("Only for this seat; without one, for any seat that is free.")
    minutes = Whole(1, LONGEST_INVITE, load_default=AN_EVENING)


class SameBody(Strict):
    same_card = Flag(required=True, metadata={"description": "false: there were two cards."})


class DoubtSchema(Schema):
    """A draw that others entered too, and what the table says to it, once somebody has."""

    entry_id = fields.String(required=True)
    entry = Told(shapes.Entry, required=True)
    same_card = fields.Boolean()


class MemberSchema(Schema):
    member = fields.Integer(required=True)
    name = fields.String(required=True, allow_none=True)
    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    seat = fields.Integer(required=True, allow_none=True)
    doubt = fields.Nested(DoubtSchema)
    claims = fields.Integer(
        metadata={"description": "Asks to be the keeper, who has so many seconds left to say no."}
    )


class MembersSchema(Schema):
    """Everybody at the table, as this member may see them."""

    you = fields.Integer(required=True)
    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    seat = fields.Integer(required=True, allow_none=True)
    may_take_back = fields.Boolean(required=True, metadata={"description": "May be the keeper again."})
    keeper_only = fields.Boolean(required=True, metadata={"description": "Only the keeper enters."})
    table_name = fields.String(required=True, allow_none=True)
    members = fields.List(fields.Nested(MemberSchema), required=True)
    asking = fields.List(
        fields.Nested(MemberSchema), metadata={"description": "For the keeper: who asks to join."}
    )


class InviteSchema(Schema):
    invite = fields.Integer(required=True)
    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    seat = fields.Integer(required=True, allow_none=True)
    expires_at = fields.Integer(required=True, metadata={"description": "Seconds since 1970."})


class NewInviteSchema(InviteSchema):
    """Secret and short code are shown this once. The secret belongs in a link's fragment."""

    secret = fields.String(required=True)
    short_code = fields.String(required=True)


class InvitesSchema(Schema):
    invites = fields.List(fields.Nested(InviteSchema), required=True)


def invite_json(invite: StoredInvite) -> dict[str, Any]:
    """An invite without what opens it."""
    return {
        "invite": invite.number,
        "role": invite.role,
        "seat": invite.seat,
        "expires_at": invite.expires_at,
    }


def check_seat(place: Place, seat: int | None) -> None:
    """A seat that the table has."""
    if seat is not None and seat >= len(place.setup.players):
        seats = len(place.read_end().state.game.names)
        if seat >= seats:
            raise Malformed("seat", "whole_number", least=0, most=seats - 1)


def blueprint(tables: Tables, rights: Rights, limits: Limits, settings: Settings) -> Blueprint:
    """`/api/tables/{code}/members`, `/keeper` and `/invites`"""
    blp = Blueprint(
        "members", __name__, url_prefix="/api/tables/<code>", description="Members, roles and invites"
    )

    @contextmanager
    def writing(code: str, schema: Schema | None = None) -> Iterator[tuple[Place, dict[str, Any]]]:
        place = rights.place(code)
        with limits.changing(place):
            yield (
                place,
                read_body(schema, settings.max_entry_bytes, settings.max_json_depth) if schema else {},
            )

    @blp.route("/members", methods=["GET"])
    @describe(blp, gives={200: MembersSchema}, token=True)
    def read_members(code: str) -> Response:
        """Who is here, who is keeper, and for the keeper who asks to join"""
        place = rights.place(code)
        place.read_end()
        return reply(place.members_json())

    @blp.route("/members", methods=["PATCH"])
    @describe(
        blp, takes=TableBody, example={"table_name": "Thursday"}, gives={200: MembersSchema}, token=True
    )
    def change_table(code: str) -> Response:
        """What the table is called; by the keeper: whether only the keeper enters"""
        with writing(code, TableBody()) as (place, body):
            if "keeper_only" in body:
                place.enter_by_keeper_only(body["keeper_only"])
            if "table_name" in body:
                place.call(body["table_name"])
        return reply(place.members_json())

    @blp.route(f"/members/{NUMBER}", methods=["PATCH"])
    @describe(blp, takes=PlaceBody, example={"seat": 1}, gives={200: MembersSchema}, fails=(409,), token=True)
    def change_place(code: str, number: int) -> Response:
        """Give a member a seat, a name, a role; a player chooses a free seat"""
        with writing(code, PlaceBody()) as (place, body):
            place.place(number, body)
        return reply(place.members_json())

    @blp.route(f"/members/{NUMBER}", methods=["DELETE"])
    @describe(blp, gives={204: None}, fails=(422,), token=True, query=(KEEP_INVITES,))
    def remove(code: str, number: int) -> Response:
        """By the keeper: remove a member, and with them the invites; by a member: leave"""
        with writing(code) as (place, _):
            place.remove(number, keep_invites=flag("keep_invites"))
        return Response(status=204)

    @blp.route(f"/members/{NUMBER}/answer", methods=["POST"])
    @describe(
        blp,
        takes=AnswerBody,
        example={"approve": True, "seat": 1},
        gives={200: MembersSchema},
        fails=(409,),
        token=True,
    )
    def answer(code: str, number: int) -> Response:
        """The keeper's nod to who asks to join, with the place it gives, or not"""
        with writing(code, AnswerBody()) as (place, body):
            place.answer(number, body.pop("approve"), body)
        return reply(place.members_json())

    @blp.route("/doubt", methods=["PUT"])
    @describe(
        blp, takes=DoubtBody, example={"entry_id": "a", "entry": DRAW}, gives={200: MembersSchema}, token=True
    )
    def doubt(code: str) -> Response:
        """Ask everybody: others drew this card too; is it the same one, or are there two?"""
        with writing(code, DoubtBody()) as (place, body):
            place.doubt(body)
        return reply(place.members_json())

    @blp.route("/doubt", methods=["DELETE"])
    @describe(blp, gives={204: None}, token=True)
    def forget_doubt(code: str) -> Response:
        """Ask no longer"""
        with writing(code) as (place, _):
            place.doubt(None)
        return Response(status=204)

    @blp.route(f"/members/{NUMBER}/doubt", methods=["POST"])
    @describe(blp, takes=SameBody, example={"same_card": True}, gives={200: MembersSchema}, token=True)
    def settle(code: str, number: int) -> Response:
        """By whoever may enter: the same card, or two; the first answer counts"""
        with writing(code, SameBody()) as (place, body):
            place.settle(number, body["same_card"])
        return reply(place.members_json())

    @blp.route("/keeper", methods=["POST"])
    @describe(blp, takes=KeeperBody, example={"member": 2}, gives={200: MembersSchema}, token=True)
    def hand_over(code: str) -> Response:
        """By the keeper: make another member the keeper; by who was keeper: take it back"""
        with writing(code, KeeperBody()) as (place, body):
            place.hand_over(body["member"])
        return reply(place.members_json())

    @blp.route("/keeper/claim", methods=["POST"])
    @describe(blp, gives={200: MembersSchema}, fails=(422,), token=True, query=(AGAIN,))
    def claim(code: str) -> Response:
        """By a player whose keeper's phone is gone: ask to be the keeper; half a minute later, be it"""
        again = flag("again")
        with writing(code) as (place, _):
            place.claim(again=again)
        return reply(place.members_json())

    @blp.route(f"/members/{NUMBER}/claim", methods=["DELETE"])
    @describe(blp, gives={204: None}, token=True)
    def forget_claim(code: str, number: int) -> Response:
        """By the keeper: no; by who asked: no longer"""
        with writing(code) as (place, _):
            place.forget_claim(number)
        return Response(status=204)

    @blp.route("/invites", methods=["POST"])
    @describe(blp, takes=InviteBody, example={"role": PLAYER}, gives={201: NewInviteSchema}, token=True)
    def invite(code: str) -> Response:
        """By the keeper: a secret for a link, and a short code for the hand"""
        with writing(code, InviteBody()) as (place, body):
            check_seat(place, body.get("seat"))
            made = tables.invite(place, body["role"], body.get("seat"), body["minutes"])
            shown = {"secret": made.secret, "short_code": made.short_code}
        return reply({**invite_json(made.invite), **shown}, 201)

    @blp.route("/invites", methods=["GET"])
    @describe(blp, gives={200: InvitesSchema}, token=True)
    def read_invites(code: str) -> Response:
        """By the keeper: the invites that hold"""
        return reply({"invites": [invite_json(one) for one in tables.invites(rights.place(code))]})

    @blp.route(f"/invites/{NUMBER}", methods=["DELETE"])
    @describe(blp, gives={204: None}, token=True)
    def revoke(code: str, number: int) -> Response:
        """By the keeper: end an invite"""
        with writing(code) as (place, _):
            # A database takes no number of any length.
            tables.revoke(place, min(number, LARGEST_NUMBER + 1))
        return Response(status=204)

    return blp
