"""A transcript belongs to the project whose folder it names."""

import hashlib
from pathlib import Path

import pytest

from phantasm.runtime.importing.belonging import belongs, folder_in, project_at
from tests.fixtures import transcripts

ELSEWHERE = Path("/home/ada/.client/somewhere/1.jsonl")


@pytest.mark.parametrize("written", [transcripts.claude_code, transcripts.codex, transcripts.gemini])
def test_the_folder_that_it_names_decides(tmp_path: Path, written: object) -> None:
    assert callable(written)
    project = project_at(tmp_path)
    assert belongs(project, ELSEWHERE, written("s", tmp_path))
    assert belongs(project, ELSEWHERE, written("s", tmp_path / "src" / "deep"))
    assert not belongs(project, ELSEWHERE, written("s", tmp_path.parent))
    assert not belongs(project, ELSEWHERE, written("s", f"{tmp_path}-two"))
    assert not belongs(project, ELSEWHERE, written("s", "relative/folder"))


def test_links_to_the_project_are_the_project(tmp_path: Path) -> None:
    root = tmp_path / "real"
    root.mkdir()
    (tmp_path / "link").symlink_to(root)
    assert belongs(project_at(root), ELSEWHERE, transcripts.claude_code("s", tmp_path / "link"))
    assert belongs(project_at(tmp_path / "link"), ELSEWHERE, transcripts.claude_code("s", root))


def test_worktrees_belong_to_the_project(tmp_path: Path) -> None:
    entry = tmp_path / "main" / ".git" / "worktrees" / "fix"
    entry.mkdir(parents=True)
    (entry / "gitdir").write_text(f"{tmp_path / 'fix' / '.git'}\n", encoding="utf-8")
    project = project_at(tmp_path / "main")
    assert belongs(project, ELSEWHERE, transcripts.claude_code("s", tmp_path / "fix" / "src"))


def test_without_a_folder_the_clients_name_for_the_project_decides() -> None:
    project = project_at(Path("/work/my.engine"))
    kept = Path("/home/ada/.cursor/projects")
    assert belongs(project, kept / "work-my-engine" / "agent-transcripts" / "1.jsonl", transcripts.cursor())
    assert not belongs(project, kept / "work-other" / "agent-transcripts" / "1.jsonl", transcripts.cursor())
    claude = Path("/home/ada/.claude/projects/-work-my-engine/1.jsonl")
    assert belongs(project, claude, b'{"type":"summary","summary":"Zones"}\n')
    digest = hashlib.sha256(b"/work/my.engine").hexdigest()
    chat = f'{{"sessionId": "s", "projectHash": "{digest}", "messages": []}}'.encode()
    assert belongs(project, ELSEWHERE, chat)
    assert not belongs(project, ELSEWHERE, chat.replace(digest[:8].encode(), b"00000000"))


def test_a_folder_that_is_only_spoken_of_does_not_count() -> None:
    assert folder_in(rb'{"text": "it says \"cwd\": \"/work/engine\""}') is None
    assert folder_in(rb'{"cwd": "/work/caf\u00e9 \"one\""}') == '/work/café "one"'
    assert folder_in(b'{"cwd": "/work/eng') is None
    assert folder_in(b'{"cwd": ""}') is None
