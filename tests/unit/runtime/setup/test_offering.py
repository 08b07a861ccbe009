"""Is it understood what a person who says `install` means?"""

from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.setup.clients.model import CLIENTS
from phantasm.runtime.setup.installed import Installed, Integrations, write_record
from phantasm.runtime.setup.offering import Asked, Surroundings, connected, offer
from tests.fixtures.installs import TOLD
from tests.fixtures.projects import trust_store


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    """Return a person in an empty project, with the program on PATH."""
    for name in ("project/.git", "home", "bin", "own"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "own/phantasm").touch(mode=0o755)
    (tmp_path / "bin/phantasm").symlink_to("../own/phantasm")
    variables = {"PATH": str(tmp_path / "bin")}
    return Surroundings(
        start=tmp_path / "project",
        home=tmp_path / "home",
        user_folder=tmp_path / "home/.config/phantasm",
        variable=variables.get,
        own_program=tmp_path / "own/phantasm",
    )


def test_those_that_are_here_are_meant(around: Surroundings) -> None:
    (around.start / "CLAUDE.md").touch()
    (around.home / ".codex").mkdir()
    made = offer(Asked(), around, TOLD)
    assert made.clients == ("claude_code", "codex")
    assert made.known_by["claude_code"] == "CLAUDE.md in the project"
    assert not made.is_bootstrapped
    assert made.notices == ()
    assert made.place.base == around.start


def test_what_is_named_is_meant(around: Surroundings) -> None:
    assert offer(Asked(("claude", "claude-code", "codex")), around, TOLD).clients == ("claude_code", "codex")
    assert offer(Asked(everything=True), around, TOLD).clients == CLIENTS
    made = offer(Asked(everything=True), around, TOLD)
    assert len({(file.client, file.path) for file in made.files}) == len(made.files)


def test_nobody_here_is_said(around: Surroundings) -> None:
    with pytest.raises(PhantasmError, match="none of the coding agents") as refused:
        offer(Asked(), around, TOLD)
    assert refused.value.remediation[0].command == "phantasm install claude_code"


@pytest.mark.parametrize("asked", [Asked(("emacs",)), Asked(("codex",), scope="world")])
def test_what_nobody_knows_is_refused(around: Surroundings, asked: Asked) -> None:
    with pytest.raises(PhantasmError, match="there is no") as refused:
        offer(asked, around, TOLD)
    assert refused.value.code is Code.INVALID_PARAMS


def test_a_program_that_nobody_would_find_is_refused(around: Surroundings) -> None:
    (around.own_program.parents[1] / "bin/phantasm").unlink()
    with pytest.raises(PhantasmError, match="not on PATH") as refused:
        offer(Asked(("codex",)), around, TOLD)
    assert f"--command {around.own_program}" in str(refused.value.remediation[1].command)
    named = Asked(("codex",), command=str(around.own_program))
    assert offer(named, around, TOLD).program == str(around.own_program)
    with pytest.raises(PhantasmError, match="is no program"):
        offer(Asked(("codex",), command="/nowhere/phantasm"), around, TOLD)


def test_another_installation_on_the_path_is_said(around: Surroundings) -> None:
    program = around.own_program.parents[1] / "bin/phantasm"
    program.unlink()
    program.touch(mode=0o755)
    (notice,) = offer(Asked(("codex",)), around, TOLD).notices
    assert "--command" in notice


def test_a_client_that_would_be_connected_twice_is_said(around: Surroundings) -> None:
    integrations = Integrations(clients=("codex",))
    folder = around.user_folder / "install"
    folder.mkdir(parents=True)
    write_record(folder / "installed.json", Installed(integrations=integrations))
    (notice,) = offer(Asked(("codex", "claude")), around, TOLD).notices
    assert notice.startswith("codex is connected for all your projects too")


def test_a_check_is_about_those_that_were_connected(around: Surroundings) -> None:
    (around.start / "CLAUDE.md").touch()
    assert connected(Asked(), around) == Asked()
    Paths(around.start).state.mkdir(parents=True)
    trust_store(around.start)
    write_record(Paths(around.start).installed, Installed(integrations=Integrations(clients=("codex",))))
    assert connected(Asked(), around).names == ("codex",)
    assert connected(Asked(("gemini",)), around).names == ("gemini",)
    assert connected(Asked(everything=True), around).names == ()


def test_memory_that_is_there_is_noticed(around: Surroundings) -> None:
    Paths(around.start).state.mkdir(mode=0o700, parents=True)
    Paths(around.start).store.touch()
    with pytest.raises(PhantasmError) as refused:  # it may have come with the repository
        offer(Asked(("codex",)), around, TOLD)
    assert refused.value.code is Code.UNTRUSTED_PROJECT
    trust_store(around.start)
    assert offer(Asked(("codex",)), around, TOLD).is_bootstrapped
    assert offer(Asked(("codex",), scope="user"), around, TOLD).is_bootstrapped


def test_a_project_that_is_a_link_is_refused(around: Surroundings) -> None:
    (around.start / ".phantasm").symlink_to(around.home)
    with pytest.raises(PhantasmError) as refused:
        offer(Asked(("codex",)), around, TOLD)
    assert refused.value.code is Code.UNSAFE_PROJECT
