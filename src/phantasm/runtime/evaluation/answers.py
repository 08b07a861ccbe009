"""How was each question answered, and what would have been right? Everything asked of some folders' cases."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from phantasm.contracts.model import JsonObject
from phantasm.runtime.evaluation.cases import (
    CaseFolder,
    Judgements,
    Material,
    Question,
    find_cases,
    read_judgements,
    read_material,
)
from phantasm.runtime.evaluation.running import Advance, Answer, Asking, Effort, ask_cases, steps_of
from phantasm.runtime.evaluation.targets import Target, check_target

Watch = Callable[[int], Advance]
"""Whoever is told how many steps there will be, and returns whom to tell about each."""


@dataclass(frozen=True, slots=True)
class Answers(Generic[Answer]):
    """Everything that was asked, what is right, and how it was answered."""

    materials: Mapping[CaseFolder, Material]
    judgements: Mapping[CaseFolder, Judgements]
    found: Mapping[CaseFolder, dict[str, Answer]]
    """By case and question."""


@dataclass(frozen=True, slots=True)
class Judged(Generic[Answer]):
    """One question that has gold, with its answer."""

    question: Question
    gold: frozenset[str]
    stale: frozenset[str]
    reference: str
    """What a person would answer; empty where the set does not say."""
    answer: Answer


def answer_all(
    folders: Sequence[Path], asking: Asking[Answer], effort: Effort, *, target: Target | None, watch: Watch
) -> Answers[Answer]:
    """Ask every case in or below some folders; a target that could not hold the answers is refused first."""
    cases = find_cases(folders)
    # All is read before anything is asked: a mistake in the last case must not cost the work on the first.
    materials = {case: read_material(case.folder) for case in cases}
    judgements = {case: read_judgements(case.folder) for case in cases}
    if target is not None:
        check_target(target, materials)
    advance = watch(sum(steps_of(material, asking) for material in materials.values()))
    answered = ask_cases([case.folder for case in cases], asking, effort, advance)
    return Answers(materials, judgements, {case: answered[case.folder] for case in cases})


def sets_of(answers: Answers[Answer]) -> dict[str, list[CaseFolder]]:
    """Return the cases by set, in order."""
    sets: dict[str, list[CaseFolder]] = {}
    for case in answers.materials:
        sets.setdefault(case.set, []).append(case)
    return sets


def judged(answers: Answers[Answer], cases: Sequence[CaseFolder]) -> Iterator[Judged[Answer]]:
    """Yield every question of some cases that has gold; the others are asked and not scored."""
    for case in cases:
        right = answers.judgements[case]
        for question in answers.materials[case].questions:
            gold = right.gold.get(question.id)
            if gold:
                yield Judged(
                    question,
                    gold,
                    right.stale.get(question.id, frozenset()),
                    right.references[question.id],
                    answers.found[case][question.id],
                )


def counts(answers: Answers[Answer]) -> JsonObject:
    """Return how much there was, and which questions were asked once although their set repeats them."""
    materials = answers.materials.values()
    return {
        "cases": len(materials),
        "documents": sum(len(material.documents) for material in materials),
        "questions": sum(len(material.questions) for material in materials),
        "repeated": [
            {"case": str(case.folder), "questions": list(material.repeated)}
            for case, material in answers.materials.items()
            if material.repeated
        ],
    }
