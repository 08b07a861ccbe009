"""Where do rankings go, for other programs to read? TREC runs: `query-id Q0 corpus-id rank score tag`.

A file holds one arm: of one case or of several, whose questions then have ids of their own. In a folder each
case and each arm has its file.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.evaluation.cases import CaseFolder, Material
from phantasm.runtime.evaluation.running import Rankings

ENDING = ".trec"


def check_target(target: Path, materials: Mapping[CaseFolder, Material]) -> None:
    """Refuse, before hours of work, a target that could not hold the runs."""
    place = target if _is_folder(target) else target.parent
    place.mkdir(parents=True, exist_ok=True)
    if _is_folder(target):
        return
    asked: dict[str, CaseFolder] = {}
    for case, material in materials.items():
        for question in material.questions:
            other = asked.setdefault(question.id, case)
            if other != case:
                raise PhantasmError(
                    Code.INVALID_PARAMS,
                    f"{other.folder} and {case.folder} both ask {question.id!r}, which one file cannot hold",
                    field="--run",
                    expected="a folder, which gets a file for each case",
                )


def write_runs(target: Path, rankings: Mapping[CaseFolder, Rankings], arms: Sequence[str]) -> list[Path]:
    """Write the runs and return their files."""
    texts: dict[Path, list[str]] = {}
    for case, found in rankings.items():
        for arm in arms:
            path = _path(target, case, arm, rankings, arms)
            texts.setdefault(path, []).extend(_lines(found, arm))
    for path, lines in texts.items():
        path.write_text("".join(lines), encoding="utf-8")
    return list(texts)


def _path(
    target: Path, case: CaseFolder, arm: str, cases: Mapping[CaseFolder, Rankings], arms: Sequence[str]
) -> Path:
    if not _is_folder(target):
        return target if len(arms) == 1 else target.with_name(f"{target.stem}.{arm}{target.suffix}")
    names = [other.folder.name for other in cases]
    name = case.folder.name
    if names.count(name) > 1:  # two sets with cases of one name
        name = "-".join((*case.set.strip("/").split("/"), name))
    return target / f"{name}.{arm}{ENDING}"


def _is_folder(target: Path) -> bool:
    return target.is_dir() or not target.suffix


def _lines(rankings: Rankings, arm: str) -> list[str]:
    return [
        f"{question} Q0 {document} {rank} {score:.6f} phantasm-{arm}\n"
        for question, ranking in rankings[arm].items()
        for rank, (document, score) in enumerate(ranking, 1)
    ]
