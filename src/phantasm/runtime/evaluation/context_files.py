"""Where do contexts go, for other programs to read? Lines of JSON: query_id, budget, text, items.

A file holds one case, or several whose questions have ids of their own. In a folder each case has its file.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from phantasm.runtime.evaluation.cases import CaseFolder, Material
from phantasm.runtime.evaluation.compiling import Contexts
from phantasm.runtime.evaluation.targets import is_folder, name_of, write_all

ENDING = ".jsonl"


def write_contexts(
    target: Path, materials: Mapping[CaseFolder, Material], found: Mapping[CaseFolder, dict[str, Contexts]]
) -> list[Path]:
    """Write the contexts in the order of the questions and return their files."""
    files: dict[Path, list[str]] = {}
    for case, material in materials.items():
        path = target / f"{name_of(case, materials)}{ENDING}" if is_folder(target) else target
        lines = files.setdefault(path, [])
        for question in material.questions:
            lines += _lines(question.id, found[case][question.id])
    return write_all(files)


def _lines(question: str, contexts: Contexts) -> Iterator[str]:
    for budget, context in contexts.items():
        row = {
            "query_id": question,
            "budget": budget,
            "text": context.text,
            "items": list(context.items),
        }
        # ASCII: readers that split lines at every mark of Unicode see one line, too.
        yield json.dumps(row, ensure_ascii=True) + "\n"
