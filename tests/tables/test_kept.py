"""The tables in memory, when many ask for one at the same moment."""

from __future__ import annotations

import json
import threading
import tracemalloc
from collections.abc import Callable

import pytest

from companion.tables import Opened, Tables, UnknownTable
from companion.tables import table as table_module
from tests import attacks


def test_phones_that_return_together_have_a_log_folded_once(
    opened: Opened, another_process: Callable[..., Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    restarted = another_process()
    fold, folded = table_module.fold_log, []
    all_there, begun = threading.Barrier(8), threading.Event()

    def slow(*log: object) -> object:
        folded.append(log)
        begun.wait(0.3)  # long enough for the others to come to it; none of them ends it
        return fold(*log)  # type: ignore[arg-type]

    monkeypatch.setattr(table_module, "fold_log", slow)

    def come_back() -> None:
        all_there.wait()
        restarted.find(opened.table.code, opened.token).read()

    phones = [threading.Thread(target=come_back) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(folded) == 1


def test_a_table_that_is_not_there_leaves_nothing_behind(tables: Tables) -> None:
    for number in range(3):
        with pytest.raises(UnknownTable):
            tables.find(f"ABCDEFGHJ{number}", "token")
    assert tables._kept._loading == {}


@pytest.mark.parametrize("lines", [1, 400, 2900])
def test_what_a_table_is_said_to_take_is_no_less_than_it_takes(tables: Tables, lines: int) -> None:
    text = json.dumps(attacks.insert_after_insert(lines))
    tables.load(json.loads(text))
    takes = []
    # Whatever else runs in this process is traced too, now and then.
    for _ in range(3):
        tracemalloc.start()
        table = tables.load(json.loads(text)).table
        table.read()
        takes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    taken = min(takes)
    assert taken < table.size < 4 * taken
