"""Which checks are there? The files of `.phantasm/checks`, or others that lie inside the project."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from phantasm.config.files import read_config
from phantasm.config.finding import FOLDER
from phantasm.config.load import printable
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.parse import did_you_mean
from phantasm.runtime.checks.format import Check, parse, wrong
from phantasm.workspace.project_files import place_of

CHECKS = f"{FOLDER}/checks"
"""Where a project's checks lie, seen from its root; tracked: its `.gitignore` names only `state/`."""
_SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class CheckFile:
    """Some checks, and the file that they come from, seen from the root."""

    name: str
    checks: tuple[Check, ...]


def read_folder(paths: Paths, folder: str = CHECKS) -> list[CheckFile]:
    """Read every file of a folder, by name; none where there is no such folder."""
    place = _place(paths, folder)
    if not place.is_dir():
        return []
    # Editors put their own files beside, whose names begin with a point.
    names = sorted(path.name for path in place.glob(f"[!.]*{_SUFFIX}"))
    return [read_file(paths, f"{folder}/{name}") for name in names]


def read_file(paths: Paths, name: str) -> CheckFile:
    """Read one file that lies inside the project, links resolved."""
    place = _place(paths, name)
    if not place.exists():
        message = f"there is no file {printable(name)!r}"
        raise PhantasmError(
            Code.NOT_FOUND, message, expected=f"a file with checks, such as {CHECKS}/NAME.toml"
        )
    try:
        text = read_config(place)
    except PhantasmError as problem:
        raise wrong(name, printable(problem.message.removeprefix(f"{place.name} "))) from problem
    return CheckFile(printable(name), parse(text, name))


def select(files: Sequence[CheckFile], names: Sequence[str]) -> list[CheckFile]:
    """Return only the checks with some names, or of the files with some names; all of them without a name."""
    if not names:
        return list(files)
    known = {check.name for file in files for check in file.checks} | {_stem(file) for file in files}
    for name in names:
        if name not in known:
            raise PhantasmError(
                Code.NOT_FOUND,
                f"no check is called {name!r}{did_you_mean(name, sorted(known))}",
                expected="one of: " + ", ".join(sorted(known)) if known else f"a check in {CHECKS}",
                remediation=(Remediation("Run them all.", command="phantasm check"),),
            )
    chosen = [
        replace(file, checks=tuple(one for one in file.checks if {one.name, _stem(file)} & set(names)))
        for file in files
    ]
    return [file for file in chosen if file.checks]


def _stem(file: CheckFile) -> str:
    return file.name.rpartition("/")[2].removesuffix(_SUFFIX)


def _place(paths: Paths, name: str) -> Path:
    try:
        return place_of(paths, name)
    except PhantasmError as problem:
        message = f"{printable(name)}: {problem.message}"
        raise PhantasmError(
            problem.code, message, expected=problem.expected, remediation=problem.remediation
        ) from problem
