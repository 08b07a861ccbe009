"""Where do rankings go, for other programs to read? TREC runs: `query-id Q0 corpus-id rank score tag`.

A file holds one arm: of one case or of several, whose questions then have ids of their own. In a folder each
case and each arm has its file.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from phantasm.runtime.evaluation.cases import CaseFolder
from phantasm.runtime.evaluation.ranking import Rankings
from phantasm.runtime.evaluation.targets import is_folder, name_of, write_all

ENDING = ".trec"


def write_runs(target: Path, rankings: Mapping[CaseFolder, Rankings], arms: Sequence[str]) -> list[Path]:
    """Write the runs and return their files."""
    texts: dict[Path, list[str]] = {}
    for case, found in rankings.items():
        for arm in arms:
            path = _path(target, case, arm, rankings, arms)
            texts.setdefault(path, []).extend(_lines(found, arm))
    return write_all(texts)


def _path(
    target: Path, case: CaseFolder, arm: str, cases: Collection[CaseFolder], arms: Sequence[str]
) -> Path:
    if is_folder(target):
        return target / f"{name_of(case, cases)}.{arm}{ENDING}"
    return target if len(arms) == 1 else target.with_name(f"{target.stem}.{arm}{target.suffix}")


def _lines(rankings: Rankings, arm: str) -> list[str]:
    return [
        f"{question} Q0 {document} {rank} {score:.6f} phantasm-{arm}\n"
        for question, by_arm in rankings.items()
        for rank, (document, score) in enumerate(by_arm[arm], 1)
    ]
