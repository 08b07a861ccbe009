"""Where does what was answered go? A file for one case or several, or a folder with a file for each case."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.evaluation.cases import CaseFolder, Material


@dataclass(frozen=True, slots=True)
class Target:
    """A file or folder that a person named, and with which option."""

    path: Path
    option: str


def check_target(target: Target, materials: Mapping[CaseFolder, Material]) -> None:
    """Refuse, before hours of work, a target that could not hold the answers."""
    place = target.path if is_folder(target.path) else target.path.parent
    place.mkdir(parents=True, exist_ok=True)
    if is_folder(target.path):
        return
    asked: dict[str, CaseFolder] = {}
    for case, material in materials.items():
        for question in material.questions:
            other = asked.setdefault(question.id, case)
            if other != case:
                raise PhantasmError(
                    Code.INVALID_PARAMS,
                    f"{other.folder} and {case.folder} both ask {question.id!r}, which one file cannot hold",
                    field=target.option,
                    expected="a folder, which gets a file for each case",
                )


def is_folder(path: Path) -> bool:
    """Tell whether each case gets a file of its own: a folder, or a name without an ending."""
    return path.is_dir() or not path.suffix


def name_of(case: CaseFolder, cases: Collection[CaseFolder]) -> str:
    """Return what a case's file is called: with the set's name where two sets have cases of one name."""
    name = case.folder.name
    if [other.folder.name for other in cases].count(name) == 1:
        return name
    return "-".join((*case.set.strip("/").split("/"), name))


def write_all(files: Mapping[Path, Sequence[str]]) -> list[Path]:
    """Write each file's lines and return the files."""
    for path, lines in files.items():
        path.write_text("".join(lines), encoding="utf-8")
    return list(files)
