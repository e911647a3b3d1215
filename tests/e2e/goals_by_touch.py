"""What a thumb does about goals: lays them out, answers now or never, completes them, puts cards of a pile aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .touch import Thumb

ASKED = "[data-now]"
SETTING = "main.setting"


def lay_out(thumb: Thumb, step: dict[str, Any]) -> None:
    """Tapped in as they lie there; what nobody knows of one is read off."""
    for said in step["contracts"]:
        name = said if isinstance(said, str) else said["name"]
        thumb.tap(f'[data-pick-goal="{name}"]', "laid out")
        if not isinstance(said, str):
            seal = said["seal"]
            reads = [f"coins {coins}" for coins in said["spaces"]]
            if thumb.page.locator('[data-read^="seal"]').count():
                reads += [f"seal {seal['n']}", f"letter {seal['letter']}"]
            for read in reads:
                thumb.tap(f'[data-read="{read}"]', "numbers read off")
            thumb.tap("dialog .a.go", "numbers read off")
    thumb.tap(".foot .a.go", "laid out")


def set_aside(thumb: Thumb, step: dict[str, Any]) -> None:
    """Before the first card so many as were said; later the one that is offered."""
    if thumb.page.locator(SETTING).count():
        for _ in range(step["count"]):
            thumb.tap(".stepper button", "set aside", 1)
        thumb.tap(".foot .a.go", "set aside")
    else:
        thumb.tap(".quay .offer", "set aside")


def complete(thumb: Thumb, step: dict[str, Any], players: list[str]) -> None:
    """The answer to what is asked, or a tap on the goal; a second one where there is a choice, or something is given up."""
    seat, goal = players.index(step["by"]), step["contract"]
    answer = thumb.page.locator(f'[data-now="{goal}"] [data-answer="{seat}"]')
    if answer.count():
        thumb.tap(f'[data-now="{goal}"] [data-answer="{seat}"]', "now or never")
        return
    thumb.tap(f'[data-goal="{goal}"]', "goal")
    if thumb.page.locator("dialog[open]").count():
        thumb.tap(f'dialog [data-way="{seat}"]', "goal")


def let_go(thumb: Thumb, following: dict[str, Any] | None) -> None:
    """What is asked and not done; and a pile of which nothing goes aside."""
    page = thumb.page
    kind = following["type"] if following else ""
    if page.locator(SETTING).count() and kind not in ("set_aside", "lay_contracts"):
        thumb.tap(".foot .a.go", "begin")
        page.wait_for_selector("main.table.screen:not(.laying)")
    while kind not in ("complete_contract", "contract_step") and page.locator(ASKED).count():
        goal = page.locator(ASKED).first.get_attribute("data-now")
        thumb.tap(f'[data-now="{goal}"] [data-answer="leave"]', "now or never")
        page.wait_for_selector(f'[data-now="{goal}"]', state="detached")
