"""Whole campaigns of The Adventure Begins by a player of chance: real cards, real events, evening after evening."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine import History, Line, State, Template, allowed, append, codec, open_history
from companion.engine.modules.adventure_begins import added, missions, month, people, unread
from companion.engine.printed.cards import SYMBOLS, Person, Ship, Unknown
from companion.engine.table.draft import cards_in

from .chronicle import Chronicle
from .play import entry
from .real_box import EventDeck, Printed, RealTable, key, name_of
from .test_random_games import stalled

NAMES = ("Ann", "Bob", "Cem", "Dot")
CHAPTERS, MOST_ENTRIES, MOST_LOST = 5, 3000, 40
WISHES = {
    "complete_mission": 40.0,
    "claim_expedition": 20.0,
    "buy_marker": 4.0,
    "use_lookout": 3.0,
    "sell_item": 2.0,
    "repel": 3.0,
    "draw": 6.0,
    "pass": 0.6,
    "let_go": 0.2,
}
Body = dict[str, Any]


@dataclass
class Evening:
    """One game: the phone's `history` beside the real table and the group's own notes."""

    history: History
    printed: Printed
    table: RealTable
    events: EventDeck
    notes: Chronicle
    # The cards of the adventure that still lie beside the table, by their place.
    beside: dict[str, list[str]]
    chance: random.Random

    @property
    def state(self) -> State:
        return self.history.state

    def play(self) -> Iterator[Body]:
        """Entry by entry until it is over, or no card is left to go on with; everything is compared after each."""
        for _ in range(MOST_ENTRIES):
            if self.state.phase == "game_over" or stalled(self.state):
                return
            before, body = self.state, self.next()
            line = Line(f"line-{self.history.revision}", entry(self.history, **body))
            self.history, recorded = append(self.history, line)
            self.notes.note(body, self.state)
            self.table.follow(before, body, recorded.ledger, self.state)
            self.agrees()
            yield body
        raise AssertionError("it ends")

    def agrees(self) -> None:
        """It ends when the documents say so, and in no other moment; the events are those on the table."""
        state, notes, now = self.state, self.notes, month.month(self.state)
        over = state.phase == "game_over"
        if notes.together:
            assert (state.outcome and state.outcome.outcome) == notes.outcome
            assert over == (notes.outcome is not None)
        else:
            turn_is_over = over or month.due(state)
            assert over == (turn_is_over and notes.triggered and notes.whole_round())
        if now.number:
            assert len(now.deck) - now.at == len(self.events.deck)

    def ending(self) -> str:
        """How it went, in a few words."""
        if self.state.phase != "game_over":
            return "no card left"
        if self.notes.together:
            return "lost by " + "+".join(self.notes.missing) if self.notes.missing else "won"
        winners, by = self.notes.winners(self.state)
        told = codec.score_json(self.state)["winners"]
        assert told == [self.state.players[seat].name for seat in sorted(winners)]
        return "shared" if by == "shared" else f"won by {by}"

    # The next entry

    def next(self) -> Body:
        # Which of the events that lie turned down is which, nobody tells.
        left = [one for one in unread.learn(self.state) if one["what"] != month.FACT]
        if left:
            return self.reads(left[0])
        ways = [one for one in allowed(self.state) if one.allowed]
        assert ways, self.state
        return self.filled(self.chance.choices(ways, [self.wish(one) for one in ways])[0])

    def reads(self, one: Mapping[str, str]) -> Body:
        """What lies there to be read is read at once."""
        if one["what"] == missions.FACT:
            return {"type": "learn_mission", "mission": one["id"], **self.printed.mission(one["id"])}
        if one["what"] == people.TRACK:
            return {"type": "learn_crowns", "spaces": list(self.notes.shields)}
        return {"type": "learn_card_nine", **self.notes.nine}

    def wish(self, way: Template) -> float:
        """What a player does rather: what missions ask for, points, and a turn of a few cards."""
        if way.type == "stop":
            return 0.2 * 2 ** cards_in(self.state)
        if way.type != "take":
            return WISHES.get(way.type, 1.0)
        card = self.state.harbor[way.harbor_index or 0]
        wanted = self.wanted()
        if isinstance(card, Person):
            fits = card.type in wanted or ("swords" in wanted and card.swords)
            return 200.0 if fits else (1.0 + 2.0 * (card.vp or 0)) * (1 if wanted else 3)
        assert isinstance(card, Ship)
        if "as_item" in way.keys:
            return 200.0 if {card.color, *(card.printed("items") or ())} & wanted else 2.0
        return 3.0 + card.coins * 2

    def wanted(self) -> set[str]:
        """What the missions ask for that nobody has completed."""
        lying = [one.goal for one in missions.laid(self.state) if not one.done]
        found = {need.what for goal in lying for need in goal.need}
        return found | {*SYMBOLS, "jack"} if "expedition" in found else found

    def filled(self, way: Template) -> Body:
        self.table.entry = way.type
        body: Body = {"type": way.type, "by": way.by}
        for name, value in way.keys.items():
            body[name] = list(value) if isinstance(value, tuple) else value
        asked = {ask.key: ask for ask in way.asks}
        if way.type == "draw":
            body["card"] = self.table.top()
        elif way.type == "use_lookout":
            body["cards"] = [self.table.top() for _ in range(asked["cards"].many or 0)]
            body["keep"] = self.chance.randrange(len(body["cards"]))
            self.table.draw.append(body["cards"][body["keep"]])
        elif way.type == "choose_character":
            body |= self.printed.character(body["character"], asked)
        elif way.type == "sell_item" and asked:
            hosts = [who for who in self.state.players[way.by].display if who.type == "innkeeper"]
            body["coins"] = self.printed.price(key(hosts[0]))
        elif way.type == "share_coins":
            body["coins"] = dict(
                Counter(
                    str(self.chance.choice(self.state.game.order)) for _ in range(asked["coins"].most or 0)
                )
            )
        elif way.type == "lay_missions":
            body["missions"] = self.chance.sample(sorted(missions.printed()), asked["missions"].many or 0)
        elif way.type == "reveal_event":
            self.reveals(body, way)
        elif way.type == "flip_events":
            self.events.flip()
        elif way.type == "read_story":
            body["adds"] = self.adds(body["story"])
        else:
            body |= {ask.key: self.chance.choice(ask.choices) for ask in way.asks}
        return body

    def reveals(self, body: Body, way: Template) -> None:
        event = self.events.turn_up()
        assert event is not None, "Month's End comes now"
        name = name_of(event)
        if "event" in body:
            assert body["event"] == name, "the flipped events come as they were"
            return
        body.pop("effects", None)
        body |= {"event": name} if name in month.known(self.state.game) else {"effects": event}

    def adds(self, story: str) -> dict[str, int]:
        found = self.printed.adds(story, {name: len(cards) for name, cards in self.beside.items()})
        for name, count in found.items():
            self.table.shuffle_in(self.beside[name].pop() for _ in range(count))
        return found


@dataclass
class Campaign:
    """A group and its box over all evenings: each is opened from the end of the one before."""

    way: str
    players: int
    seed: int
    # A box that has lost many of its cards, so that the piles are shuffled again and again.
    small: bool = False
    # How the evenings ended, by chapter and outcome.
    ended: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.seed} {self.way} {self.players}")
        self.printed = Printed(self.seed)
        # All 39 are in the deck of a variable game (`004 The Variable Competitive Game`).
        self.beside = {
            name: [] if self.way == "variable" else [key(card) for card in cards]
            for name, cards in self.printed.places().items()
        }
        self.story: Body = {}
        self.box: Body = {"own": [], "missing": {}, "facts": {}}
        if self.small:
            self.box["missing"] = self.lost_cards()
        self.cards = self.shuffled_cards()

    def opened(self) -> History:
        setup = {
            "edition": "bigbox",
            "modules": ["adventure_begins", self.way],
            "players": list(NAMES[: self.players]),
            "box": self.box,
        }
        told = {**setup, "campaign": self.story} if self.story else setup
        return open_history(codec.setup_from_json(json.loads(json.dumps(told))))

    def shuffled_cards(self) -> list[str]:
        """The base game's, as many as the box has."""
        kinds = self.opened().state.game.deck.kinds
        plain = [kind for kind in kinds if not isinstance(kind.card, Unknown) and not kind.special]
        return [key(kind.card) for kind in plain for _ in range(kind.count)]

    def lost_cards(self) -> Mapping[str, int]:
        return Counter(self.chance.sample(self.shuffled_cards(), MOST_LOST))

    def evenings(self, most: int) -> Iterator[Evening]:
        """Chapter after chapter, again after a failure, up to the last one or until the group has had enough."""
        for _ in range(most):
            evening = self.evening()
            yield evening
            chapter = self.chapter
            self.ended.append((chapter, evening.ending()))
            if evening.state.phase != "game_over":
                return
            view = json.loads(json.dumps(codec.view_json(evening.history)))
            self.expects(view["campaign"]["next"], evening.notes.outcome)
            self.story = view["campaign"]["next"]
            self.box = {name: view["box"][name] for name in self.box}
            if evening.notes.outcome != "lost" and chapter == CHAPTERS:
                return

    @property
    def chapter(self) -> int:
        return int(self.story.get("chapter", 1))

    def evening(self) -> Evening:
        self.history = self.opened()
        chance, state = random.Random(self.chance.random()), self.history.state
        there = [key(card) for name, cards in self.printed.places().items() for card in cards]
        left = Counter(there) - Counter(card for cards in self.beside.values() for card in cards)
        table = RealTable([*self.cards, *left.elements()], self.players, chance)
        table.agrees(state)
        events = EventDeck(self.printed.events(), self.way, self.players, chance)
        facts = state.game.box.facts
        notes = Chronicle(self.way, tuple(range(self.players)), facts.get("mission", {}))
        notes.nine, notes.shields = self.printed.card_nine(self.players), tuple(self.printed.spaces())
        return Evening(self.history, self.printed, table, events, notes, self.beside, chance)

    def expects(self, told: Mapping[str, Any], outcome: str | None) -> None:
        """Where the story goes on (`004 Game End`, C107)."""
        chapter, lost = self.chapter, outcome == "lost"
        variable = self.way == "variable"
        was = {"lost": 0, "defeats": 0, "won": [], **self.story}
        assert told["lost"] == (was["lost"] + 1 if lost else 0)
        assert told["defeats"] == was["defeats"] + lost
        assert told["chapter"] == (chapter if lost or variable else min(CHAPTERS, chapter + 1))
        assert told["won"] == sorted({*was["won"], *([] if lost or variable else [chapter])})
        in_deck = {name: count - len(self.beside[name]) for name, count in added.printed().items()}
        assert told["added"] == {name: count for name, count in in_deck.items() if count}
