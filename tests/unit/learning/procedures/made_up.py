"""Episodes for the tests: what was asked, what was run, and how it ended."""

from collections.abc import Sequence

from phantasm.session.episodes.model import Basis, Episode, Overcome, Ran, Said
from phantasm.session.model import Outcome


def episode(  # noqa: PLR0913  # all of an episode
    session: str,
    goal: str,
    commands: Sequence[str | tuple[str, int | None]],
    *,
    day: int = 1,
    outcome: Outcome = "success",
    files: Sequence[str] = (),
    corrections: Sequence[str] = (),
    overcome: Sequence[Overcome] = (),
) -> Episode:
    """Return an episode; a command alone worked."""
    ran = [one if isinstance(one, tuple) else (one, 0) for one in commands]
    return Episode(
        session=session,
        client="test",
        summary=goal,
        goal=goal,
        started_at=f"2026-03-{day:02d}T09:00:00.000000Z",
        ended_at=f"2026-03-{day:02d}T10:00:00.000000Z",
        asked=(Said("t0", goal, f"ev_{session}"),),
        outcome=outcome,
        because=_because(outcome),
        files=tuple(files),
        commands=tuple(Ran(f"t{place}", line, code) for place, (line, code) in enumerate(ran)),
        corrections=tuple(Said(f"c{place}", text) for place, text in enumerate(corrections)),
        overcome=tuple(overcome),
    )


def _because(outcome: Outcome) -> tuple[Basis, ...]:
    if outcome == "unknown":
        return ()
    return (Basis("exit_code", "success" if outcome == "success" else "failure", "exit code"),)


def release(session: str, version: str, *, day: int, outcome: Outcome = "success") -> Episode:
    """Return an episode that releases a version, with some looking around."""
    return episode(
        session,
        f"Release {version}",
        [
            "git status",
            f"poetry version {version}",
            "cat CHANGELOG.md | head",
            f'git commit -am "Release {version}" && git tag v{version}',
            "poetry publish --build",
            (f"git push origin v{version}", 0 if outcome == "success" else 1),
        ],
        day=day,
        outcome=outcome,
        files=["CHANGELOG.md"],
    )


def releases() -> list[Episode]:
    """Return four releases on four days."""
    versions = ("1.2.0", "1.3.0", "1.3.1", "2.0.0")
    return [release(f"r{place}", version, day=2 + place) for place, version in enumerate(versions)]


def others() -> list[Episode]:
    """Return episodes of other work, each of its own kind."""
    return [
        episode("o1", "why is the login page slow?", ["git log", "pytest -q"], day=1),
        episode("o2", "rename the helper in core", ["pytest", "git add -A", 'git commit -m "rename"'], day=2),
        episode("o3", "translate the mails", ["make mails", 'git commit -am "mails"'], day=3),
        episode("o4", "explain the cache", ["ls"], day=4),
        episode("o5", "remove dead code", ["ruff check .", "pytest -q", "git push"], day=5),
        episode("o6", "fix the date picker", ["npm test", 'git commit -am "dates"', "git push"], day=6),
    ]
