"""What can be asked of a counter of tokens, whichever it is?"""

from __future__ import annotations

from typing import Protocol


class Counter(Protocol):
    """Text in, number of tokens out. Safe to use from several threads; the same text always counts the same.

    Lines that end with a line feed and begin with a printable character other than a space add up: the count
    of a text is the sum of the counts of its lines, and a little less where docs/tokens.md says so.
    """

    @property
    def name(self) -> str:
        """Under which name it was chosen."""
        ...

    @property
    def exact(self) -> bool:
        """Whether the count is the model's own; an upper bound where it is not."""
        ...

    def count(self, text: str) -> int:
        """How many tokens the text is: special tokens as plain text, without the frame of a message."""
        ...
