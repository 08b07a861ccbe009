"""What is in a cited file or on cited lines, and what became of it?"""

from typing import Any

from phantasm.workspace.anchors import moving
from phantasm.workspace.anchors.content import WORD, digest_of, joined, lines_of, named, reading_of
from phantasm.workspace.anchors.model import UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.anchors.references import write
from phantasm.workspace.anchors.showing import diff_of
from phantasm.workspace.anchors.spans import TRIVIAL_LETTERS, Placed, find, gained_part, place
from phantasm.workspace.checkout import Checkout

EXCERPT_CHARACTERS = 4_000
"""How much of a text is kept that git does not keep: enough to show what changed."""
_TELLING_WORDS = 3
"""Of cited lines, the longest: a file that lines went to has one of them, even where they were torn apart."""
_MOST_DIGESTED = 1_000_000
"""Lines that are digested to find some of which only the digest is known: some tenths of a second."""
REFORMATTED = Verdict("unchanged", "reformatted")
NOT_READ = Verdict("unknown", "it is too large, or not for us, to be read")
NOT_KEPT = Verdict("unknown", "what was there at the time is not kept anywhere")


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return what is in a file or on its lines; None where there is no such file or no such line."""
    blob = checkout.blob(reference.name)
    if blob is None:
        return None
    text = checkout.read(reference.name)
    if text is None:
        return None if reference.lines else {"blob": blob, "commit": checkout.commit}
    lines = reference.lines or (1, len(lines_of(text)))
    if reference.lines and lines[1] > len(lines_of(text)):
        return None
    seen = excerpted(reference.name, text, lines, checkout)
    if not reference.lines:
        del seen["start"], seen["stop"]
    return seen


def excerpted(path: str, text: str, lines: tuple[int, int], checkout: Checkout) -> Seen:
    """Return what is on some lines, in a form that can be compared later."""
    start, stop = lines
    cited = lines_of(text)[start - 1 : stop]
    loose = joined([piece for piece in reading_of(text).pieces[start - 1 : stop] if piece])
    seen: Seen = {
        "blob": checkout.blob(path),
        "commit": checkout.commit,
        "start": start,
        "stop": stop,
        "digest": digest_of(cited),
        "loose": named(loose),
    }
    if not checkout.is_kept(path):
        seen["excerpt"] = "\n".join(cited)[:EXCERPT_CHARACTERS]
    return seen


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Say what became of a file or of lines of it."""
    blob = checkout.blob(reference.name)
    if blob is not None and blob == seen.get("blob"):
        return UNCHANGED
    if word(seen, "blob") is None:
        return NOT_KEPT
    if not reference.lines:
        return _verify_file(reference, seen, checkout)
    if checkout.has(reference.name) and checkout.read(reference.name) is None:
        return NOT_READ
    return _verify_lines(reference, seen, checkout)


def word(seen: Seen, field: str) -> str | None:
    """Return a text of what was seen."""
    value: Any = seen.get(field)
    return value if isinstance(value, str) else None


def number(seen: Seen, field: str) -> int | None:
    """Return a number of what was seen."""
    value: Any = seen.get(field)
    return value if isinstance(value, int) and value > 0 else None


def whole_before(seen: Seen, checkout: Checkout) -> str | None:
    """Return the text of the file as it was, where git has kept it."""
    blob = word(seen, "blob")
    return checkout.old(blob) if blob else None


def moved_to(now: Reference, what: str = "moved") -> Verdict:
    """Return that something is elsewhere now."""
    return Verdict("moved", f"{what} to {write(now).partition(':')[2]}", now=write(now))


def _verify_file(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    path = reference.name
    if checkout.has(path):
        if checkout.blob(path) is None:
            return NOT_READ
        text = checkout.read(path)
        if text is not None and named(joined(reading_of(text).pieces)) == word(seen, "loose"):
            return REFORMATTED
        return Verdict("changed", f"{path} has changed", diff=_file_diff(path, path, seen, checkout))
    target = moving.target_of(path, word(seen, "blob"), commit=word(seen, "commit"), checkout=checkout)
    if target is None:
        return Verdict("gone", f"{path} is no longer there")
    now = Reference("file", target.path)
    if target.is_same or checkout.blob(target.path) == seen.get("blob"):
        return moved_to(now)
    diff = _file_diff(path, target.path, seen, checkout)
    return Verdict("changed", f"{path} moved to {target.path} and changed", now=write(now), diff=diff)


def _file_diff(before: str, after: str, seen: Seen, checkout: Checkout) -> str | None:
    old, new = whole_before(seen, checkout), checkout.read(after)
    excerpt = word(seen, "excerpt")
    if old is None and excerpt is not None and len(excerpt) < EXCERPT_CHARACTERS:
        old = excerpt
    if old is None or new is None:
        return None
    return diff_of(lines_of(old), lines_of(new), names=(before, after))


def _verify_lines(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    path, lines = reference.name, (number(seen, "start") or 0, number(seen, "stop") or 0)
    if not 0 < lines[0] <= lines[1]:
        return NOT_KEPT
    whole, excerpt = whole_before(seen, checkout), word(seen, "excerpt")
    target = path
    if not checkout.has(path):
        renamed = moving.target_of(path, word(seen, "blob"), commit=word(seen, "commit"), checkout=checkout)
        target = renamed.path if renamed else ""
    text = checkout.read(target) if target else None
    if whole is None and excerpt is None:
        return _by_digest(reference, seen, target, text)
    cited = lines_of(whole)[lines[0] - 1 : lines[1]] if whole is not None else lines_of(excerpt or "")
    if not cited:
        return NOT_KEPT
    found: Placed | None = None
    if text is not None:
        found = place(whole, text, lines) if whole is not None else find(cited, text, lines[0])
    if found is None or found.how == "faint":
        elsewhere = _elsewhere(path, target, cited, seen, checkout)
        if elsewhere is not None and elsewhere[1].how != "changed":
            return moved_to(Reference("file", elsewhere[0], lines=elsewhere[1][:2]))
        if elsewhere is not None:
            target, found = elsewhere
            text = checkout.read(target)
    if found is None:
        return Verdict("gone", f"what was on {path}:{lines[0]}-{lines[1]} is no longer there")
    return _judged(reference, found, target, cited, (text or ""))


def _judged(reference: Reference, found: Placed, path: str, cited: tuple[str, ...], text: str) -> Verdict:
    now = Reference("file", path, lines=(found.start, found.stop))
    stays = now == reference
    if found.how in {"same", "loose"}:
        if stays:
            return UNCHANGED if found.how == "same" else REFORMATTED
        return moved_to(now)
    diff = diff_of(
        cited,
        lines_of(text)[found.start - 1 : found.stop],
        names=(reference.name, path),
        at=((reference.lines or (1, 1))[0], found.start),
    )
    detail = f"{write(now).partition(':')[2]} has changed"
    return Verdict("changed", detail, now=None if stays else write(now), diff=diff)


def _elsewhere(
    origin: str, looked_at: str, cited: tuple[str, ...], seen: Seen, checkout: Checkout
) -> tuple[str, Placed] | None:
    """Return where lines are, whole or for the most part, that another file gained since."""
    pieces = [piece for piece in reading_of("\n".join(cited)).pieces if piece]
    loose = joined(pieces)
    if len(loose) < TRIVIAL_LETTERS:
        return None
    commit = word(seen, "commit")
    parts: list[tuple[str, Placed]] = []
    rarest = sorted(set(WORD.findall(loose)), key=lambda one: (-len(one), one))[:_TELLING_WORDS]
    found = (moving.gaining_word(one, origin, commit=commit, checkout=checkout) for one in rarest)
    for path in dict.fromkeys(path for paths in found for path in paths):
        text = checkout.read(path) if path not in {origin, looked_at} else None
        if text is None:
            continue
        before = moving.text_before(path, commit, checkout)
        there = list(reading_of(text).occurrences(loose))
        if there and len(there) > _count(loose, before):
            return path, Placed(there[-1][0] + 1, there[-1][1] + 1, "same")
        part = gained_part(pieces, before or "", text)
        if part is not None:
            parts.append((path, part))
    return parts[0] if parts else None


def _count(loose: str, text: str | None) -> int:
    return 0 if text is None else sum(1 for _ in reading_of(text).occurrences(loose))


def _by_digest(reference: Reference, seen: Seen, path: str, text: str | None) -> Verdict:
    """Look for lines of which only the digest is known."""
    start, stop = number(seen, "start") or 1, number(seen, "stop") or 1
    lines = lines_of(text or "")
    many = stop - start + 1
    places = sorted(range(len(lines) - many + 1), key=lambda first: abs(first + 1 - start))
    for first in places[: _MOST_DIGESTED // many + 1]:
        if digest_of(lines[first : first + many]) == word(seen, "digest"):
            now = Reference("file", path, lines=(first + 1, first + many))
            return UNCHANGED if now == reference else moved_to(now)
    return NOT_KEPT if path else Verdict("gone", f"{reference.name} is no longer there")
