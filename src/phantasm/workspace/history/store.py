"""Which commits were taken in, and how is another one added? What they say is evidence, and not in here."""

from collections.abc import Collection, Mapping, Sequence

from phantasm.contracts.ids import content_address
from phantasm.storage.sql import Parameters
from phantasm.storage.work import Work
from phantasm.workspace.history.authors import is_bot
from phantasm.workspace.history.model import Commit, FileChange, Tag
from phantasm.workspace.history.reverts import plain_subject, reverted, reverted_subject
from phantasm.workspace.tables import (
    COMMIT_FILES,
    COMMIT_ISSUES,
    COMMIT_PATHS,
    COMMIT_REVERTS,
    COMMIT_TAGS,
    COMMITS,
)

_KEY_CHARACTERS = 20
"""80 bits of a keyed hash: two people of one project never share one."""
_WHOLE_SHA = frozenset({40, 64})
"""Characters of a commit's name, in SHA-1 and in SHA-256."""


def tips(work: Work) -> list[str]:
    """Return the commits that no other known one stands on: all behind them was taken in, or left out."""
    return [row["sha"] for row in work.all("SELECT sha FROM commits WHERE tip = 1 ORDER BY id")]


def every(work: Work) -> set[str]:
    """Return all commits that are known."""
    return {row["sha"] for row in work.all("SELECT sha FROM commits")}


def known(work: Work, shas: Sequence[str]) -> set[str]:
    """Return which of some commits are known."""
    return {row["sha"] for row in work.all_of("SELECT sha FROM commits WHERE sha IN (:values)", shas)}


def unreachable(work: Work) -> list[str]:
    """Return the commits that nothing led to when it was last looked."""
    return [row["sha"] for row in work.all("SELECT sha FROM commits WHERE state = 'unreachable' ORDER BY id")]


def add(
    work: Work, commits: Sequence[Commit], evidence: Mapping[str, str], below: Collection[str] = ()
) -> None:
    """Add commits that are not known yet, each after those that it stands on.

    `evidence`: what each says, by sha. `below`: those on which known ones stand; they were left out before.
    """
    first = int(work.value("SELECT coalesce(max(id), 0) FROM commits")) + 1
    numbers = {commit.sha: first + place for place, commit in enumerate(commits)}
    stood_on = {parent for commit in commits for parent in commit.parents} | set(below)
    work.run_many(
        COMMITS.insert,
        [_row(work, commit, numbers, evidence, tip=commit.sha not in stood_on) for commit in commits],
    )
    work.run_many("UPDATE commits SET tip = 0 WHERE sha = :sha", [{"sha": sha} for sha in sorted(stood_on)])
    _add_files(work, commits, numbers)
    issues = [{"issue": issue, "commit_id": numbers[one.sha]} for one in commits for issue in one.issues]
    work.run_many(COMMIT_ISSUES.insert, issues)
    _add_reverts(work, commits, numbers)


def keep_tags(work: Work, tags: Sequence[Tag]) -> int:
    """Keep the tags as they are now; return how many came, moved or went."""
    before = {row["name"]: row["sha"] for row in work.all("SELECT name, sha FROM commit_tags")}
    now = {tag.name: tag for tag in tags}
    gone = [name for name in before if name not in now]
    fresh = [tag for tag in now.values() if before.get(tag.name) != tag.sha]
    work.run_many("DELETE FROM commit_tags WHERE name = :name", [{"name": name} for name in gone])
    work.run_many(
        COMMIT_TAGS.insert + " ON CONFLICT (name) DO UPDATE SET sha = excluded.sha, at = excluded.at",
        [{"name": tag.name, "sha": tag.sha, "at": tag.at} for tag in fresh],
    )
    return len(gone) + len(fresh)


def mark(work: Work, shas: Sequence[str], *, reachable: bool) -> int:
    """Mark commits that nothing leads to any more, or that something leads to again; return how many."""
    new, old = ("kept", "unreachable") if reachable else ("unreachable", "kept")
    statement = "UPDATE commits SET state = :new WHERE sha = :sha AND state = :old"
    return sum(work.run(statement, {"sha": sha, "new": new, "old": old}) for sha in shas)


def forget(work: Work, evidence_ids: Sequence[str]) -> None:
    """Forget who made the commits whose texts were erased, and what these changed; only their names stay."""
    rows = work.all_of("SELECT id FROM commits WHERE evidence_id IN (:values)", evidence_ids)
    named = [{"id": row["id"]} for row in rows]
    work.run_many("DELETE FROM commit_files WHERE commit_id = :id", named)
    work.run_many("DELETE FROM commit_issues WHERE commit_id = :id", named)
    work.run_many(
        """UPDATE commits SET author = NULL, mail = NULL, subject = NULL, files = 0, state = 'erased'
           WHERE id = :id""",
        named,
    )


def key_of(work: Work, text: str) -> str:
    """Return the keyed address of a name or a subject: the same for the same words, and never the words."""
    return content_address(" ".join(text.split()).casefold().encode(), salt=work.head.salt)[:_KEY_CHARACTERS]


def _row(
    work: Work, commit: Commit, numbers: Mapping[str, int], evidence: Mapping[str, str], *, tip: bool
) -> Parameters:
    return {
        "id": numbers[commit.sha],
        "sha": commit.sha,
        "seq": work.seq,
        "committed_at": commit.committed_at,
        "parents": " ".join(commit.parents),
        "author": key_of(work, commit.author),
        "mail": key_of(work, commit.mail) if commit.mail else None,
        "subject": key_of(work, plain_subject(commit.subject)) if commit.subject else None,
        "bot": int(is_bot(commit.author, commit.mail)),
        "files": len(commit.files),
        "state": "kept",
        "tip": int(tip),
        "evidence_id": evidence.get(commit.sha),
    }


def _add_files(work: Work, commits: Sequence[Commit], numbers: Mapping[str, int]) -> None:
    names = {file.path for commit in commits for file in commit.files}
    names |= {file.old_path for commit in commits for file in commit.files if file.old_path}
    paths = _numbered(work, sorted(names))
    rows: dict[tuple[int, int], Parameters] = {}
    for commit in commits:
        for file in commit.files:
            row = _file_row(file, numbers[commit.sha], paths)
            rows[row["path_id"], row["commit_id"]] = row
    work.run_many(COMMIT_FILES.insert, list(rows.values()))


def _file_row(file: FileChange, commit_id: int, paths: Mapping[str, int]) -> Parameters:
    return {
        "path_id": paths[file.path],
        "commit_id": commit_id,
        "change": file.change,
        "from_id": paths[file.old_path] if file.old_path else None,
    }


def _numbered(work: Work, names: Sequence[str]) -> dict[str, int]:
    """Return the numbers of some paths; a path that was never seen gets the next one."""
    rows = work.all_of("SELECT id, path FROM commit_paths WHERE path IN (:values)", names)
    found = {row["path"]: int(row["id"]) for row in rows}
    fresh = [name for name in names if name not in found]
    first = int(work.value("SELECT coalesce(max(id), 0) FROM commit_paths")) + 1
    added = {name: first + place for place, name in enumerate(fresh)}
    work.run_many(COMMIT_PATHS.insert, [{"id": number, "path": name} for name, number in added.items()])
    return found | added


def _add_reverts(work: Work, commits: Sequence[Commit], numbers: Mapping[str, int]) -> None:
    rows = []
    for commit in commits:
        number = numbers[commit.sha]
        named = [sha for name in reverted(commit.message) if (sha := _meant(work, name, number))]
        subject = reverted_subject(commit)
        if subject is not None and (sha := _under(work, subject, number)):
            named.append(sha)
        rows += [{"commit_id": number, "reverted": sha, "seq": work.seq} for sha in dict.fromkeys(named)]
    work.run_many(COMMIT_REVERTS.insert, rows)


def _meant(work: Work, name: str, before: int) -> str | None:
    """Return the commit that a message names; one that was left out is known by its whole name only."""
    rows = work.all(
        "SELECT sha FROM commits WHERE sha >= :first AND sha < :last AND id < :before ORDER BY id",
        {"first": name, "last": f"{name}g", "before": before},  # `g` comes after every digit
    )
    if len(rows) == 1:
        return str(rows[0]["sha"])
    return name if len(name) in _WHOLE_SHA else None


def _under(work: Work, subject: str, before: int) -> str | None:
    """Return the newest commit before another that has a subject."""
    row = work.one(
        "SELECT sha FROM commits WHERE subject = :subject AND id < :before ORDER BY id DESC LIMIT 1",
        {"subject": key_of(work, plain_subject(subject)), "before": before},
    )
    return str(row["sha"]) if row else None
