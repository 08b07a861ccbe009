"""Is the token a secret, and is it checked?"""

import os
import stat

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.mcp.tokens import FILE, one_token, token_of
from tests.conftest import Project


def test_makes_one_and_keeps_it(project: Project) -> None:
    before = os.umask(0)
    try:
        token, path = token_of(project.paths)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(token) >= 43
    assert token_of(project.paths) == (token, path)


@pytest.mark.parametrize(("text", "mode"), [("a" * 43, 0o644), ("short", 0o600), ("", 0o600)])
def test_refuses_a_token_that_is_none(project: Project, text: str, mode: int) -> None:
    path = project.paths.state / FILE
    path.write_text(text, encoding="ascii")
    path.chmod(mode)
    with pytest.raises(PhantasmError) as refused:
        token_of(project.paths)
    assert refused.value.code is Code.UNSAFE_PROJECT


def test_follows_no_link(project: Project) -> None:
    other = project.root / "other"
    other.write_text("a" * 43, encoding="ascii")
    other.chmod(0o600)
    (project.paths.state / FILE).symlink_to(other)
    with pytest.raises(OSError, match="symbolic link"):
        token_of(project.paths)


def test_binds_a_token_to_a_profile() -> None:
    authorize = one_token("right", "codex")
    assert authorize("right") == "codex"
    assert [authorize(one) for one in ("wrong", "", None, "righ", "rightx", "\udcff")] == [None] * 6
