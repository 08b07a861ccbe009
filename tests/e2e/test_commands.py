"""Every command does its job in a real process, for people and for programs, and ends with its status."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from phantasm.contracts.errors import Code
from phantasm.surfaces.cli.app import app
from tests.e2e.processes import Ended, Place
from tests.fixtures.commands import PHANTASM


def _leaves(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, inner in getattr(command, "commands", {}).items():
        yield from _leaves(inner, (*path, name))
    yield path


COMMANDS = sorted(_leaves(typer.main.get_command(app)))
ENVELOPE = {
    "data",
    "notices",
    "operation",
    "provenance",
    "remediation",
    "request_id",
    "review_items",
    "status",
    "warnings",
}


def _add(place: Place, text: str, **options: str) -> str:
    arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
    ended = place.run("add", "--kind", "fact", "--text", text, *arguments, "--json")
    assert ended.status == 0, ended.err
    return str(ended.json["data"]["results"][0]["handle"])


def _error(ended: Ended, code: Code) -> None:
    """Check the three parts of an error for people: what happened, what to do, how to refer to it."""
    assert ended.err.startswith("error: "), ended.err
    assert re.search(rf"request \S+, code {code.value}", ended.err)
    assert ended.out == ""


def test_every_command_has_help_and_options_that_explain_themselves() -> None:
    for path in COMMANDS:
        command: Any = typer.main.get_command(app)
        for name in path:
            command = command.commands[name]
        assert command.help, path
        assert not command.hidden, path
        for parameter in command.params:
            assert parameter.help or parameter.name == "help", (path, parameter.name)


@pytest.mark.parametrize("path", [(), ("handle-request",), ("backup",), ("config", "set")], ids=" ".join)
def test_help_is_shown(place: Place, path: tuple[str, ...]) -> None:
    ended = place.run(*path, "--help", fresh=True)
    assert ended.status == 0
    assert "Usage: phantasm" in ended.out


def test_version_is_answered_both_ways(place: Place) -> None:
    assert (
        place.run("--version", fresh=True).out
        == place.run("-V", fresh=True).out
        == place.run("--project", ".", "-V", fresh=True).out
    )


def test_every_envelope_is_the_same(project_place: Place) -> None:
    handle = _add(project_place, "one", subject="a")
    backup_id = project_place.run("backup", "create", "--json").json["data"]["backup_id"]
    (project_place.root / "CLAUDE.md").write_text("# Rules\n\n- Use tabs.\n", encoding="utf-8")
    asked: list[tuple[str, ...]] = [
        ("bootstrap",),
        ("call", "describe", "target=list"),
        ("add", "--text", "two"),
        ("list",),
        ("show", handle),
        ("history", handle),
        ("why", handle),
        ("diff", "0"),
        ("undo", "--last", "--dry-run"),
        ("review", "--list"),
        ("conflicts",),
        ("tasks",),
        ("frame", "--moment", "wake"),
        ("profile",),
        ("export", "--dry-run"),
        ("import", "CLAUDE.md", "--dry-run"),
        ("status",),
        ("health",),
        ("doctor",),
        ("audit", "--verify"),
        ("backup", "list"),
        ("backup", "verify", backup_id),
        ("backup", "restore", backup_id, "--dry-run"),
        ("backup", "export", "--name", "bundle"),
        ("backup", "import", ".phantasm/state/backups/bundle.phantasm.zip", "--dry-run"),
        ("metrics",),
        ("config", "show"),
        ("config", "explain"),
        ("config", "set", "backup.keep", "7"),
        ("config", "validate"),
        ("uninstall", "--dry-run"),
    ]
    for arguments in asked:
        ended = project_place.run(*arguments, "--json")
        assert ended.status == 0, (arguments, ended.out, ended.err)
        assert set(ended.json) - {"fidelity", "preview"} == ENVELOPE, arguments
        assert ended.json["status"] == "ok"
        assert (
            ended.out
            == json.dumps(ended.json, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
        )
        human = project_place.run(*arguments)
        if arguments[:2] != ("backup", "export"):  # the name is taken now
            assert human.status == 0, (arguments, human.err)
            assert human.out, arguments


def test_records_are_added_listed_and_shown(project_place: Place) -> None:
    handle = _add(project_place, "The server listens on port 8400.", subject="api.port")
    _add(project_place, "hidden", sensitive="--review")  # two flags in one go
    listed = project_place.run("list", "--kind", "fact", "--limit", "5")
    assert re.search(rf"{handle}\s+fact\s+live\s+api.port\s+The server listens", listed.out)
    assert "1 of 1 records" in listed.out
    everything = project_place.run("list", "--all", "--json").json["data"]
    assert everything["withheld"] == 1
    assert "port 8400" in project_place.run("show", handle).out
    assert "create" in project_place.run("history", handle).out


def test_statement_comes_from_stdin(project_place: Place) -> None:
    assert project_place.run("add", text="Größe → 日本\n".encode()).status == 0
    assert "Größe → 日本" in project_place.run("list").out
    for blank in ("", "\n", "   \n", "\u200b\u2060"):
        wrong = project_place.run("add", text=blank.encode())
        assert wrong.status == 2
        _error(wrong, Code.INVALID_PARAMS)
    wrong = project_place.run("add", text=b"\xff")
    assert wrong.status == 2
    _error(wrong, Code.INVALID_PARAMS)


def test_payload_needs_no_statement(project_place: Place) -> None:
    assert project_place.run("add", "--kind", "task", "--payload", '{"title": "Do it"}').status == 0
    assert "Do it" in project_place.run("list").out
    assert project_place.run("add", "--payload", "{").status == 2


def test_call_reads_values_as_json_or_text(project_place: Place) -> None:
    arguments = (
        "record_kind=fact",
        "statement=12 = a dozen",
        "quality.confidence=0.25",
        'payload={"n": [1]}',
    )
    ended = project_place.run("call", "ingest", *arguments, "--json", "--idempotency-key", "once")
    handle = ended.json["data"]["results"][0]["handle"]
    record = project_place.run("show", handle, "--json").json["data"]["records"][0]
    assert (record["quality"]["confidence"], record["payload"]) == (0.25, {"n": [1]})
    assert record["statement"] == "12 = a dozen"
    again = project_place.run("call", "ingest", *arguments, "--json", "--idempotency-key", "once")
    assert again.json["replayed"] is True


def test_call_takes_values_as_the_operation_does(project_place: Place) -> None:
    for port in (8400, 8401):
        _add(project_place, f"The server listens on port {port}.", subject=f"port.{port}")
    words = ("query=8400", "arms=lexical", "states=live", "states=superseded", "limit=1")
    first = project_place.run("call", "search", *words)
    assert "port 8400" in first.out, first.err
    page = project_place.run("call", "list", "limit=1")
    assert "there is more: cursor=" in page.out
    cursor = page.out.rpartition("there is more: ")[2].strip()
    rest = project_place.run("call", "list", "limit=1", cursor)
    assert rest.status == 0, rest.err
    assert "there is more" not in rest.out
    refused = project_place.run("call", "list", "limit=many")
    _error(refused, Code.INVALID_PARAMS)
    assert "limit is a whole number, not 'many'" in refused.err


def test_past_is_shown_and_taken_back(project_place: Place) -> None:
    handle = _add(project_place, "The server listens on port 8400.", subject="api.port")
    before = project_place.run("audit", "--json").json["data"]["entries"][0]["occurred_at"]
    project_place.run("call", "revise", f"id={handle}", "statement=The server listens on port 8500.")
    assert "8400" in project_place.run("list", "--known-at", before).out
    assert "8500" in project_place.run("list").out
    assert "8500" not in project_place.run("history", handle, "--known-at", before).out
    assert "[-8400-]{+8500+}." in project_place.run("diff", "1").out
    assert "withdrawn on" in project_place.run("why", handle).out.lower()
    undone = project_place.run("undo", "--last", "--reason", "a slip")
    assert undone.status == 0
    assert "8400" in project_place.run("list").out
    back = re.search(r"phantasm undo (op_\w+)", undone.err)
    assert back is not None
    assert project_place.run("undo", back[1]).status == 0
    assert "8500" in project_place.run("list").out


def test_work_is_added_ordered_and_finished(project_place: Place) -> None:
    def added(*arguments: str) -> str:
        ended = project_place.run("tasks", "add", *arguments, "--json")
        return str(ended.json["data"]["results"][0]["handle"])

    first = added("Add health checks.", "--due", "2031-01-02", "--owner", "sarah")
    second = added("Switch the traffic.", "--depends-on", first)
    shown = project_place.run("tasks").out
    assert re.search(rf"ready\n.*\n{first}.*2031-01-02 +sarah", shown)
    assert re.search(rf"blocked\n.*\n{second}.* {first}", shown)
    framed = project_place.run("frame").out
    assert f"next: (tool) Begin with “Add health checks” [m:{first}]." in framed
    assert f"“Switch the traffic” [m:{second}] waits." in framed
    assert "revised" in project_place.run("tasks", "done", first).out
    shown = project_place.run("tasks").out
    assert re.search(rf"ready\n.*\n{second}", shown)
    assert "Add health checks." not in shown
    finished = project_place.run("tasks", "--status", "done", "--json").json["data"]["items"]
    assert [(item["owner"], item["due"]) for item in finished] == [("sarah", "2031-01-02")]


def test_memory_travels_as_text(project_place: Place) -> None:
    _add(project_place, "The server listens on port 8400.", subject="api.port")
    assert "written  yes" in project_place.run("export").out
    file = project_place.root / ".phantasm" / "memory.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace("8400", "8500"), encoding="utf-8")
    assert re.search(r"updated +1", project_place.run("import", file, "--dry-run").out)
    assert "8400" in project_place.run("list").out
    project_place.run("import", file)
    assert "8500" in project_place.run("list").out
    assert "8500" in (project_place.root / _page(project_place)).read_text(encoding="utf-8")
    (project_place.root / "CLAUDE.md").write_text("# Rules\n\n- Never push to main.\n", encoding="utf-8")
    suggested = project_place.run("import", "CLAUDE.md")
    assert re.search(r"suggested +1", suggested.out)
    assert "phantasm review" in suggested.err


def _page(place: Place) -> str:
    return str(place.run("export", "memory.md", "--json").json["data"]["path"])


def test_dry_run_says_so_and_changes_nothing(project_place: Place) -> None:
    ended = project_place.run("add", "--text", "x", "--dry-run")
    assert "dry run: nothing was changed" in ended.out
    assert project_place.run("list", "--json").json["data"]["total"] == 0


def test_errors_say_what_happened_what_to_do_and_where(project_place: Place) -> None:
    _add(project_place, "one", subject="a")
    taken = project_place.run("add", "--kind", "fact", "--subject", "a", "--text", "it's two")
    assert taken.status == 4
    _error(taken, Code.SUBJECT_EXISTS)
    runnable = re.search(r"^ +(phantasm handle-request .*)$", taken.err, re.MULTILINE)
    assert runnable is not None
    command = runnable[1].replace("phantasm", "exec phantasm", 1)
    path = os.pathsep.join([str(PHANTASM.parent), os.defpath])
    revised = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=project_place.root,
        env={"PATH": path, "PHANTASM_HOME": str(project_place.home)},
        capture_output=True,
        check=True,
    )
    assert json.loads(revised.stdout)["data"]["outcome"] == "revised"


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (("show", "nothing0"), 4, Code.NOT_FOUND),
        (("call", "lsit"), 2, Code.UNKNOWN_OPERATION),
        (("call", "list", "wrong"), 2, Code.INVALID_PARAMS),
        (("call", "list", "limit=0"), 2, Code.INVALID_PARAMS),
        (("call", "list", "a=1", "a.b=1"), 2, Code.INVALID_PARAMS),
        (("list", "--kind", "factt"), 2, Code.INVALID_PARAMS),
        (("add", "--text", "   "), 2, Code.INVALID_PARAMS),
        (("add", "--text", "\u200b\u2060"), 2, Code.INVALID_PARAMS),
        (("backup", "restore", "nothing"), 4, Code.NOT_FOUND),
        (("backup", "import", "/etc/hostname"), 3, Code.PATH_OUTSIDE_PROJECT),
        (("config", "explain", "backup.keeep"), 2, Code.INVALID_PARAMS),
        (("config", "set", "backup.keep", "many"), 2, Code.CONFIG_INVALID),
        (("why", "nothing0"), 4, Code.NOT_FOUND),
        (("undo", "op_nothing"), 4, Code.NOT_FOUND),
        (("undo",), 2, Code.INVALID_PARAMS),
        (("undo", "--last", "op_nothing"), 2, Code.INVALID_PARAMS),
        (("diff", "never"), 4, Code.NOT_FOUND),
        (("list", "--as-of", "never"), 2, Code.INVALID_PARAMS),
        (("tasks", "add", "x", "--due", "soon"), 2, Code.INVALID_PARAMS),
        (("tasks", "done", "nothing0"), 4, Code.NOT_FOUND),
        (("import", "nothing.jsonl"), 4, Code.NOT_FOUND),
        (("export", "../outside.jsonl"), 3, Code.PATH_OUTSIDE_PROJECT),
        (("config", "approve"), 3, Code.CONFIRMATION_REQUIRED),
        (("uninstall",), 3, Code.CONFIRMATION_REQUIRED),
        (("uninstall", "--confirm", "other"), 3, Code.CONFIRMATION_MISMATCH),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_failures_end_with_the_status_of_their_code(
    project_place: Place, arguments: tuple[str, ...], status: int, code: Code
) -> None:
    ended = project_place.run(*arguments, "--json")
    assert (ended.status, ended.json["error"]["code"]) == (status, code.value)


def test_without_a_project_every_command_says_what_to_do(place: Place) -> None:
    for arguments in (
        ("list",),
        ("status",),
        ("config", "show"),
        ("backup", "create"),
        ("backup", "import", "x"),
    ):
        ended = place.run(*arguments)
        assert ended.status == 5, arguments
        assert "phantasm bootstrap" in ended.err


def test_project_option_works_from_elsewhere(project_place: Place) -> None:
    _add(project_place, "here")
    ended = project_place.run("--project", project_place.root, "list", "--json", HOME="/")
    assert ended.json["data"]["total"] == 1


def test_broken_chain_ends_with_an_error_status(project_place: Place) -> None:
    import sqlite3  # noqa: PLC0415  this test plays somebody who tampers

    _add(project_place, "one")
    with sqlite3.connect(project_place.root / ".phantasm" / "state" / "store.sqlite") as store:
        store.execute("UPDATE operations SET actor = 'somebody else'")
    store.close()
    ended = project_place.run("audit", "--verify")
    assert ended.status == 5
    assert "chain: broken" in ended.out


def test_doctor_says_how_bad_it_is(project_place: Place) -> None:
    project_place.run("config", "set", "security.redact_secrets", "false")
    attention = project_place.run("doctor", "--json")
    assert (attention.status, attention.json["data"]["verdict"]) == (1, "attention")
    project_place.run("config", "set", "security.redact_secrets", "true")
    _add(project_place, "one")
    project_place.run("backup", "create")
    assert project_place.run("doctor", "--deep").status == 0
    store = project_place.root / ".phantasm" / "state" / "store.sqlite"
    store.write_bytes(b"this is no database" * 1000)
    corrupt = project_place.run("doctor")
    assert corrupt.status == 5
    assert "verdict: corrupt" in corrupt.out
    assert "phantasm doctor --fix" in corrupt.err
    assert project_place.run("list", "--json").json["error"]["code"] == "store_corrupt"
    fixed = project_place.run("doctor", "--fix", "--json")
    assert fixed.status in {0, 1}, fixed.out
    assert fixed.json["data"]["steps"]
    assert project_place.run("list", "--json").json["data"]["total"] == 1


def test_config_is_changed_and_explained(project_place: Place) -> None:
    assert project_place.run("config", "set", "telemetry.files", "3").status == 0
    assert re.search(r"telemetry.files +3", project_place.run("config", "show").out)
    assert "default 5" in project_place.run("config", "explain", "telemetry.files").out
    held = project_place.run("config", "set", "security.redact_secrets", "false")
    assert "security.redact_secrets" in held.out
    assert "config approve" in held.out
    assert re.search(r"security.redact_secrets +true", project_place.run("config", "show").out)
    assert "security.redact_secrets" in project_place.run("status").out


def test_uninstall_leaves_no_trace(project_place: Place) -> None:
    (project_place.root / "kept.txt").write_text("mine", encoding="utf-8")
    assert project_place.run("uninstall", "--confirm", "project").status == 0
    assert [path.name for path in project_place.root.iterdir()] == ["kept.txt"]


def test_hostile_text_reaches_no_terminal(project_place: Place) -> None:
    hostile = "\x1b[31mred\x1b]0;title\x07\x1b]52;c;aGk=\x1b\\ [bold]x[/bold] \x9b2J\u202eback\r\nnext\x08"
    ended = project_place.run("add", "--kind", "fact", "--subject", "s\x1b[2J", "--text", hostile, "--json")
    handle = ended.json["data"]["results"][0]["handle"]
    for arguments in (
        ("list",),
        ("show", handle),
        ("history", handle),
        ("why", handle),
        ("diff", "0"),
        ("call", "inspect", f'ids=["{handle}"]'),
    ):
        shown = project_place.run(*arguments)
        assert "[bold]x[/bold]" in shown.out
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", shown.out), (arguments, shown.out)
    missing = project_place.run("show", "\x1b[31mx")
    assert "\x1b" not in missing.err


def test_output_is_plain_in_a_pipe(project_place: Place) -> None:
    _add(project_place, "one")
    narrow, wide = (
        project_place.run("list", COLUMNS="40"),
        project_place.run("list", COLUMNS="400", FORCE="1"),
    )
    assert narrow.out == wide.out
    assert "\x1b" not in narrow.out


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0", "LC_ALL": "POSIX"}]
)
def test_letters_survive_a_narrow_locale(project_place: Place, locale: dict[str, Any]) -> None:
    _add(project_place, "Größe → 日本", subject="größe")
    assert project_place.run("list", **locale).status == 0
    as_json = project_place.run("list", "--json", **locale)
    assert as_json.json["data"]["records"][0]["statement"] == "Größe → 日本"


def test_closed_pipe_is_silent(project_place: Place) -> None:
    for arguments in (
        ["call", "describe"],
        ["call", "describe", "--json"],
        ["handle-request", '{"operation": "describe"}'],
    ):
        reader, writer = os.pipe()
        os.close(reader)
        with project_place.start(*arguments, stdout=writer, stderr=subprocess.PIPE) as process:
            os.close(writer)
            assert process.stderr is not None
            assert process.stderr.read() == b""
            assert process.wait(timeout=30) == 1


def test_closed_standard_files_do_no_harm(project_place: Place) -> None:
    for command in (f"{PHANTASM} list", f'{PHANTASM} handle-request \'{{"operation": "templates"}}\''):
        shell = ["/bin/sh", "-c", f"{command} <&- >&- 2>&-"]
        variables = {"PHANTASM_HOME": str(project_place.home)}
        assert subprocess.run(shell, cwd=project_place.root, check=False, env=variables).returncode == 0


def test_interrupt_ends_without_a_traceback(project_place: Place) -> None:
    for arguments in (["handle-request", "--stream"], ["add"]):
        with project_place.start(
            *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            if arguments[0] == "handle-request":
                process.stdin.write(b"x\n")
                process.stdin.flush()
                process.stdout.readline()  # now it waits for the next line
            else:
                _wait_for_reading(process.pid)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=30) == 130
            assert b"Traceback" not in process.stderr.read()


def _wait_for_reading(pid: int) -> None:
    """Wait until a process sleeps in a read of stdin: Ctrl-C then is the person's, not the start-up's."""
    import time  # noqa: PLC0415  only here

    for _ in range(600):
        time.sleep(0.05)
        try:
            with open(f"/proc/{pid}/syscall", encoding="ascii") as file:  # noqa: PTH123  no regular file
                if file.read().startswith("0 0x0 "):
                    return
        except PermissionError:
            pass


def test_completion_knows_commands_operations_and_kinds(place: Place) -> None:
    def complete(words: str) -> list[str]:
        count = str(len(words.split(" ")) - 1)
        ended = place.run(_PHANTASM_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=count)
        return ended.out.split()

    assert "handle-request" in complete("phantasm h")
    assert complete("phantasm backup re") == ["restore"]
    assert "ingest" in complete("phantasm call in")
    assert "tombstone" in complete("phantasm call to")
    assert complete("phantasm add --kind dec") == ["decision"]
    script = place.run("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "_PHANTASM_COMPLETE" in script.out
