"""The table while one entry is being recorded: the only mutable thing in the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NoReturn

from companion.engine.following.ledger import LedgerLine
from companion.engine.printed.cards import Card, Person
from companion.engine.refusals import Reason, Refusal
from companion.engine.values import NOTHING

from .state import Decision, State

# The first of these that an entry brought about is its headline.
HEADLINES = (
    "END_TRIGGERED",
    "BUST",
    "GAME_OVER",
    "EXTRA_TAX",
    "TAX_APPLIED",
    "BELOW_TAX_THRESHOLD",
    "RESHUFFLED",
    "REPELLED",
    "EXPEDITION_ASIDE",
    "PLACED",
    "ADMIRAL_PAID",
    "JESTER_EMPTY",
    "DECK_EMPTY_NO_COINS",
    "ADMIRAL_NOT_ENOUGH_CARDS",
    "JESTER_NOT_ACTIVE_ONLY",
    "NO_EFFECT",
    "AUTO_PASS",
    "OK",
)


class Draft:
    """A `State` opened for writing, with the ledger that grows while rules are applied."""

    __slots__ = (
        *State._fields,
        "discarded",
        "headline",
        "ledger",
        "more",
        "overridden",
        "override",
    )

    def __init__(self, state: State, override: bool = False, more: Mapping[str, object] = NOTHING) -> None:
        (
            self.game,
            players,
            self.phase,
            self.active,
            self.acting,
            self.round,
            self.drawn,
            self.harbor,
            self.expeditions,
            self.draw_pile,
            self.discard_pile,
            self.unseen,
            self.known_discards,
            self.reshuffles,
            self.extra_taxed,
            self.repelled,
            self.takes,
            self.part_opened,
            self.colors_at_stop,
            self.taken_by_active,
            self.taken,
            self.decisions,
            self.claimant,
            self.claimant_busted,
            self.triggered,
            self.rooms,
            self.outcome,
            self.untold,
        ) = state
        self.players = list(players)
        self.override = override
        # What the entry says under the keys that modules add to it.
        self.more = more
        self.overridden: list[Reason] = []
        self.ledger: list[LedgerLine] = []
        self.headline = "OK"
        self.discarded = 0

    def freeze(self) -> State:
        # By name, one by one: a third of the time of asking for all of them at once.
        return State(
            self.game,
            tuple(self.players),
            self.phase,
            self.active,
            self.acting,
            self.round,
            self.drawn,
            self.harbor,
            self.expeditions,
            self.draw_pile,
            self.discard_pile,
            self.unseen,
            self.known_discards,
            self.reshuffles,
            self.extra_taxed,
            self.repelled,
            self.takes,
            self.part_opened,
            self.colors_at_stop,
            self.taken_by_active,
            self.taken,
            self.decisions,
            self.claimant,
            self.claimant_busted,
            self.triggered,
            self.rooms,
            self.outcome,
            self.untold,
        )

    # What is said about the entry

    def say(
        self,
        why: str,
        rule: str,
        seat: int | None = None,
        coins: int = 0,
        params: Mapping[str, object] | None = None,
    ) -> None:
        """Add a line to the ledger."""
        self.ledger.append(LedgerLine(why, self.game.rules.rule(rule), seat, coins, params or {}))

    def because(self, code: str) -> None:
        """Name a reason for how the entry went; the weightiest one stays the headline."""
        ranks = self.game.house.ranks
        if ranks[code] < ranks[self.headline]:
            self.headline = code

    def settle_headline(self) -> None:
        """Several cards at once: only a tax among them is worth a headline of its own."""
        taxed = any(line.why in ("tax_loss", "tax_bonus") for line in self.ledger)
        self.headline = "TAX_APPLIED" if taxed else "OK"

    def contest(self, reason: Reason | None) -> None:
        """Refuse for `reason`, unless the group says that it happened all the same."""
        if reason is None:
            return
        if not (self.override and reason.overridable):
            raise Refusal(reason)
        self.overridden.append(reason)
        self.say("happened_anyway", "happened_anyway", params={"code": reason.code, "rule": reason.rule})

    def refuse(self, code: str, rule: str, **params: object) -> NoReturn:
        raise Refusal(Reason(code, rule, params))

    def check_box(self, lying: int, most: int) -> None:
        """Refuse a card more than the box holds of them, whatever the group says: so much is a slip."""
        if lying >= most:
            self.refuse("NOT_IN_THE_BOX", "draw", count=most)

    # Piles and coins: every coin is a card, face down

    def see(self, card: Card) -> None:
        """A card revealed from the draw pile: it is no longer among those that may still come."""
        index = self.game.deck.index(card)
        if index is not None and self.unseen[index] > 0:
            self.unseen = (*self.unseen[:index], self.unseen[index] - 1, *self.unseen[index + 1 :])

    def unsee(self, card: Card) -> None:
        """A card that was revealed is another one: that one may still come."""
        index = self.game.deck.index(card)
        if index is not None:
            self._may_come((index,))

    def discard(self, *cards: Card) -> None:
        """Cards whose fronts everybody knows go to the discard pile."""
        self.drop(len(cards))
        deck = self.game.deck
        if not self.game.followed:
            self._may_come(index for card in cards if (index := deck.index(card)) is not None)
            return
        known = [index for card in cards if (index := deck.index(card)) is not None]
        self.known_discards += tuple(known[: max(0, deck.size - len(self.known_discards))])

    def drop(self, cards: int) -> None:
        """So many cards go to the discard pile, or where all lie while nobody follows the piles."""
        self.discarded += cards
        if self.game.followed:
            self.discard_pile += cards
        else:
            self.draw_pile += cards

    def lose_sight(self) -> None:
        """Cards were drawn that nobody told of: which pile a card lies in is not known any more, nor which may come."""
        if not self.game.followed:
            return
        self._may_come(self.known_discards)
        self.known_discards = ()
        self.draw_pile += self.discard_pile
        self.discard_pile = 0
        self.game = replace(self.game, followed=False)

    def _may_come(self, kinds: Iterable[int]) -> None:
        unseen = list(self.unseen)
        for index in kinds:
            unseen[index] += 1
        self.unseen = tuple(unseen)

    def bring_back(self, card: Card) -> None:
        """A card that lies before somebody after all: it was discarded, or never seen to leave the draw pile."""
        index = self.game.deck.index(card)
        if index is not None and index in self.known_discards:
            at = self.known_discards.index(index)
            self.known_discards = (*self.known_discards[:at], *self.known_discards[at + 1 :])
            self.regain(-1, first="discard_pile")
            return
        if index is None or not self.unseen[index]:
            self.refuse("NOT_IN_THE_BOX", "count", count=0)
        self.see(card)
        self.regain(-1, first="draw_pile")

    def reshuffle(self) -> None:
        """The discard pile becomes the draw pile (`000 1. Discover (empty draw pile)`)."""
        self.shuffle_in("reshuffled")
        self.reshuffles += 1
        self.extra_taxed = False

    def shuffle_in(self, why: str, params: Mapping[str, object] | None = None) -> None:
        """The discard pile is shuffled into the draw pile: its cards may come again."""
        self.say(why, "reshuffle", params={"cards": self.discard_pile, **(params or {})})
        self.draw_pile += self.discard_pile
        self.discard_pile = 0
        self._may_come(self.known_discards)
        self.known_discards = ()

    def refill(self) -> None:
        """Where a card is wanted and the draw pile is used up, the discard pile is shuffled."""
        if self.draw_pile == 0 and self.discard_pile:
            self.reshuffle()
            self.because("RESHUFFLED")

    def leave_pile(self) -> None:
        """One card leaves the draw pile."""
        self.refill()
        if self.draw_pile:
            self.draw_pile -= 1

    def earn(
        self, seat: int, coins: int, why: str, rule: str, params: Mapping[str, object] | None = None
    ) -> int:
        """Deal `coins` from the draw pile to a player; what the piles cannot pay is lost."""
        paid = 0
        while paid < coins:
            if self.draw_pile == 0:
                if self.discard_pile == 0:
                    break
                self.reshuffle()
            step = min(coins - paid, self.draw_pile)
            self.draw_pile -= step
            paid += step
        if paid:
            self.players[seat] = self.players[seat].with_coins(paid)
            self.say(why, rule, seat, paid, params)
        if paid < coins:
            self.say("unpaid", "coins_run_out", seat, params={"count": coins - paid, "why": why})
            self.because("DECK_EMPTY_NO_COINS")
        return paid

    def pay(
        self, seat: int, coins: int, why: str, rule: str, params: Mapping[str, object] | None = None
    ) -> None:
        """A player's coins go to the discard pile."""
        self.players[seat] = self.players[seat].with_coins(-coins)
        self.drop(coins)
        self.say(why, rule, seat, -coins, params)

    def count_coins(self, seat: int, counted: int) -> None:
        """A player has counted the own coins: the table is right."""
        had = self.players[seat].coins
        self.players[seat] = self.players[seat].with_coins(counted - had)
        self.say("counted", "count", seat, counted - had, {"what": "coins", "from": had, "to": counted})

    def regain(self, cards: int, first: str) -> None:
        """So many cards go back on that pile, or leave it; where it has too few, the other one gives the rest."""
        first = first if self.game.followed else "draw_pile"
        other = "discard_pile" if first == "draw_pile" else "draw_pile"
        left = getattr(self, first) + cards
        rest = getattr(self, other) + min(0, left)
        if rest < 0:
            self.refuse("NO_EFFECT", "count")
        setattr(self, first, max(0, left))
        setattr(self, other, rest)

    def hand_over(self, giver: int, taker: int, coins: int, why: str, rule: str) -> None:
        """Coins pass from one player to another."""
        self.players[giver] = self.players[giver].with_coins(-coins)
        self.players[taker] = self.players[taker].with_coins(coins)
        self.say(why, rule, giver, -coins, {"to": taker})
        self.say(why, rule, taker, coins, {"from": giver})

    # Cards

    def own(self, seat: int, person: Person) -> None:
        owned = sum(len(player.display) for player in self.players)
        self.check_box(owned, self.game.deck.holds["person"])
        self.players[seat] = self.players[seat].with_person(person)

    # Questions

    def ask(self, decision: Decision) -> None:
        self.decisions = (*self.decisions, decision)

    def answered(self, kind: str) -> None:
        """What was asked is said."""
        if self.decisions:
            self.decisions = tuple(one for one in self.decisions if one.kind != kind)

    def answered_by(self, kind: str, seat: int) -> None:
        """What that player was asked is said, or goes with what he does."""
        self.decisions = tuple(one for one in self.decisions if (one.kind, one.seat) != (kind, seat))

    def lapse(self) -> None:
        """The game has gone on: whatever nobody answered and nobody had to is over."""
        if self.decisions:
            self.decisions = tuple(one for one in self.decisions if one.against is not None)


Table = State | Draft


def cards_in(table: Table) -> int:
    """Cards lying in the harbor, told of or only counted; expeditions and tax cards do not count."""
    return len(tuple(filter(None, table.harbor))) + (table.untold or 0)


def bare(table: Table) -> bool:
    """No card lies in the harbor, and nobody left any untold."""
    return table.untold == 0 and not any(table.harbor)


def waiting(table: Table, kind: str) -> Decision | None:
    """The open question of that kind."""
    for decision in table.decisions:
        if decision.kind == kind:
            return decision
    return None
