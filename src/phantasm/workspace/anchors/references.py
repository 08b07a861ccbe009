"""How is a reference written? `kind:name`, with a part after `#` or `@`. Pure."""

import re
from typing import get_args

from phantasm.workspace.anchors.model import Reference, ReferenceKind

KINDS: tuple[ReferenceKind, ...] = get_args(ReferenceKind)
_BY_NAME: dict[str, ReferenceKind] = {kind: kind for kind in KINDS}
PREFIXES = tuple(f"{kind}:" for kind in KINDS)
"""What a reference starts with."""
ECOSYSTEMS = ("python", "node", "rust", "go", "java", "ruby", "dotnet")
_LINES = re.compile(r"L(\d{1,9})(?:-L?(\d{1,9}))?")


def read(text: str) -> Reference | None:
    """Take a reference apart; None for what is none."""
    before, _, after = text.partition(":")
    kind, rest = _BY_NAME.get(before), after.strip()
    if kind is None or not rest:
        return None
    match kind:
        case "file":
            return _file(rest)
        case "symbol":
            path, _, name = rest.partition("#")
            return Reference("symbol", path, name)
        case "dependency":
            return _dependency(rest)
        case _:
            return Reference(kind, rest)


def write(reference: Reference) -> str:
    """Return a reference as text; reading it gives the same one."""
    text = f"{reference.kind}:"
    if reference.ecosystem:
        text += f"{reference.ecosystem}/"
    text += reference.name
    if reference.lines:
        start, stop = reference.lines
        text += f"#L{start}" if start == stop else f"#L{start}-L{stop}"
    elif reference.part:
        text += f"{'@' if reference.kind == 'dependency' else '#'}{reference.part}"
    return text


def _file(rest: str) -> Reference:
    path, mark, fragment = rest.rpartition("#")
    found = _LINES.fullmatch(fragment) if mark else None
    if found is None:
        return Reference("file", rest)
    start = int(found[1])
    stop = int(found[2] or start)
    return Reference("file", path, lines=(min(start, stop), max(start, stop)))


def _dependency(rest: str) -> Reference:
    ecosystem, mark, name = rest.partition("/")
    if not mark or ecosystem not in ECOSYSTEMS:
        ecosystem, name = "", rest
    # A scoped package of npm starts with the sign that parts off the version.
    scoped = name.startswith("@")
    package, _, claim = name.removeprefix("@").partition("@")
    return Reference("dependency", f"@{package}" if scoped else package, claim, ecosystem=ecosystem)
