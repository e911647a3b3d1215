"""The engine in the phone's browser, asked from a test."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from companion.engine.version import engine_version
from companion.settings import Settings

DIST = Path(Settings.from_environment().pwa_dir)
# Starts the app's own worker with the app's own files, as engine/local/rules.ts does.
START = """
async ({ worker, files }) => {
  const engine = new Worker(worker, { type: 'module' });
  const waiting = new Map();
  const heard = [];
  window.engineHeard = heard;
  await new Promise((resolve, reject) => {
    engine.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
    engine.onmessage = ({ data }) => {
      if (data.kind === 'answer') waiting.get(data.id)(data.answer);
      else if (data.kind === 'failed') waiting.get(data.id)('failed: ' + data.reason);
      else if (data.kind === 'impossible') reject(new Error(data.reason));
      else { heard.push(data); if (data.kind === 'ready') resolve(); }
    };
    engine.postMessage({ files });
  });
  let last = 0;
  window.ask = (question) => new Promise((resolve) => {
    waiting.set(last += 1, resolve);
    engine.postMessage({ id: last, question });
  });
}
"""
UNTIL = """async () => {
  const end = performance.now() + 60000;
  while (!(CONDITION)) {
    if (performance.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}"""
ASK = "async (questions) => { const all = []; for (const one of questions) all.push(await window.ask(one)); return all; }"


def until(page: Page, condition: str) -> None:
    """Waits for the condition. The page's policy forbids Playwright's own waiting, which evaluates texts."""
    page.evaluate(UNTIL.replace("CONDITION", condition))


def bundle() -> dict[str, Any]:
    """The list of the engine's files that the build has written."""
    listed: dict[str, Any] = json.loads((DIST / "engine" / "bundle.json").read_text())
    return listed


def built(url: str) -> dict[str, Any]:
    """What the built app brings: the worker's address and the engine's files. Fails where the build is old."""
    workers = sorted(DIST.glob("assets/worker-*.js"))
    assert len(workers) == 1, "the phone app is not built: make setup"
    made = bundle()
    assert made["version"] == engine_version(), "the phone app is built of an older engine: make setup"
    files = {
        "version": made["version"],
        "lock": made["lock"],
        "python": f"{url}/engine/{made['python']}",
        **{name: f"{url}/engine/{made[name]}" for name in ("library", "companion", "desk")},
        "sizes": {f"{url}/engine/{file['path']}": file["bytes"] for file in made["files"]},
    }
    return {"worker": f"{url}/assets/{workers[0].name}", "files": files}


class PhoneEngine:
    """A page whose worker runs the engine."""

    def __init__(self, page: Page, url: str, opened: bool = False) -> None:
        self.page = page
        # Any document of the app's own site, so that its content security policy holds.
        if not opened:
            page.goto(f"{url}/engine/bundle.json")
        page.evaluate(START, built(url))

    def answers(self, questions: list[str]) -> list[str]:
        return self.page.evaluate(ASK, questions)

    def answer(self, call: str, **body: Any) -> Any:
        answer = json.loads(self.answers([question(call, **body)])[0])
        assert "ok" in answer, answer
        return answer["ok"]


def question(call: str, **body: Any) -> str:
    return json.dumps({"call": call, **body})


class Api:
    """The real server's API, over one connection."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(url.removeprefix("http://"))

    def call(self, path: str, body: Any = None, token: str | None = None) -> Any:
        """The answer to a GET, or to a POST where there is a body."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body)
        self._connection.request("GET" if data is None else "POST", f"/api{path}", data, headers)
        with self._connection.getresponse() as answer:
            content = answer.read()
            assert answer.status < 300, content
            return json.loads(content)

    def close(self) -> None:
        self._connection.close()
