"""Is a command, a port or an environment name still declared? The large set is in benchmarks."""

from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.workspace.anchors.model import Seen, Verdict
from phantasm.workspace.anchors.references import read
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared import catalogue as declared
from phantasm.workspace.declared import commands, ports, variables
from phantasm.workspace.declared.invocations import wanted
from phantasm.workspace.declared.model import Reader

_MODULES: dict[str, ModuleType] = {"command": commands, "port": ports, "variable": variables}
_READERS: list[Reader] = [*declared._NAMED.values(), *(reader for _, reader in declared._ALIKE)]  # noqa: SLF001


def _lay_out(folder: Path, files: dict[str, str]) -> Checkout:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return Checkout(folder)


def _verdict(
    cited: str, folder: Path, before: dict[str, str], after: dict[str, str] | None = None
) -> Verdict:
    reference = read(cited)
    assert reference is not None
    module = _MODULES[reference.kind]
    then = _lay_out(folder / "before", before)
    now = then if after is None else _lay_out(folder / "after", after)
    verdict = module.verify(reference, module.see(reference, then) or {}, now)
    assert isinstance(verdict, Verdict)
    return verdict


MAKE = {"Makefile": "PROGRAMS = frob\ninclude more.mk\nall: $(PROGRAMS)\n", "more.mk": "test lint:\n\techo\n"}


def test_knows_the_targets_of_make_and_its_includes(tmp_path: Path) -> None:
    assert _verdict("command:make -j4 test", tmp_path / "1", MAKE).status == "unchanged"
    verdict = _verdict("command:make deploy", tmp_path / "2", MAKE)
    assert (verdict.status, verdict.detail) == ("gone", "Makefile declares no target deploy")


def test_does_not_say_that_make_cannot_make_something(tmp_path: Path) -> None:
    assert _verdict("command:make frob", tmp_path / "1", MAKE).status == "unknown"
    assert _verdict("command:make out.o", tmp_path / "2", MAKE).status == "unknown"
    assert _verdict("command:make x", tmp_path / "3", {"Makefile": "%:\n\techo\n"}).status == "unknown"
    assert (
        _verdict("command:make x", tmp_path / "4", {"Makefile": "include $(OTHER)\nall:\n"}).status
        == "unknown"
    )


def test_says_where_a_task_is_declared_now(tmp_path: Path) -> None:
    after = {"package.json": "{}", "web/package.json": '{"scripts": {"build": "x"}}'}
    verdict = _verdict(
        "command:npm run build", tmp_path, {"package.json": '{"scripts": {"build": "x"}}'}, after
    )
    assert (verdict.status, verdict.detail) == (
        "moved",
        "web/package.json declares the script build now; it was package.json",
    )


def test_follows_a_script_to_where_it_moved(tmp_path: Path) -> None:
    verdict = _verdict("command:bash scripts/a.sh --x", tmp_path, {"scripts/a.sh": ""}, {"tools/a.sh": ""})
    assert (verdict.status, verdict.now) == ("moved", "command:bash tools/a.sh --x")


def test_notices_that_a_command_went_with_its_file(tmp_path: Path) -> None:
    verdict = _verdict("command:just build", tmp_path, {"justfile": "build:\n    x\n"}, {"README": ""})
    assert (verdict.status, verdict.detail) == ("gone", "justfile no longer declares the recipe build")


@pytest.mark.parametrize(
    "command", ["ls -la", "git push", "npm install", "cargo build", "", "'unclosed", "cd x &&"]
)
def test_knows_nothing_about_other_commands(command: str, tmp_path: Path) -> None:
    assert _verdict(f"command:{command or ' x'}", tmp_path, MAKE).status == "unknown"


def test_reads_a_command_with_its_folder() -> None:
    names = [
        (want.runner, want.name, want.folder)
        for want in wanted("cd web && CI=1 npm run build; make -C docs html")
    ]
    assert names == [("script", "build", "web"), ("make", "html", "web/docs")]


COMPOSE = 'services:\n  web:\n    ports:\n      - "127.0.0.1:{port}:80"\n'


def test_says_which_port_is_there_instead(tmp_path: Path) -> None:
    before, after = ({"compose.yaml": COMPOSE.format(port=port)} for port in (8080, 9090))
    verdict = _verdict("port:8080", tmp_path, before, after)
    assert (verdict.status, verdict.detail) == ("changed", "compose.yaml:4 says port 9090, not 8080")


def test_follows_a_port_to_another_file(tmp_path: Path) -> None:
    verdict = _verdict(
        "port:8080", tmp_path, {"compose.yaml": COMPOSE.format(port=8080)}, {"Dockerfile": "EXPOSE 8080\n"}
    )
    assert (verdict.status, verdict.detail) == (
        "moved",
        "Dockerfile:1 declares port 8080 now; it was compose.yaml",
    )


def test_never_keeps_what_a_name_is_set_to(tmp_path: Path) -> None:
    value = "not" + "-for-eyes"
    checkout = _lay_out(
        tmp_path,
        {
            ".env.example": f"API_TOKEN={value}\n",
            "compose.yaml": f"services:\n  a:\n    environment:\n      OTHER: {value}\n",
        },
    )
    known = declared.catalogue(checkout)
    assert set(known.variables) == {"API_TOKEN", "OTHER"}
    assert value not in repr(known)
    reference = read("variable:API_TOKEN")
    assert reference is not None
    assert value not in repr(variables.see(reference, checkout))


def test_takes_a_use_in_the_sources_as_second_choice(tmp_path: Path) -> None:
    source = {"app.py": 'import os\nURL = os.environ["STORE_URL"]\n'}
    verdict = _verdict("variable:STORE_URL", tmp_path, {".env.example": "STORE_URL=\n"} | source, source)
    assert (verdict.status, verdict.detail) == ("moved", "app.py uses STORE_URL now; it was .env.example")


@pytest.mark.parametrize(
    "seen", [{"in": 3, "parts": 4, "key": []}, {"parts": [[1, 2], "x", ["make", "a"]]}, {"in": None}]
)
@pytest.mark.parametrize("cited", ["command:make all", "port:80", "variable:X_Y"])
def test_takes_whatever_was_noted_elsewhere(cited: str, seen: Seen, tmp_path: Path) -> None:
    reference = read(cited)
    assert reference is not None
    verdict = _MODULES[reference.kind].verify(reference, seen, _lay_out(tmp_path, MAKE))
    assert verdict.status in {"unchanged", "unknown"}


@settings(max_examples=30, deadline=None)
@given(text=st.text(alphabet=" \n\t-:=<>[]{}\"'#/@.,()$|&*ab1", max_size=120))
def test_reads_whatever_stands_in_a_file(text: str) -> None:
    for reader in _READERS:
        reader(text, "a/b.toml", lambda _path: text)
    wanted(text)
