"""Plays with the toy module through the API, and tells what came of it. Run where `companion` has the toy."""

from __future__ import annotations

import itertools
import json
import sys
from typing import Any

from companion.app import create_app
from companion.engine import codec
from companion.settings import Settings

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
TAX = {"kind": "tax", "bonus": "most_swords", "threshold": 12}
NUMBERS = itertools.count()


def evening(folder: str) -> dict[str, Any]:
    """What the API answers, by what was done."""
    settings = Settings(
        database_url=f"sqlite:///{folder}/toy.db", rate_limits=False, pwa_dir=f"{folder}/no-phone"
    )
    client = create_app(settings).test_client()
    told: dict[str, Any] = {}
    setup = {"edition": "pegasus", "modules": ["base", "toy", "coop"], "players": ["Ada", "Ben"]}
    opened = client.post("/api/tables", json=setup).get_json()
    told["opened"] = opened["view"]
    told["editions"] = client.get("/api/editions").get_json()["editions"]
    both = client.post("/api/tables", json={**setup, "modules": ["base", "toy", "rival"]})
    told["both"] = {"status": both.status_code, **both.get_json()}
    url, headers = f"/api/tables/{opened['code']}", {"Authorization": f"Bearer {opened['token']}"}

    def enter(**entry: Any) -> dict[str, Any]:
        body = {"entry_id": f"e{next(NUMBERS)}", "base_revision": revision(), "entry": entry}
        answer = client.post(f"{url}/entries", json=body, headers=headers)
        return {"status": answer.status_code, **answer.get_json()}

    def revision() -> int:
        return int(client.get(url, headers=headers).get_json()["revision"])

    told["nobody"] = enter(type="toast", by="Ada", to=5)
    told["malformed"] = enter(type="toast", by="Ada")
    told["toast"] = enter(type="toast", by="Ada", to="Ben")
    told["tax"] = enter(type="draw", card=TAX)
    told["asked"] = enter(type="draw", card=SAILOR)
    told["toll"] = enter(type="toll", by="Ada", pays=True)
    told["piper"] = enter(type="draw", card="toy.piper")
    told["alike"] = enter(type="draw", card="toy.ship")
    told["early"] = enter(type="reach", by="Ada")
    enter(type="count", coins={"Ada": 4})
    told["reached"] = enter(type="reach", by="Ada")
    told["stopped"] = enter(type="stop")
    told["hired"] = enter(type="take", by="Ada", harbor_index=0)
    told["stowed"] = enter(type="take", by="Ada", harbor_index=1, stow=True)
    told["score"] = client.get(f"{url}/score", headers=headers).get_json()
    told["log"] = client.get(f"{url}/entries", headers=headers).get_json()
    told["export"] = client.get(f"{url}/export", headers=headers).get_json()
    told["folded"] = codec.view_json(codec.history_from_json(told["export"]))
    undone = {"entry_id": "undo", "base_revision": revision(), "correction": {"type": "undo", "count": 4}}
    told["undone"] = client.post(f"{url}/corrections", json=undone, headers=headers).get_json()
    view = told["undone"]["view"]
    while view["phase"] != "game_over":
        by = view["active"]
        enter(type="draw", by=by, card=SAILOR)
        enter(type="stop", by=by)
        view = enter(type="pass", by=by, rest=True)["view"]
    told["lost"] = view
    told["final"] = client.get(f"{url}/score", headers=headers).get_json()
    exported = client.get(f"{url}/export", headers=headers).get_json()
    told["specification"] = client.get("/api/openapi.json").get_json()
    told["imported"] = client.post("/api/tables/import", json=exported).get_json()
    return told


if __name__ == "__main__":
    json.dump(evening(sys.argv[1]), sys.stdout)
