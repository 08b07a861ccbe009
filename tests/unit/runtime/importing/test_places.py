"""Transcripts are found where clients keep them, and nowhere else."""

import os
from pathlib import Path

import pytest

from phantasm.runtime.importing.places import below, kept_by_clients, named

FILES = (
    (".claude/projects/-work-engine/9f6c.jsonl", "claude_code"),
    (".claude/projects/-work-engine/9f6c/subagents/agent-1.jsonl", "claude_code"),
    (".codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-x.jsonl", "codex"),
    (".codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-y.jsonl.zst", "codex"),
    (".codex/archived_sessions/rollout-2026-10-01T10-00-00-z.jsonl", "codex"),
    (".gemini/tmp/engine/chats/session-1.json", "gemini"),
    (".gemini/tmp/engine/chats/session-2.jsonl", "gemini"),
    (".cursor/projects/work-engine/agent-transcripts/1/1.jsonl", "cursor"),
    (".cursor/projects/work-engine/agent-transcripts/1.txt", "cursor"),
)
OTHERS = (
    ".claude/projects/-work-engine/memory/MEMORY.md",
    ".claude/settings.json",
    ".codex/history.jsonl",
    ".gemini/tmp/engine/logs.json",
    ".cursor/projects/work-engine/mcps/one.jsonl",
)


def _found(home: Path, **variables: str) -> set[tuple[str, str]]:
    return {
        (found.path.relative_to(home.resolve()).as_posix(), kept.client)
        for kept in kept_by_clients(home, variables.get)
        for found in below(kept)
    }


def test_every_client_has_its_place(tmp_path: Path) -> None:
    for name in (*(name for name, _ in FILES), *OTHERS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"{}\n")
    assert _found(tmp_path) == set(FILES)


def test_variables_move_the_places(tmp_path: Path) -> None:
    for name in (
        "c/projects/-p/1.jsonl",
        "x/sessions/rollout-1.jsonl",
        "g/.gemini/tmp/p/chats/session-1.json",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    moved = {"CLAUDE_CONFIG_DIR": "c", "CODEX_HOME": "x", "GEMINI_CLI_HOME": "g"}
    found = _found(tmp_path, **{name: str(tmp_path / folder) for name, folder in moved.items()})
    assert {client for _, client in found} == {"claude_code", "codex", "gemini"}


def test_nothing_is_there_before_a_client_was_used(tmp_path: Path) -> None:
    assert _found(tmp_path) == set()


def test_only_regular_files_below_the_folder_count(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "1.jsonl").touch()
    kept = tmp_path / "home" / ".claude" / "projects" / "-p"
    kept.mkdir(parents=True)
    (kept / "linked.jsonl").symlink_to(outside / "1.jsonl")
    (kept / "folder").symlink_to(outside)
    os.mkfifo(kept / "pipe.jsonl")
    assert _found(tmp_path / "home") == set()


def test_a_folder_that_somebody_keeps_elsewhere_is_followed_once(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "projects" / "-p"
    real.mkdir(parents=True)
    (real / "1.jsonl").touch()
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "projects").symlink_to(real.parent)
    assert _found(tmp_path) == {("dotfiles/projects/-p/1.jsonl", "claude_code")}


def test_what_is_named_is_taken_whatever_it_is_called(tmp_path: Path) -> None:
    for name in ("a.log", "b.jsonl", "c/d.traj", "c/e.md", ".git/f.jsonl", "g.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [found.path.name for found in named(tmp_path / "a.log")] == ["a.log"]
    assert [found.path.name for found in named(tmp_path)] == ["b.jsonl", "d.traj", "e.md"]
    with pytest.raises(FileNotFoundError):
        list(named(tmp_path / "nothing"))
