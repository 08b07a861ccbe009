"""Servers that are configured and do not answer are named by doctor, health, jobs and the run that asked."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_server
from typing import Any

from tests.e2e.processes import Ended, Place
from tests.unit.capabilities.embedding import servers
from tests.unit.capabilities.embedding.servers import Asked, Reply, serving

SAID = {
    "id": "1",
    "role": "user",
    "text": "No, we use pnpm here and never npm.",
    "at": "2026-10-20T10:00:00Z",
}


def _configure(place: Place, text: str) -> None:
    (place.root / ".phantasm/phantasm.toml").write_text(f'version = "v1"\n{text}', encoding="utf-8")
    approved = place.type("config", "approve", answers=(("[y/N]", "y\n"),))
    assert approved.status == 0, approved.out


def _nobody() -> str:
    """Return where nobody listens."""
    with closing(create_server(("127.0.0.1", 0))) as listening:
        return f"http://127.0.0.1:{listening.getsockname()[1]}"


@contextmanager
def _silent() -> Iterator[str]:
    """Yield where connections are taken and nothing is ever answered."""
    with closing(create_server(("127.0.0.1", 0))) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def _findings(ended: Ended) -> dict[str, Any]:
    return {one["check"]: one for one in ended.json["data"]["findings"]}


def _files(root: Path) -> dict[Path, bytes]:
    """Return every file but the log, and what SQLite keeps beside a store that is read."""
    kept = (root / ".phantasm").rglob("*")
    return {
        path: path.read_bytes()
        for path in kept
        if path.is_file() and "logs" not in path.parts and not path.name.endswith(("-wal", "-shm", ".lock"))
    }


def test_doctor_and_health_tell_of_servers_that_are_down(project_place: Place) -> None:
    ollama, qdrant = _nobody(), _nobody()
    with _silent() as silent:
        _configure(
            project_place,
            f'[embedding]\nprovider = "ollama"\n[ollama]\nurl = "{ollama}"\n[qdrant]\nurl = "{qdrant}"\n'
            f'[llm]\nprovider = "ollama"\nurl = "{silent}"\nmodel = "some"\n',
        )
        before = _files(project_place.root)
        ended = project_place.run("doctor", "--json")
        assert _files(project_place.root) == before
    assert ended.status == 1
    found = _findings(ended)
    assert {found[name]["verdict"] for name in ("embedding", "language_model", "qdrant")} == {"attention"}
    assert "cannot be reached: Connection refused; without it only words are" in found["embedding"]["message"]
    assert "without it the embedded index answers" in found["qdrant"]["message"]
    assert "seconds; without it maintenance learns by its rules alone" in found["language_model"]["message"]
    assert all(found[name]["command"] for name in ("embedding", "language_model", "qdrant"))

    assert project_place.run("add", "--kind", "fact", "--text", "The port is 8080.").status == 0
    for _ in range(2):
        assert project_place.run("search", "port").status == 0
    before = _files(project_place.root)
    health = project_place.run("health", "--json").json["data"]
    assert _files(project_place.root) == before
    assert health["verdict"] == "attention"
    outages = {one["name"]: one.get("outage") for one in health["services"]}
    assert outages["embedding"]["failures"] == 2
    assert outages["embedding"]["since"] < outages["embedding"]["at"]
    assert "Connection refused" in outages["embedding"]["problem"]
    assert outages["language_model"] is None
    shown = project_place.run("health").out
    assert f"{outages['embedding']['at']}); without it only words are compared" in " ".join(shown.split())
    assert "; last failure: " in _findings(project_place.run("doctor", "--json"))["embedding"]["message"]


def test_an_outage_is_over_once_the_server_does_what_it_is_asked(project_place: Place) -> None:
    with serving(lambda _: servers.as_json({"error": "starting"}, 503)) as server:
        _configure(
            project_place,
            f'[embedding]\nprovider = "ollama"\n[ollama]\nurl = "{server.url}"\nmodel = "some"\n',
        )
        assert project_place.run("add", "--kind", "fact", "--text", "The port is 8080.").status == 0
        assert project_place.run("search", "port").status == 0
        assert project_place.run("health", "--json").json["data"]["verdict"] == "attention"
        server.answer = lambda asked: (
            servers.as_json({"models": [{"name": "some:latest", "digest": servers.DIGEST}]})
            if asked.method == "GET"
            else servers.ollama(asked)
        )
        answering = _findings(project_place.run("doctor", "--json"))["embedding"]
        assert answering["message"].startswith("answers now, but did not do what it was last asked")
        assert project_place.run("index", "build", client="scheduler").status == 0
        assert project_place.run("health", "--json").json["data"]["verdict"] == "ok"
        assert _findings(project_place.run("doctor", "--json"))["embedding"]["verdict"] == "ok"


def test_a_language_model_that_takes_too_long_shows_in_the_run_its_job_and_health(
    project_place: Place,
) -> None:
    over = threading.Event()

    def answer(asked: Asked) -> Reply:
        if asked.method == "POST":
            over.wait(30)
        return Reply()

    with serving(answer) as server:
        _configure(
            project_place,
            f'[llm]\nprovider = "ollama"\nurl = "{server.url}"\nmodel = "some"\ntimeout_seconds = 0.2\n',
        )
        project_place.run("call", "session_append", "session_id=one", f"turns={json.dumps([SAID])}")
        project_place.run("call", "session_end", "session_id=one")
        ended = project_place.run("maintenance", "run", "--now", "--json", client=None)
        over.set()
        (job,) = [one for one in ended.json["data"]["jobs"] if one["report"].get("warning")]
        assert (ended.status, job["state"]) == (0, "done")
        assert "took longer than 0.2 seconds" in job["report"]["warning"]
        assert job["report"]["consulted"]["asked"] == 1
        listed = project_place.run("maintenance", "jobs", "--json").json["data"]["jobs"]
        (kept,) = [one for one in listed if one["id"] == job["id"]]
        assert (kept["state"], "took longer than 0.2 seconds" in kept["reason"]) == ("done", True)
        assert "took longer than 0.2 seconds" in project_place.run("health").out
        told = _findings(project_place.run("doctor", "--json"))["language_model"]
        assert told["verdict"] == "attention"
        assert "took longer than 0.2 seconds" in told["message"]


def test_a_key_that_is_not_set_is_named(project_place: Place) -> None:
    _configure(
        project_place,
        f'[embedding]\nprovider = "openai"\nmodel = "some"\nurl = "{_nobody()}/v1"\n'
        'api_key_env = "NO_SUCH_KEY"\n',
    )
    for command in ("health", "doctor"):
        shown = project_place.run(command)
        assert "the environment variable NO_SUCH_KEY is not set" in " ".join(shown.out.split()), os.fspath(
            project_place.root
        )


def test_health_tells_of_a_qdrant_server_that_a_search_did_not_reach(project_place: Place) -> None:
    _configure(project_place, f'[qdrant]\nurl = "{_nobody()}"\n')
    assert project_place.run("health", "--json").json["data"]["verdict"] == "ok"
    assert project_place.run("add", "--kind", "fact", "--text", "The port is 8080.").status == 0
    assert project_place.run("search", "port").status == 0
    health = project_place.run("health", "--json").json["data"]
    ((reason,), (server,)) = health["attention"], health["services"]
    assert reason.endswith(f"(at {server['outage']['at']}); without it the embedded index answers")
    assert server["name"] == "qdrant"
