"""A configured model is asked about a session once, within the cap; what it proposes waits under the run."""

import json
from typing import Any

import pytest

from phantasm.learning.spending import spent
from phantasm.runtime.consulting import propose
from tests.conftest import Project
from tests.unit.capabilities.embedding.servers import StandIn, as_json, serving
from tests.unit.capabilities.test_chat_servers import configured

SAID = "No, we use pnpm here and never npm, because the lockfile is pnpm's."
CLAIM = {
    "kind": "preference",
    "statement": "This project uses pnpm and never npm.",
    "turn": 1,
    "quote": "we use pnpm here and never npm",
}


def reply(*claims: object, **usage: int) -> Any:
    text = json.dumps({"claims": list(claims)})
    return lambda _: as_json({"choices": [{"message": {"content": text}}], "usage": usage})


def remember(project: Project, name: str, text: str = SAID) -> None:
    turns = [{"id": "1", "role": "user", "text": text, "at": "2026-10-20T10:00:00Z"}]
    project.get("session_append", session_id=name, turns=turns)
    project.get("session_end", session_id=name)


def ask(
    project: Project, server: StandIn, *sessions: str, run: str = "run_1", **chosen: Any
) -> dict[str, Any]:
    settings = configured("openai", server.url, **chosen)
    return propose(project.runtime, sessions, settings, run_id=run, read_variable=lambda _: None)


def spending(project: Project) -> tuple[int, int, int]:
    with project.runtime.environment.snapshot() as work:
        found = spent(work)
    return found.calls, found.cost, found.open


def test_suggests_under_the_run_and_asks_once(project: Project) -> None:
    remember(project, "one")
    with serving(reply(CLAIM, prompt_tokens=100, completion_tokens=10)) as server:
        assert ask(project, server, "one") == {"asked": 1, "proposed": 1}
        assert ask(project, server, "one", run="run_2") == {"asked": 0, "proposed": 0}
    assert len(server.seen) == 1
    assert spending(project) == (1, 0, 0)
    found = project.get("list", states=["suggested"])["records"]
    (made,) = [one for one in found if one["quality"]["source_type"] == "language_model"]
    assert made["statement"] == CLAIM["statement"]
    evidence = project.get("explain", id=made["id"])
    assert SAID in json.dumps(evidence)
    project.get("undo", profile="cli", session_id="run_1", reason="not wanted")
    left = project.get("list", states=["suggested"])["records"]
    assert made["id"] not in [one["id"] for one in left]


def test_nothing_is_asked_without_a_model(project: Project) -> None:
    remember(project, "one")
    found = propose(project.runtime, ["one"], configured(), run_id="run_1", read_variable=lambda _: None)
    assert found == {"asked": 0, "proposed": 0}
    assert spending(project) == (0, 0, 0)


def test_a_priced_model_needs_a_cap(project: Project) -> None:
    remember(project, "one")
    prices: dict[str, Any] = {"price_per_million_input": 1.0, "price_per_million_output": 2.0}
    with serving(reply(CLAIM, prompt_tokens=100, completion_tokens=10)) as server:
        assert ask(project, server, "one", **prices) == {
            "asked": 0,
            "proposed": 0,
            "ended": "the cap allows no further call",
        }
        assert server.seen == []
        assert ask(project, server, "one", spend_cap_dollars=1.0, **prices)["asked"] == 1
    assert spending(project) == (1, 120, 0)


def test_a_failure_ends_it_and_stays_booked(project: Project) -> None:
    remember(project, "one")
    remember(project, "two")
    with serving(lambda _: as_json({"error": "down"}, 500)) as server:
        found = ask(project, server, "one", "two")
    assert found["asked"] == 1
    assert "status 500" in found["failed"]
    assert spending(project) == (1, 0, 1)


@pytest.mark.parametrize("said", ["Sure, here you are", '{"claims": [{"kind": "x"}]}'])
def test_garbage_is_counted_and_not_kept(project: Project, said: str) -> None:
    remember(project, "one")
    with serving(lambda _: as_json({"choices": [{"message": {"content": said}}]})) as server:
        found = ask(project, server, "one")
    assert found["proposed"] == 0
    assert sum(found["dropped"].values()) == 1
