"""The end of the game: its trigger, the last round, who wins and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine.house.brought import Merit
from companion.engine.house.living import house
from companion.engine.printed.cards import Card
from companion.engine.printed.editions import Rules
from companion.engine.table.draft import Draft, Table
from companion.engine.table.seats import around, plays
from companion.engine.table.state import DISCOVER, GAME_OVER, Player, State


def enough(rules: Rules, player: Player) -> bool:
    """The player has the points that bring the end, and the expedition where the option asks for one."""
    points = player.vp >= rules.required_vp and rules.ends_by_points
    return points and (not rules.expedition_required or player.expedition_count > 0)


def reached(table: Table, seat: int) -> bool:
    """The player brings the end: with those points, and with what a module asks for besides."""
    if not enough(table.game.rules, table.players[seat]):
        return False
    return all(merits.of(table, seat).has for merits in house(table).merits)


def latched(rules: Rules) -> bool:
    """Whether the end stays triggered once it was, or is looked at when the round ends (C51)."""
    return rules.switches.end_trigger == "latched"


def triggered(table: Table) -> bool:
    """The current round is the last one (`000 End of Game`)."""
    rules = table.game.rules
    if latched(rules):
        return table.triggered
    return any(reached(table, seat) for seat in table.game.order)


def note_points(draft: Draft, seat: int) -> None:
    """After a change of points: trigger the end as soon as it is reached."""
    rules, player = draft.game.rules, draft.players[seat]
    if draft.triggered or not reached(draft, seat):
        return
    if latched(rules):
        draft.triggered = True
        draft.say("end_triggered", "end_trigger", seat, params={"vp": player.vp})
        draft.because("END_TRIGGERED")


def finish(draft: Draft, last: int) -> None:
    """The round is complete: the score is final."""
    draft.phase = GAME_OVER
    draft.active = draft.acting = last
    draft.say("game_over", "last_round")
    draft.because("GAME_OVER")


def ended(draft: Draft) -> None:
    """Some games are won or lost together, and over at that moment."""
    if draft.phase == GAME_OVER:
        return
    for ends in house(draft).ends:
        outcome = ends(draft)
        if outcome is not None:
            draft.outcome = outcome
            draft.phase = GAME_OVER
            draft.decisions = ()
            draft.say("game_over", outcome.rule, params={outcome.outcome: True})
            draft.because(outcome.code)
            return


def note_late_points(draft: Draft) -> None:
    """Whoever brings the end with what was left over from a turn that has completed a round ends the game with that
    round, as long as nothing of the next one has happened (C20, C52, C143).
    """
    over = draft.claimant
    if over is None or draft.phase != DISCOVER or draft.active != draft.game.start_player:
        return
    if triggered(draft):
        draft.round -= 1
        finish(draft, over)


def remaining_active(table: Table) -> tuple[int, ...]:
    """Who is still to be active in this round, in order."""
    if table.phase == GAME_OVER:
        return ()
    seats = around(table, table.game.start_player)
    done = seats.index(table.active)
    fresh = table.phase == DISCOVER and table.drawn == 0 and table.claimant is not None
    return seats[done if fresh else done + 1 :]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: the figures that ranking looks at."""

    name: str
    vp: int
    coins: int
    expeditions: int = 0
    seat: int | None = None
    items: tuple[Card, ...] = ()
    # Points that lie on no card, by their label.
    others: tuple[tuple[str, int], ...] = ()
    merits: tuple[Merit, ...] = ()


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One comparison of the ranking: by what, everybody's figure, who is left as winner."""

    by: str
    values: Mapping[str, int]
    left: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Score:
    """The ranking with the tie-break as a proof; `places` count ties alike (1, 1, 3)."""

    final: bool
    reason: str
    winners: tuple[str, ...]
    ineligible: tuple[str, ...]
    ranking: tuple[Standing, ...]
    places: tuple[int, ...]
    proof: tuple[ProofStep, ...]
    outcome: str = "ranked"
    title: str | None = None
    points: int | None = None
    ladder: tuple[tuple[str, int], ...] = ()
    before: int = 0


def rank(rules: Rules, standings: Sequence[Standing], final: bool = True) -> Score:
    """Most points, then most coins, then a shared win (`000 End of Game`)."""
    needs = rules.expedition_required

    def may_win(standing: Standing) -> bool:
        return (not needs or standing.expeditions > 0) and all(one.has for one in standing.merits)

    def key(standing: Standing) -> tuple[int, ...]:
        ties = (-one.count for one in standing.merits)
        return (int(may_win(standing)), standing.vp, *ties, standing.coins)

    ordered = sorted(standings, key=key, reverse=True)
    places: list[int] = []
    for index, standing in enumerate(ordered):
        tied = index > 0 and key(standing) == key(ordered[index - 1])
        places.append(places[-1] if tied else index + 1)
    ineligible = tuple(standing.name for standing in standings if not may_win(standing))
    left = list(standings)
    proof: list[ProofStep] = []

    def compare(by: str, rule: str, figures: Mapping[str, int], fewest: bool = False) -> None:
        nonlocal left
        best = (min if fewest else max)(figures[standing.name] for standing in left)
        left = [standing for standing in left if figures[standing.name] == best]
        proof.append(ProofStep(by, figures, tuple(standing.name for standing in left), rule))

    if needs:
        owned = {standing.name: min(1, standing.expeditions) for standing in left}
        compare("expedition", "expedition_required", owned)
    merits = list(zip(*(standing.merits for standing in standings), strict=True))
    for column in merits:
        has = {one.name: int(merit.has) for one, merit in zip(standings, column, strict=True)}
        compare(column[0].by, column[0].rule, has)
    compare("vp", rules.rule("winner"), {standing.name: standing.vp for standing in left})
    for column in merits if len(left) > 1 else ():
        counts = {one.name: merit.count for one, merit in zip(standings, column, strict=True)}
        compare(column[0].tie, column[0].tie_rule, counts, fewest=True)
    if len(left) > 1:
        compare("coins", rules.rule("tie_break"), {standing.name: standing.coins for standing in left})
    if len(left) == 1:
        reason = "WINNER"
    else:
        reason = "SHARED_WIN" if rules.switches.tie_break == "shared" else "TIE_UNRESOLVED"
    winners = tuple(standing.name for standing in left)
    return Score(final, reason, winners, ineligible, tuple(ordered), tuple(places), tuple(proof))


def score(state: State) -> Score:
    """The ranking of a table as it stands; final when the game is over."""
    standings = [
        Standing(
            player.name,
            player.vp,
            player.coins,
            player.expedition_count,
            seat,
            (*player.display, *player.expeditions),
            tuple((why, more) for scores in house(state).scores for why, more in scores(state, seat)),
            tuple(merits.of(state, seat) for merits in house(state).merits),
        )
        for seat, player in enumerate(state.players)
        if plays(state, seat)
    ]
    ranked = rank(state.game.rules, standings, state.phase == GAME_OVER)
    if state.outcome is None:
        return ranked
    ended = state.outcome
    winners = tuple(one.name for one in standings) if ended.outcome == "won" else ()
    return replace(
        ranked,
        reason=ended.rule.upper(),
        winners=winners,
        outcome=ended.outcome,
        title=ended.title,
        points=ended.points,
        ladder=ended.ladder,
        before=ended.before,
    )
