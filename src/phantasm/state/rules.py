"""What becomes of a claim that meets what is held? Pure: a draft and the held records in, a verdict out."""

from dataclasses import dataclass
from typing import Literal

from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import UNTRUSTED_ORIGINS, Draft, Record

OnConflict = Literal["refuse", "supersede"]


@dataclass(frozen=True, slots=True)
class New:
    """Nothing held stands against it."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The same is held already."""

    held: Record


@dataclass(frozen=True, slots=True)
class Supersedes:
    """It takes the place of what is held."""

    held: Record


@dataclass(frozen=True, slots=True)
class SubjectTaken:
    """Another value is held under the same key, and the writer did not say what to do about it."""

    held: Record


Verdict = New | Duplicate | Supersedes | SubjectTaken


def judge(digest: str, held: Record | None, on_conflict: OnConflict) -> Verdict:
    """Decide what a draft with this digest is to the live record that says the same or holds its key."""
    if held is None:
        return New()
    if held.content_digest == digest:
        return Duplicate(held)
    return Supersedes(held) if on_conflict == "supersede" else SubjectTaken(held)


def needs_person(draft: Draft) -> bool:
    """Tell whether a draft would instruct agents on the word of an untrusted origin."""
    return draft.origin in UNTRUSTED_ORIGINS and CATALOGUE[draft.kind].instructs
