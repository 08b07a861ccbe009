"""Is a person told what would surprise them?"""

from pathlib import Path

import pytest

from phantasm.runtime.setup.clients.advice import ONCE, notices
from phantasm.runtime.setup.clients.model import CLIENTS, homes_of
from tests.fixtures.installs import Ground, ground


@pytest.fixture
def made(tmp_path: Path) -> Ground:
    """Return a project and a home."""
    return ground(tmp_path)


def told(made: Ground, *clients: str, scope: str = "project", start: Path | None = None) -> list[str]:
    return notices(
        made.place(scope),
        clients,
        homes_of(made.home, lambda name: None),
        start=start or made.root,
        user_folder=made.home / ".config/phantasm",
    )


def test_there_is_nothing_to_say_where_nothing_is(made: Ground) -> None:
    (made.root / ".git").mkdir()
    assert told(made, *CLIENTS) == []
    assert set(ONCE) == set(CLIENTS)


def test_hooks_that_would_run_twice_are_said(made: Ground) -> None:
    made.install("codex", scope="user")
    assert ["codex" in notice for notice in told(made, "codex", "claude_code")] == [True]
    assert told(made, "codex", scope="user") == []


def test_a_plugin_or_an_extension_of_ours_is_said(made: Ground) -> None:
    (made.home / ".claude").mkdir()
    (made.home / ".claude/settings.json").write_text('{"enabledPlugins": {"phantasm@phantasm": true}}')
    (made.home / ".gemini/extensions/phantasm").mkdir(parents=True)
    first, second = told(made, "claude_code", "gemini")
    assert "the plugin" in first
    assert "the extension" in second


def test_a_worktree_is_said(made: Ground, tmp_path: Path) -> None:
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/.git").write_text("gitdir: elsewhere")
    (notice,) = told(made, "codex", start=tmp_path / "linked")
    assert str(made.root) in notice


@pytest.mark.parametrize(
    ("text", "said"), [("[hooks]\n", True), ("model = 'x'\n", False), ("broken =", False)]
)
def test_hooks_in_two_places_are_said(made: Ground, text: str, said: bool) -> None:  # noqa: FBT001  a column
    (made.root / ".codex").mkdir()
    (made.root / ".codex/config.toml").write_text(text)
    assert bool(told(made, "codex")) is said


def test_hooks_that_are_switched_off_are_said(made: Ground) -> None:
    for name in (".claude/settings.json", ".copilot/settings.json"):
        (made.home / name).parent.mkdir()
        (made.home / name).write_text('{"disableAllHooks": true}')
    (made.home / ".codex").mkdir()
    (made.home / ".codex/config.toml").write_text("[features]\nhooks = false\n")
    assert [notice.split()[0] for notice in told(made, *CLIENTS)] == [
        "~/.claude/settings.json",
        "~/.copilot/settings.json",
        "~/.codex/config.toml",
    ]
