"""What did a file say, when nothing in it has changed since it was last read?

Kept by path and content, so that a process that looks at one repository again and again reads a manifest
once. What a reader made of other files as well is not kept: they may have changed.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests.model import Read

Said = TypeVar("Said")

NOT_OURS = frozenset(
    {"node_modules", "vendor", "third_party", "third-party", "site-packages", ".venv", "venv"}
)
"""Folders of somebody else's projects, whatever they say."""
MOST_KEPT = 256
"""Files; a repository has fewer manifests that matter, and a large lock file takes about a megabyte."""


class Kept(Generic[Said]):
    """What files said, the oldest forgotten first."""

    def __init__(self) -> None:
        self._said: dict[tuple[str, str], tuple[Said, ...]] = {}

    def read(
        self, path: str, checkout: Checkout, reader: Callable[[str, str, Read], Sequence[Said]]
    ) -> tuple[Said, ...]:
        """Return what a file says, reading it only where its content is new."""
        key = (path, checkout.blob(path) or "")
        known = self._said.get(key)
        if known is not None:
            return known
        asked: list[str] = []

        def read(other: str) -> str | None:
            asked.append(other)
            return checkout.read(other)

        said = tuple(reader(checkout.read(path) or "", path, read))
        if not asked and key[1]:
            self._said[key] = said
            while len(self._said) > MOST_KEPT:
                self._said.pop(next(iter(self._said)), None)
        return said
