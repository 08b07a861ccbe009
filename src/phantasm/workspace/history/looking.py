"""Which commits are there, and what did they change? One function per question."""

from collections.abc import Sequence

from phantasm.storage.sql import Row
from phantasm.storage.work import Work
from phantasm.workspace.history.model import FileChange, Known


def count(work: Work) -> int:
    """Return how many commits are known."""
    return int(work.value("SELECT count(*) FROM commits"))


def find(work: Work, shas: Sequence[str]) -> dict[str, Known]:
    """Return commits by their names."""
    rows = work.all_of("SELECT * FROM commits WHERE sha IN (:values)", shas)
    return {row["sha"]: commit_of(row) for row in rows}


def by_evidence(work: Work, evidence_ids: Sequence[str]) -> dict[str, Known]:
    """Return the commits that some pieces of evidence tell, by evidence."""
    rows = work.all_of("SELECT * FROM commits WHERE evidence_id IN (:values)", evidence_ids)
    return {row["evidence_id"]: commit_of(row) for row in rows}


def named(work: Work, beginning: str) -> Known | None:
    """Return the commit whose name begins so; None where there is none, or more than one."""
    rows = work.all(
        "SELECT * FROM commits WHERE sha >= :first AND sha < :last ORDER BY sha LIMIT 2",
        {"first": beginning, "last": f"{beginning}g"},  # `g` comes after every digit
    )
    return commit_of(rows[0]) if len(rows) == 1 else None


def mentioning(work: Work, issues: Sequence[int]) -> list[Known]:
    """Return the commits that mention some issues, newest first."""
    rows = work.all_of(
        """SELECT c.* FROM commit_issues i JOIN commits c ON c.id = i.commit_id
           WHERE i.issue IN (:values) AND c.state = 'kept' ORDER BY c.committed_at DESC, c.sha""",
        issues,
    )
    return list({row["sha"]: commit_of(row) for row in rows}.values())


def newest_by(work: Work, authors: Sequence[str]) -> dict[str, str]:
    """Return the evidence of the newest commit of each author that has any."""
    found = {}
    for author in dict.fromkeys(authors):
        name = work.value(
            """SELECT evidence_id FROM commits WHERE author = :author AND evidence_id IS NOT NULL
               AND state <> 'erased' ORDER BY committed_at DESC, sha LIMIT 1""",
            {"author": author},
        )
        if name:
            found[author] = str(name)
    return found


def files_of(work: Work, commit_ids: Sequence[int]) -> dict[int, list[FileChange]]:
    """Return what some commits changed, by path."""
    found: dict[int, list[FileChange]] = {}
    rows = work.all_of(
        """SELECT f.commit_id, f.change, p.path, o.path AS old FROM commit_files f
           JOIN commit_paths p ON p.id = f.path_id LEFT JOIN commit_paths o ON o.id = f.from_id
           WHERE f.commit_id IN (:values) ORDER BY f.commit_id, p.path""",
        commit_ids,
    )
    for row in rows:
        found.setdefault(row["commit_id"], []).append(FileChange(row["change"], row["path"], row["old"]))
    return found


def tags_of(work: Work, shas: Sequence[str]) -> dict[str, list[str]]:
    """Return the tags that name some commits."""
    found: dict[str, list[str]] = {}
    rows = work.all_of("SELECT name, sha FROM commit_tags WHERE sha IN (:values) ORDER BY name", shas)
    for row in rows:
        found.setdefault(row["sha"], []).append(row["name"])
    return found


def commit_of(row: Row) -> Known:
    """Return a row as a commit."""
    return Known(
        id=row["id"],
        sha=row["sha"],
        seq=row["seq"],
        committed_at=row["committed_at"],
        parents=tuple(row["parents"].split()),
        author=row["author"],
        mail=row["mail"],
        bot=bool(row["bot"]),
        files=row["files"],
        state=row["state"],
        evidence_id=row["evidence_id"],
    )
