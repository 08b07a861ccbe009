"""What is compiled pipes to the byte, explains itself, and is replayed after memory has moved on."""

import hashlib
import json
import re
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.processes import Ended, Place

TASK = "where are invoices stored?"
SAID = "Invoices are stored in PostgreSQL, because of the reports."
BROKE = "The invoices page broke"
SEEN = f"{BROKE}. After PostgreSQL was restarted, the invoices came back."


@pytest.fixture(scope="module")
def remembered(tmp_path_factory: pytest.TempPathFactory, bootstrapped: Path) -> Path:
    """Return a project with a record and evidence about invoices, and a record about else; for copying."""
    made = Place(tmp_path_factory.mktemp("remembered"))
    shutil.copytree(bootstrapped, made.root, dirs_exist_ok=True)
    made.trust()
    for text in (SAID, "The office plants are watered on Mondays."):
        assert made.run("add", "--kind", "fact", "--text", text).status == 0
    evidence = json.dumps([{"text": SEEN, "origin": "user", "source": "chat"}])
    assert made.run("call", "ingest", f"evidence={evidence}").status == 0
    return made.root


@pytest.fixture
def memory(place: Place, remembered: Path) -> Place:
    """Return such a project of the test's own."""
    shutil.copytree(remembered, place.root, dirs_exist_ok=True)
    place.trust()
    return place


def _compile(place: Place, *arguments: str, **more: Any) -> Ended:
    ended = place.run("compile", *arguments, **more)
    assert ended.status == 0, ended.err
    return ended


def _handle(place: Place, mark: str) -> str:
    found = re.search(rf"\[({mark}:[0-9a-z]{{8}})\]", _compile(place, TASK).out)
    assert found is not None
    return found[1]


def test_prints_the_text_to_the_byte(memory: Place) -> None:
    text = _compile(memory, TASK).out
    answer = _compile(memory, TASK, "--json").json["data"]
    assert text == answer["text"]
    assert hashlib.sha256(text.encode()).hexdigest() == answer["manifest"]["hash"]
    assert SAID in text
    assert "\x1b" not in text


def test_takes_a_task_in_many_words_or_from_stdin(memory: Place) -> None:
    text = _compile(memory, TASK).out
    assert _compile(memory, *TASK.split()).out == text
    assert _compile(memory, "-", text=TASK.encode()).out == text
    assert memory.run("compile", "-", text=b"\xff").status == 2


def test_compiles_what_stands_without_a_task(memory: Place) -> None:
    assert memory.run("add", "--kind", "constraint", "--text", "Never log amounts.").status == 0
    assert _compile(memory, "--json").json["data"]["match"] == "standing"


def test_passes_every_option_on(memory: Place) -> None:
    small = _compile(memory, TASK, "--budget", "600", "--model", "plain", "--handles", "none", "--json")
    data = small.json["data"]
    assert (data["token_budget"], data["model"], data["format"]) == (600, "plain", "text")
    assert "[m:" not in data["text"]
    marked = _compile(memory, TASK, "--format", "markdown", "--hook", "--characters", "5000", "--json")
    assert (marked.json["data"]["format"], marked.json["data"]["token_budget"]) == ("markdown", 2400)
    assert SAID not in _compile(memory, TASK, "--tier", "evidence").out
    filters = ("--kind", "fact", "--origin", "agent", "--scope", "project", "--min-confidence", "0.1")
    times = ("--since", "2020-01-01", "--until", "2100-01-01", "--as-of", "2100-01-01", "--now", "2100-01-02")
    others = ("--everywhere", "--nearest", "--focus", "invoices.*")
    assert SAID in _compile(memory, TASK, *filters, *times, *others).out
    assert SAID not in _compile(memory, TASK, "--known-at", "2020-01-01").out


def test_says_which_budget_would_do(memory: Place) -> None:
    refused = memory.run("compile", TASK, "--budget", "1")
    assert (refused.out, refused.status) == ("", 2)
    least = re.search(r"expected: at least (\d+)", refused.err)
    assert least is not None, refused.err
    assert _compile(memory, TASK, "--budget", least[1]).out


def test_explains_each_line(memory: Place) -> None:
    shown = _compile(memory, TASK, "--explain").out
    handle = _handle(memory, "m")
    assert re.search(rf"^{handle}  \w+ +\d+ +\d\.\d\d  .+\n  Invoices are stored", shown, re.MULTILINE)
    assert "tokens, " in shown
    assert re.search(r"^(strong|weak) match", shown, re.MULTILINE)


def test_says_how_much_is_unchanged(memory: Place) -> None:
    _compile(memory, TASK, "--manifest", "last.json")
    path = memory.root / "last.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = _compile(memory, TASK, "--previous", "last.json", "--manifest", "last.json", "--json")
    assert again.json["data"]["unchanged"]["bytes"] == len(again.json["data"]["text"].encode())
    assert (
        "unchanged since the previous one"
        in _compile(memory, TASK, "--previous", "last.json", "--explain").out
    )
    refused = memory.run("compile", TASK, "--previous", "missing.json")
    assert (refused.status, refused.out) == (2, "")


def test_replays_to_the_byte_after_memory_has_moved_on(memory: Place) -> None:
    text = _compile(memory, TASK, "--manifest", "last.json").out
    assert memory.run("add", "--kind", "fact", "--text", "Invoices are also stored on paper.").status == 0
    assert _compile(memory, TASK).out != text
    replayed = memory.run("replay", "last.json")
    assert (replayed.status, replayed.out, replayed.err) == (0, text, "")
    manifest = (memory.root / "last.json").read_bytes()
    assert memory.run("replay", "-", text=manifest).out == text
    assert memory.run("replay", "last.json", "--json").json["data"]["identical"] is True


def test_says_what_was_erased_since(memory: Place) -> None:
    text = _compile(memory, TASK, "--manifest", "last.json").out
    assert BROKE in text
    forgotten = memory.run("call", "set_state", f'ids=["{_handle(memory, "e")}"]', "action=tombstone")
    assert forgotten.status == 0, forgotten.err
    replayed = memory.run("replay", "last.json")
    assert replayed.status == 1
    assert BROKE not in replayed.out
    assert re.search(r"warning: ev_[0-9a-f]{32} is missing: erased", replayed.err)
    assert memory.run("replay", "last.json", "--json").status == 1
    assert BROKE not in _compile(memory, TASK).out


def test_refuses_to_replay_what_is_no_manifest(memory: Place) -> None:
    (memory.root / "other.json").write_text("{}")
    refused = memory.run("replay", "other.json")
    assert (refused.status, refused.out) == (2, "")
    assert "phantasm compile --manifest" in refused.err


def test_says_why_what_is_cited_is_there(memory: Place) -> None:
    _compile(memory, TASK, "--manifest", "last.json")
    for mark, says in (("m", "It is held."), ("e", "A person said it (chat)")):
        shown = memory.run("why", f"[{_handle(memory, mark)}]", "--manifest", "last.json")
        assert shown.status == 0, shown.err
        assert says in shown.out
        assert re.search(r"  line \d+ of \d+: \d+ tokens", shown.out)
    ranked = memory.run("why", _handle(memory, "m"), "--query", TASK)
    assert re.search(r"It is number \d of \d", ranked.out)


def test_leaves_a_prompt_its_line_on_a_terminal(memory: Place) -> None:
    shown = memory.type("compile", TASK).out
    assert SAID in shown
    assert shown.endswith("\n")


def test_ends_quietly_when_the_reader_goes_away(memory: Place) -> None:
    process = memory.start("compile", TASK, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process.stderr as errors:
        assert errors.read() == b""
    assert process.wait() == 1
