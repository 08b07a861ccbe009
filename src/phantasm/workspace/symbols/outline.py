"""What does a file define? Asks the grammar of its language, else reads its lines."""

from phantasm.workspace.symbols.model import Outline


def outline_of(path: str, text: str) -> Outline:
    """Return the definitions in a file."""
    raise NotImplementedError
