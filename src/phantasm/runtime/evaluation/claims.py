"""How well are claims taken from conversations? Labelled sentences in, precision and recall per kind out.

A file holds one dialogue a line: turns with a role, a text, and labels in the order of the text. A label says which
words (`says`), which kind they claim (`none` for nothing, `also` for kinds that are as right), and whether they may be
kept without review (`stored`). What is claimed of words without a label is wrong.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import JsonObject
from phantasm.learning.claims.extract import EXTRACTOR, claims_of
from phantasm.learning.claims.model import Claim
from phantasm.runtime.evaluation.summaries import DIGITS, EVERYTHING
from phantasm.session.model import Turn

NOTHING = "none"
"""The kind of words that claim nothing."""
_ENDING = "*.jsonl"
_DETAILS = ("reason", "fix", "instead_of")
"""What a claim may say besides its statement."""
_MOST_MISSES = 500
"""How many wrong and missing claims a report lists: more than anybody reads."""


@dataclass(frozen=True, slots=True)
class Label:
    """What some words of a turn claim."""

    turn: str
    start: int
    stop: int
    says: str
    kinds: tuple[str, ...]
    """The right kind, and those that are as right; empty where nothing is claimed."""
    stored: bool
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Some turns with their labels."""

    id: str
    turns: tuple[Turn, ...]
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one label or of one claim without a label."""

    kind: str
    """The right kind; that of the claim where nothing should have been claimed."""
    dialogue: str
    says: str
    wanted: bool
    """Whether it may be kept without review."""
    sure: bool
    """Whether it would be."""
    right: bool
    """Whether a sure claim is wanted, and of the right kind."""
    claimed: str | None = None
    rule: str | None = None
    details: tuple[bool, ...] = ()
    """Of what the label says besides: whether the claim says so, too."""


def evaluate(folder: Path, *, misses: bool = False) -> JsonObject:
    """Take the claims from every set of a folder, and return how well that went, per set and kind."""
    files = sorted(folder.glob(_ENDING)) if folder.is_dir() else []
    if not files:
        raise PhantasmError(Code.NOT_FOUND, f"{folder} has no {_ENDING} files", field="FOLDER")
    return {"extractor": EXTRACTOR, "sets": [_set_report(path, misses=misses) for path in files]}


def read_dialogues(path: Path) -> Iterator[Dialogue]:
    """Read a labelled set; a line that is none is refused with its number."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield _dialogue(json.loads(line))
        except (ValueError, KeyError, TypeError) as problem:
            raise PhantasmError(Code.VALIDATION_FAILED, f"{path.name}, line {number}: {problem}") from problem


def judge(dialogue: Dialogue) -> list[Outcome]:
    """Compare what is claimed with what should be."""
    claims = claims_of(dialogue.turns)
    left = list(claims)
    outcomes = []
    for label in dialogue.labels:
        mine = [claim for claim in left if claim.turn == label.turn and _overlaps(claim, label)]
        left = [claim for claim in left if claim not in mine]
        best = max(mine, key=lambda claim: (claim.sure, claim.kind in label.kinds), default=None)
        outcomes.append(_outcome(dialogue, label, best))
    return outcomes + [_stray(dialogue, claim) for claim in left]


def _dialogue(found: JsonObject) -> Dialogue:
    name = str(found["id"])
    turns, labels = [], []
    for place, given in enumerate(found["turns"]):
        turn = f"{name}-{place}"
        slot = {"user": "observation", "assistant": "reasoning"}.get(given["role"], "outcome")
        turns.append(Turn(name, turn, place, None, given["role"], slot, given["text"]))
        labels += _labels(turn, given["text"], given["labels"])
    return Dialogue(name, tuple(turns), tuple(labels))


def _labels(turn: str, text: str, given: Sequence[JsonObject]) -> Iterator[Label]:
    position = 0
    for label in given:
        says = str(label["says"])
        start = text.index(says, position)
        position = start + len(says)
        kind = label["kind"]
        if kind not in (NOTHING, *get_args(KindName)):
            raise ValueError(f"{kind!r} is no kind")
        kinds = () if kind == NOTHING else (kind, *label.get("also", ()))
        details = tuple((name, label[name]) for name in _DETAILS if name in label)
        yield Label(turn, start, position, says, kinds, stored=bool(label.get("stored")), details=details)


def _overlaps(claim: Claim, label: Label) -> bool:
    """Tell whether a claim stands on the words of a label rather than beside them."""
    shared = min(claim.stop, label.stop) - max(claim.start, label.start)
    return 2 * shared > min(claim.stop - claim.start, label.stop - label.start)


def _outcome(dialogue: Dialogue, label: Label, claim: Claim | None) -> Outcome:
    sure = claim is not None and claim.sure
    fits = claim is not None and claim.kind in label.kinds
    said = (claim.payload or {}) if claim is not None else {}
    return Outcome(
        kind=claim.kind if claim is not None and fits else label.kinds[0] if label.kinds else claim.kind if claim else NOTHING,
        dialogue=dialogue.id,
        says=label.says,
        wanted=label.stored,
        sure=sure,
        right=sure and label.stored and fits,
        claimed=claim.kind if claim else None,
        rule=claim.rule if claim else None,
        details=tuple(text.lower() in str(said.get(name, "")).lower() for name, text in label.details) if sure else (),
    )


def _stray(dialogue: Dialogue, claim: Claim) -> Outcome:
    return Outcome(claim.kind, dialogue.id, claim.statement, wanted=False, sure=claim.sure, right=False, claimed=claim.kind, rule=claim.rule)


def _set_report(path: Path, *, misses: bool) -> JsonObject:
    dialogues = list(read_dialogues(path))
    outcomes = [outcome for dialogue in dialogues for outcome in judge(dialogue)]
    kinds = sorted({outcome.kind for outcome in outcomes} - {NOTHING})
    rows = {kind: _row([each for each in outcomes if each.kind == kind]) for kind in kinds}
    report: JsonObject = {
        "set": path.stem,
        "dialogues": len(dialogues),
        "sentences": sum(len(dialogue.labels) for dialogue in dialogues),
        "nothing": sum(not label.kinds for dialogue in dialogues for label in dialogue.labels),
        "kinds": {EVERYTHING: _row(outcomes)} | rows,
        "details": _share([right for outcome in outcomes for right in outcome.details]),
    }
    if misses:
        report["misses"] = [_miss(each) for each in outcomes if each.wanted != each.right or each.sure != each.right][:_MOST_MISSES]
    return report


def _row(outcomes: Sequence[Outcome]) -> JsonObject:
    """Return the figures of some outcomes; precision is None where nothing was sure, recall where nothing was wanted."""
    sure = [each for each in outcomes if each.sure]
    wanted = [each for each in outcomes if each.wanted]
    right = sum(each.right for each in outcomes)
    return {
        "wanted": len(wanted),
        "sure": len(sure),
        "right": right,
        "suggested": sum(each.claimed is not None and not each.sure for each in outcomes),
        "precision": round(right / len(sure), DIGITS) if sure else None,
        "recall": round(right / len(wanted), DIGITS) if wanted else None,
        "precision_any_kind": _share([each.wanted for each in sure]),
    }


def _share(found: Sequence[bool]) -> float | None:
    return round(sum(found) / len(found), DIGITS) if found else None


def _miss(outcome: Outcome) -> JsonObject:
    return {
        "dialogue": outcome.dialogue,
        "says": outcome.says,
        "wanted": outcome.kind if outcome.wanted else NOTHING,
        "claimed": outcome.claimed if outcome.sure else None,
        "rule": outcome.rule,
    }
