"""The rules desk at every table that can be set up: its answers hold there, and say what the engine does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion import rulebook
from companion.engine import codec, open_history
from companion.engine.modules.adventure_begins import month
from companion.engine.printed import editions as table_editions
from companion.engine.printed.cards import Person, Tax, Unknown
from companion.engine.printed.manifests import players_of
from companion.engine.rules import turns
from companion.rulebook.content import EDITIONS, Variant
from companion.rulebook.content import rulebook as loaded
from companion.rulebook.facts import about
from companion.rulebook.search import playing
from companion.rulebook.terms import spoken
from tests.rulebook.tables import Table, opened, tables

QUESTIONS = loaded().questions
TABLES = tables()
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
# How answers begin that have no use at a table.
ABSENT, ALONE = "There are no ", "Solo, there "


def told(name: str, table: Table, language: str = "en") -> rulebook.Answer:
    found = rulebook.question(name, table.edition, table.modules, language)
    assert found is not None
    return found


def text(name: str, table: Table) -> str:
    return told(name, table).answer


def there(table: Table) -> frozenset[str]:
    """What a table's answers may be told apart by; a Make Sail! that is mixed in leaves the game as it is."""
    holds = {table.edition, *playing(table.modules)}
    return frozenset(holds - {"make_sail"} if "base" in holds else holds)


def persons(table: Table) -> dict[str, int]:
    """How many of each person the box gives the table, known or not yet."""
    found: dict[str, int] = {}
    for kind in table.state.game.deck.kinds:
        card = kind.card
        if isinstance(card, Person) or (isinstance(card, Unknown) and card.of == "person"):
            found[card.type] = found.get(card.type, 0) + kind.count
    return found


def test_there_are_tables_of_every_edition_module_and_way() -> None:
    assert {table.edition for table in TABLES} == set(EDITIONS)
    seen = {name for table in TABLES for name in table.modules}
    assert {*rulebook.MODULES, *rulebook.WAYS} <= seen
    assert len(TABLES) > 70


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.id)
def test_every_other_answer_is_the_answer_of_a_table(question: rulebook.Question) -> None:
    def gives(table: Table, variant: Variant) -> bool:
        words = None if question.literal else table.edition
        return text(question.id, table) == spoken(variant.answers["en"], words, "en")

    for variant in question.variants:
        its_own = [table for table in TABLES if set(variant.where) <= there(table)]
        assert its_own, f"no such table: {variant.name}"
        assert any(gives(table, variant) for table in its_own), f"never told: {variant.name}"


def leading(question: rulebook.Question, table: Table) -> Variant | None:
    """Whose answer a table gets, and the first of those who say the same."""
    words = None if question.literal else table.edition
    said = text(question.id, table)
    fit = [variant for variant in question.variants if set(variant.where) <= there(table)]
    fit.sort(key=lambda variant: -len(variant.where))
    return next((one for one in fit if spoken(one.answers["en"], words, "en") == said), None)


@every_table
def test_the_adventures_rules_and_the_way_to_play_go_first(table: Table) -> None:
    """The more telling of several answers leads; none may lead that forgets the way to play or the Adventure."""
    for question in QUESTIONS.values():
        fit = [set(variant.where) for variant in question.variants if set(variant.where) <= there(table)]
        lead = leading(question, table)
        ways = {"coop", "solo"} & there(table)
        told_by = set(lead.where) if lead else set()
        if any(ways & where for where in fit):
            assert ways & told_by, (question.id, told_by)
        elif any("adventure_begins" in where for where in fit):
            assert "adventure_begins" in told_by, (question.id, told_by)


@every_table
def test_alone_nobody_else_is_spoken_of(table: Table) -> None:
    if not table.solo:
        return
    others = re.compile(r"another's|other players? may|clockwise|next player|every player")
    for answer in rulebook.questions(edition=table.edition, modules=table.modules):
        if answer.module == "base" and answer.in_play:
            assert not others.search(answer.answer), answer.id


@every_table
def test_nothing_is_told_of_cards_that_the_table_has_not(table: Table) -> None:
    """But where the question names them, or compares boxes."""
    has = {"base", *table.modules}
    strange = {
        "gambler": r"\bGamblers?\b",
        "jomc_cards": r"\b(Clerks?|Gunners?|Vice Admirals?)\b",
        "make_sail_cards": r"\bMerchants?\b",
        "adventure_begins": r"\b(Crown cards?|Innkeepers?|Lookouts?|Ares Pirates)\b",
    }
    absent = [pattern for module, pattern in strange.items() if module not in has]
    for answer in rulebook.questions("base", edition=table.edition, modules=table.modules):
        for pattern in absent:
            assert not re.search(pattern, answer.answer), (answer.id, answer.answer)


@every_table
def test_a_person_that_the_table_has_not_is_said_to_be_absent(table: Table) -> None:
    owned = persons(table)
    for question in QUESTIONS.values():
        asked = set(question.abilities)
        if question.module == "base" and asked and not any(owned.get(one) for one in asked):
            assert text(question.id, table).startswith(ABSENT), question.id


@every_table
def test_how_many_can_play_is_what_the_set_up_allows(table: Table) -> None:
    names = list(table.modules)
    least, most = players_of(names, 2, 5)
    said = text("players-how-many", table)
    if table.solo:
        assert (least, most) == (1, 1)
        assert said.startswith("One"), said
    else:
        first = re.search(r"(\d) to (\d)", said)
        assert first is not None
        assert int(first[2]) == most, said
        assert int(first[1]) <= least


@every_table
def test_the_end_is_told_with_the_points_that_bring_it(table: Table) -> None:
    rules = table.state.game.rules
    said = text("end-when", table)
    if table.together:
        assert not rules.ends_by_points
        assert "end nothing" in said or "the app ends" in said
        assert "no tie" in text("end-tie", table)
        assert "do not end this game" in text("required-points", table)
    else:
        assert rules.ends_by_points
        assert re.search(rf"\b{rules.required_vp}\b", said), said
        assert (
            f"{rules.required_vp} points" in said or f"{rules.required_vp} or more" in said or "oints" in said
        )
        assert re.search(rf"\b{rules.required_vp}\b", text("required-points", table))
    if "adventure_begins" in table.modules and not table.together:
        assert "trophy" in said


@every_table
def test_taxes_are_told_with_the_coins_from_which_they_take(table: Table) -> None:
    taxes = [kind.card for kind in table.state.game.deck.kinds if isinstance(kind.card, Tax)]
    thresholds = {card.threshold for card in taxes}
    most = max(card.bonus_coins for card in taxes)
    if "adventure_begins" in table.modules:
        # `004 Appendix - Tax Increase`: the story brings them later, and the engine reads both off the card.
        thresholds.add(16)
        most = 2
    for name in ("tax-threshold", "tax-how"):
        said = {int(found) for found in re.findall(r"\b(9|12|16)\b", text(name, table))}
        assert said == thresholds, (name, said)
    downs = {card.down_to for card in taxes if card.down_to is not None}
    assert ("8" in text("tax-how", table).replace("18", "")) == (downs == {8})
    swords = any("swords" in card.bonus for card in taxes)
    assert text("tax-most-swords", table).startswith("None") == (not swords)
    for name in ("tax-how", "tax-bonus"):
        assert re.search(rf"\b{most}\b", text(name, table)), name


@pytest.mark.parametrize(
    ("modules", "coins", "lost"),
    [
        (("base",), 11, 0), (("base",), 12, 6), (("base",), 13, 6), (("base",), 15, 7), (("base",), 20, 10),
        (("make_sail",), 8, 0), (("make_sail",), 9, 1), (("make_sail",), 12, 4), (("make_sail",), 20, 12),
        (("base", "make_sail_mix"), 12, 6), (("base", "jomc"), 13, 6), (("base", "jomc", "solo"), 13, 6),
    ],
)  # fmt: skip
def test_the_tax_of_a_number_of_coins_is_told_as_the_engine_takes_it(
    modules: tuple[str, ...], coins: int, lost: int
) -> None:
    rows = [{"coins": coins}] if "solo" in modules else [{"coins": coins}, {"coins": 0}, {"coins": 0}]
    state = opened("bigbox", *modules, players=rows, **_laid(modules))
    taken = sum(
        int(str(fact.params["lost"])) for fact in about("tax")(state) if fact.code.startswith("tax_loss")
    )
    assert taken == lost
    answer = rulebook.question("tax-half", "bigbox", modules)
    assert answer is not None
    if lost:
        told_so = (rf"\b{coins}\b[^;,.]*? (coins )?(lose )?{lost}\b", rf"\b{coins} and \d+( coins)? lose {lost}\b",
                   rf"\d+ and {coins}( coins)? lose {lost}\b")  # fmt: skip
        assert any(re.search(pattern, answer.answer) for pattern in told_so), answer.answer


def _laid(modules: tuple[str, ...]) -> dict[str, Any]:
    if "jomc" not in modules:
        return {}
    names = ["mercenary", "explorer", "jinx", "thrifty_staff"]
    return {"contracts": [{"name": name} for name in (names[:3] if "solo" in modules else names)]}


COLORS = ("red", "blue", "green", "yellow", "black", "ares")


@pytest.mark.parametrize(
    "modules",
    [("base",), ("make_sail",), ("base", "make_sail_mix"), ("base", "jomc_cards"), ("adventure_begins",)],
    ids="+".join,
)
def test_how_many_cards_the_colors_give_is_told_as_the_engine_counts(modules: tuple[str, ...]) -> None:
    answer = rulebook.question("takes-how-many", "bigbox", modules)
    assert answer is not None
    most = 6 if "adventure_begins" in modules else 5
    counts = [turns.takes_of(opened("bigbox", *modules), 0, colors).total for colors in range(most + 1)]
    assert counts[:4] == [1, 1, 1, 1]
    for colors, word in ((3, "3 colors"), (4, "4 colors"), (5, "5 colors")):
        assert re.search(rf"{word} {counts[colors]}\b", answer.answer), answer.answer
    if most == 6:
        assert f"sixth color {counts[6]} cards" in answer.answer


@every_table
@pytest.mark.parametrize(
    ("name", "switch"),
    [
        ("bust-expedition-after", "expedition_after_bust"),
        ("governor-new", "governor_new"),
        ("admiral-new", "admiral_new"),
        ("admiral-once", "admiral_per_take"),
        ("admiral-nothing", "admiral_then_nothing"),
        ("jester-bust", "bust_jester_active"),
        ("jester-empty-active", "jester_empty_active"),
        ("others-after-nothing", "others_after_nothing"),
        ("compensation-zero", "compensation_zero"),
        ("compensation-free-person", "compensation_free_person"),
        ("phase-return", "phase_return"),
        ("stop-empty", "stop_with_empty_harbor"),
        ("takes-optional", "taking_mandatory"),
    ],
)
def test_yes_and_no_are_what_the_table_plays(table: Table, name: str, switch: str) -> None:
    allowed = table.state.game.rules.rulings[switch]
    for language, (yes, no, absent) in {
        "en": ("Yes", "No", (ABSENT, ALONE)),
        "de": ("Ja", "Nein", ("In Unterwegs!, allein", "Allein gibt")),
    }.items():
        said = told(name, table, language).answer
        if not said.startswith(absent):
            assert re.match(rf"{yes if allowed else no}\b", said), said


@every_table
def test_which_jester_an_empty_harbor_pays_is_told_by_the_edition(table: Table) -> None:
    said = text("jester-what", table)
    if said.startswith(ABSENT) or table.solo:
        return
    active = table.state.game.rules.rulings["jester_empty_active"]
    assert ("on any turn" in said) == bool(active)
    assert ("on another’s turn" in said) == (not active)


@every_table
def test_ships_are_kept_where_merchants_or_items_are(table: Table) -> None:
    merchants, items = "make_sail_cards" in table.modules, "adventure_begins" in table.modules
    for name in ("trade-how", "trade-keep-ship"):
        said = text(name, table)
        assert ("Merchant" in said) == merchants, said
        assert ("item" in said) == items, said
    points = text("ships-points", table)
    assert points.startswith("No") == (not merchants), points


@every_table
def test_as_many_persons_are_told_as_lie_in_the_box(table: Table) -> None:
    answer = told("person-counts", table)
    said = f"{answer.answer} {answer.why}"
    names = {
        "clerk": "Clerks", "gunner": "Gunners", "vice_admiral": "Vice Admirals", "merchant": "Merchants",
        "passenger": "Passengers", "gambler": "Gamblers", "admiral": "Admirals", "sailor": "Sailors",
        "pirate": "Pirates", "trader": "Traders", "governor": "Governors",
    }  # fmt: skip
    for kind, count in persons(table).items():
        if kind in names:
            assert re.search(rf"\b{count} {names[kind]}\b", said), (kind, count, said)


@every_table
def test_the_special_expedition_lies_where_the_table_says(table: Table) -> None:
    """With one player or three it never plays."""
    state, said = table.state, text("special-expedition", table)
    if said.startswith(ABSENT):
        assert state.game.deck.special is None
    elif table.edition != "sjg":
        assert state.game.rules.special_expedition == "removed"
        assert "box" in said or "not used" in said


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_as_many_contracts_are_told_as_the_engine_lays(count: int) -> None:
    way = "solo" if count == 1 else "coop"
    names = ["Ann", "Bob", "Cem", "Dot", "Eve"][:count]
    body = {"edition": "bigbox", "modules": ["base", "jomc", way], "players": names}
    laying = codec.view_json(open_history(codec.setup_from_json(body)))["laying"]
    for name in ("coop-contracts", "setup-base", "contracts-replace"):
        answer = rulebook.question(name, "bigbox", ["base", "jomc", way])
        assert answer is not None
        in_words = {3: "three"}.get(laying["count"], "-")
        assert re.search(rf"\b({laying['count']}|{in_words})\b", answer.answer), (name, answer.answer)


@pytest.mark.parametrize("way", ["competitive", "coop", "solo", "variable"])
def test_as_many_events_are_told_as_the_engine_deals(way: str) -> None:
    answer = rulebook.question("ab-events-deck", "bigbox", ["adventure_begins", way])
    assert answer is not None
    told_of = {2: r"(\d) with 2", 3: r"(\d) with 3", 4: r"(\d) with (?:3 or )?4"}
    for players in (1,) if way == "solo" else (2, 3, 4):
        dealt = month.zeros(way in ("coop", "solo"), players)
        if way == "solo":
            assert dealt == 1
            assert answer.answer.startswith("One Event card with 0")
        else:
            found = re.search(told_of[players], answer.answer)
            assert found is not None
            assert int(found[1]) == dealt, (players, answer.answer)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lying", [0, 2, 3, 4, 5, 6])
def test_who_pays_at_how_many_cards_is_told_as_the_engine_pays(edition: str, lying: int) -> None:
    """Admirals at 5 or more, Vice Admirals at 3 or 4, Gunners by the ships alone."""
    new = "jomc_cards" in table_editions.edition(edition).modules
    admiral, jester = {"type": "admiral", "cost": 7, "vp": 2}, {"type": "jester", "cost": 5, "vp": 1}
    gunner, vice = {"type": "gunner", "cost": 4, "vp": 1}, {"type": "vice_admiral", "cost": 5, "vp": 1}
    display = [{"kind": "person", **one} for one in (admiral, jester, *((gunner, vice) if new else ()))]
    priest = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
    state = opened(
        edition,
        "base",
        *(("jomc_cards",) if new else ()),
        players=[{"coins": 3}, {"coins": 3, "display": display}, {"coins": 3}],
        harbor=[priest] * lying,
    )
    paid = {
        why: fact.params["coins"]
        for why, topic in (
            *((why, f"part_income:{why}") for why in ("admiral", "vice_admiral", "gunner")),
            ("jester_empty", "jester_empty"),
        )
        for fact in about(topic)(state)
        if fact.seat == 1 and "coins" in fact.params
    }
    assert ("admiral" in paid) == (lying >= 5)
    assert ("vice_admiral" in paid) == (new and lying in (3, 4))
    # What it would pay if none were left.
    assert paid["jester_empty"] == 1
    assert "gunner" not in paid
    said = rulebook.question("admiral-what", edition)
    assert said is not None
    assert re.search(r"\b5 or more cards\b.*\b2 coins per Admiral\b", said.answer)
    assert paid.get("admiral", 2) == 2
    if new:
        vices = rulebook.question("vice-what", edition)
        assert vices is not None
        assert re.search(r"\b3 or 4 cards\b.*\b1 coin per Vice Admiral\b", vices.answer)
        assert paid.get("vice_admiral", 1) == 1
