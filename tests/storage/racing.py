"""Processes that write to one log at the same time: `python -m tests.storage.racing URL TABLE NAME REVISIONS`."""

from __future__ import annotations

import json
import subprocess
import sys

from companion.storage import Conflict, Store, StoredLine, open_database


def race(url: str, table_id: int, writers: int, revisions: int) -> list[str]:
    """Starts the writers together; returns the ids of the entries that they believe recorded."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", __name__, url, str(table_id), f"w{n}", str(revisions)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(writers)
    ]
    for process in running:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    outputs = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * writers
    return [entry_id for output in outputs for entry_id in json.loads(output)]


def main(url: str, table_id: str, name: str, revisions: str) -> None:
    database = open_database(url)
    store = Store(database)
    store.ping()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    won = []
    for revision in range(1, int(revisions) + 1):
        try:
            store.append(int(table_id), StoredLine(revision, f"{name}-{revision}", "{}"))
        except Conflict:
            continue
        won.append(f"{name}-{revision}")
    database.close()
    sys.stdout.write(json.dumps(won))


if __name__ == "__main__":
    main(*sys.argv[1:])
