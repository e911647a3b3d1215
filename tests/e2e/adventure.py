"""Every screen of The Adventure Begins and its states, for pictures, axe and layouts: part of the catalogue of `screens.py`.

The tables are those of the phone's own views (`Prepared`).
"""

from __future__ import annotations

from .screen import Screen
from .tables import Prepared

SEAT = "[data-seat]:nth-child({}) input"
NAMED = (f"type {SEAT.format(1)} = Ada", f"type {SEAT.format(2)} = Ben")
BOX = (*NAMED, "tap .boxes button >> nth=-1", "tap .games button >> nth=-1")
LEARN, PLAYER, SCORES = "#/table/{code}/learn", "#/table/{code}/player", "#/table/{code}/scores"
CAMPAIGN = "#/adventure_begins/campaign"
KEPT = ("wait main[data-revision]", f"go {CAMPAIGN}")
PICK = "tap .pad [data-pick]"
THREE = (
    "tap [data-opens='ship:blue']",
    PICK,
    "tap [data-opens='person:governor']",
    "tap [data-opens='ship:black']",
    PICK,
)


def adventure(
    name: str,
    *does: str,
    view: str = "",
    shows: str = "main.table",
    address: str = "#/table/{code}",
    main: bool = False,
    seldom: bool = False,
    only_pictured: bool = False,
) -> Screen:
    """A table of The Adventure Begins: the view of that name."""
    return Screen(
        name,
        (Prepared(view or name),),
        address,
        does,
        shows,
        main=main,
        seldom=seldom,
        only_pictured=only_pictured,
    )


ADVENTURE = (
    Screen("adv-new", address="#/new", does=BOX, shows=".games .on"),
    Screen("adv-new-way", address="#/new", does=(*BOX, "tap .how-to button >> nth=1"), shows=".way-why:not(.crowd)"),
    Screen("adv-unpack", address="#/new", does=(*BOX, "tap .chosen", "wait .stp >> nth=8", "tap .stp >> nth=0"), shows="dialog .unpack .stp"),
    adventure("adv-setup", shows=".chars", main=True, seldom=True),
    adventure("adv-character", "tap [data-character=don_ferdinando]", view="adv-setup", shows="dialog .read-off"),
    adventure("adv-coins", "tap [data-more='2']", shows=".sharing .stepper"),
    adventure("adv-story", "tap [data-add=ares]", shows=".adds .on"),
    adventure("adv-four", *(f"tap [data-digit='{key}']" for key in ("3", "3", "ok", "4")), shows=".mno.hot"),
    adventure("adv-event", shows="[data-events]"),
    adventure("adv-builder", "tap [data-event=new]", "tap [data-effect=trade]", view="adv-event", shows="dialog .readback"),
    adventure("adv-known", view="adv-known", shows="[data-events]"),
    adventure("adv-table", main=True),
    adventure("adv-mission", "tap [data-goal='mission.15']", view="adv-table", shows="dialog .frees", main=True, seldom=True),
    adventure("adv-month", "tap .tide.by-cards .whole", view="adv-table", shows="dialog"),
    adventure("adv-unread", "tap [data-goal='mission.16']", shows="[data-learning=mission]"),
    adventure("adv-bare", "tap [data-goal='mission.15']", "tap dialog [data-first='coins 2']", "tap dialog [data-crowns='1']", shows="dialog .rd", main=True, seldom=True),
    adventure("adv-unpaid", shows=".unread.due"),
    adventure("adv-owed", shows=".offer.pays"),
    adventure("adv-owed-sheet", "tap [data-goal='mission.15']", view="adv-owed", shows="dialog [data-pays]"),
    adventure("adv-event-unread", "tap .tide.by-cards .whole", shows="dialog [data-learn]"),
    adventure("adv-hand", "tap .ledger .menu", "tap dialog [data-way=hand]", "tap dialog [data-more='coins 1']", "tap dialog [data-item='1 bread']", view="adv-table", shows="dialog .note1", main=True, seldom=True),
    adventure("adv-hand-all", "tap .ledger .menu", "tap dialog [data-way=hand]", "tap dialog [data-more-of-it]", view="adv-table", shows="dialog .hand-row"),
    adventure("adv-return-crowns", "tap [data-entry=return_crowns]", view="adv-table", address=f"{PLAYER}/1", shows="dialog [data-number]"),
    adventure("adv-pad"),
    adventure("adv-tybuk", "tap [data-opens='person:tybuk']", "tap .pair.other", view="adv-fresh", shows="dialog .read-off"),
    adventure("adv-ship", "tap [data-opens='ship:green']", view="adv-fresh", shows="[data-with]"),
    adventure("adv-ship-bread", "tap [data-opens='ship:green']", "tap [data-with=bread]", view="adv-fresh", shows=".pad.asking"),
    adventure("adv-fog", "tap [data-opens='person:tybuk']", "tap .pair.other", "tap [data-read='unread']", view="adv-fresh", shows=".card .fog"),
    adventure(
        "adv-misread",
        "tap [data-opens='person:tybuk']", "tap .pair.other",
        *(f"tap [data-read='{figure}']" for figure in ("cost 6", "vp 2", "swords 2")),
        "tap [data-berth='1'] .card",
        "tap dialog .not",
        "tap [data-read='swords 1']",
        view="adv-fresh",
        shows="[data-reread].go",
    ),
    adventure("adv-crowns"),
    adventure("adv-waits"),
    adventure("adv-many"),
    # In text of 200 % a tile with its sum and its offer is higher than the water that is left.
    adventure("adv-trade", shows=".card.split", only_pictured=True),
    adventure("adv-sell", "tap .quay .offer", view="adv-trade", shows="dialog"),
    adventure("adv-lookout", "tap .takes .chip", shows="[data-telling], .quay"),
    adventure("adv-lookout-back", "tap .takes .chip", *THREE, view="adv-lookout", shows="[data-keep]"),
    adventure("adv-now", shows="[data-now]"),
    adventure("adv-tax", shows="[data-now]"),
    adventure("adv-step"),
    adventure("adv-crew"),
    adventure("adv-alone"),
    adventure("adv-board", view="adv-table", address="#/table/{code}/board", shows="main.board .claim3", main=True, seldom=True),
    adventure("adv-display", view="adv-table", address=f"{PLAYER}/1", shows=".disp"),
    adventure("adv-learn-mission", *(f"tap [data-icon={icon}]" for icon in ("swords", "coins")), "tap [data-give='coins true']", view="adv-unread", address=f"{LEARN}/mission/16", shows=".part", main=True, seldom=True),
    adventure("adv-learn-rewards", view="adv-glass", address=f"{LEARN}/mission/15", shows="[data-learning]"),
    adventure("adv-learn-crowns", *(f"tap [data-space='{space}']" for space in (2, 5, 8)), view="adv-event", address=f"{LEARN}/crown_track/crown_track", shows=".tk.sh"),
    adventure("adv-learn-nine", view="adv-event", address=f"{LEARN}/card_nine/3", shows="[data-learning]"),
    adventure("adv-still", shows="[data-complete]", main=True),
    adventure("adv-still-glass", "tap [data-go-on]", "tap [data-glass=asks]", shows=".fields"),
    adventure("adv-on-top", shows="[data-on-top]"),
    adventure("adv-on-top-other", "tap [data-opens='ship:blue']", PICK, view="adv-on-top", shows="dialog [data-top]"),
    adventure("adv-glass", "tap [data-glass=asks]", shows=".fields"),
    adventure("adv-glass-nine", "tap [data-glass=asks]", "tap [data-digit='1']", "tap .glass [data-glass=nine]", view="adv-last", shows="[data-learn=card_nine]"),
    adventure("adv-month-story", view="adv-monthsend-story", shows=".adds"),
    adventure("adv-monthsend", shows=".deck", main=True),
    adventure("adv-fist", shows=".pays"),
    adventure("adv-lost", view="adv-lost-short", address=SCORES, shows=".chapter-end", main=True, seldom=True),
    adventure("adv-won", address=SCORES, shows=".chapter-end", main=True, seldom=True),
    adventure("adv-won-all", address=SCORES, shows=".chapter-end"),
    adventure("adv-finished", address=SCORES, shows=".proof .fin"),
    Screen("adv-campaign-none", address=CAMPAIGN, shows="main.campaign"),
    adventure("adv-campaign", *KEPT, view="adv-table", shows=".chp.now"),
    adventure("adv-campaign-lost", *KEPT, view="adv-won-late", shows=".chp.now", main=True, seldom=True),
    adventure("adv-campaign-all", *KEPT, view="adv-won-all", shows=".chp.won"),
)  # fmt: skip
