"""What does grep over files do? The floor without any index: lines with the most of the question's words."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.peers.speaking import serve

if TYPE_CHECKING:
    from pathlib import Path

SHORTEST = 4
"""Letters of a word worth looking for: shorter ones are in every line."""


class Files:
    """One file a batch, one line a text."""

    def __init__(self, folder: Path, url: str) -> None:  # noqa: ARG002  # no vectors
        self._folder = folder / "notes"
        self._folder.mkdir()
        self._count = 0

    def add(self, texts: list[str]) -> None:
        """Write a file."""
        self._count += 1
        path = self._folder / f"{self._count}.txt"
        path.write_text("".join(f"{' '.join(text.split())}\n" for text in texts), encoding="utf-8")

    def settle(self) -> None:
        """Nothing: what is written can be found."""

    def search(self, query: str, limit: int) -> list[str]:
        """Return the lines with the most different words of the question."""
        words = {word.lower() for word in re.findall(r"\w+", query) if len(word) >= SHORTEST}
        if not words:
            return []
        chosen = [option for word in sorted(words) for option in ("-e", word)]
        command = ["grep", "-r", "-h", "-i", "-w", "-F", *chosen, str(self._folder)]
        lines = subprocess.run(command, check=False, capture_output=True, text=True).stdout.splitlines()
        counted = Counter({line: len(words.intersection(re.findall(r"\w+", line.lower()))) for line in lines})
        return [line for line, _ in counted.most_common(limit)]


if __name__ == "__main__":
    serve(Files)
