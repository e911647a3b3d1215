"""Plays with the Smuggler through the API, and tells what came of it. Run where `companion` has him."""

from __future__ import annotations

import itertools
import json
import sys
from typing import Any

from companion.app import create_app
from companion.settings import Settings
from companion.words import LANGUAGES, words_for

FRIGATE = "base.ship.red.s3.c2"
ASKED = {"en": "When does the Smuggler pay?", "de": "Wann zahlt der Schmuggler?"}
NUMBERS = itertools.count()


def evening(folder: str) -> dict[str, Any]:
    """What the API answers, by what was done."""
    settings = Settings(
        database_url=f"sqlite:///{folder}/fan.db", rate_limits=False, pwa_dir=f"{folder}/no-phone"
    )
    client = create_app(settings).test_client()
    setup = {"edition": "bigbox", "modules": ["base", "smuggler"], "players": ["Ada", "Ben"]}
    opened = client.post("/api/tables", json=setup).get_json()
    url, headers = f"/api/tables/{opened['code']}", {"Authorization": f"Bearer {opened['token']}"}

    def enter(**entry: Any) -> dict[str, Any]:
        body = {
            "entry_id": f"e{next(NUMBERS)}",
            "base_revision": client.get(url, headers=headers).get_json()["revision"],
            "entry": entry,
        }
        answer = client.post(f"{url}/entries", json=body, headers=headers)
        assert answer.status_code == 201, answer.get_json()
        return dict(answer.get_json())

    told: dict[str, Any] = {
        "unpacking": client.post("/api/unpacking", json={**setup, "modules": ["base"]}).get_json(),
        "specification": client.get("/api/openapi.json").get_json(),
        "rules": {language: words_for(language).rules["smuggler"] for language in LANGUAGES},
    }
    enter(type="count", coins={"Ada": 4, "Ben": 0})
    enter(type="draw", card="smuggler.v1.p4")
    enter(type="stop")
    told["hired"] = enter(type="take", by="Ada", harbor_index=0)
    for player in ("Ben", "Ada"):
        enter(type="draw", by=player, card=FRIGATE)
        told[player] = enter(type="draw", by=player, card=FRIGATE)
    told["slips"] = client.post(f"{url}/slips", json={"coins": {"0": 1}}, headers=headers).get_json()
    told["desk"] = {
        language: client.get(
            "/api/rules/search",
            query_string={"q": asked, "edition": "bigbox", "modules": "base,smuggler", "lang": language},
        ).get_json()
        for language, asked in ASKED.items()
    }
    return told


if __name__ == "__main__":
    json.dump(evening(sys.argv[1]), sys.stdout)
