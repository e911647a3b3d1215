"""How many gestures a card costs: every recorded game, as a person who was taught by the app makes them, and by taps alone."""

from __future__ import annotations

from tests.engine.play import GAMES, recorded_game
from tests.gestures import Cost, gestures

REPELLING = ("draw", "repel")


def figures(cost: Cost, *purposes: str) -> str:
    return f"{cost.each(*purposes):.2f} ({cost.each(*purposes, tapped=True):.2f} by taps)"


def test_gestures_for_a_drawn_card() -> None:
    print("\ngestures for a drawn card (aim: 1.05 for drawing and repelling, 1.9 in all)")
    everything = Cost()
    for path in GAMES:
        record = recorded_game(path)
        cost = gestures(record)
        everything.drawn += cost.drawn
        everything.gestures += cost.gestures
        everything.taps += cost.taps
        apart = " besides goals" if cost.goals else ""
        print(f"{path.name[:-8]}: {figures(cost, *REPELLING)}, in all{apart} {figures(cost)}")
    print(f"all {len(GAMES)} games: {figures(everything, *REPELLING)}, in all {figures(everything)}")
    parts = ", ".join(
        f"{purpose} {count / everything.drawn:.2f}" for purpose, count in everything.gestures.most_common()
    )
    print(f"made of: {parts}")
