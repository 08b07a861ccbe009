"""How does git merge a tracked file? By asking for this: three files in, the merged one out."""

from dataclasses import dataclass
from pathlib import Path

from phantasm.state.exchange.tracked.fields import FormError, fields_of
from phantasm.state.exchange.tracked.folder import MAX_BYTES
from phantasm.state.exchange.tracked.merging import Merged, merge


@dataclass(frozen=True, slots=True)
class Files:
    """The three sides as git hands them over; the result goes into `ours`."""

    base: Path
    ours: Path
    theirs: Path


def merge_files(files: Files) -> tuple[str, ...]:
    """Merge and write; returns the fields that a person has to decide, or why it could not be merged."""
    base, ours, theirs = (_text(path) for path in (files.base, files.ours, files.theirs))
    merged = _merged(base, ours, theirs)
    if merged.text != ours:
        files.ours.write_bytes(merged.text.encode("utf-8", "surrogateescape"))
    return merged.conflicts


def _merged(base: str, ours: str, theirs: str) -> Merged:
    if theirs in {ours, base}:
        return Merged(ours)
    if ours == base:
        return Merged(theirs)
    try:
        return merge(fields_of(base) if base.strip() else {}, fields_of(ours), fields_of(theirs))
    except FormError as problem:
        # Not ours to take apart: both sides whole, as git would show them.
        joint = "" if ours.endswith("\n") else "\n"
        end = "" if theirs.endswith("\n") else "\n"
        text = f"<<<<<<< ours\n{ours}{joint}=======\n{theirs}{end}>>>>>>> theirs\n"
        return Merged(text, (str(problem),))


def _text(path: Path) -> str:
    data = path.read_bytes()
    if len(data) > MAX_BYTES:
        raise FormError(f"larger than {MAX_BYTES} bytes")
    return data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
