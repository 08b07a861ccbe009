"""What does a program answer when it is started as a client would start it? No process is left behind."""

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# The limit that most hooks are registered with; a hook that needs longer would be given up by its client.
HOOK_SECONDS = 10.0
# What Codex gives a server; the others give more.
SERVER_SECONDS = 30.0
# A server ends when its input does; what takes longer stays behind when an agent ends.
ENDING_SECONDS = 5.0
_REVISION = "2025-11-25"
_READ_BYTES = 65_536
_COMPLAINT_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """How a trial went."""

    told: str = ""
    problem: str = ""


def try_hook(command: str, event: str, folder: Path) -> Answer:
    """Run a hook's command through a shell, as clients do, with an event on stdin."""
    started = time.monotonic()
    process = _start(["/bin/sh", "-c", command], folder)
    try:
        out, errors = process.communicate(event.encode(), timeout=HOOK_SECONDS)
    except subprocess.TimeoutExpired:
        return Answer(problem=f"no answer within {HOOK_SECONDS:g} seconds")
    finally:
        _end(process)
    if process.returncode:
        return Answer(problem=f"ended with status {process.returncode}{_complaint(errors)}")
    if out.strip():
        try:
            json.loads(out)
        except ValueError:
            return Answer(problem="answered something that is not JSON")
    milliseconds = round((time.monotonic() - started) * 1000)
    return Answer(told=f"{milliseconds} ms, {len(out)} bytes")


def try_server(words: Sequence[str], folder: Path) -> Answer:
    """Start a server, shake hands, close its input, and see that it ends."""
    started = time.monotonic()
    try:
        process = _start(words, folder)
    except OSError as problem:
        return Answer(problem=f"cannot be started: {problem.strerror}")
    try:
        answer = _shake_hands(process, started + SERVER_SECONDS)
        if answer.problem:
            return answer
        milliseconds = round((time.monotonic() - started) * 1000)
        if process.stdin is not None:
            process.stdin.close()
        try:
            process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return Answer(problem=f"still runs {ENDING_SECONDS:g} seconds after its input ended")
        return Answer(told=f"{answer.told}, {milliseconds} ms")
    finally:
        _end(process)


def _shake_hands(process: subprocess.Popen[bytes], deadline: float) -> Answer:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": _REVISION,
            "capabilities": {},
            "clientInfo": {"name": "phantasm install --check", "version": "1"},
        },
    }
    if process.stdin is None or process.stdout is None or process.stderr is None:
        return Answer(problem="has no standard files")
    with suppress(OSError):  # a program that has ended already is asked for its last words
        process.stdin.write(json.dumps(hello).encode() + b"\n")
        process.stdin.flush()
    reply = _line(process.stdout, deadline)
    if reply is None:
        with suppress(subprocess.TimeoutExpired):  # its output has ended, or the time is over
            process.wait(max(0.0, min(ENDING_SECONDS, deadline - time.monotonic())))
        ended = process.poll()
        if ended is None:
            return Answer(problem=f"no handshake within {SERVER_SECONDS:g} seconds")
        return Answer(problem=f"ended with status {ended}{_complaint(process.stderr.read())}")
    try:
        told = json.loads(reply)["result"]["serverInfo"]
        return Answer(told=f"{told['name']} {told['version']}")
    except (ValueError, KeyError, TypeError):
        return Answer(problem="answered the handshake with something else")


def _line(stream: object, deadline: float) -> bytes | None:
    """Return the first line of an output, or None where it ends or the time does."""
    descriptor = stream.fileno()  # type: ignore[attr-defined]
    held = b""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while b"\n" not in held:
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                return None
            read = os.read(descriptor, _READ_BYTES)
            if not read:
                return None
            held += read
    return held.split(b"\n")[0]


def _start(words: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603  what the user's own files register, tried at the user's wish
        list(words),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and everything that it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _complaint(errors: bytes) -> str:
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if any(map(str.isalnum, line))]
    return f": {lines[-1][:_COMPLAINT_CHARACTERS]}" if lines else ""
