"""A made-up repository with a long history, written in one go.

Files belong to areas, and an area has its people: what is changed together and who did it is not by chance.
Renames, reverts, merges, tags, programs that commit and mass changes are strewn in.
"""

import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SEED = 11
FIRST_SECONDS = 1_500_000_000
"""When the first commit was made, in seconds since 1970."""
STEP_SECONDS = 2_400
"""Between two commits."""
AREAS = ("auth", "billing", "search", "upload", "report", "queue", "cache", "mail", "admin", "export")
VERBS = ("Fix", "Add", "Remove", "Handle", "Speed up", "Simplify", "Test", "Document", "Rename", "Log")
THINGS = (
    *("timeout", "retry", "empty input", "race", "memory leak", "wrong date", "permission check", "index"),
    *("page size", "error message", "unicode name", "large file", "lock", "default value", "time zone"),
)
PEOPLE_PER_AREA = 4
FILES_PER_AREA = 60


@dataclass
class _Writing:
    choice: random.Random
    files: dict[str, list[str]] = field(default_factory=dict)
    subjects: list[tuple[int, str, str]] = field(default_factory=list)
    """Mark, subject and area of what may be taken back."""


def generate(root: Path, commits: int) -> None:
    """Write a repository with so many commits, and check nothing out."""
    root.mkdir(parents=True, exist_ok=True)
    git = shutil.which("git") or "git"
    subprocess.run([git, "init", "-q", "-b", "main", str(root)], check=True)
    command = [git, "-C", str(root), "fast-import", "--quiet", "--done"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as importing:
        assert importing.stdin is not None
        for piece in _stream(commits):
            importing.stdin.write(piece.encode())
        importing.stdin.close()
    assert importing.returncode == 0
    subprocess.run([git, "-C", str(root), "commit-graph", "write", "--reachable"], check=True)


def _stream(commits: int) -> Iterator[str]:
    writing = _Writing(random.Random(SEED))
    for area in AREAS:
        writing.files[area] = [f"src/{area}/{area}_{n}.py" for n in range(FILES_PER_AREA)]
    previous = 0
    for number in range(1, commits + 1):
        yield from _commit(writing, number, previous)
        previous = number
        if number % 1_000 == 0:
            yield f"tag v{number // 1_000}.0\nfrom :{number}\ntagger {_who('release', 0)} {_when(number)}\n"
            yield _data(f"v{number // 1_000}.0")
    yield "done\n"


def _commit(writing: _Writing, number: int, previous: int) -> Iterator[str]:
    choice = writing.choice
    area = choice.choice(AREAS)
    person = min(int(choice.expovariate(1.2)), PEOPLE_PER_AREA - 1)
    who = "renovate[bot] <bot@renovate.example>" if choice.random() < 0.03 else _who(area, person)
    subject = f"{choice.choice(VERBS)} {choice.choice(THINGS)} in {area} (#{number})"
    body = (
        f"The {area} part did not {choice.choice(THINGS)}; see #{max(1, number - choice.randrange(1, 400))}."
    )
    if writing.subjects and choice.random() < 0.01:
        mark, old, area = writing.subjects[-choice.randrange(1, min(50, len(writing.subjects)) + 1)]
        subject, body = f'Revert "{old}"', f"This brings back what {mark} broke."
    writing.subjects.append((number, subject, area))
    yield f"commit refs/heads/main\nmark :{number}\n"
    yield f"author {who} {_when(number)}\ncommitter {who} {_when(number)}\n"
    yield _data(f"{subject}\n\n{body}\n")
    if previous:
        yield f"from :{previous}\n"
    yield from _changes(writing, area, number)


def _changes(writing: _Writing, area: str, number: int) -> Iterator[str]:
    choice, files = writing.choice, writing.files[area]
    if choice.random() < 0.005:  # somebody renames a file
        place = choice.randrange(len(files))
        new = f"src/{area}/{area}_{place}_{number}.py"
        yield from _file(files[place], f"{files[place]} before {number}\n" * 20)
        yield f'R "{files[place]}" "{new}"\n'
        files[place] = new
        return
    many = 150 if choice.random() < 0.002 else 1 + min(int(choice.expovariate(0.5)), 12)
    start = choice.randrange(len(files))
    chosen = [files[(start + step) % len(files)] for step in range(min(many, len(files)))]
    # A file has its test, and most changes go into the list of changes.
    chosen += [f"tests/{area}/test_{chosen[0].rpartition('/')[2]}"] if choice.random() < 0.6 else []
    chosen += ["CHANGES.md"] if choice.random() < 0.5 else []
    for path in dict.fromkeys(chosen):
        yield from _file(path, f"{path} {number}\n" * 3)


def _file(path: str, text: str) -> Iterator[str]:
    yield f'M 100644 inline "{path}"\n'
    yield _data(text)


def _who(area: str, person: int) -> str:
    name = f"{area.title()} Person {person}"
    return f"{name} <{area}{person}@example.org>"


def _when(number: int) -> str:
    return f"{FIRST_SECONDS + number * STEP_SECONDS} +0000"


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}\n"
