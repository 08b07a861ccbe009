"""What was acknowledged? One append-only log per writer, one line per answer that came back."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Ack:
    """One answer, as the writer saw it."""

    key: str
    operation: str
    data: dict[str, Any] | None
    operation_id: str | None
    replayed: bool
    milliseconds: float
    error: str | None = None


def append(descriptor: int, ack: Ack) -> None:
    """Add one line in one write call; no fsync, since a killed process does not lose its page cache."""
    os.write(descriptor, json.dumps(asdict(ack)).encode() + b"\n")


def read(path: Path) -> Iterator[Ack]:
    """Yield every whole line; a line that was cut by a kill was never acknowledged."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield Ack(**json.loads(line))


def open_log(path: Path) -> int:
    """Open a log for appending, after cutting off a torn last line."""
    if path.exists():
        data = path.read_bytes()
        os.truncate(path, data.rfind(b"\n") + 1)
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
