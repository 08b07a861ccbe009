"""`python -m tools.evaluation` does its job in a real process and leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.e2e.processes import TIMEOUT_SECONDS, Place
from tests.fixtures.commands import ROOT
from tests.unit.tools.evaluation.folders import document, write_case

CORPUS = [
    document("d1", "Ann: I moved to Rome.", group="S1", timestamp="1:56 pm on 8 May, 2023"),
    document("d2", "Bob: The soup was cold.", group="S1", timestamp="1:56 pm on 8 May, 2023"),
    document("d3", "Ann: I moved to Oslo.", group="S2", timestamp="9:00 am on 1 June, 2023"),
]
QUESTIONS = [document("q1", "cold soup", kind="plain"), document("q2", "moved to Oslo", kind="plain")]
JUDGED = [("q1", "d2", 1), ("q2", "d3", 1)]


def test_evaluates_folders_of_cases(place: Place, tmp_path: Path) -> None:
    for name in ("a", "b"):
        questions = [one | {"_id": f"{name}-{one['_id']}"} for one in QUESTIONS]
        judged = [(f"{name}-{question}", found, score) for question, found, score in JUDGED]
        write_case(tmp_path / "sets" / name, CORPUS, questions, judged)
    scratch, run = tmp_path / "scratch", tmp_path / "out.trec"
    scratch.mkdir()
    options = ("--run", run, "--jobs", "2", "--cache", tmp_path / "kept")
    arguments = ("retrieval", tmp_path / "sets", *options)
    ended = place.evaluate(*arguments, "--json", TMPDIR=str(scratch))
    assert ended.status == 0, ended.out + ended.err
    data = ended.json["data"]
    assert data["sets"][0]["tables"]["hybrid"]["all"]["MRR"] == 1
    assert data["runs"] == [str(run)]
    first = run.read_text(encoding="utf-8")
    assert {line.split()[0] for line in first.splitlines()} == {"a-q1", "a-q2", "b-q1", "b-q2"}
    assert not list(scratch.iterdir())
    kept = {path: path.read_bytes() for path in (tmp_path / "kept").rglob("*.vectors")}
    assert kept
    shown = place.evaluate(*arguments, TMPDIR=str(scratch))
    assert "plain" in shown.out
    assert shown.err == ""
    assert run.read_text(encoding="utf-8") == first
    assert {path: path.read_bytes() for path in (tmp_path / "kept").rglob("*.vectors")} == kept


def test_evaluates_vectors_of_another_width_and_depth(place: Place, tmp_path: Path) -> None:
    case = write_case(tmp_path / "case", CORPUS, QUESTIONS, JUDGED)
    asked = ("--dimensions", "64", "--layers", "0", "--arms", "dense", "--jobs", "1")
    shown = place.evaluate("retrieval", case, *asked, "--cache", tmp_path / "kept")
    assert shown.status == 0, shown.out + shown.err
    assert "dense, 64 numbers, 0 layers" in shown.out
    taken = {path.parent.name for path in (tmp_path / "kept").rglob("*.vectors")}
    assert taken == {"exit0-width64-document", "exit0-width64-query"}


def test_evaluates_contexts_of_folders_of_cases(place: Place, tmp_path: Path) -> None:
    answered = [one | {"metadata": {"kind": "plain", "answer": "cold soup in Oslo"}} for one in QUESTIONS]
    for name in ("a", "b"):
        write_case(tmp_path / "sets" / name, CORPUS, answered, JUDGED)
    scratch, out = tmp_path / "scratch", tmp_path / "out"
    scratch.mkdir()
    arguments = ("context", tmp_path / "sets", "--out", out, "--jobs", "2", "--budgets", "300,600")
    ended = place.evaluate(*arguments, "--json", TMPDIR=str(scratch))
    assert ended.status == 0, ended.out + ended.err
    data = ended.json["data"]
    assert data["files"] == [str(out / "a.jsonl"), str(out / "b.jsonl")]
    (found,) = data["sets"]
    assert (found["table"]["all"]["n"], found["table"]["all"]["mono"], found["over_budget"]) == (4, 1, 0)
    assert found["table"]["all"]["gold@600"] == 1
    rows = [json.loads(line) for line in (out / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["query_id"], row["budget"]) for row in rows] == [
        ("q1", 300),
        ("q1", 600),
        ("q2", 300),
        ("q2", 600),
    ]
    assert (out / "a.jsonl").read_bytes() == (out / "b.jsonl").read_bytes()
    assert not list(scratch.iterdir())
    shown = place.evaluate(*arguments, TMPDIR=str(scratch))
    assert "gold@300" in shown.out
    assert "questions over budget: 0" in shown.out
    assert shown.err == ""


def test_says_what_is_wrong_with_a_context(place: Place, tmp_path: Path) -> None:
    case = write_case(tmp_path / "case", CORPUS, QUESTIONS, JUDGED)
    assert "no numbers of tokens" in place.evaluate("context", case, "--budgets", "few").err
    assert place.evaluate("context", case, "--model", "abacus").status == 2
    small = place.evaluate("context", case, "--budgets", "1", "--jobs", "1")
    assert small.status == 2
    assert "compile was refused" in small.err


def test_takes_the_first_of_two_questions_with_one_id(place: Place, tmp_path: Path) -> None:
    again = document("q1", "something else", kind="other")
    case = write_case(tmp_path / "case", CORPUS, [*QUESTIONS, again], JUDGED)
    ended = place.evaluate("retrieval", case, "--arms", "lexical", "--jobs", "1", "--json")
    assert ended.status == 0, ended.out
    assert ended.json["data"]["questions"] == 2
    assert ended.json["data"]["repeated"] == [{"case": str(case), "questions": ["q1"]}]
    assert list(ended.json["data"]["sets"][0]["tables"]["lexical"]) == ["all", "plain"]
    shown = place.evaluate("context", case, "--budgets", "300", "--jobs", "1")
    assert (shown.status, "asks q1 more than once; the first counts" in shown.err) == (0, True), shown.err


def test_says_what_is_wrong(place: Place, tmp_path: Path) -> None:
    nothing = place.evaluate("retrieval", tmp_path)
    assert nothing.status == 4
    assert "there is no case in" in nothing.err
    case = write_case(tmp_path / "case", CORPUS, QUESTIONS, JUDGED)
    assert place.evaluate("retrieval", case, "--arms", "grep").status == 2
    wide = place.evaluate("retrieval", case, "--dimensions", "768", "--jobs", "1")
    assert wide.status == 2
    assert "phantasm-1 has no vectors of 768 numbers" in wide.err
    with (case / "corpus.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(CORPUS[0]) + "\n")
    twice = place.evaluate("retrieval", case)
    assert twice.status == 2
    assert "corpus.jsonl, line 4: has the _id of line 1: 'd1'" in twice.err
    (case / "queries.jsonl").unlink()
    (case / "corpus.jsonl").write_text("", encoding="utf-8")
    assert "has no queries.jsonl" in place.evaluate("retrieval", case).err


def test_an_interrupted_run_leaves_nothing_behind(tmp_path: Path) -> None:
    corpus = [document(f"d{number}", f"Ann: number {number}", group=f"S{number}") for number in range(2_000)]
    for name in ("a", "b"):
        write_case(tmp_path / "sets" / name, corpus, QUESTIONS)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        [
            "/usr/bin/env",
            f"TMPDIR={scratch}",
            sys.executable,
            "-m",
            "tools.evaluation",
            "retrieval",
            tmp_path / "sets",
            "--jobs",
            "2",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    )
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while len(list(scratch.glob("phantasm-eval-*/.phantasm/state/store.sqlite"))) < 2:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=TIMEOUT_SECONDS)
    assert (process.returncode, out) == (130, b"")
    assert not list(scratch.iterdir())


def test_keeps_the_figures_with_the_project(project_place: Place, tmp_path: Path) -> None:
    folder = tmp_path / "labelled"
    folder.mkdir()
    label = {"says": "We use PostgreSQL 16 for billing.", "kind": "fact", "stored": True}
    turn = {"role": "user", "text": "We use PostgreSQL 16 for billing.", "labels": [label]}
    (folder / "said.jsonl").write_text(json.dumps({"id": "d1", "turns": [turn]}), encoding="utf-8")
    for options in ((), ("--no-keep",), ()):
        assert project_place.evaluate("claims", folder, *options).status == 0
    request = {"api_version": "v1", "operation": "evaluations", "request_id": "1", "params": {}}
    request["client"] = {"profile": "claude_code"}
    runs = project_place.run("handle-request", json.dumps(request)).json["data"]["runs"]
    assert [run["measured"] for run in runs] == ["claims", "claims"]
    assert {figure["set"] for run in runs for figure in run["figures"]} == {"said"}
    kept = project_place.root / ".phantasm" / "state" / "evaluations.jsonl"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_the_command_names_where_it_has_gone(place: Place) -> None:
    ended = place.run("eval", "retrieval", "cases", "--arms", "lexical")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert ended.err.startswith("error: ")
    assert "python -m tools.evaluation" in ended.err
