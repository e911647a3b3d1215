"""Lighthouse on the built app, served by the real server: scripts/lighthouse. Fails where a score is below the aim."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.services import (
    CHROMIUM_FLAGS,
    REPOSITORY,
    Missing,
    Server,
    find_chromium,
    free_port,
    running_playwright,
)

from .phone import REMEMBER
from .tables import CALM, open_table

AIM = 95
RUN = ["scripts/with-node", "node", "tools/lighthouse/run.mjs"]


def visit(folder: Path, server: Server, chromium: Path) -> list[dict[str, object]]:
    """The reports on the first screen and on a table that this phone has been at before."""
    port = free_port()
    with running_playwright() as playwright:
        phone = playwright.chromium.launch_persistent_context(
            str(folder / "profile"),
            executable_path=str(chromium),
            args=[*CHROMIUM_FLAGS, f"--remote-debugging-port={port}"],
            service_workers="block",
        )
        table = open_table(phone.request, server.url, CALM)
        page = phone.new_page()
        page.goto(server.url)
        known = {"code": table.code, "token": table.token, "view": table.view, "seen": 1}
        page.evaluate(REMEMBER, [known])
        address = f"{server.url}/#/table/{table.code}"
        page.goto(address)
        page.wait_for_selector(".pad")
        page.close()
        visits = [f"home={server.url}/", f"table={address}"]
        done = subprocess.run([*RUN, str(port), *visits], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
        phone.close()
    if done.returncode:
        raise SystemExit(done.returncode)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main() -> int:
    try:
        chromium = find_chromium()
    except Missing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/lighthouse.db", Path(folder)).start()
        try:
            reports = visit(Path(folder), server, chromium)
        finally:
            server.stop()
    below = False
    for report in reports:
        scores: dict[str, int] = report["scores"]  # type: ignore[assignment]
        below |= min(scores.values()) < AIM
        figures = ", ".join(f"{name} {score}" for name, score in scores.items())
        sys.stdout.write(f"{report['name']}: {figures} (Lighthouse {report['version']}, aim {AIM})\n")
        sys.stdout.write(f"    {', '.join(report['measured'])}\n")  # type: ignore[arg-type]
        for audit in report["lost"]:  # type: ignore[attr-defined]
            sys.stdout.write(f"    loses points: {audit}\n")
    return int(below)


if __name__ == "__main__":
    sys.exit(main())
