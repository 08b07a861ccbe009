"""How well claims are taken from conversations: labelled sentences in, precision and recall per kind out.

A file holds one dialogue a line: turns with a role, a text, and labels in the order of the text. A label says
which words (`says`), which kind they claim (`none` for nothing, `also` for kinds that are as right), and
whether they may be kept without review (`stored`). What is claimed of words without a label is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import JsonObject, Model
from phantasm.learning.claims.extract import EXTRACTOR, claims_of
from phantasm.learning.claims.model import Claim
from phantasm.session.model import Slot, Turn
from phantasm.session.transcripts.terms import Role
from tools.evaluation.measures import DIGITS, EVERYTHING

NOTHING = "none"
"""The kind of words that claim nothing."""
_FILES = "*.jsonl"
_MOST_MISSES = 500
"""How many wrong and missing claims a report lists: more than anybody reads."""
_SLOTS: dict[str, Slot] = {"user": "observation", "assistant": "reasoning"}


class Label(Model):
    """What some words of a turn claim."""

    says: str
    kind: KindName | Literal["none"]
    also: list[KindName] = []
    stored: bool = False
    reason: str | None = None
    fix: str | None = None
    instead_of: str | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The right kind, and those that are as right; none where nothing is claimed."""
        return () if self.kind == NOTHING else (self.kind, *self.also)

    @property
    def details(self) -> dict[str, str]:
        """What a claim says besides its statement."""
        told = {"reason": self.reason, "fix": self.fix, "instead_of": self.instead_of}
        return {name: text for name, text in told.items() if text}


class LabelledTurn(Model):
    """A turn with its labels."""

    role: Role
    text: str
    labels: list[Label]


class Dialogue(Model):
    """Some turns that follow one another."""

    id: str
    turns: list[LabelledTurn]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one label, or of one claim on words without a label."""

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
    files = sorted(folder.glob(_FILES)) if folder.is_dir() else []
    if not files:
        raise PhantasmError(Code.NOT_FOUND, f"{folder} has no {_FILES} files", field="FOLDER")
    return {"extractor": EXTRACTOR, "sets": [_set_report(path, misses=misses) for path in files]}


def read_dialogues(path: Path) -> Iterator[Dialogue]:
    """Read a labelled set; a line that is none is refused with its number."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield Dialogue.model_validate_json(line)
        except ValidationError as problem:
            message = f"{path}, line {number}: {problem}"
            raise PhantasmError(Code.INVALID_PARAMS, message, field="FOLDER") from problem


def turns_of(dialogue: Dialogue) -> list[Turn]:
    """Return a dialogue as the turns of a session."""
    return [
        Turn(dialogue.id, str(place), place, None, turn.role, _SLOTS.get(turn.role, "outcome"), turn.text)
        for place, turn in enumerate(dialogue.turns)
    ]


def judge(dialogue: Dialogue) -> list[Outcome]:
    """Compare what is claimed with what should be."""
    left = claims_of(turns_of(dialogue))
    outcomes = []
    for place, turn in enumerate(dialogue.turns):
        position = 0
        for label in turn.labels:
            start = turn.text.find(label.says, position)
            if start < 0:
                message = f"{dialogue.id}: {label.says!r} is not in its turn, or not in this order"
                raise PhantasmError(Code.INVALID_PARAMS, message, field="FOLDER")
            position = start + len(label.says)
            mine = [claim for claim in left if claim.turn == str(place) and _covers(claim, start, position)]
            left = [claim for claim in left if claim not in mine]
            best = max(mine, key=lambda claim: (claim.sure, claim.kind in label.kinds), default=None)
            outcomes.append(_outcome(dialogue.id, label, best))
    return outcomes + [_stray(dialogue.id, claim) for claim in left]


def _covers(claim: Claim, start: int, stop: int) -> bool:
    """Tell whether a claim stands on some words rather than beside them."""
    shared = min(claim.stop, stop) - max(claim.start, start)
    return 2 * shared > min(claim.stop - claim.start, stop - start)


def _outcome(dialogue: str, label: Label, claim: Claim | None) -> Outcome:
    if claim is None:
        kind = label.kinds[0] if label.kinds else NOTHING
        return Outcome(kind, dialogue, label.says, wanted=label.stored, sure=False, right=False)
    fits = claim.kind in label.kinds
    said = claim.payload or {}
    told = tuple(text.lower() in str(said.get(name, "")).lower() for name, text in label.details.items())
    return Outcome(
        kind=claim.kind if fits or not label.kinds else label.kinds[0],
        dialogue=dialogue,
        says=label.says,
        wanted=label.stored,
        sure=claim.sure,
        right=claim.sure and label.stored and fits,
        claimed=claim.kind,
        rule=claim.rule,
        details=told if claim.sure else (),
    )


def _stray(dialogue: str, claim: Claim) -> Outcome:
    return Outcome(
        claim.kind,
        dialogue,
        claim.statement,
        wanted=False,
        sure=claim.sure,
        right=False,
        claimed=claim.kind,
        rule=claim.rule,
    )


def _set_report(path: Path, *, misses: bool) -> JsonObject:
    dialogues = list(read_dialogues(path))
    labels = [label for dialogue in dialogues for turn in dialogue.turns for label in turn.labels]
    outcomes = [outcome for dialogue in dialogues for outcome in judge(dialogue)]
    kinds = sorted({outcome.kind for outcome in outcomes} - {NOTHING})
    rows = {kind: _row([each for each in outcomes if each.kind == kind]) for kind in kinds}
    report: JsonObject = {
        "set": path.stem,
        "dialogues": len(dialogues),
        "sentences": len(labels),
        "nothing": sum(label.kind == NOTHING for label in labels),
        "kinds": {EVERYTHING: _row(outcomes)} | rows,
        "details": _share([right for outcome in outcomes for right in outcome.details]),
    }
    if misses:
        wrong = [each for each in outcomes if not each.wanted == each.sure == each.right]
        report["misses"] = [_miss(each) for each in wrong[:_MOST_MISSES]]
    return report


def _row(outcomes: Sequence[Outcome]) -> JsonObject:
    """Return the figures of some outcomes.

    A share of nothing is None: precision where nothing was sure, recall where nothing was wanted.
    """
    sure = [each for each in outcomes if each.sure]
    wanted = [each for each in outcomes if each.wanted]
    return {
        "wanted": len(wanted),
        "sure": len(sure),
        "right": sum(each.right for each in outcomes),
        "suggested": sum(each.claimed is not None and not each.sure for each in outcomes),
        "precision": _share([each.right for each in sure]),
        "recall": _share([each.right for each in wanted]),
        "precision_any_kind": _share([each.wanted for each in sure]),
        "recall_any_kind": _share([each.sure for each in wanted]),
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
