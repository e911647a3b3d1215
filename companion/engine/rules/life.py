"""Life at the table: somebody leaves or joins in mid-game, other house rules, a pile shuffled early.

The rule documents are silent on all of it. What follows is the plainest thing that keeps every card in the game.
"""

from __future__ import annotations

from dataclasses import fields, replace

from companion.engine.entering.entries import HouseRules, Join, Leave, Reshuffle
from companion.engine.following.moments import Left
from companion.engine.house.living import tell
from companion.engine.printed.editions import Rules, Switches
from companion.engine.printed.manifests import ANY_TIME, HouseRule, players_of
from companion.engine.refusals import MISSING, Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.seats import MOST_SEATS, next_seat, seat_before
from companion.engine.table.state import CARDS, DISCOVER, GAME_OVER, TRADE_HIRE, Game, Player

from . import ending, turns

RULE = "who_plays"
FEWEST = 2


def check_going_on(draft: Draft) -> None:
    """Refuse what has no meaning once the game is over."""
    if draft.phase == GAME_OVER:
        draft.refuse("GAME_OVER", "last_round")


def player_limits(draft: Draft) -> tuple[int, int]:
    """How many players the box is for."""
    limits = draft.game.rules.edition.switches["player_count"]
    return players_of(draft.game.setup.modules, limits["min"], limits["max"])


# Leaving


def check_leave(entry: Leave, game: Game) -> None:
    """Somebody leaves; raises Malformed."""
    if entry.by is None:
        raise Malformed("entry.by", "player", MISSING)


def leave(draft: Draft, entry: Leave, by: int) -> None:
    """The player's persons and coins go to the discard pile, his expeditions out of the game, his seat is passed over."""
    check_going_on(draft)
    stay = len(draft.game.order) - 1
    least, most = player_limits(draft)
    if stay < least:
        figures = {"count": stay, "min": least, "max": most}
        rule = draft.game.rules.rule("player_count")
        draft.contest(Reason("TOO_MANY_PLAYERS", rule, figures, overridable=stay >= FEWEST))
    end_own_part(draft, by)
    if draft.phase == GAME_OVER:
        return
    clear_place(draft, by)
    if draft.claimant == by:
        draft.claimant, draft.claimant_busted = None, False
    game, following = draft.game, next_seat(draft, by)
    first = following if by == game.start_player else game.start_player
    if draft.active == by:
        pass_turn_on(draft, by, following)
    order = tuple(seat for seat in game.order if seat != by)
    draft.game = replace(game, order=order, start_player=first)


def end_own_part(draft: Draft, by: int) -> None:
    """What the player is in the midst of ends first."""
    if draft.phase == TRADE_HIRE and by == draft.acting != draft.active:
        draft.say("passed", "pass", by, params=turns.taken_in_part(draft))
        turns.end_part(draft)
    elif by == draft.active and turn_under_way(draft):
        draft.contest(Reason("TURN_NOT_OVER", RULE, {"seat": by}, overridable=True))
        turns.end_turn(draft)


def turn_under_way(draft: Draft) -> bool:
    """The active player has begun to play."""
    begun = draft.drawn > 0 or len(draft.harbor) > 0 or bool(draft.decisions)
    return draft.phase == TRADE_HIRE or begun


def clear_place(draft: Draft, by: int) -> None:
    """Every card in front of the player goes somewhere, and the ledger says where."""
    persons = draft.players[by].display
    draft.say("left", RULE, by)
    tell(draft, Left, by)
    player = draft.players[by]
    if player.coins:
        draft.pay(by, player.coins, "left_coins", RULE, {"count": player.coins})
    # Points that lie on no card go too.
    draft.players[by] = draft.players[by].with_display((), sum(card.vp for card in player.expeditions))
    if persons:
        for person in persons:
            draft.discard(person)
        types = tuple(person.type for person in persons)
        draft.say("left_persons", RULE, by, params={"count": len(persons), "persons": types})
    if player.expeditions:
        draft.say("left_expeditions", RULE, by, params={"count": len(player.expeditions)})


def pass_turn_on(draft: Draft, by: int, following: int) -> None:
    """The turn that the player would begin is the next one's; after the last one of a round the round is over."""
    start = draft.game.start_player
    if following == start:
        if ending.triggered(draft):
            ending.finish(draft, seat_before(draft, by))
            return
        draft.round += 1
    draft.active = draft.acting = following
    draft.reshuffles, draft.extra_taxed = 0, False
    draft.say("turn_begins", "turn_order", following, params={"round": draft.round})


# Joining


def join(draft: Draft, entry: Join, by: int) -> None:
    """Somebody sits down between two others, with coins from the draw pile as at the setup."""
    check_going_on(draft)
    game = draft.game
    least, most = player_limits(draft)
    if len(game.order) >= most:
        figures = {"count": len(game.order) + 1, "min": least, "max": most}
        draft.refuse("TOO_MANY_PLAYERS", game.rules.rule("player_count"), **figures)
    known = len(draft.players)
    seat = known if entry.seat is None else entry.seat
    if seat >= MOST_SEATS or (seat < known and draft.players[seat].name):
        draft.refuse("NO_SEAT_LEFT", RULE, count=MOST_SEATS)
    if any(draft.players[other].name.casefold() == entry.name.casefold() for other in game.order):
        raise Malformed("entry.name", "own_name")
    # A number that another one goes by, or went by before he was taken out again, stays free.
    draft.players += [Player("")] * (seat + 1 - known)
    draft.players[seat] = Player(entry.name)
    names = tuple(player.name for player in draft.players)
    at = game.order.index(entry.after) + 1
    order = (*game.order[:at], seat, *game.order[at:])
    draft.game = replace(game, names=names, order=order)
    draft.say("joined", RULE, seat, params={"after": entry.after})
    coins = game.rules.switches.starting_coins if entry.coins is None else entry.coins
    if coins:
        draft.earn(seat, coins, "joined_coins", "starting_coins", {"count": coins})


# House rules


def house_rules(draft: Draft, entry: HouseRules, by: int) -> None:
    """From now on other options hold; what was entered before keeps its own."""
    check_going_on(draft)
    rules = draft.game.rules
    found = rules.edition
    for key in entry.options:
        if not may_change(draft, found.house_rules.get(key)):
            draft.refuse("OPTION_FIXED", rule_of(rules, key), option=key)
    changed = {key: value for key, value in entry.options.items() if rules.rulings[key] != value}
    if not changed:
        draft.refuse("NO_EFFECT", RULE)
    rulings = {**rules.rulings, **changed}
    switches = Switches(**{field.name: rulings[field.name] for field in fields(Switches)})
    options = {**rules.options, **changed}
    was_latched = ending.latched(rules)
    draft.game = replace(
        draft.game, rules=replace(rules, options=options, rulings=rulings, switches=switches)
    )
    for key, value in changed.items():
        figures = {"option": key, "value": value, "from": rules.rulings[key]}
        draft.say("house_rule", rule_of(rules, key), params=figures)
    note_other_end(draft, was_latched)


def may_change(table: Table, rule: HouseRule | None) -> bool:
    """Whether the group may still set it otherwise: some only before the first card, none where a module has its own."""
    if rule is None or set(rule.leaves) & set(table.game.modules):
        return False
    return rule.until == ANY_TIME or not table.game.parts_open_by_themselves or untouched(table)


def untouched(table: Table) -> bool:
    """Whether nobody has drawn a card in this game yet."""
    first = table.round == 1 and table.active == table.game.start_player and table.claimant is None
    return first and table.phase == DISCOVER and not table.drawn


def note_other_end(draft: Draft, was_latched: bool) -> None:
    """Where the end is looked at in another way from now on, it is so with the points as they are now."""
    latched = ending.latched(draft.game.rules)
    if latched == was_latched:
        return
    draft.triggered = False
    for seat in draft.game.order:
        ending.note_points(draft, seat)


def rule_of(rules: Rules, switch: str) -> str:
    """The rule that an option changes."""
    return next((key for key, rule in rules.edition.rules.items() if rule["switch"] == switch), RULE)


# Piles


def reshuffle(draft: Draft, entry: Reshuffle, by: int) -> None:
    """The discard pile goes into the draw pile although that one was not used up."""
    check_going_on(draft)
    if not draft.game.followed and draft.game.keeping == CARDS:
        # Whatever lay where, it is one pile now.
        draft.game = replace(draft.game, followed=True)
        draft.say("followed_again", "reshuffle")
        draft.because("RESHUFFLED")
        return
    if draft.discard_pile == 0:
        draft.refuse("NO_EFFECT", "reshuffle")
    if draft.draw_pile == 0:
        draft.reshuffle()
    else:
        draft.shuffle_in("reshuffled_early", {"left": draft.draw_pile})
    draft.because("RESHUFFLED")
