"""Who may do what at a table: keeper, players, spectators, and those who ask to join.

Pure: each change answers with the members that it changes, and the table writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import orjson

from companion.engine import Malformed
from companion.storage import StoredMember, StoredRights

from .errors import Forbidden, NoDoubt, NoMember, NotAllowed, SeatTaken, TooMany

KEEPER, PLAYER, SPECTATOR = "keeper", "player", "spectator"
HERE, ASKING, REFUSED, GONE = "here", "asking", "refused", "gone"
ROLES = (KEEPER, PLAYER, SPECTATOR)
STATES = (HERE, ASKING, REFUSED, GONE)
INVITED_AS = (PLAYER, SPECTATOR)
# How long the keeper has to say no to a claim, and how long a claim holds.
CLAIM_SECONDS, CLAIM_LAPSES = 30, 600
# As many as a table takes; those without a seat leave room for who has one.
MOST_MEMBERS, MOST_WATCHING = 64, 40
# As many as wait for the keeper's nod, and how long the one that waited longest keeps that place from others.
MOST_ASKING, ASKING_HOLDS = 16, 60
# Those who are gone are remembered for a while, so that their phones are told.
MOST_GONE = 100
# Whoever opened the table.
OPENED = 1

Member = StoredMember


@dataclass(frozen=True, slots=True)
class Change:
    """What a change writes: members as they are from now on, those who are `forgotten`, the switch, and the table's name,
    "" for none.

    `end_invites`: those that hold are revoked. `came_by`: the number of an invite that must hold, and the time.
    """

    members: tuple[Member, ...] = ()
    keeper_only: bool | None = None
    name: str | None = None
    forgotten: frozenset[int] = frozenset()
    end_invites: bool = False
    came_by: tuple[int, int] | None = None


@dataclass(frozen=True)
class Members:
    """Everybody at a table, as one version of the rights has them."""

    stored: StoredRights
    seats: int

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def keeper_only(self) -> bool:
        """Whether only the keeper enters."""
        return self.stored.keeper_only

    @property
    def name(self) -> str | None:
        """What they call their table."""
        return self.stored.name

    @property
    def here(self) -> list[Member]:
        """Those who belong to the table now."""
        return [member for member in self.stored.members if member.state == HERE]

    @property
    def asking(self) -> list[Member]:
        """Those who wait for the keeper's nod."""
        return [member for member in self.stored.members if member.state == ASKING]

    @cached_property
    def _by_hash(self) -> dict[str, Member]:
        return {member.token_hash: member for member in self.stored.members}

    def known(self, key: str) -> Member | None:
        """Whoever that token's hash belongs to, in whatever state."""
        return self._by_hash.get(key)

    def whose(self, key: str) -> Member:
        """The member with that token's hash; raises `Forbidden` where there is none here."""
        found = self._by_hash.get(key)
        if found is None or found.state != HERE:
            raise Forbidden
        return found

    def taken(self) -> set[int]:
        """The seats that somebody has."""
        return {member.seat for member in self.here if member.seat is not None}

    def check_enters(self, member: Member) -> None:
        """Raises `NotAllowed` for who may not enter anything."""
        if member.role == KEEPER:
            return
        if self.keeper_only:
            raise NotAllowed(KEEPER)
        if member.role != PLAYER or member.seat is None:
            raise NotAllowed(PLAYER)

    def same_place(self, member: Member, number: int | None) -> bool:
        """Whether that number is the member, or another phone of the same seat."""
        if number == member.number:
            return True
        other = next((one for one in self.stored.members if one.number == number), None)
        return other is not None and member.seat is not None and other.seat == member.seat

    # --- changes ---

    def join(
        self, key: str, role: str, seat: int | None, name: str | None, *, nod: bool, now: int = 0
    ) -> Change:
        """Somebody with that token's hash comes in; with `nod`, asks to."""
        seat = self._seat(role, seat)
        if len(self.here) >= MOST_MEMBERS:
            raise TooMany(MOST_MEMBERS)
        if not nod and seat is None:
            self._check_room_to_watch()
        number = max((member.number for member in self.stored.members), default=0) + 1
        comes = Member(number, key, HERE, role, seat, name)
        if not nod:
            return Change((comes,), forgotten=self._forgotten())
        comes = comes._replace(state=ASKING, claimed_at=now)
        return Change((*self._gives_way(now), comes), forgotten=self._forgotten())

    def _check_room_to_watch(self) -> None:
        if sum(member.seat is None for member in self.here) >= MOST_WATCHING:
            raise TooMany(MOST_WATCHING)

    def _gives_way(self, now: int) -> tuple[Member, ...]:
        """Where as many ask as can, the one who has for longest leaves that to others: nobody knocks a code shut."""
        if len(self.asking) < MOST_ASKING:
            return ()
        longest = min(self.asking, key=lambda member: member.claimed_at or 0)
        if now - (longest.claimed_at or 0) < ASKING_HOLDS:
            raise TooMany(MOST_ASKING)
        return (longest._replace(state=GONE, claimed_at=None),)

    def _forgotten(self) -> frozenset[int]:
        """Those who are gone, but for the last ones: numbers are never given twice."""
        left = (HERE, ASKING)
        gone = [one.number for one in self.stored.members if one.state not in left and one.number != OPENED]
        return frozenset(sorted(gone)[:-MOST_GONE])

    def answer(
        self, by: Member, number: int, approve: bool, place: Mapping[str, Any] | None = None
    ) -> Change:
        """The keeper's nod, or not. A nod may name the `place`: a `seat`, or the `role` of a spectator; otherwise it
        is the one that was asked for. A seat that somebody has takes a `second_phone` only where that is meant.
        """
        if by.role != KEEPER:
            raise NotAllowed(KEEPER)
        asking = next((member for member in self.asking if member.number == number), None)
        if asking is None:
            raise NoMember
        if not approve:
            return Change((asking._replace(state=REFUSED),))
        wish = place or {}
        seat = wish.get("seat")
        role = wish.get("role", asking.role if seat is None else PLAYER)
        if seat is None and "seat" not in wish:
            seat = asking.seat
        elif seat in self.taken() and not wish.get("second_phone"):
            raise SeatTaken
        seat = self._seat(role, seat)
        return Change((asking._replace(state=HERE, role=role, seat=seat, claimed_at=None),))

    def hand_over(self, by: Member, number: int) -> Change:
        """The keeper makes another member the keeper; who was keeper before may take that back."""
        to = self._here(number)
        if to.number == by.number and by.role == KEEPER:
            return Change()
        takes_back = to.number == by.number and by.was_keeper
        if by.role != KEEPER and not takes_back:
            raise NotAllowed(KEEPER)
        # Who took over has no way to take over at once again: the two would only swap.
        return self._keeper_from_now_on(to, may_take_back=not takes_back)

    def claim(self, by: Member, now: int, *, again: bool = False) -> Change:
        """A player with a seat asks to be the keeper, whose phone may be gone; asked again once the keeper has had
        `CLAIM_SECONDS` to say no, that player is. The former keeper can take it back.

        Only `again`: where the claim has been answered meanwhile, it is not made anew.
        """
        if by.role == KEEPER:
            return Change()
        if by.role != PLAYER or by.seat is None:
            raise NotAllowed(PLAYER)
        left = seconds_left(by, now)
        if left is None:
            return Change() if again else Change((by._replace(claimed_at=now),))
        return Change() if left > 0 else self._keeper_from_now_on(by, may_take_back=True)

    def forget_claim(self, by: Member, number: int) -> Change:
        """The keeper says no to a claim, or who made it thinks better of it."""
        one = self._here(number)
        if by.role != KEEPER and by.number != number:
            raise NotAllowed(KEEPER)
        return Change() if one.claimed_at is None else Change((one._replace(claimed_at=None),))

    def _keeper_from_now_on(self, to: Member, *, may_take_back: bool) -> Change:
        def after(member: Member) -> Member:
            if member.number == to.number:
                return member._replace(role=KEEPER, claimed_at=None)
            # What is taken back is nobody else's to take back, but for whoever opened the table.
            was_keeper = member.was_keeper and (may_take_back or member.number == OPENED)
            if member.role == KEEPER:
                role = SPECTATOR if member.seat is None else PLAYER
                return member._replace(role=role, was_keeper=may_take_back or member.number == OPENED)
            return member._replace(claimed_at=None, was_keeper=was_keeper)

        return Change(tuple(changed for member in self.here if (changed := after(member)) != member))

    def remove(self, by: Member, number: int, *, keep_invites: bool = False) -> Change:
        """The keeper removes somebody, or somebody leaves. A table is never without a keeper, and whoever opened
        it stays. Who is removed may know any link or code of the table: they end too, unless they are kept.
        """
        gone = self._here(number)
        if by.role != KEEPER and by.number != number:
            raise NotAllowed(KEEPER)
        if gone.role == KEEPER or (gone.number == OPENED and by.number != OPENED):
            raise Malformed("member", "other_member")
        left = gone._replace(state=GONE, was_keeper=False, claimed_at=None)
        return Change((left,), end_invites=by.number != number and not keep_invites)

    def place(self, by: Member, number: int, wish: Mapping[str, Any]) -> Change:
        """A member's `role`, `seat` and `name`, as far as they are named. The keeper says so; players choose a free
        seat and their name themselves.
        """
        one = self._here(number)
        seat = wish.get("seat", one.seat)
        role = one.role if one.role == KEEPER else wish.get("role", one.role)
        if by.role != KEEPER:
            if by.number != number or role != by.role or (seat is not None and role != PLAYER):
                raise NotAllowed(KEEPER)
            if seat is not None and seat != one.seat and seat in self.taken():
                raise SeatTaken
            if seat is None and one.seat is not None:
                self._check_room_to_watch()
        changed = one._replace(role=role, seat=self._seat(role, seat), name=wish.get("name", one.name))
        return Change((changed,)) if changed != one else Change()

    def enter_by_keeper_only(self, by: Member, on: bool) -> Change:
        """Whether only the keeper enters."""
        if by.role != KEEPER:
            raise NotAllowed(KEEPER)
        return Change(keeper_only=on)

    def call(self, by: Member, name: str | None) -> Change:
        """What the table is called, said by whoever may enter; with None it has no name."""
        self.check_enters(by)
        return Change() if name == self.name else Change(name=name or "")

    def doubt(self, by: Member, doubt: str | None) -> Change:
        """A member asks everybody whether a card that others drew too is the same one; with None, no longer."""
        if doubt is not None:
            self.check_enters(by)
        return Change() if doubt == by.doubt else Change((by._replace(doubt=doubt, same_card=None),))

    def settle(self, by: Member, number: int, same: bool) -> Change:
        """The answer to a member's doubt. The first one counts."""
        self.check_enters(by)
        one = self._here(number)
        if one.doubt is None:
            raise NoDoubt
        return Change() if one.same_card is not None else Change((one._replace(same_card=same),))

    def after(self, change: Change) -> Members:
        """Everybody once the change is written."""
        changed = {member.number: member for member in change.members}
        stay = (member for member in self.stored.members if member.number not in change.forgotten)
        old = tuple(changed.pop(member.number, member) for member in stay)
        keeper_only = self.keeper_only if change.keeper_only is None else change.keeper_only
        name = self.name if change.name is None else change.name or None
        stored = StoredRights(self.version + 1, keeper_only, (*old, *changed.values()), name)
        return replace(self, stored=stored)

    def _here(self, number: int) -> Member:
        found = next((member for member in self.here if member.number == number), None)
        if found is None:
            raise NoMember
        return found

    def _seat(self, role: str, seat: int | None) -> int | None:
        if seat is None or role == SPECTATOR:
            return None
        if not 0 <= seat < self.seats:
            raise Malformed("seat", "whole_number", least=0, most=self.seats - 1)
        return seat


Changing = Callable[[Members], Change]


def seconds_left(member: Member, now: int) -> int | None:
    """How long the keeper still has to say no to the member's claim; None where there is none that holds."""
    if member.claimed_at is None or now - member.claimed_at > CLAIM_LAPSES:
        return None
    return max(0, member.claimed_at + CLAIM_SECONDS - now)


def members_json(members: Members, names: tuple[str, ...], me: Member, now: int) -> dict[str, object]:
    """The members as one of them may see them `now`: who asks to come in is the keeper's business."""

    def one(member: Member) -> dict[str, object]:
        known = member.seat is not None and member.seat < len(names)
        seat_name = names[member.seat or 0] if known else None
        return {"member": member.number, "name": member.name or seat_name, "seat": member.seat}

    def all_here() -> Iterator[dict[str, object]]:
        for member in members.here:
            asks: dict[str, object] = {}
            if member.doubt is not None:
                asks["doubt"] = _doubt_json(member)
            if (left := seconds_left(member, now)) is not None:
                asks["claims"] = left
            yield {**one(member), "role": member.role, **asks}

    found: dict[str, object] = {
        "you": me.number,
        "role": me.role,
        "seat": me.seat,
        "may_take_back": me.was_keeper and me.role != KEEPER,
        "keeper_only": members.keeper_only,
        "table_name": members.name,
        "members": list(all_here()),
    }
    if me.role == KEEPER:
        found["asking"] = [{**one(member), "role": member.role} for member in members.asking]
    return found


def _doubt_json(member: Member) -> dict[str, object]:
    found: dict[str, object] = orjson.loads(member.doubt or "{}")
    return found if member.same_card is None else {**found, "same_card": member.same_card}
