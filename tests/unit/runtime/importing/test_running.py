"""Transcripts come in once, however often and in whatever pieces they are handed over."""

import json
import os
import random
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.importing.running import Wanted, import_sessions, surroundings
from phantasm.storage.inspection import reader
from tests.conftest import Project
from tests.fixtures import transcripts
from tests.fixtures.projects import lay_out_state
from tools.evaluation.digest import differences, held

OLD = datetime(2026, 10, 1, 11, tzinfo=UTC).timestamp()
"""When the last of the story was written down; long before the project's clock."""


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return somebody's home folder."""
    return tmp_path_factory.mktemp("somebody")


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Yield another project, to compare with."""
    root = tmp_path_factory.mktemp("other")
    lay_out_state(Paths(root))
    made = Project(root)
    yield made
    made.runtime.close()


def run(project: Project, home: Path, wanted: Wanted = Wanted()) -> dict[str, Any]:  # noqa: B008  frozen
    """Import into a project."""

    def ask(operation: str, params: Any) -> Response:
        return project.runtime.handle(project.request(operation, **params))

    around = surroundings(project.runtime.environment, home, lambda _: None)
    return import_sessions(wanted, around, ask)


def write(path: Path, data: bytes, *, modified: float = OLD) -> Path:
    """Write a transcript that was last changed at a moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (modified, modified))
    return path


def state(project: Project) -> Any:
    """Return what a project holds."""
    environment = project.runtime.environment
    with environment.database.read() as (connection, head):
        return held(reader(connection, head), environment.blobs)


def of_all_clients(folder: Path, root: Path) -> list[Path]:
    """Write the story of every client."""
    return [
        write(folder / "claude.jsonl", transcripts.claude_code("of-claude", root)),
        write(folder / "rollout-1.jsonl", transcripts.codex("of-codex", root)),
        write(folder / "chats" / "session-1.jsonl", transcripts.gemini("of-gemini", root)),
        write(folder / "agent-transcripts" / "of-cursor.jsonl", transcripts.cursor()),
        write(folder / "chat.md", transcripts.markdown()),
        write(folder / "own.jsonl", transcripts.generic("of-own")),
        write(folder / "run.traj", transcripts.swe_agent()),
    ]


def test_sessions_of_all_clients_become_episodes(project: Project, home: Path) -> None:
    of_all_clients(home / "files", project.root)
    told = run(project, home, Wanted(paths=(home / "files",)))
    assert told["files"] == {"read": 7}
    assert (told["sessions"], sum(told["episodes"].values()), told["left_open"]) == (7, 7, 0)
    assert told["problems"] == []
    found = project.get("episodes", limit=50)["episodes"]
    outcomes = {one["session"]["client"]: one["session"]["outcome"] for one in found}
    assert outcomes["claude_code"] == outcomes["codex"] == outcomes["gemini"] == "success"
    commands = {one["command"] for one in found[0]["episode"]["commands"]}
    assert "TZ=UTC pytest tests/test_upload.py" in commands


def test_importing_again_changes_nothing(project: Project, home: Path) -> None:
    of_all_clients(home / "files", project.root)
    wanted = Wanted(paths=(home / "files",))
    run(project, home, wanted)
    first = state(project)
    for _ in range(3):
        told = run(project, home, wanted)
        assert told["files"] == {"unchanged": 7}
    again = run(project, home, Wanted(paths=(home / "files",), again=True))
    assert (again["files"], again["turns"].get("added", 0)) == ({"read": 7}, 0)
    assert differences(first, state(project)) == differences(first, first)


@pytest.mark.parametrize("seed", range(5))
def test_slices_in_any_order_are_the_same_sessions(
    project: Project, other: Project, home: Path, seed: int
) -> None:
    """Files that grow by random pieces, in random order, come to what they are when read at once."""
    whole = of_all_clients(home / "whole", Path("/work/engine"))
    run(project, home, Wanted(paths=(home / "whole",)))
    choice = random.Random(seed)
    left = {}
    for path in whole:
        data = path.read_bytes()
        cuts = sorted(choice.sample(range(1, len(data)), 3))
        # A document is rewritten as a whole; in the middle of that it says nothing.
        left[path] = [*([] if path.suffix == ".traj" else [data[:cut] for cut in cuts]), data]
    while left:
        path = choice.choice(sorted(left))
        target = home / "grown" / path.relative_to(home / "whole")
        data = left[path].pop(0)
        # While it grows somebody has just written to it.
        write(target, data, modified=OLD if not left[path] else OLD + 10**7)
        if not left[path]:
            del left[path]
        run(other, home, Wanted(paths=(target,)))
    one, two = state(project), state(other)
    assert one.digest == two.digest, json.dumps(differences(one, two), indent=1)


def test_a_file_that_was_replaced_is_read_from_its_beginning(project: Project, home: Path) -> None:
    path = write(home / "a.jsonl", transcripts.claude_code("first", project.root))
    run(project, home, Wanted(paths=(path,)))
    write(path, transcripts.claude_code("second-session", project.root))
    run(project, home, Wanted(paths=(path,)))
    write(path, transcripts.claude_code("3", project.root, story=transcripts.STORY[:1]))
    run(project, home, Wanted(paths=(path,)))
    assert {one["id"] for one in project.get("sessions")["sessions"]} == {"first", "second-session", "3"}


def test_an_import_that_is_stopped_goes_on(project: Project, other: Project, home: Path) -> None:
    story = transcripts.STORY * 120
    path = write(home / "long.jsonl", transcripts.claude_code("long", "/work/engine", story=story))
    once = run(project, home, Wanted(paths=(path,)))
    assert (once["turns"], once["skipped_lines"]) == ({"added": len(story) * 5}, {})
    asked: list[str] = []

    def ask(operation: str, params: Any) -> Response:
        asked.append(operation)
        if asked.count("session_append") == 2:
            raise KeyboardInterrupt
        return other.runtime.handle(other.request(operation, **params))

    around = surroundings(other.runtime.environment, home, lambda _: None)
    with pytest.raises(KeyboardInterrupt):
        import_sessions(Wanted(paths=(path,)), around, ask)
    (noted,) = other.get("transcripts")["transcripts"]
    assert 0 < noted["resume"] < path.stat().st_size
    told = run(other, home, Wanted(paths=(path,)))
    assert told["bytes"] == path.stat().st_size - noted["resume"]
    assert state(project).digest == state(other).digest


def test_only_this_projects_transcripts_are_taken(project: Project, home: Path) -> None:
    kept = home / ".claude" / "projects"
    write(kept / "-ours" / "1.jsonl", transcripts.claude_code("ours", project.root))
    write(kept / "-below" / "1.jsonl", transcripts.claude_code("below", project.root / "src"))
    write(kept / "-other" / "1.jsonl", transcripts.claude_code("theirs", "/work/other"))
    day = home / ".codex" / "sessions" / "2026" / "10" / "01"
    write(day / "rollout-2026-10-01-x.jsonl", transcripts.codex("ours-too", project.root))
    told = run(project, home)
    assert told["files"] == {"of another project": 1, "read": 3}
    assert {one["id"] for one in project.get("sessions")["sessions"]} == {"ours", "below", "ours-too"}
    assert run(project, home, Wanted(client="codex"))["files"] == {"unchanged": 1}
    everything = run(project, home, Wanted(every_project=True))
    assert everything["files"] == {"read": 1, "unchanged": 3}


def test_links_and_what_is_no_transcript_are_left(project: Project, home: Path, tmp_path: Path) -> None:
    kept = home / ".claude" / "projects" / "-ours"
    outside = write(tmp_path / "outside" / "1.jsonl", transcripts.claude_code("outside", project.root))
    kept.mkdir(parents=True)
    (kept / "linked.jsonl").symlink_to(outside)
    (kept / "folder").symlink_to(outside.parent)
    os.mkfifo(kept / "pipe.jsonl")
    (kept / "notes.jsonl").write_bytes(b"nothing\xff that anybody wrote\n")
    told = run(project, home)
    assert told["sessions"] == 0
    assert outside.stat().st_mtime == OLD


def test_a_session_that_goes_on_stays_open(project: Project, home: Path) -> None:
    just_now = datetime(2026, 11, 1, 11, 50, tzinfo=UTC)
    shift = just_now - transcripts.BEGAN
    data = transcripts.generic("live").decode()
    for minutes in range(23):
        moment = transcripts.BEGAN + timedelta(minutes=minutes)
        data = data.replace(transcripts.at(minutes), (moment + shift).isoformat())
    path = write(home / "live.jsonl", data.encode(), modified=just_now.timestamp())
    told = run(project, home, Wanted(paths=(path,)))
    assert (told["episodes"], told["left_open"]) == ({}, 1)
    (session,) = project.get("sessions", state="open")["sessions"]
    assert session["id"] == "live"


def test_what_a_response_took_is_counted_once(project: Project, home: Path) -> None:
    """A file that is read in the middle of a response repeats there what the response took."""
    data = transcripts.claude_code("s", project.root)
    lines = data.splitlines(keepends=True)
    path = home / "s.jsonl"
    for count in range(1, len(lines) + 1):
        write(path, b"".join(lines[:count]), modified=OLD + 10**7)
        run(project, home, Wanted(paths=(path,)))
    write(path, data)
    run(project, home, Wanted(paths=(path,)))
    (found,) = project.get("episodes")["episodes"]
    assert found["episode"]["spent"]["output_tokens"] == 100 + 101 + 102


def test_a_dry_run_writes_nothing(project: Project, home: Path) -> None:
    of_all_clients(home / "files", project.root)
    told = run(project, home, Wanted(paths=(home / "files",), dry_run=True))
    assert (told["files"], told["sessions"]) == ({"read": 7}, 7)
    assert project.get("sessions")["sessions"] == project.get("transcripts")["transcripts"] == []


def test_lines_that_say_nothing_are_counted(project: Project, home: Path) -> None:
    data = transcripts.claude_code("s", project.root)
    path = write(home / "s.jsonl", b"{not json\n" + data + b'{"type": "user", "sess')
    told = run(project, home, Wanted(paths=(path,)))
    assert told["skipped_lines"] == {"malformed": 1, "unfinished": 1}


def test_secrets_do_not_get_into_the_store(project: Project, home: Path) -> None:
    """Neither whole nor cut in half by what is left out of a long output."""
    key = "gh" + "p_" + "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=36))
    body = "\n".join(
        "".join(random.Random(n).choices("ABCDEFGHabcdefgh0123456789+/", k=64)) for n in range(60)
    )
    armoured = f"-----BEGIN RSA {'PRIVATE'} KEY-----\n{body}\n-----END RSA {'PRIVATE'} KEY-----"
    for start in range(960, 1010, 7):
        story = [
            (
                f"My token is {key}.",
                f"curl -H 'Authorization: token {key}'",
                1,
                "x" * start + f" {key} " + "y" * 5000,
            ),
            ("Again.", "cat id_rsa", 1, armoured),
            ("Again.", "cat id_rsa; true", 0, f"{'z' * 3000}\n{armoured}"),
        ]
        path = write(home / f"{start}.jsonl", transcripts.claude_code(f"s{start}", project.root, story=story))
        told = run(project, home, Wanted(paths=(path,)))
        assert told["secrets_masked"] > 0
    project.runtime.close()
    stored = b"".join(path.read_bytes() for path in sorted(project.paths.state.rglob("*")) if path.is_file())
    for part in (key, key[4:20], body.splitlines()[0], body.splitlines()[-2], body.splitlines()[30]):
        assert part.encode() not in stored


def test_old_files_can_be_left_out(project: Project, home: Path) -> None:
    of_all_clients(home / "files", project.root)
    told = run(project, home, Wanted(paths=(home / "files",), since="2026-10-02"))
    assert told["files"] == {"older": 7}


def test_compressed_rollouts_are_read(project: Project, other: Project, home: Path) -> None:
    zstd = pytest.importorskip("backports.zstd")
    data = transcripts.codex("s", "/work/engine")
    run(project, home, Wanted(paths=(write(home / "rollout-1.jsonl", data),)))
    packed = write(home / "rollout-2.jsonl.zst", zstd.compress(data))
    assert run(other, home, Wanted(paths=(packed,)))["files"] == {"read": 1}
    assert run(other, home, Wanted(paths=(packed,)))["files"] == {"unchanged": 1}
    assert state(project).digest == state(other).digest


def test_problems_are_named(project: Project, home: Path) -> None:
    with pytest.raises(PhantasmError) as missing:
        run(project, home, Wanted(paths=(home / "nothing",)))
    assert missing.value.code is Code.NOT_FOUND
    with pytest.raises(PhantasmError) as unknown:
        run(project, home, Wanted(client="nobody"))
    assert unknown.value.code is Code.INVALID_PARAMS
    with pytest.raises(PhantasmError):
        run(project, home, Wanted(paths=(home,), since="yesterday"))
    broken = write(home / "rollout-1.jsonl.zst", b"\x28\xb5\x2f\xfd" + b"\xff" * 100)
    good = write(home / "s.jsonl", transcripts.claude_code("s", project.root))
    told = run(project, home, Wanted(paths=(broken, good)))
    assert told["files"] == {"failed": 1, "read": 1}
    assert told["problems"][0]["file"] == str(broken)


def test_the_store_can_be_thrown_away(project: Project, other: Project, home: Path) -> None:
    """What was imported is the same in a store that has never seen it before."""
    of_all_clients(home / "files", Path("/work/engine"))
    run(project, home, Wanted(paths=(home / "files",)))
    shutil.copytree(home / "files", home / "moved")
    run(other, home, Wanted(paths=(home / "moved",)))
    assert state(project).digest == state(other).digest
