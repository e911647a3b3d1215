"""Where the keys lie that are mistaken for one another: as on the phone's own pad."""

from __future__ import annotations

import re
from pathlib import Path

from companion.engine.log.slips.kinds import PAD
from companion.engine.log.slips.mistaken import NEIGHBOURS

from .planting import KEYS

PWA = Path(__file__).parents[2] / "pwa" / "src"
PAD_KEYS = PWA / "parts" / "table" / "box.ts"
PAD_DRAWN = PWA / "screens" / "table" / "Pad.svelte"
KINDS_DRAWN = PWA / "screens" / "table" / "pad" / "ManyKinds.svelte"


def listed(name: str) -> list[str]:
    """A list of words in the phone's own source."""
    source = PAD_KEYS.read_text("utf-8")
    found = re.search(rf"export const {name}\b[^=]*= \[(.*?)\];", source, re.DOTALL)
    assert found, f"box.ts has no {name}"
    return re.findall(r"'(\w+)'", found[1])


def columns() -> int:
    """Keys in a row; with very large text it is three, and nobody sees them beside one another as always."""
    styles = (PWA / "styles" / "pad.css").read_text("utf-8")
    found = re.search(r"^ *\.pad \{[^}]*grid-template-columns: repeat\((\d+), 1fr\)", styles, re.MULTILINE)
    assert found, "pad.css lays out no columns"
    return int(found[1])


def laid_out() -> list[list[str]]:
    """The phone's keys row by row, in the order in which the pad draws them."""
    pad = PAD_DRAWN.read_text("utf-8").split('class="pad"')[1]
    # A game of few kinds has a pad of its own.
    pad = re.sub(r"\{#if few\}.*?\{:else\}", "", pad, flags=re.DOTALL)
    assert re.findall(r"<(\w+Keys?|\w+Kinds)\b", pad) == ["ShipKey", "ManyKinds", "StopKey"]
    kinds = KINDS_DRAWN.read_text("utf-8")
    drawn = re.findall(r'<KindKey kind=(?:\{(type)\}|"(\w+)") \{onpress\}|data-opens="(\w+):', kinds)
    # Kinds of modules lie in a sixth column and move nothing; what does not fit there shares "more".
    assert ["".join(one) for one in drawn] == ["type", "expedition", "tax", "more"]
    keys = [*listed("COLORS"), *listed("KEYS"), "expedition", "tax"]
    row = columns()
    return [keys[at : at + row] for at in range(0, len(keys), row)]


def test_the_keys_of_the_pad_lie_as_the_phone_draws_them() -> None:
    assert [list(row) for row in PAD] == laid_out()


def test_planted_slips_are_tapped_on_the_phones_own_pad() -> None:
    assert [[key for key in row if key] for row in KEYS] == laid_out()


def test_keys_lie_beside_each_other_both_ways() -> None:
    assert sum(len(row) for row in PAD) == len(NEIGHBOURS)
    for key, others in NEIGHBOURS.items():
        assert all(key in NEIGHBOURS[other] for other in others)
