"""At this table: what a rules answer comes to in the live situation, in codes and figures.

Nothing is worked out here a second time: each fact is read from the engine, from its queries or from what it would
record. The sentences are in `companion/words`, under `at_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.engine import Reason, State, allowed, score
from companion.engine.house.living import held_by, house, points_besides, swords_of, veto
from companion.engine.printed.cards import Card, Income, Person, Ship, Tax, Unknown
from companion.engine.rules import discover, ending, expeditions, taxes, turns
from companion.engine.rules.offers import offer
from companion.engine.table.draft import Draft, cards_in, waiting
from companion.engine.table.seats import around, plays
from companion.engine.table.state import DISCOVER, GAME_OVER

from .content import Question

# A harbor can hold more cards than anybody reads.
_MOST_PRICES = 8


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that holds at one table now: `seat` is whom it is about, `params` what its sentence needs."""

    code: str
    seat: int | None = None
    params: Mapping[str, object] = field(default_factory=dict)
    refusal: Reason | None = None


Facts = Iterator[Fact]


def at_table(question: Question, state: State) -> tuple[Fact, ...]:
    """What the answer comes to at this table; nothing where there is nothing to work out."""
    if state.phase == GAME_OVER:
        found = [
            fact for topic in question.at_table if topic in AFTER_THE_END for fact in TOPICS[topic](state)
        ]
    else:
        found = [fact for topic in question.at_table for fact in about(topic)(state)]
    return (*found, *_rulings(question, state))


def about(topic: str) -> Callable[[State], Facts]:
    """What is worked out for a topic; behind a colon stands which of its kind alone: `goals:ID`."""
    kind, _, only = topic.partition(":")
    return partial(TOPICS[kind], only=only) if only else TOPICS[kind]


def _rulings(question: Question, state: State) -> Facts:
    """What the group chose about a point on which the answer rests."""
    rules = state.game.rules
    for ruling in question.rulings:
        key = ruling.switch
        if key in rules.edition.house_rules:
            value, default = rules.rulings[key], rules.edition.switches[key]
            yield Fact("ruled", None, {"switch": key, "value": value, "changed": value != default})


def _to_come(state: State) -> tuple[int, ...]:
    """Whose part of this turn is still to open, the next one first."""
    if state.phase == DISCOVER:
        return around(state, state.active)
    return (*(() if state.part_opened else (state.acting,)), *turns.later_parts(state))


def takes(state: State) -> Facts:
    """How many cards the parts of this turn are worth."""
    colors = turns.ship_colors(state) if state.phase == DISCOVER else state.colors_at_stop
    following = around(state, state.active)[1:] if state.phase == DISCOVER else turns.later_parts(state)
    current = state.acting
    now = turns.takes_of(state, current, colors) if state.phase == DISCOVER else state.takes
    if now is not None:
        figures: dict[str, object] = {
            "count": now.total,
            "left": now.left,
            "colors": now.colors,
            "extra": now.extra,
        }
        figures["by_colors"] = now.by_colors
        figures["givers"] = [why for why, _ in now.reasons]
        own = "takes_if_stopped" if state.phase == DISCOVER else "takes_now"
        code = own if current == state.active else "takes_other"
        yield Fact(code + ("_more" if now.extra else ""), current, figures)
    for seat in following:
        then = turns.takes_of(state, seat, colors)
        if then.extra:
            more = {"count": then.total, "left": then.left, "extra": then.extra}
            yield Fact("takes_other_more", seat, {**more, "givers": [why for why, _ in then.reasons]})


def _paid(state: State, seat: int, why: str, lying: int | None = None) -> tuple[int, int]:
    """Coins and persons that pay if this player's part opens now; `lying`: with so many cards instead."""
    draft = Draft(state)
    if lying == 0:
        draft.harbor = ()
    draft.acting = seat
    turns.open_part(draft)
    lines = [line for line in draft.ledger if line.why == why and line.seat == seat]
    return sum(line.coins for line in lines), sum(int(str(line.params["count"])) for line in lines)


def part_income(state: State, only: str) -> Facts:
    """What persons of one kind pay when the parts still to come open with the cards that lie there now."""
    lying = cards_in(state)
    yield from _nobody(state, only, only)
    for seat in _to_come(state):
        owned = _owned(state, seat, only)
        if not owned:
            continue
        coins, count = _paid(state, seat, only)
        if count:
            yield Fact(f"{only}_due", seat, {"count": count, "cards": lying, "coins": coins})
        else:
            least = min(income.at_least for income in owned)
            yield Fact(f"{only}_short", seat, {"count": len(owned), "cards": lying, "needed": least})


def _owned(state: State, seat: int, why: str) -> list[Income]:
    """What a player's persons of one kind pay."""
    return _paying(state.players[seat].display, why)


def _paying(persons: Iterable[Person], why: str) -> list[Income]:
    return [income for person in persons for income in person.abilities.incomes if income.why == why]


def _nobody(state: State, why: str, person: str) -> Facts:
    """That nobody has one of those that this game is played with."""
    printed = (kind.card for kind in state.game.deck.kinds if kind.count and isinstance(kind.card, Person))
    if _paying(printed, why) and not any(_owned(state, seat, why) for seat in state.game.order):
        yield Fact("nobody_has", None, {"person": person})


def jester_bust(state: State) -> Facts:
    """What Jesters pay if this turn busts."""
    yield from _nobody(state, "jester_empty", "jester")
    if state.phase != DISCOVER:
        return
    draft = Draft(state)
    discover.bust(draft, Ship("red", None, 1))
    for line in draft.ledger:
        if line.why == "jester_bust":
            yield Fact("jester_bust", line.seat, {"count": line.params["count"], "coins": line.coins})


def jester_empty(state: State) -> Facts:
    """What Jesters pay where no card is left when a part opens."""
    for seat in _to_come(state):
        coins, count = _paid(state, seat, "jester_empty", lying=0)
        if count:
            yield Fact("jester_empty", seat, {"count": count, "coins": coins})


def tax(state: State) -> Facts:
    """What a Tax Increase would do now; where not all of them begin at the same number of coins, each says its own."""
    cards = [kind.card for kind in state.game.deck.kinds if kind.count]
    levied = sorted(
        {card for card in cards if isinstance(card, Tax)}, key=lambda card: (card.bonus, -card.threshold)
    )[::-1]
    several = len({card.threshold for card in levied}) > 1
    told: set[tuple[int, int | None]] = set()
    for card in levied:
        draft = Draft(state)
        taxes.resolve(draft, card)
        # Whoever gains, the loss is the same.
        which = {"threshold": card.threshold} if several else {}
        if (card.threshold, card.down_to) not in told:
            told.add((card.threshold, card.down_to))
            yield from _taxed(state, draft, card, which)
        for line in draft.ledger:
            if line.why == "tax_bonus":
                params = {**line.params, **which, "coins": line.coins}
                yield Fact(f"tax_{card.bonus}{'_from' if which else ''}", line.seat, params)


def _taxed(state: State, draft: Draft, card: Tax, which: Mapping[str, int]) -> Facts:
    losses = [line for line in draft.ledger if line.why == "tax_loss"]
    for line in losses:
        code = "tax_loss_down_to" if "down_to" in line.params else "tax_loss"
        yield Fact(f"{code}{'_from' if which else ''}", line.seat, {**line.params, **which})
    if not losses:
        most = max(player.coins for player in state.players)
        yield Fact("tax_nobody", None, {"threshold": card.threshold, "coins": most})


def repel(state: State) -> Facts:
    """Which ships the active player can repel."""
    if state.phase != DISCOVER:
        return
    asked = waiting(state, discover.REPEL)
    if asked is not None:
        card = state.harbor[asked.about["harbor_index"]]
        figures = {"card": card, "swords": asked.about["swords"], "needed": asked.about["needed"]}
        yield Fact("repel_pending", state.active, figures)
    swords = swords_of(state, state.active)
    ships = [kind.card for kind in state.game.deck.kinds if kind.count and isinstance(kind.card, Ship)]
    strongest = [ship.swords or 0 for ship in ships if discover.unrepellable(state, ship) is None]
    places = (state.game.deck.kinds[place] for place in state.game.deck.places)
    colors = [
        kind.card.color
        for kind in places
        if kind.count and isinstance(kind.card, Unknown) and kind.card.of == "ship" and kind.card.color
    ]
    if any(discover.unrepellable(state, Ship(color, 1, 1)) is None for color in colors):
        # Any number may stand on those that nobody has seen yet.
        strongest.append(swords)
    if strongest:
        yield Fact("repels", state.active, {"swords": swords, "needed": max(strongest)})
    else:
        yield Fact("repels_nothing", state.active, {"swords": swords})


def bust(state: State) -> Facts:
    """Which ships would bust the turn."""
    if state.phase != DISCOVER:
        return
    colors = tuple(dict.fromkeys(card.color for card in state.harbor if isinstance(card, Ship)))
    if colors:
        yield Fact("bust_colors", state.active, {"colors": colors})
    else:
        yield Fact("bust_impossible", state.active)


def prices(state: State) -> Facts:
    """What each card of the harbor costs or brings whoever would take it now."""
    seat = state.acting
    priced = [index for index, card in enumerate(state.harbor) if _is_priced(card)]
    for index in priced[:_MOST_PRICES]:
        card, found = state.harbor[index], offer(state, seat, index)
        figures: dict[str, object] = {"card": card, "net": found.net, "fee": found.compensation}
        if found.is_ship:
            figures.update(coins=found.gain, trader=found.trader)
        else:
            figures.update(cost=found.price + found.discount, price=found.price, discount=found.discount)
        if found.reason:
            yield Fact("dear", seat, figures, found.reason)
            continue
        code = "brings" if found.is_ship else "costs"
        code += "_more" if found.trader else "_less" if found.discount else ""
        yield Fact(code + ("_other" if found.compensation else ""), seat, figures)


def stays(state: State) -> Facts:
    """Which ships would not be discarded if they were traded with now, and what those count that lie before players."""
    for index, card in enumerate(state.harbor):
        found = offer(state, state.acting, index).stay if isinstance(card, Ship) else None
        if found is not None:
            yield Fact("stays", state.acting, {"card": card, "points": found.points})
    for seat in state.game.order:
        kept = held_by(state, seat)
        if kept:
            yield Fact("stayed", seat, {"count": len(kept), "vp": points_besides(state, seat)})


def _is_priced(card: Card | None) -> bool:
    return isinstance(card, Ship) or (isinstance(card, Person) and card.cost is not None)


def claims(state: State) -> Facts:
    """Which expeditions can be claimed now, by whom and with what."""
    if not state.expeditions:
        yield Fact("expedition_none")
        return
    told: set[tuple[int, int]] = set()
    for template in allowed(state):
        if template.type != "claim_expedition" or template.expedition_index is None:
            continue
        place = (template.by, template.expedition_index)
        figures = {
            "card": template.card,
            "coins": template.figures["gain"],
            "discard": template.keys.get("discard"),
        }
        if template.allowed:
            yield Fact("expedition_can", template.by, figures)
        elif place not in told:
            yield Fact("expedition_cannot", template.by, {"card": template.card}, template.refusal)
        told.add(place)
    for seat in around(state, state.active)[1:]:
        owned = state.players[seat].helpers
        for index, found in enumerate(state.expeditions):
            if (seat, index) not in told and expeditions.shortfall(found, owned) is None:
                yield Fact("expedition_later", seat, {"card": found})


def points(state: State) -> Facts:
    """How far the end is: what everybody has of it, whose turns are left, and how long a game against time goes on."""
    rules = state.game.rules
    for seat, player in enumerate(state.players if rules.ends_by_points else ()):
        if plays(state, seat):
            yield Fact("points", seat, {"vp": player.vp, "needed": rules.required_vp})
            if rules.expedition_required and not player.expedition_count:
                yield Fact("lacks_expedition", seat)
            for merits in house(state).merits:
                merit = merits.of(state, seat)
                if not merit.has:
                    yield Fact(f"lacks_{merit.by}", seat)
    yield from team(state)
    yield from countdowns(state)
    if ending.triggered(state):
        seats = ending.remaining_active(state)
        names = tuple(state.players[seat].name for seat in seats)
        yield Fact("last_round", None, {"names": names}) if names else Fact("last_turn")


def team(state: State) -> Facts:
    """What all have of what they need together."""
    for row in _shown(state, "team"):
        yield Fact(f"team_{row['what']}", None, {"have": row["have"], "need": row["need"]})


def leaders(state: State) -> Facts:
    """Who would win with what lies there now; together nobody leads."""
    if not state.game.rules.ends_by_points:
        yield from team(state)
        return
    found = score(state)
    for standing in found.ranking:
        if standing.seat is not None:
            code = "leads" if standing.name in found.winners else "follows"
            yield Fact(code, standing.seat, {"vp": standing.vp, "coins": standing.coins})


def stop(state: State) -> Facts:
    """Whether the active player may stop now."""
    if state.phase != DISCOVER:
        return
    against = veto(state, "stop", state.active) or discover.stop_reason(state, state.active)
    yield Fact("may_not_stop" if against else "may_stop", state.active, {}, against)


def piles(state: State) -> Facts:
    """How many cards are left."""
    yield Fact("piles", None, {"draw": state.draw_pile, "discard": state.discard_pile})


def _shown(state: State, part: str) -> Iterator[Mapping[str, Any]]:
    """What the modules show of that kind."""
    for shows in house(state).shows:
        yield from shows(state).get(part, ())


def goals(state: State, only: str = "") -> Facts:
    """Who could complete which goal now, and how far the others are; of one alone, everybody."""
    lying = tuple(_shown(state, "goals"))
    found = [goal for goal in lying if only in ("", goal["id"])]
    if lying and not found:
        yield Fact("goal_elsewhere", None, _called(*only.split(".")))
    if lying and not only and not any(_near(goal) for goal in lying):
        yield Fact("goal_none")
    ways = {(one.about["goal"], one.by): one for one in allowed(state) if "goal" in one.about}
    for goal in found:
        figures = _called(goal["name"], goal.get("number"))
        for seat in goal.get("done_by", ()) if only else ():
            yield Fact("goal_done", seat, figures)
        can = goal.get("can", ())
        for seat in can:
            if (goal["id"], seat) in ways:
                told = ways[goal["id"], seat].figures
                code = "goal_step" if "marker" in told else "goal_now"
                yield Fact(code, seat, {**figures, "coins": 0, "points": 0, **told})
        far = [row for row in goal.get("progress", ()) if row["seat"] not in can]
        ahead = max((row["have"] for row in far), default=0)
        for row in far:
            if only or row["have"] == ahead > 0:
                yield Fact("goal_far", row["seat"], {**figures, "have": row["have"], "need": row["need"]})


def _near(goal: Mapping[str, Any]) -> bool:
    """Whether somebody could complete it, or has anything of it."""
    return bool(goal.get("can")) or any(row["have"] for row in goal.get("progress", ()))


def _called(name: str, number: str | None = None) -> dict[str, object]:
    """A goal by its name, and the number that is printed on it."""
    return {"goal": name} if number is None else {"goal": name, "number": number}


def markers(state: State) -> Facts:
    """How many markers everybody has placed, and how many are left."""
    for shows in house(state).shows:
        for seat, told in shows(state).get("markers", {}).items():
            if plays(state, seat):
                yield Fact("markers", seat, told)


def countdowns(state: State) -> Facts:
    """How long the game still goes on, and what it would be worth to win it now."""
    for pile in _shown(state, "countdowns"):
        yield Fact(f"countdown_{pile['id']}", None, {"left": pile["left"]})
        if "title" in pile:
            yield Fact("countdown_title", None, {"points": pile["points"], "title": pile["title"]})


def track(state: State, only: str) -> Facts:
    """How far everybody is on a way to go, and where the next points are."""
    for shows in house(state).shows:
        for seat, rows in shows(state).get("players", {}).get("tracks", {}).items():
            if plays(state, seat):
                for row in rows:
                    if row["id"] == only:
                        yield Fact(f"track_{only}", seat, {"have": row["have"], "need": row["need"]})


TOPICS: Mapping[str, Callable[..., Facts]] = {
    "takes": takes,
    "part_income": part_income,
    "jester_bust": jester_bust,
    "jester_empty": jester_empty,
    "tax": tax,
    "repel": repel,
    "bust": bust,
    "prices": prices,
    "expeditions": claims,
    "points": points,
    "leaders": leaders,
    "stays": stays,
    "stop": stop,
    "piles": piles,
    "goals": goals,
    "markers": markers,
    "countdowns": countdowns,
    "track": track,
}
AFTER_THE_END = ("leaders", "points")
