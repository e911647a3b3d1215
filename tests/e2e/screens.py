"""Every screen and state of the app, each with the way there: the catalogue for pictures, axe and layouts.

A state is reached for real: its table is opened on a server and played through the API, the phone gets the key to it,
the rest is done by tapping (`phone.py`). `SCREENS` is the catalogue, one line a state.
"""

from __future__ import annotations

from .adventure import ADVENTURE
from .light import LIGHT
from .screen import Screen, Way
from .tables import (
    BOTH,
    CALM,
    DUSK,
    EMIL,
    END,
    FOUR,
    GAMBLER,
    GIFT,
    LAST,
    MANY,
    RICH,
    TRADE,
    WEAK,
    Recipe,
    Recording,
    contracts,
    ended,
)


def table(
    name: str,
    way: Way,
    *does: str,
    shows: str = "main.table",
    main: bool = False,
    seldom: bool = False,
    place: str = "keeper",
    joined: tuple[str, ...] = (),
    only_pictured: bool = False,
) -> Screen:
    return Screen(
        name,
        (way,),
        does=does,
        shows=shows,
        main=main,
        seldom=seldom,
        place=place,
        joined=joined,
        only_pictured=only_pictured,
    )


def join(name: str, address: str, *does: str, shows: str = ".waits b", main: bool = False) -> Screen:
    return Screen(
        name, (CALM,), f"#/join{address}", does, shows, main=main, place="stranger", joined=("player 1",)
    )


RED, SAILORS, TRADERS = (
    '[data-opens="ship:red"]',
    '[data-opens="person:sailor"]',
    '[data-opens="person:trader"]',
)
PAIR, EXPEDITION, TAX = (
    '[data-pick="base.ship.red.s3.c2"]',
    '[data-opens="expedition:"]',
    '[data-opens="tax:"]',
)
START = Recipe()
# Nobody has named the second seat, and on a German phone not the third one either.
UNNAMED = Recipe(names=("Ada", "Player 2", "Platz 3"))
FIVE = Recipe((*FOUR, EMIL), harbor=MANY, row="2captain 2priest-1settler 1captain-1priest-1settler")
# On a small phone they share the cell beside an odd player.
FOUR_EXPEDITIONS = Recipe((*BOTH, EMIL), row="2captain 2priest-1settler 1captain-1priest-1settler 2priest")
FRIGATE = ("draw sailor.v2.p5", "draw red.s3.c2")
FLUTE = ("draw sailor.v2.p5", "draw blue.s2.c2")
SECOND = CALM.but(played=FLUTE)
TAKEN = TRADE.but(played=(*TRADE.played, "take 1"))
# Ada has spent all that she had; then the card turns out to have been a dearer one.
SPENT = START.but(played=("draw sailor.v1.p3", "draw red.s3.c2", "stop", "take 0"))
DEARER = ("tap .card.took", "tap dialog .not", 'tap [data-pick="base.person.sailor.v2.p5"]')
SAIL, SAIL_TRADE = Recording("01-bigbox-make_sail-3p", 140), Recording("01-bigbox-make_sail-3p", 142)
SAIL_START = Recipe(edition="bigbox", modules=("make_sail",))
CONTRACTS = contracts(
    "mercenary Emil", "trade_outpost Ada Emil", "tax_inspector Cleo", "frigate_nemesis Ben=1 Dev=2"
)
GOALS = FIVE.but(
    edition="bigbox",
    modules=("base", "jomc"),
    harbor="blue.s1.c2 green.s3.c3",
    row="2captain 2priest-1settler",
    played=("draw settler.v1.p4",),
    more={"contracts": CONTRACTS},
)
UNLAID = Recipe(names=("Ada", "Ben"), edition="bigbox", modules=("base", "jomc", "coop"))
# Whatever is opened in a log lies at its end.
LOGGED = Recording("26-pegasus-4p", 60)

OWN_BOX = {
    "own": [
        {
            "card": {"kind": "person", "type": "sailor", "cost": 4, "vp": 1, "swords": 1},
            "instead_of": "base.person.sailor.v1.p3",
        },
        {"card": {"kind": "ship", "color": "red", "swords": 4, "coins": 2}, "count": 2},
    ],
    "missing": {"base.ship.blue.s2.c2": 1, "base.expedition.2captain-1settler": 1},
}
LESSONS = ("wait .pad, .acts", "go #/table/{code}/teach", "tap .foot .go")
MENU, WHO, GROUP = "tap .ledger .menu", "tap dialog [data-way=phones]", "tap dialog [data-way=crew]"
CODE, ASK = "type .code-in = {short_code}", "tap .foot .go"
PLAYER, LOG, SCORES = "#/table/{code}/player", "#/table/{code}/log", "#/table/{code}/scores"
EVENING = "#/table/{code}/evening"
SHARE = "#/table/{code}/share"
BOARD = "#/table/{code}/board"
COACH = ("tap dialog [data-way=coach]", "tap dialog [role=switch]")
RULES = "#/table/{code}/rules"
ENTRY, CORRECT = ".ent >> nth=-1", "tap .entsel .acts .a >> nth=-1"
REMOVE = "tap dialog .choices .a:has(use[href$='close'])"
SEAT, OPEN = "[data-seat]:nth-child({}) input", "tap .foot .go"
NAMED = tuple(f"type {SEAT.format(place)} = {name}" for place, name in enumerate(("Ada", "Ben"), 1))
NAMED = (*NAMED, "tap .add", f"type {SEAT.format(3)} = Cleo")
BOX, CHOSEN = "tap .boxes button >> nth=-1", "tap .chosen"
EXTRA, DONE = "tap dialog [role=switch]:has-text('{}')", "tap dialog .sticks"
ALREADY = (CHOSEN, EXTRA.format("already playing"), DONE)
# Three players, already playing: nine coins each, and Ada has a Settler and the dearest Sailor twice.
MIDDLE = (*NAMED, *ALREADY, OPEN)
COINS = (*MIDDLE, *("tap .digit >> nth=9",) * 3, "tap .quay .a.go")
SETTLER, SAILOR = "tap [data-opens='person:settler']", "tap [data-opens='person:sailor']"
CARDS = (*COINS, SETTLER, *(SAILOR, "tap [data-pick='base.person.sailor.v3.p7']") * 2)
# Three players in a game of contracts, four of which lie there; one lets ships be kept.
GOALS_TOLD = (
    *NAMED,
    BOX,
    "tap .games button >> nth=1",
    *ALREADY,
    OPEN,
    *("tap .digit >> nth=9",) * 3,
    "tap .quay .a.go",
    *("tap .persons .act",) * 3,
    *(f"tap [data-pick-goal={name}]" for name in ("bruja", "explorer", "galleon_nemesis", "pirates_nest")),
    "tap [data-marker='galleon_nemesis 0']",
    "tap [data-keeps='red 0']",
)

WHOLE = Recording("26-pegasus-4p")

SCREENS = (
    Screen("home-first", address="", shows=".glance", main=True),
    Screen("practice-cannot", address="#/practice", shows="[role=status]:has-text('can’t run')"),
    Screen("home-tables", (CALM, WHOLE), address="", shows=".berth + .berth, .grp", main=True),
    Screen("home-more", (CALM, TRADE, END, START, LAST), address="", does=("tap .moored > .quiet",), shows=".berth:nth-of-type(4)", only_pictured=True),
    Screen("home-group", (END,), address="", does=("hold .grp",), shows="dialog .mg", main=True, seldom=True),
    Screen("again", (END,), address="", does=("tap .grp",), shows=".st.on", main=True),
    Screen("chronicle", (CALM, WHOLE), address="#/chronicle", shows=".placed .w", main=True),
    Screen("chronicle-table", (CALM, WHOLE), address="#/chronicle", does=("tap .flies >> nth=0",), shows="dialog .mg.bad", main=True, seldom=True),
    Screen("chronicle-rename", (END,), address="#/chronicle", does=("tap .flies >> nth=0", "tap .mg >> nth=0"), shows=".naming input", seldom=True),
    Screen("chronicle-deleted", (CALM, WHOLE), address="#/chronicle", does=("tap .flies >> nth=0", "tap .mg.bad"), shows=".gone", seldom=True),
    Screen("take-along", (WHOLE,), address="#/chronicle", does=("wait .placed .w", "tap .scroll > .a.quiet"), shows="dialog .ways-to .mg", main=True, seldom=True),
    Screen("players", (WHOLE,), address="#/chronicle/players", shows=".met td", main=True, seldom=True),
    Screen("player", (WHOLE,), address="#/chronicle/player/Cleo", shows=".bars i", main=True),
    Screen("archive", address="#/chronicle/archive", shows=".none", seldom=True),
    Screen("new-empty", address="#/new", shows=".seatrow input"),
    Screen("new-filled", address="#/new", does=NAMED, shows=".start.on", main=True),
    Screen("new-known", (END,), address="#/new", does=("tap .add",), shows=".known button", only_pictured=True),
    Screen("new-seat", address="#/new", does=(*NAMED, "tap .grip"), shows=".seattools"),
    Screen("new-sheet", address="#/new", does=(*NAMED, CHOSEN, "wait dialog .stp"), shows="dialog .chosen-in", main=True),
    Screen("new-sheet-other", address="#/new", does=(*NAMED, BOX, CHOSEN, EXTRA.format("Gambler"), EXTRA.format("first evening"), "tap dialog summary", "tap dialog .stp >> nth=0"), shows="dialog h2.other", main=True, seldom=True),
    Screen("new-other", address="#/new", does=(*NAMED, CHOSEN, EXTRA.format("first evening"), DONE), shows=".chosen.other", only_pictured=True),
    Screen("new-five", address="#/new", does=(*NAMED, BOX, "tap .games button >> nth=1", "tap .add", "tap .add"), shows=".games .no", main=True),
    Screen("new-ways", address="#/new", does=(*NAMED, BOX, "tap .games button >> nth=1", "tap .how-to button >> nth=1"), shows=".how-to .no", only_pictured=True),
    Screen("new-error", address="#/new", does=(*NAMED, f"type {SEAT.format(2)} = Ada", OPEN), shows=".foot .note", main=True),
    Screen("new-alike", address="#/new", does=(*NAMED, f"type {SEAT.format(2)} = \u0410d\u0430", "wait .alike", OPEN), shows=".foot .note", main=True, seldom=True),
    Screen("new-offline", address="#/new", does=(*NAMED, "offline", OPEN), shows=".foot .note"),
    Screen("middle-coins", address="#/new", does=(*MIDDLE, "tap .digit >> nth=9"), shows=".mp .coin", main=True, seldom=True),
    Screen("middle-cards", address="#/new", does=(*CARDS, SAILOR), shows=".scroll .note + .told", main=True, seldom=True),
    Screen("middle-laid", address="#/new", does=(*COINS, SETTLER, SETTLER), shows=".laid", main=True, seldom=True),
    Screen("middle-rest", address="#/new", does=(*COINS, SETTLER, *("tap .persons .act",) * 3, "tap .names button >> nth=1", "tap .out-there .add button", "tap dialog .exp"), shows=".out-there li:nth-child(2)", main=True, seldom=True),
    Screen("middle-goals", address="#/new", does=GOALS_TOLD, shows=".told-goals [data-keeps]", main=True, seldom=True),
    Screen("new-own-box", (CALM.but(box=OWN_BOX),), "#/new", ("go #/table/{code}", "wait main.table .pad", "go #/new", CHOSEN, "tap .own-box"), "dialog .boxed"),
    Screen("new-again", address="#/new", does=(*NAMED, OPEN, "wait main.table", "go #/new"), shows=".start.on", only_pictured=True),
    Screen("settings", address="#/settings", shows=".seg.sizes", main=True),
    table("table-start", START),
    table("table-discover", CALM, main=True),
    table("table-discover-5", CALM.but(played=FRIGATE), only_pictured=True),
    table("table-discover-8", CALM.but(harbor=MANY, played=("draw settler.v1.p4",)), only_pictured=True),
    table("table-discover-12", CALM.but(harbor=f"{MANY} jack.v1.p6 priest.v1.p4 captain.v1.p4 sailor.v1.p3", played=("draw settler.v1.p4",))),
    table("table-ships", CALM, f"tap {RED}", shows=".pad.asking .pair", main=True, seldom=True),
    table("table-slide", CALM, f"press {RED}", f"slide {PAIR}", shows=".fan .now .t:has(> span:not(:empty))", main=True, seldom=True),
    table("table-slide-bust", CALM.but(seats=WEAK), 'press [data-opens="ship:blue"]', 'slide [data-pick="base.ship.blue.s5.c3"]', shows=".fan .bad", only_pictured=True),
    table("table-slide-off", CALM, f"press {SAILORS}", "slide .k.act", shows=".fan.off", only_pictured=True),
    table("table-person-price", CALM, f"tap {SAILORS}", shows=".pairs .pay"),
    table("table-person-trader", CALM, f"tap {TRADERS}", shows=".pairs.five"),
    table("table-expedition-which", CALM, f"tap {EXPEDITION}", shows=".pad.asking .pair", only_pictured=True),
    table("table-tax-which", CALM.but(seats=RICH), f"tap {TAX}", shows=".pairs.taxes .pay"),
    table("table-other-number", CALM, f"tap {RED}", "tap .pair.other", "tap dialog [data-read='coins 5']", shows="dialog .which"),
    table("table-learned", CALM.but(box=OWN_BOX), f"tap {SAILORS}", shows=".pair[data-pick^='own.']"),
    table("table-box", CALM.but(box=OWN_BOX), MENU, "tap [data-way=box]", shows="dialog .boxed", main=True, seldom=True),
    table("table-repel", CALM.but(played=FRIGATE), shows=".quay .offer"),
    table("table-repel-or-bust", SECOND, shows=".acts.decide .a.bad", main=True),
    table("table-bust", SECOND, "tap .acts.decide .a.bad", shows=".harbor.bust", main=True),
    table("table-bust-weak", CALM.but(seats=WEAK), 'tap [data-opens="ship:blue"]', 'tap [data-pick="base.ship.blue.s5.c3"]', shows=".harbor.bust", only_pictured=True),
    table("table-tax", CALM.but(seats=RICH), f"tap {TAX}", 'tap [data-pick="base.tax.fewest_vp"]', shows=".taxed"),
    table("table-expedition", CALM.but(seats=BOTH, row="1captain-1priest-1settler 2captain 2priest"), shows=".exp.lit"),
    table("table-expedition-many", FOUR_EXPEDITIONS, shows=".exp.lit", only_pictured=True),
    table("table-expedition-pay", CALM.but(seats=BOTH), "tap .exp.lit", shows="dialog .way", main=True, seldom=True),
    table("table-gambler", CALM.but(seats=GAMBLER, edition="bigbox", modules=("base", "gambler")), shows=".takes .chip"),
    table("table-gambler-tells", CALM.but(seats=GAMBLER, edition="bigbox", modules=("base", "gambler")), "tap .takes .chip", f"tap {RED}", f"tap {PAIR}", shows=".k.act.calm", only_pictured=True),
    table("table-shelf", CALM.but(edition="bigbox", modules=("base", "jomc_cards", "gambler")), 'tap [data-opens="more:"]', shows=".pairs.shelf .pair"),
    table("table-few-kinds", SAIL, shows=".pad.few", main=True, seldom=True),
    table("table-ship-stays", SAIL_TRADE, shows=".cards.trade .stays", main=True, seldom=True),
    table("table-read-off", SAIL_START, "tap [data-opens='person:sailor']", shows="dialog .read-off"),
    table("table-more-persons", CALM.but(edition="bigbox", modules=("base", "gambler")), 'tap [data-opens="person:gambler"]', shows=".pad.asking .pair", only_pictured=True),
    table("goals-lay-out", UNLAID, "tap [data-pick-goal=jinx]", shows=".pk.on", main=True, seldom=True),
    table("goals-read-off", UNLAID, "tap [data-pick-goal=ransom]", shows="dialog .read-spaces"),
    table("goals-set-aside", Recording("09-bigbox-jomc-solo", 1), "tap .stepper button >> nth=1", shows="main.setting"),
    table("goals-five", GOALS, shows=".goals .goal"),
    table("goals-sheet", GOALS, "tap [data-goal=frigate_nemesis]", shows="dialog .so-far", main=True, seldom=True),
    table("goals-wrong", GOALS, "tap [data-goal=frigate_nemesis]", "tap dialog [data-wrong]", shows="dialog [data-marker]", main=True, seldom=True),
    Screen("goals-what-if", (GOALS,), f"{RULES}/what-if", ("tap [data-goals-told]",), "dialog [data-marker]", main=True, seldom=True),
    table("goals-now", Recording("04-bigbox-jomc-3p", 56), shows="[data-now]", main=True),
    table("goals-bust", Recording("04-bigbox-jomc-3p", 6), shows="[data-now]", only_pictured=True),
    table("goals-aside", Recording("08-bigbox-jomc-coop", 35), shows=".quay .offer", only_pictured=True),
    table("goals-alone", Recording("09-bigbox-jomc-solo", 60), shows=".alone"),
    Screen("scores-lost", (Recording("08-bigbox-jomc-coop"),), "#/table/{code}/scores", shows=".missing"),
    Screen("scores-won", (Recording("07-bigbox-jomc-coop"),), "#/table/{code}/scores", shows=".rung"),
    table("table-gift", GIFT, 'tap .cards.trade [data-index="0"]', shows="[data-question] .then"),
    table("table-trade", TRADE, shows=".cards.trade", main=True),
    table("table-takers", TRADE, "press .cards.trade [data-opens='1']", "lift", shows=".fan:not(:has(.waits))", only_pictured=True),
    table("table-takers-gift", GIFT, "press .cards.trade [data-opens='0']", "lift", shows=".fan:not(:has(.waits))", only_pictured=True),
    table("table-takers-dear", TRADE, "press .cards.trade [data-opens='3']", "lift", shows=".fan .bad", only_pictured=True),
    table("table-trade-other", TRADE.but(played=(*TRADE.played, "pass", "pass")), shows=".cards.trade", only_pictured=True),
    table("table-trade-many", CALM.but(harbor=f"{MANY} jack.v1.p6 priest.v1.p4 captain.v1.p4", played=("draw settler.v1.p4", "stop")), shows=".cards.trade.c5", only_pictured=True),
    table("table-about-card", CALM, "tap .cards .card", shows="dialog .cite", main=True, seldom=True),
    Screen("teach", (CALM,), "#/table/{code}/teach", shows=".less .now", main=True, seldom=True),
    table("table-lesson", CALM, *LESSONS, shows="[data-lesson=draw]", main=True, seldom=True),
    table("table-lesson-2", TRADE, *LESSONS, shows="[data-lesson=trade]", only_pictured=True),
    table("table-lesson-3", TRADE.but(played=(*TRADE.played, "take 1", "pass")), *LESSONS, shows="[data-lesson=others]", only_pictured=True),
    table("table-lesson-4", START.but(names=("Ada", "Ben"), played=("draw tax.fewest_vp",)), *LESSONS, shows="[data-lesson=aside]", only_pictured=True),
    table("table-lesson-5", Recipe((*FOUR, EMIL)), *LESSONS, shows="[data-lesson=race]", only_pictured=True),
    table("table-coach", CALM, MENU, *COACH, shows=".odds i", main=True),
    table("table-coach-open", CALM, MENU, *COACH, "tap button.busts", shows="dialog .coachl", main=True, seldom=True),
    table("table-about-takes", TRADE, "tap .takes .how", shows="dialog .here", main=True, seldom=True),
    table("table-about-now", CALM, "tap .strip .now", shows="dialog .here", only_pictured=True),
    table("table-why-not", TRADE, "tap .cards.trade .card.no", shows="dialog .cite", main=True, seldom=True),
    table("table-why-not-stop", START, "tap .k.act.no", shows="dialog .cite", only_pictured=True),
    table("table-why-paid", TRADE, "tap .cards.trade .card.no", "tap dialog .a.quiet", shows="dialog .really", main=True, seldom=True),
    table("table-not-ship", CALM.but(played=("draw red.s3.c2",)), "tap .cards .card.new", "tap dialog .not", shows="dialog .num", main=True, seldom=True),
    table("table-not-person", CALM, "tap .cards .card.new", "tap dialog .not", shows="dialog .num", only_pictured=True),
    table("table-took-else", TRADE.but(played=(*TRADE.played, "take 1", "take 0", "take 2")), "tap .card.took >> nth=0", shows="dialog .took-by .net", main=True, seldom=True),
    table("table-took-other", TRADE.but(played=(*TRADE.played, "take 1", "take 0", "take 2")), "tap .card.took >> nth=0", "tap dialog .acts.two .a:has(use[href$='again'])", shows="dialog .acts [data-berth]"),
    table("table-weighed", SPENT, *DEARER, shows="dialog .kept-one", main=True, seldom=True),
    table("table-next-turn", TRADE.but(played=(*TRADE.played, "rest")), only_pictured=True),
    table("table-last-round", LAST, shows=".pill"),
    table("table-last-round-begins", DUSK, 'tap .cards.trade [data-index="2"]', shows=".sunset", main=True, seldom=True),
    table("table-game-over", END, shows=".quay .a.go"),
    table("table-offline", CALM, "offline", f"tap {RED}", f"tap {PAIR}", shows=".state.warn", main=True),
    table("table-needs-you", CALM, "offline", "elsewhere draw settler.v1.p4", f"tap {RED}", f"tap {PAIR}", "online", shows=".asks", main=True, seldom=True),
    table("table-needs-you-refused", CALM, "offline", "elsewhere stop", f"tap {RED}", f"tap {PAIR}", "online", "tap .asks ~ .a:not(.go)", shows=".asks", only_pictured=True),
    table("table-five", FIVE.but(played=("draw settler.v1.p4",)), shows="main.tight", main=True, seldom=True),
    table("table-five-trade", FIVE.but(played=("draw settler.v1.p4", "stop")), shows="main.tight .trade", only_pictured=True),
    table("slip", CALM, "hold .ledger .said", shows="dialog .lately ~ .nums", main=True, seldom=True),
    table("slip-taker", TAKEN, "hold .player:nth-child(2)", shows="dialog .took-by .was", main=True, seldom=True),
    table("account", TAKEN, "tap .player:nth-child(2) .purse", "wait dialog .acc li", shows="dialog .fits", main=True, seldom=True),
    table("account-differs", TAKEN, "tap .player:nth-child(2) .purse", "tap dialog .one-less", shows="dialog .guess", main=True, seldom=True),
    table("check", TAKEN, "tap .player:nth-child(2) .purse", "tap dialog .ways .a >> nth=1", "tap dialog .fit li:nth-child(2) .r", "tap dialog .one-less", shows="dialog .find", main=True, seldom=True),
    table("table-menu", CALM, MENU, shows="dialog nav", main=True),
    table("table-menu-player", CALM, MENU, shows="dialog nav .mod", place="player 1"),
    table("table-menu-offline", CALM, "offline", f"tap {RED}", f"tap {PAIR}", "wait .state.warn", MENU, shows="dialog .lamp.away", only_pictured=True),
    table("group", CALM, MENU, GROUP, shows="dialog .crew", main=True),
    Screen("group-seats", (UNNAMED, END), does=(MENU, GROUP, "wait .crew .grip"), shows="dialog .crew .known", main=True),
    Screen("group-moves", (UNNAMED, END), does=(MENU, GROUP, "tap .crew .grip"), shows="dialog .crew .tools", main=True, seldom=True),
    table("group-name", CALM, MENU, GROUP, "tap .crew .called", shows="dialog .crew-name", main=True, seldom=True),
    table("group-leave", CALM, MENU, GROUP, "tap .crew li:nth-child(2) .out", shows="dialog .comes", main=True, seldom=True),
    table("group-join", CALM, MENU, GROUP, "tap .crew .in", "wait dialog input", "tap dialog .a.go", shows="#crew-wrong", main=True, seldom=True),
    table("group-rules", CALM, MENU, "tap dialog [data-way=house]", shows="dialog .crew-rules", main=True, seldom=True),
    table("table-taken-back", CALM, "tap .ledger .undo", shows=".ledger .redo"),
    Screen("display", (CALM,), f"{PLAYER}/1", shows=".abl", main=True),
    Screen("display-nothing", (START,), f"{PLAYER}/0", shows=".does", only_pictured=True),
    Screen("display-ability", (CALM,), f"{PLAYER}/1", ("tap .abl",), "dialog .cite"),
    Screen("display-seen", (CALM,), f"{PLAYER}/1", ("tap .disp .other", "tap dialog .seen .off >> nth=0"), "dialog .note", main=True, seldom=True),
    Screen("display-ships", (CALM,), f"{PLAYER}/0", (f"tap {RED}",), ".pad.asking .pair", only_pictured=True),
    Screen("log", (LOGGED,), LOG, shows=".turn", main=True),
    Screen("log-empty", (START,), LOG, shows=".scroll .quietly"),
    Screen("log-entry", (LOGGED,), LOG, (f"tap {ENTRY}",), ".entsel .acts", main=True, seldom=True),
    Screen("log-undone", (LOGGED,), LOG, (f"tap {ENTRY}", "tap .entsel .acts .a"), ".foot .redo", only_pictured=True),
    Screen("log-anyway", (TRADE,), does=("tap .cards.trade .card.no", "tap dialog .a.quiet", "tap dialog .really", 'wait main[data-revision="3"]', f"go {LOG}"), shows=".anyway"),
    Screen("log-correct", (LOGGED,), LOG, (f"tap {ENTRY}", CORRECT), "dialog .choices"),
    Screen("log-correct-card", (LOGGED,), LOG, ("tap .run button >> nth=-1", CORRECT), "dialog :is(.nums, .kinds)"),
    Screen("log-correct-kept", (SPENT,), LOG, ("tap .run button >> nth=0", CORRECT, REMOVE), "dialog .kept-one", main=True, seldom=True),
    Screen("log-marked", (SPENT,), does=(*DEARER, "tap dialog .a.go", 'wait main[data-revision="5"]', f"go {LOG}", "tap .show button >> nth=1", "tap .ent:has(.anyway)"), shows=".cause", main=True, seldom=True),
    Screen("log-correct-consequences", (TAKEN,), LOG, (f"tap {ENTRY}", CORRECT, REMOVE), "dialog .foreseen", main=True, seldom=True),
    Screen("log-knock", (LOGGED,), LOG, ("wait .turn", "knock Cleo"), "a.state.warn"),
    Screen("display-knock", (CALM,), f"{PLAYER}/1", ("wait .abl", "knock Cleo"), "a.state.warn"),
    Screen("scores-now", (TRADE,), SCORES, shows=".rank", only_pictured=True),
    Screen("scores-winner", (Recording("28-sjg-4p"),), SCORES, shows=".rank.win", main=True),
    Screen("evening", (Recording("26-pegasus-4p"),), EVENING, shows=".from tbody td", main=True),
    Screen("evening-opened", (Recording("26-pegasus-4p"),), EVENING, ("tap .awards button >> nth=0", "tap .from button >> nth=1"), ".opened .moments", main=True, seldom=True),
    Screen("share", (Recording("26-pegasus-4p"),), SHARE, shows=".frame img", main=True),
    Screen("scores-coins", (ended(7, 4),), SCORES, shows=".proof .fin", main=True, seldom=True),
    Screen("scores-shared", (ended(5, 5),), SCORES, shows=".proof .fin", only_pictured=True),
    Screen("scores-points", (ended(7, 4),), SCORES, ("tap .rank button",), ".items"),
    Screen("scores-expedition", (Recording("54-bigbox-3p-expedition"),), SCORES, shows=".proof .fin"),
    Screen("rules-empty", address="#/rules", shows=".asks", main=True),
    Screen("rules-topic", address="#/rules", does=("tap .topics .tile",), shows=".asks + .a.quiet"),
    Screen("rules-answer", address="#/rules/bust-expedition-after/bigbox", shows=".answer .eds", main=True, seldom=True),
    Screen("rules-nothing", address="#/rules", does=("type .field input = how do I castle in chess",), shows="p.ans"),
    Screen("rules-typed", (CALM,), RULES, ("type .field input = how many cards may I take",), ".answer .here", main=True, seldom=True),
    Screen("rules-slip", (CALM,), RULES, ("type .field input = we forgot the Jester's coin",), ".answer .mend"),
    Screen("rules-at-table", (TRADE,), f"{RULES}/hire-how", shows=".answer .here", main=True, seldom=True),
    Screen("rules-about-refusal", (TRADE,), does=("tap .cards.trade .card.no", "tap dialog .cite"), shows=".answer .here", only_pictured=True),
    Screen("page-turn", (CALM,), f"{RULES}/page/turn", shows=".route", main=True),
    Screen("page-teach", address="#/rules/page/teach", does=("tap .steps .go",), shows=".taught", main=True, seldom=True),
    Screen("page-setup", address="#/rules/page/setup", does=("tap .todo button",), shows=".todo .done", main=True, seldom=True),
    Screen("page-played", address="#/rules/page/setup", does=("tap .halves button:nth-child(2)", "tap .played > summary"), shows="details[open] .mods"),
    Screen("page-end", (CALM,), f"{RULES}/page/end", shows=".todo"),
    Screen("page-ships", address="#/rules/page/ships", shows=".deck .prices"),
    Screen("page-persons", (CALM,), f"{RULES}/page/persons", shows=".deck .prices", main=True, seldom=True),
    Screen("page-expeditions", address="#/rules/page/expeditions", shows=".deck .prices"),
    Screen("page-taxes", address="#/rules/page/taxes", shows=".deck .prices"),
    Screen("page-card", (TRADE,), f"{RULES}/page/person-admiral", shows=".prices", main=True, seldom=True),
    Screen("page-ship", address="#/rules/page/ship-red", shows=".prices"),
    Screen("page-contracts", (GOALS,), f"{RULES}/page/contracts", shows=".goal-cards + .route"),
    Screen("page-missing", address="#/rules/page/contracts", shows="h1"),
    Screen("page-found", address="#/rules", does=("type .field input = a whole turn, step by step",), shows="[data-leaf=turn]"),
    Screen("what-if-empty", address="#/rules/what-if", shows=".lay", main=True, seldom=True),
    Screen("what-if-card", (CALM,), f"{RULES}/what-if", ("tap .lies >> nth=3",), ".verdict .cite", main=True),
    Screen("what-if-refused", (CALM,), f"{RULES}/what-if", ("tap .seats .who >> nth=2", "tap .lies >> nth=3"), ".verdict"),
    Screen("what-if-player", (CALM,), f"{RULES}/what-if", ("tap .pen >> nth=1",), "dialog .laid", main=True, seldom=True),
    Screen("what-if-box", (CALM,), f"{RULES}/what-if", ("tap .set .chip >> nth=0", "tap dialog summary"), "dialog details[open] .mod", main=True, seldom=True),
    Screen("what-if-piles", (CALM,), f"{RULES}/what-if", ("tap .set .chip >> nth=1",), "dialog .stepper"),
    Screen("what-if-on", (TRADE,), f"{RULES}/what-if", ("tap .lies >> nth=0", "tap .verdict .further", "tap .lies >> nth=0"), ".verdict", only_pictured=True),
    Screen("what-if-draw", (CALM,), f"{RULES}/what-if", ("tap .rel .chip >> nth=-1",), "dialog .kinds"),
    Screen("rules-offline", (CALM,), f"{RULES}/tax-how", ("wait .here", "offline", "type .field input = admiral"), ".note"),
    join("join-link", "/{code}/{secret}", shows=".seat-key.taken", main=True),
    join("join-type", "", shows=".code-in"),
    join("join-waiting", "", CODE, ASK),
    join("join-refused", "", CODE, ASK, "wait .waits b", "refuse", shows=".waits use[href$='lighthouse-off']"),
    join("join-expired", "/0000000000/nothing"),
    table("invite", CALM, MENU, WHO, shows=".short-code", joined=("player 1", "spectator")),
    table("invite-member", CALM, MENU, WHO, "tap .on-row >> nth=1", shows=".who-on .acts", joined=("player 1",)),
    table("invite-remove", CALM, MENU, WHO, "tap .on-row >> nth=1", "tap .who-on .acts .a >> nth=2", shows=".who-on .asks", joined=("player 1",)),
    table("table-knock", CALM, "wait .pad", "knock Cleo", shows="button.state.warn", main=True, seldom=True),
    table("table-menu-knock", CALM, "knock Cleo", "wait .state.warn", MENU, shows="dialog nav .lit"),
    table("invite-knocks", CALM, "knock Cleo", "wait .state.warn", "tap .strip .state", "wait .nod .likely", shows=".short-code", joined=("player 1",), main=True),
    table("invite-claim", CALM, "claim", "wait .state.warn", "tap .strip .state", "wait .nod", shows=".short-code"),
    table("who", CALM, MENU, WHO, shows="dialog .who-on ~ .acts", place="player 1"),
    table("doubt", CALM, "wait .pad", "doubt base.person.jester.v1.p5", shows=".offer", main=True),
    table("doubt-answer", CALM, "wait .pad", "doubt base.person.jester.v1.p5", "tap .offer", shows="dialog .acts"),
    table("mine", CALM.but(row="2captain 1captain-1priest-1settler 2priest"), shows=".mine-card", place="player 3", main=True, seldom=True),
    table("mine-trade", TRADE, shows=".own-row", place="player 0", main=True, seldom=True),
    table("mine-nothing", START, shows=".mine .quietly", place="player 1"),
    table("mine-price", CALM, "tap .mine-card.no", shows="dialog .cite", place="player 2", only_pictured=True),
    table("mine-expedition", CALM.but(row="1captain-1priest-1settler 2priest", seats=BOTH), "tap .own-row:has(.needs)", shows="dialog .cite", place="player 2"),
    table("watch", CALM, shows=".watching", place="spectator", main=True, seldom=True),
    table("watch-choose", CALM, shows=".seats-free", place="player"),
    Screen("board", (CALM,), BOARD, shows="main.board .cards", place="spectator", main=True),
    Screen("board-trade", (TRADE,), BOARD, shows="main.board .card", place="spectator", main=True, seldom=True),
    table("board-bust", SECOND, "tap .acts.decide .a.bad", "wait .harbor.bust", f"go {BOARD}", shows="main.board .crash", main=True, seldom=True),
    Screen("board-over", (Recording("26-pegasus-4p"),), BOARD, shows="main.board .standings", main=True, seldom=True),
    Screen("table-unknown", address="#/table/XXXXXX"),
    *LIGHT,
    *ADVENTURE,
)  # fmt: skip


def named(name: str) -> Screen:
    return next(screen for screen in SCREENS if screen.name == name)
