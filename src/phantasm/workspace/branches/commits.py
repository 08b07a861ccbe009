"""Which commit has which, and which do the same? Asks git, each question once."""

from collections.abc import Collection
from functools import cache
from pathlib import Path

from phantasm.workspace import git

MOST_COMPARED = 3_000
"""Commits of the trunk that are compared with a branch: what is older is no longer merged under review."""
_MOST_PATHS = 500
"""Paths that narrow a comparison; a branch that changed more is compared with everything."""
_PLAIN = ("-p", "-r", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv")


class Commits:
    """The commits of one repository."""

    def __init__(self, start: Path) -> None:
        self.start = start
        self.exists = cache(self._exists)
        self.base = cache(self._base)
        self.time = cache(self._time)
        self.resolve = cache(self._resolve)

    def _exists(self, commit: str) -> bool:
        return git.answer(self.start, "cat-file", "-e", f"{commit}^{{commit}}") is not None

    def _resolve(self, name: str) -> str | None:
        """Return the commit that a revision means; None where nothing has that name."""
        return git.answer(self.start, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") or None

    def contains(self, tip: str, commit: str) -> bool:
        """Tell whether a commit is another one or lies before it."""
        return tip == commit or self.base(tip, commit) == commit

    def inside(self, tip: str, commits: Collection[str]) -> frozenset[str]:
        """Return which of some commits lie before another one or are it; those git has lost do not."""
        known = self.known(commits)
        given = "\n".join([*sorted(known), f"^{tip}"]).encode() + b"\n"
        found = git.answer(self.start, "rev-list", "--stdin", given=given) if known else ""
        return known - frozenset((found or "").split())

    def known(self, commits: Collection[str]) -> frozenset[str]:
        """Return which of some commits git has."""
        given = "\n".join(sorted(commits)).encode() + b"\n"
        asked = ("cat-file", "--batch-check=%(objectname) %(objecttype)")
        found = git.answer(self.start, *asked, given=given) if commits else ""
        lines = (line.split(" ") for line in (found or "").splitlines())
        return frozenset(line[0] for line in lines if line[1:] == ["commit"])

    def _time(self, commit: str) -> int | None:
        """Return when a commit was made, in seconds since 1970."""
        told = git.answer(self.start, "show", "--no-patch", "--format=%ct", commit)
        return int(told) if told and told.isdecimal() else None

    def _base(self, one: str, other: str) -> str | None:
        """Return where two commits part; None where they have nothing in common."""
        return git.answer(self.start, "merge-base", one, other) or None

    def between(self, older: str, newer: str, *options: str) -> list[str]:
        """Return the commits that one has and another has not, newest first."""
        span = (f"--max-count={MOST_COMPARED}", *options, newer, f"^{older}")
        found = git.answer(self.start, "rev-list", *span)
        return (found or "").split()

    def parent(self, commit: str) -> str | None:
        """Return a commit's first parent."""
        return self.resolve(f"{commit}^1")

    def branches_with(self, commit: str) -> list[str]:
        """Return the local branches that have a commit."""
        wanted = ("--format=%(refname:lstrip=2)", f"--contains={commit}", "refs/heads")
        return (git.answer(self.start, "for-each-ref", *wanted) or "").splitlines()

    def changed(self, older: str, newer: str) -> dict[str, str]:
        """Return the files that differ between two commits, and what the newer one has there."""
        told = git.answer(self.start, "diff-tree", "-r", "-z", "--no-renames", older, newer)
        return _blobs(told or "")

    def patches(self, commits: list[str], paths: list[str]) -> dict[str, str]:
        """Return which commit does what, by what it does; of several that do the same, the oldest."""
        narrowed = ("--", *paths) if 0 < len(paths) <= _MOST_PATHS else ()
        given = "\n".join(commits).encode() + b"\n"
        return self._patch_ids(("diff-tree", "--stdin", *_PLAIN, *narrowed), given)

    def patch(self, older: str, newer: str) -> str | None:
        """Return what a newer commit does to an older one; None for nothing."""
        found = self._patch_ids(("diff-tree", *_PLAIN, older, newer), b"")
        return next(iter(found), None)

    @cache  # noqa: B019  lives as long as the request that asks
    def log(self, tip: str) -> list[tuple[str, dict[str, str]]]:
        """Return the newest commits up to a tip, newest first, with what each left at which paths."""
        options = ("--raw", "--no-renames", "--diff-merges=first-parent", "-z", "--no-abbrev")
        told = git.answer(self.start, "log", f"--max-count={MOST_COMPARED}", *options, "--format=%x01%H", tip)
        return [_logged(entry) for entry in (told or "").split("\1") if entry]

    def authorship(self, commits: list[str]) -> dict[str, str]:
        """Return which commit is whose work, by author, moment and subject; a rebase keeps all three."""
        return {said: commit for commit, said in self._said(commits, "%ae %at %s")}

    def messages(self, commits: list[str]) -> list[tuple[str, str]]:
        """Return commits, in their order, each with its whole message."""
        return self._said(commits, "%B")

    def _said(self, commits: list[str], form: str) -> list[tuple[str, str]]:
        given = "\n".join(commits).encode() + b"\n"
        options = ("--no-walk=unsorted", "--stdin", "-z", f"--format=%H {form}")
        told = git.answer(self.start, "log", *options, given=given) if commits else ""
        found = (entry.partition(" ") for entry in (told or "").split("\0") if entry)
        return [(commit, said) for commit, _, said in found]

    def _patch_ids(self, question: tuple[str, ...], given: bytes) -> dict[str, str]:
        try:
            changes = git.run(self.start, *question, given=given)
            told = git.text(self.start, "patch-id", "--stable", given=changes)
        except git.GitError:
            return {}
        return {line.split(" ")[0]: line.split(" ")[1] for line in told.splitlines()}


def _blobs(told: str) -> dict[str, str]:
    parts = [part for part in told.split("\0") if part]
    return {path: status.split(" ")[3] for status, path in zip(parts[::2], parts[1::2], strict=False)}


def _logged(entry: str) -> tuple[str, dict[str, str]]:
    commit, _, changes = entry.partition("\0")
    return commit.strip(), _blobs(changes.lstrip("\n\0"))
