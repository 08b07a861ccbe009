"""Made-up sessions."""

from collections.abc import Sequence

from phantasm.session.episodes.form import form
from phantasm.session.episodes.model import Basis, Episode
from phantasm.session.model import Session, Turn

Part = tuple[str, ...] | tuple[str, str, int | None, str]


def turns(parts: Sequence[Part]) -> list[Turn]:
    """Return turns: ("user", text), ("says", text), ("run", command, exit code, output), ("edit", file)."""
    found: list[Turn] = []
    for place, part in enumerate(parts):
        match part:
            case ("user", str() as text):
                found.append(Turn("s", f"u{place}", place * 10, None, "user", "observation", text))
            case ("says", str() as text):
                found.append(Turn("s", f"a{place}", place * 10, None, "assistant", "reasoning", text))
            case ("edit", str() as file):
                edit = Turn(
                    "s", f"e{place}", place * 10, None, "assistant", "action", tool="Edit", files=(file,)
                )
                found.append(edit)
            case ("run", str() as command, code, str() as output):
                call = f"c{place}"
                exit_code = code if isinstance(code, int) else None
                failed = None if exit_code is None else exit_code != 0
                found.append(
                    Turn(
                        "s",
                        f"r{place}",
                        place * 10,
                        None,
                        "assistant",
                        "action",
                        "",
                        "Bash",
                        command,
                        call=call,
                    )
                )
                found.append(
                    Turn(
                        "s",
                        f"o{place}",
                        place * 10 + 1,
                        None,
                        "tool",
                        "outcome",
                        output,
                        call=call,
                        exit_code=exit_code,
                        failed=failed,
                    )
                )
            case _:
                raise AssertionError(part)
    return found


def episode(*parts: Part, reported: Sequence[Basis] = ()) -> Episode:
    """Return the episode of a made-up session."""
    return form(Session("s", "generic"), turns(parts), reported)


ASK: Part = ("user", "Fix the clock.")
FAIL: Part = ("run", "pytest -q", 1, "1 failed in 0.1s")
PASS: Part = ("run", "pytest -q", 0, "3 passed in 0.1s")
EDIT: Part = ("edit", "clock.py")
