"""Players over all their evenings, told to whoever brings the games along."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

CREW = ("Ada", "Ben", "Cleo", "Dan", "Eva")
A_YEAR = 156


def game(week: int, **changed: Any) -> dict[str, Any]:
    """Each week somebody else wins, by one point more than the next."""
    order = [CREW[(week + seat) % len(CREW)] for seat in range(len(CREW))]
    players = [
        {
            "name": name,
            "vp": 14 - place,
            "place": place,
            "won": place == 1,
            "busts": 1,
            "hired": {"sailor": 2},
        }
        for place, name in enumerate(order, 1)
    ]
    return {"code": f"W{week}", "at": week * 604_800, "edition": "pegasus", "modules": ["base"], "players": players} | changed  # fmt: skip


def test_three_evenings_a_week_of_five_players_come_back_as_five_careers(client: FlaskClient) -> None:
    answer = client.post("/api/remembered", json={"games": [game(week) for week in range(A_YEAR)]})
    assert answer.status_code == 200
    careers = {one["name"]: one for one in answer.json["players"]}
    assert {name: one["games"] for name, one in careers.items()} == dict.fromkeys(CREW, A_YEAR)
    assert sum(one["won"] for one in careers.values()) == A_YEAR
    assert {one["busts"] for one in careers.values()} == {A_YEAR}
    assert all(
        sum(met["ahead"] + met["behind"] for met in one["against"]) == 4 * A_YEAR for one in careers.values()
    )


def test_a_game_that_says_nothing_sensible_is_refused_by_its_field(client: FlaskClient) -> None:
    answer = client.post(
        "/api/remembered", json={"games": [game(0), game(1, players=[{"name": "Ada", "vp": "many"}])]}
    )
    assert answer.status_code == 422
    assert answer.json["field"] == "games[1].players[0].vp"
