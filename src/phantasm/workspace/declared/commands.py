"""Is a command that a record cites still declared by the repository?"""

from dataclasses import dataclass

from phantasm.workspace.anchors.model import SEVERITY, UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared.catalogue import Catalogue, catalogue
from phantasm.workspace.declared.invocations import wanted
from phantasm.workspace.declared.model import plain
from phantasm.workspace.declared.runners import Wanted

_WORDS = {
    "make": "target",
    "script": "script",
    "just": "recipe",
    "service": "service",
    "process": "process",
    "program": "program",
    "file": "file",
    "nox": "session",
    "tox": "environment",
    "cargo": "alias",
}
"""What a task is called by those who run it; `task` otherwise."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What a command asks for, and the files that give it."""

    want: Wanted
    files: tuple[str, ...]


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return which files declare a command now; None where none does."""
    known = catalogue(checkout)
    parts = [part for part in _parts(reference.name, known, checkout) if part.files]
    noted = [[part.want.runner, part.want.name, part.files[0]] for part in parts]
    if not noted:
        lines = known.lines.get(plain(reference.name))
        if not lines:
            return None
        noted = [["line", plain(reference.name), lines[0].file]]
    seen: Seen = {"in": noted[-1][2], "parts": noted}
    blob = checkout.blob(noted[-1][2])
    return seen | {"blob": blob} if blob else seen


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Tell whether a command is still declared where it was."""
    known = catalogue(checkout)
    was = _noted(seen)
    verdicts = [_judge(part, was, known, checkout) for part in _parts(reference.name, known, checkout)]
    if all(verdict.status == "unknown" for verdict in verdicts):
        return _by_lines(reference, was, known)
    worst = max((one for one in verdicts if one.status != "unknown"), key=lambda one: SEVERITY[one.status])
    if worst.now and worst.now != reference.name:
        old, _, new = worst.now.partition("\0")
        return Verdict(worst.status, worst.detail, f"command:{reference.name.replace(old, new)}")
    return worst


def _judge(part: _Part, was: dict[tuple[str, str], str], known: Catalogue, checkout: Checkout) -> Verdict:
    want = part.want
    what = f"the {_WORDS.get(want.runner, 'task')} {want.name}"
    before = was.get((want.runner, want.name))
    if part.files:
        if before is None or before in part.files:
            return UNCHANGED
        return Verdict("moved", f"{part.files[0]} declares {what} now; it was {before}")
    if want.runner == "file":
        return _moved_file(want, checkout) if before else Verdict("unknown")
    if before:
        return Verdict("gone", f"{before} no longer declares {what}")
    files = [file for file in known.runners.get(want.runner, ()) if _lies_in(file, want.folder)]
    perhaps = want.runner in known.open_ended or (f"{want.runner}?", want.name) in known.tasks
    if not want.certain or not files or perhaps:
        return Verdict("unknown", f"nothing tells whether there is {what}")
    return Verdict("gone", f"{files[0]} declares no {_WORDS.get(want.runner, 'task')} {want.name}")


def _moved_file(want: Wanted, checkout: Checkout) -> Verdict:
    others = checkout.by_name.get(want.name.rpartition("/")[2], [])
    if len(others) == 1:
        return Verdict("moved", f"{want.name} is {others[0]} now", f"{want.name}\0{others[0]}")
    return Verdict("gone", f"there is no file {want.name} any more")


def _by_lines(reference: Reference, was: dict[tuple[str, str], str], known: Catalogue) -> Verdict:
    """Judge a command that no runner knows by the files that run it just so."""
    command = plain(reference.name)
    files = [line.file for line in known.lines.get(command, ())]
    before = was.get(("line", command))
    if files:
        moved = before and before not in files
        return Verdict("moved", f"{files[0]} runs it now; it was {before}") if moved else UNCHANGED
    if before:
        return Verdict("gone", f"{before} no longer runs {command}")
    return Verdict("unknown", f"nothing in the repository declares {command}")


def _parts(command: str, known: Catalogue, checkout: Checkout) -> list[_Part]:
    return [_Part(want, tuple(_files(want, known, checkout))) for want in wanted(command)]


def _files(want: Wanted, known: Catalogue, checkout: Checkout) -> list[str]:
    if want.runner == "file":
        name = want.name.removeprefix("./").lstrip("/") if not want.name.startswith("/") else ""
        paths = [f"{want.folder}/{name}", name] if want.folder else [name]
        return [path for path in paths if name and path in checkout.by_name.get(path.rpartition("/")[2], ())]
    found = [one.file for one in known.tasks.get((want.runner, want.name), ())]
    here = [file for file in found if _lies_in(file, want.folder)]
    return sorted(here or ([] if want.folder else found), key=lambda file: (file.count("/"), file))


def _lies_in(file: str, folder: str) -> bool:
    """Tell whether a command that is run in a folder reads a file; includes may lie deeper."""
    return file.rpartition("/")[0] == folder


def _noted(seen: Seen) -> dict[tuple[str, str], str]:
    """Return where each part was declared; what has another shape, as after an import, says nothing."""
    parts = seen.get("parts")
    found: dict[tuple[str, str], str] = {}
    for part in parts if isinstance(parts, list) else ():
        match part:
            case [str(runner), str(name), str(file)]:
                found[runner, name] = file
            case _:
                pass
    return found
