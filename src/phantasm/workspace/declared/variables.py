"""Is an environment name that a record cites still declared, or at least used?

What it is set to is never looked at.
"""

import re

from phantasm.workspace.anchors.model import UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared.catalogue import catalogue

_MOST_SOURCES = 50
"""Files that are looked into for a use; a name in more of them is used in the first ones, too."""
_USE = (
    r"(?:environ\b[^\n]{{0,20}}|getenv\(\s*|process\.env[.\[\s\"']*|import\.meta\.env\.|\bENV(?:\[|\.fetch\()\s*"
    r"|env::var(?:_os)?\(\s*|\benv!\(\s*|GetEnvironmentVariable\(\s*|LookupEnv\(\s*|Getenv\(\s*|\bEnv\.get\w*\(\s*"
    r"|\benv\(\s*)[\"']?{name}\b|\b{name}\b[^\n;=]{{0,200}}\}}\s*=\s*process\.env"
)
_USE_IN_SHELL = r"\$\{{?{name}\b"
_SHELL = (".sh", ".bash", ".zsh", ".yml", ".yaml", ".mk", "Makefile", "ockerfile")


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return which file declares an environment name now, or uses it; None where none does."""
    files = _declaring(reference.name, checkout) or _using(reference.name, checkout)
    if not files:
        return None
    seen: Seen = {"in": files[0]}
    blob = checkout.blob(files[0])
    return seen | {"blob": blob} if blob else seen


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Tell whether an environment name is still declared or used, and where."""
    name = reference.name
    where = seen.get("in")
    declaring = _declaring(name, checkout)
    if isinstance(where, str) and where in declaring:
        return UNCHANGED
    using = _using(name, checkout)
    if isinstance(where, str) and where in using:
        return UNCHANGED
    found = declaring or using
    if not isinstance(where, str):
        return UNCHANGED if found else Verdict("unknown", f"nothing in the repository names {name}")
    if found:
        return Verdict(
            "moved", f"{found[0]} {'declares' if declaring else 'uses'} {name} now; it was {where}"
        )
    return Verdict("gone", f"{where} no longer names {name}, and nothing else does")


def _declaring(name: str, checkout: Checkout) -> list[str]:
    files = {one.file for one in catalogue(checkout).variables.get(name, ())}
    return sorted(files, key=lambda file: (file.count("/"), file))


def _using(name: str, checkout: Checkout) -> list[str]:
    if not name.isidentifier():
        return []
    in_source, in_shell = re.compile(_USE.format(name=name)), re.compile(_USE_IN_SHELL.format(name=name))
    return [
        file
        for file in checkout.holding(name)[:_MOST_SOURCES]
        if (in_shell if file.endswith(_SHELL) or "." not in file else in_source).search(
            checkout.read(file) or ""
        )
    ]
