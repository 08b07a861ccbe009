"""How does an agent speak to memory through one process? JSON in, JSON out, and nothing else on stdout.

Parsed by hand: this is the path that runs for every request of an agent, and Typer and Rich would double what
it costs. The command of the same name in the Typer application ends up here too.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, NoReturn

from phantasm.contracts.envelope import Response, to_wire
from phantasm.contracts.errors import STATUS, Code, PhantasmError, Remediation
from phantasm.contracts.parse import MAX_REQUEST_BYTES
from phantasm.runtime.bootstrap import Runtime, error_response
from phantasm.runtime.hooks.tending import tended
from phantasm.surfaces.cli import terminal

USAGE = "phantasm handle-request (JSON | --stdin | --file PATH | --stream) [--pretty] [--project PATH]"
# One byte more than a request may have shows that a line is too long; another one for its line feed.
_LINE_BYTES = MAX_REQUEST_BYTES + 2


class Source(NamedTuple):
    """Where requests come from and how answers are written."""

    json: str | None = None
    stdin: bool = False
    file: Path | None = None
    stream: bool = False
    pretty: bool = False
    project: Path = Path()

    @property
    def is_one(self) -> bool:
        """Tell whether exactly one source was named."""
        return [self.json is not None, self.stdin, self.file is not None, self.stream].count(True) == 1


def run(arguments: list[str]) -> int:
    """Answer as the arguments say and return the exit status."""
    try:
        source = parse(arguments)
    except PhantasmError as problem:
        return _write(error_response(problem))
    return answer(source)


def parse(arguments: list[str]) -> Source:
    """Read the few options there are."""
    source, rest = Source(), list(arguments)
    while rest:
        option, equals, value = rest.pop(0).partition("=")
        match option:
            case "--stdin":
                source = source._replace(stdin=True)
            case "--stream":
                source = source._replace(stream=True)
            case "--pretty":
                source = source._replace(pretty=True)
            case "--file":
                source = source._replace(file=_path(option, value if equals else None, rest))
            case "--project":
                source = source._replace(project=_path(option, value if equals else None, rest))
            case _ if option.startswith("--"):
                _refuse(f"unknown option {option}")
            case _ if source.json is not None:
                _refuse("more than one request was given; quote the JSON as one argument")
            case _:
                source = source._replace(json=option + equals + value)
    return source


def answer(source: Source) -> int:
    """Send what the source gives through the one door."""
    try:
        request = _read(source)
    except PhantasmError as problem:
        return _write(error_response(problem), pretty=source.pretty)
    with tended(source.project) as runtime:
        if source.stream:
            return _stream(runtime, sys.stdin.buffer)
        return _write(runtime.handle(request, terminal.party()), pretty=source.pretty)


def exit_status(response: Response) -> int:
    """Return the status that goes with a response's error code; 0 when all went well."""
    return STATUS[Code(response.error.code)].exit if response.error else 0


def print_wire(text: str) -> None:
    """Write one line as UTF-8, whatever the locale says; half a surrogate pair becomes its JSON escape."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def _path(option: str, given: str | None, rest: list[str]) -> Path:
    """Return an option's path, from behind its equals sign or from the next argument."""
    if given is None and not rest:
        _refuse(f"{option} needs a path")
    return Path(rest.pop(0) if given is None else given)


def _stream(runtime: Runtime, lines: BinaryIO) -> int:
    party = terminal.party()
    for line in _lines(lines):
        if line.strip():
            print_wire(to_wire(runtime.handle(line, party)))
    return 0


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines; of one that is longer than any request only the start, which is refused as a whole."""
    while line := stream.readline(_LINE_BYTES):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(_LINE_BYTES)):
            pass
        yield line


def _read(source: Source) -> bytes:
    """Return the one request; of a stream nothing is read yet."""
    if not source.is_one:
        _refuse("name exactly one source of requests")
    if source.stream:
        return b""
    if source.json is not None:
        return os.fsencode(
            source.json
        )  # the bytes as they were typed: decoding them is the contract's business
    if source.file is None:
        return sys.stdin.buffer.read(MAX_REQUEST_BYTES + 1)
    try:
        with source.file.open("rb") as file:
            return file.read(MAX_REQUEST_BYTES + 1)
    except OSError as problem:
        _refuse(f"{source.file}: {problem.strerror}")


def _write(response: Response, *, pretty: bool = False) -> int:
    print_wire(to_wire(response, indent=2 if pretty else None))
    return exit_status(response)


def _refuse(message: str) -> NoReturn:
    raise PhantasmError(
        Code.INVALID_REQUEST,
        message,
        expected=USAGE,
        remediation=(Remediation("See the options.", command="phantasm handle-request --help"),),
    )
