"""What operators load: alerts and a dashboard, each expression held to the figures that a running server gives."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from typing import Any

import promql_parser as promql
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from companion.api.costs import CALLS
from tests.api.wire import Wire
from tests.services import REPOSITORY, Postgres, Server

# What Prometheus itself adds to what it is told.
ITS_OWN_LABELS = {"instance", "job"}
ITS_OWN_FIGURES = {"up": set[str]()}
Figures = dict[str, set[str]]
AGES = re.compile("harbormaster_news_age_seconds_count [1-9]")
# What a label can say, where that is known beforehand.
VALUES = {
    "code": set(json.loads((REPOSITORY / "companion/words/en.json").read_text())["problems"]),
    "route": {call.partition(" ")[2] for call in CALLS},
    "job": {
        one["job_name"]
        for one in yaml.safe_load((REPOSITORY / "deploy/prometheus/prometheus.yml").read_text())[
            "scrape_configs"
        ]
    },
}


def scraped(server: Server) -> str:
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=20) as figures:
        return str(figures.read().decode())


def workers(told: str) -> set[str]:
    return set(re.findall(r'harbormaster_process_cpu_seconds_total\{worker="(\d+)"\}', told))


@pytest.fixture(scope="module")
def told(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What two workers tell after an evening with something of everything."""
    # With SQLite, workers tell each other no news.
    database = postgres.create_database("sight")
    server = Server(database, tmp_path_factory.mktemp("sight"), {"WORKERS": "2"}).start()
    try:
        with Wire(server.url) as wire:
            table = wire.open_table()
            assert [wire.draw(table, number)[0] for number in (0, 0)] == [201, 409]
            assert wire.call("GET", f"{table}/goals/x/forgotten")[0] == 200  # a search, aside
            follow = urllib.request.Request(f"{server.url}{table}/stream?since=0")
            follow.add_header("Authorization", f"Bearer {wire.token}")
            with urllib.request.urlopen(follow, timeout=20) as stream:
                assert any(line.startswith(b"id: 1") for line in stream)
                assert wire.note(table, 1)[0] == 201
                assert any(line.startswith(b"id: 2") for line in stream)
                # One worker may begin later, and who begins to listen is told at first that anything may be new.
                for revision in range(2, 200):
                    assert wire.note(table, revision)[0] == 201
                    assert any(line.startswith(b"id: %d" % (revision + 1)) for line in stream)
                    figures = scraped(server)
                    if AGES.search(figures) and len(workers(figures)) == 2:
                        break
                yield figures
    finally:
        server.kill()
        postgres.drop_database("sight")


@pytest.fixture(scope="module")
def figures(told: str) -> Figures:
    """Each figure with its labels."""
    found = {name: set(labels) for name, labels in ITS_OWN_FIGURES.items()}
    for family in text_string_to_metric_families(told):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def may_be(matcher: Any) -> bool:
    """Whether each of the values that it asks for can be told at all."""
    there = VALUES.get(matcher.name)
    asked = matcher.value.split("|") if matcher.op == promql.MatchOp.Re else [re.escape(matcher.value)]
    return there is None or all(any(re.fullmatch(one, value) for value in there) for one in asked)


def unknown(expression: str, figures: Figures) -> list[str]:
    """The figures that nobody gives, and the labels and values that those which it asks for do not have."""
    text = expression.replace("$__rate_interval", "5m")
    wrong: list[str] = []
    asked: set[str] = set()

    def visit(node: Any) -> bool:
        if isinstance(node, promql.VectorSelector):
            asked.update(figures.get(node.name, ()))
            wrong.extend([node.name] if node.name not in figures else [])
            labels = {one.name for one in node.matchers.matchers} - ITS_OWN_LABELS
            wrong.extend(sorted(f"{node.name}.{one}" for one in labels - figures.get(node.name, labels)))
            wrong.extend(f"{one.name}={one.value}" for one in node.matchers.matchers if not may_be(one))
        return True

    promql.walk(promql.parse(text), visit)
    by = {
        label for found in re.findall(r"(?:by|on) \(([^)]*)\)", text) for label in re.findall(r"\w+", found)
    }
    return wrong + sorted(by - asked - ITS_OWN_LABELS)


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((REPOSITORY / "deploy/prometheus/harbormaster.rules.yml").read_text())["groups"]
    return list(group["rules"])


def panels() -> list[dict[str, Any]]:
    return list(json.loads((REPOSITORY / "deploy/grafana/harbormaster.json").read_text())["panels"])


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: alert["alert"])
def test_an_alert_asks_for_what_there_is_and_says_what_to_do(alert: dict[str, Any], figures: Figures) -> None:
    assert unknown(alert["expr"], figures) == []
    assert promql.parse_duration(alert["for"])
    assert set(alert["annotations"]) == {"summary", "do"}
    assert alert["labels"]["severity"] in {"page", "ticket"}
    assert set(re.findall(r"\$labels\.(\w+)", str(alert["annotations"]))) <= ITS_OWN_LABELS | {
        "code",
        "worker",
    }


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: panel["title"])
def test_a_panel_asks_for_what_there_is(panel: dict[str, Any], figures: Figures) -> None:
    for target in panel["targets"]:
        assert unknown(target["expr"], figures) == []


def test_what_nobody_tells_is_found() -> None:
    figures = {"a_total": {"code"}}
    assert unknown("sum by (code) (rate(a_total[5m]))", figures) == []
    assert unknown('b_total + sum by (route) (a_total{kode="x"})', figures) == [
        "b_total",
        "a_total.kode",
        "route",
    ]
    assert unknown('a_total{code=~"busy|storage_.+|bsuy"}', figures) == ["code=busy|storage_.+|bsuy"]


@pytest.mark.parametrize(
    "alert", [one for one in alerts() if "Percentage" in str(one)], ids=lambda alert: alert["alert"]
)
def test_an_alert_that_says_a_share_gives_a_share(alert: dict[str, Any]) -> None:
    """Its value is that of the leftmost side, which for `limit > 0 and used / limit > 0.85` are the bytes of the limit."""
    node = promql.parse(alert["expr"])
    while str(getattr(node, "op", "/")) != "/":
        node = node.lhs
    assert isinstance(node, promql.BinaryExpr)


def test_every_worker_tells_what_it_does_and_no_table_is_named(told: str, figures: Figures) -> None:
    assert len(workers(told)) == 2
    assert re.search(r'harbormaster_entries_total\{kind="entry"\} [1-9]', told)
    assert 'harbormaster_refusals_total{code="stale"} 1.0' in told
    assert "harbormaster_open_streams 1.0" in told
    assert AGES.search(told)
    assert "harbormaster_fold_seconds_count 1.0" in told
    assert "harbormaster_ready 1.0" in told
    assert not re.search(r"/tables/[0-9A-Z]", told)
