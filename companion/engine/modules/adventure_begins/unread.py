"""What nobody has read yet of the cards."""

from __future__ import annotations

from companion.engine.table.state import GAME_OVER, State

from . import learning, missions, month, people


def learn(state: State) -> list[dict[str, str]]:
    """What nobody has entered from its card yet, once it is there to be read; at the end that for which somebody waits."""
    over = state.phase == GAME_OVER
    lying = [one for one in missions.laid(state) if not missions.learned(state, one.name)]
    found = [{"what": missions.FACT, "id": one.name} for one in lying if one.unpaid or not over]
    deck = month.month(state)
    places = dict.fromkeys(one.place for one in deck.unread if deck.deck[one.place] is None)
    found += [{"what": month.FACT, "id": str(place)} for place in places]
    numbers = missions.laid(state)
    crowned = any(one.crowns for one in people.people(state))
    if numbers and not people.track(state.game) and (crowned or not over):
        found.append({"what": people.TRACK, "id": people.TRACK})
    if over:
        return found
    if numbers and people.together(state.game) and learning.card_nine(state) is None:
        found.append({"what": learning.CARD_NINE, "id": str(len(state.game.setup.players))})
    return found
