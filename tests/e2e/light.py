"""Every screen of a game that is not told card by card, for pictures, axe and layouts: part of the catalogue of `screens.py`."""

from __future__ import annotations

from dataclasses import replace

from .screen import Screen
from .tables import EMIL, FOUR, GAMBLER, Recipe

QUIET = Recipe(FOUR)
# Nobody is paid by the number of cards.
PLAIN = tuple(
    replace(seat, display=display)
    for seat, display in zip(
        FOUR,
        (
            "sailor.v1.p3 trader.yellow.v1.p3 settler.v1.p4",
            FOUR[1].display,
            "trader.blue.v1.p3 sailor.v1.p3",
            "mademoiselle.v2.p7 trader.red.v1.p3 priest.v1.p4",
        ),
        strict=True,
    )
)
HARBOR = QUIET.but(played=("keeping harbor",))
TAKES = Recipe(PLAIN, played=("keeping takes",))
COUNTED = QUIET.but(played=("keeping takes",))
TAKEN = TAKES.but(played=("keeping takes", "take_card green.s3.c3 1", "take_card yellow.s2.c3 1"))
STOP = "tap .k.lies"
SHIPS = ("tap [data-opens='ship:red']", "tap [data-pick='base.ship.red.s3.c2']")
TOLD = (
    STOP,
    *SHIPS,
    "tap [data-opens='person:sailor']",
    "tap [data-pick='base.person.sailor.v2.p5']",
    "tap [data-opens='ship:blue']",
    "tap [data-pick='base.ship.blue.s1.c2']",
)


def light(
    name: str,
    way: Recipe,
    *does: str,
    shows: str = "main.table",
    main: bool = False,
    seldom: bool = False,
    place: str = "keeper",
    only_pictured: bool = False,
) -> Screen:
    return Screen(
        f"light-{name}",
        (way,),
        does=does,
        shows=shows,
        main=main,
        seldom=seldom,
        place=place,
        only_pictured=only_pictured,
    )


SEAT = "[data-seat]:nth-child({}) input"
NAMED = (f"type {SEAT.format(1)} = Ada", f"type {SEAT.format(2)} = Ben")
MENU = "tap .ledger .menu"
KEEPING = (MENU, "tap [data-way=keeping]")
BUSTED = ("keeping harbor", "bust")
AGAIN = HARBOR.but(played=(*BUSTED, "keeping cards"))
BOX = "tap .boxes button >> nth=-1"

LIGHT = (
    Screen("keeping-new", address="#/new", does=(*NAMED, "tap .chosen", "tap [data-kept=harbor]"), shows="dialog .on [data-kept=harbor]", main=True),
    Screen("keeping-new-some", address="#/new", does=(*NAMED, BOX, "tap .games button >> nth=1", "tap .chosen", "tap [data-kept=takes]"), shows="dialog .means.not", only_pictured=True),
    light("keeping", HARBOR, *KEEPING, shows="dialog .way-kept", main=True, seldom=True),
    light("keeping-again", AGAIN, *KEEPING, shows="dialog .shuffled"),
    light("coach", HARBOR.but(played=(*BUSTED, "coach")), shows=".no-odds"),
    light("check", HARBOR.but(played=BUSTED), "tap .player:nth-child(2) .purse", "tap dialog .ways .a >> nth=1", shows="dialog .fit ~ .quietly", only_pictured=True),
    light("about", AGAIN.but(played=(*BUSTED, "keeping cards", "draw red.s3.c2")), "tap .cards .card", shows="dialog .cite", only_pictured=True),
    light("ships-unfollowed", AGAIN, "tap [data-opens='ship:red']", shows=".pad.asking .pair", only_pictured=True),
    light("mine", HARBOR, shows=".mine .quietly", place="player 2"),
    light("mine-takes", TAKEN, shows=".mine .quietly", place="player 3", only_pictured=True),
    light("watch-takes", TAKEN, shows=".watching", place="spectator", only_pictured=True),
    Screen("light-board", (TAKEN,), "#/table/{code}/board", shows="main.board", place="spectator"),
    Screen("light-log", (TAKEN,), "#/table/{code}/log", shows=".turn", only_pictured=True),
    light("peace", HARBOR, shows=".pad.peace", main=True),
    light("peace-tax", HARBOR, "tap [data-opens='tax:']", shows=".pairs.taxes .pay"),
    light("stop", HARBOR, STOP, shows=".cards.lie"),
    light("told", HARBOR, *TOLD, shows=".lie .card", main=True, seldom=True),
    light("told-gambler", QUIET.but(seats=GAMBLER, edition="bigbox", modules=("base", "gambler"), played=("keeping harbor",)), shows=".takes .chip"),
    light("trade", HARBOR.but(played=("keeping harbor", "harbor red.s3.c2 blue.s1.c2 sailor.v2.p5")), shows=".cards.trade", only_pictured=True),
    light("takes", TAKES, shows=".takers", main=True, seldom=True),
    light("takes-ship", TAKEN, "tap [data-opens='ship:red']", shows=".pairs.worth", main=True),
    light("takes-person", TAKEN, "tap [data-taker='2']", "tap [data-opens='person:sailor']", shows=".pairs.worth"),
    light("takes-trader", TAKEN, "tap [data-opens='person:trader']", shows=".pairs.worth.five"),
    light("takes-slide", TAKEN, "press [data-opens='ship:red']", shows=".take-grid", only_pictured=True),
    light("takes-slide-trader", TAKES, "press [data-opens='person:trader']", shows=".take-grid", only_pictured=True),
    light("takes-slide-five", TAKES.but(seats=(*PLAIN, EMIL), played=("keeping takes", "lying 5")), "press [data-opens='person:sailor']", shows=".take-grid", only_pictured=True),
    light("count", COUNTED, shows=".figures", main=True, seldom=True),
    light("count-next", COUNTED.but(played=("keeping takes", "lying 5", "take_card red.s3.c2 1")), "press [data-opens=end]", shows=".figures.over", only_pictured=True),
    light("takes-dear", COUNTED.but(played=("keeping takes", "lying 5", "take_card red.s3.c2 1")), "tap [data-taker='2']", "tap [data-opens='person:admiral']", "tap .pair.gone", shows="dialog .cite"),
)  # fmt: skip
