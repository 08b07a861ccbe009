"""How is a commit shown? What it says is evidence; what it changed and what became of it is in its rows."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from phantasm.contracts.ids import EVIDENCE_MARK, evidence_handle
from phantasm.contracts.model import Model
from phantasm.evidence import store
from phantasm.evidence.views import view
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.history import looking, taken_back
from phantasm.workspace.history.model import Known
from phantasm.workspace.history.wording import author_in, subject_in

_FILES_SHOWN = 10
"""What shows where a commit worked; its evidence names the others."""


class CommitMention(Model):
    """A commit, briefly."""

    sha: str
    subject: str | None = Field(default=None, description="None where its text was erased or is withheld")
    author: str | None = Field(default=None, description="The author's name")
    at: str = Field(description="When it was committed")
    evidence_id: str | None = None
    handle: str | None = Field(default=None, description="The short name by which its text is cited")


class CommitView(CommitMention):
    """A commit with what it changed, and whether it still holds."""

    files: list[str] = Field(description="The first files that it changed")
    file_count: int
    tags: list[str] = []
    unreachable: bool = Field(
        default=False, description="Nothing in the repository leads to it any more: history was rewritten"
    )
    reverted_by: CommitMention | None = Field(default=None, description="The commit that took it back")
    reverts: list[str] = Field(default=[], description="The commits that it takes back")


def texts_of(work: Work, blobs: BlobStore, evidence_ids: Sequence[str]) -> dict[str, str]:
    """Return what some commits say, as far as the caller may read it."""
    found = store.find(work, blobs, evidence_ids)
    shown = {name: view(seen, work.caller).text for name, seen in found.items()}
    return {name: text for name, text in shown.items() if text is not None}


def mentions(work: Work, blobs: BlobStore, commits: Sequence[Known]) -> dict[str, CommitMention]:
    """Return commits briefly, by sha."""
    texts = texts_of(work, blobs, [commit.evidence_id for commit in commits if commit.evidence_id])
    return {commit.sha: _brief(commit, texts) for commit in commits}


def views(work: Work, blobs: BlobStore, commits: Sequence[Known]) -> list[CommitView]:
    """Return commits as they are shown, in their order."""
    by = taken_back.reverted_by(work, [commit.sha for commit in commits])
    reverting = looking.find(work, list(by.values()))
    brief = mentions(work, blobs, [*commits, *reverting.values()])
    ids = [commit.id for commit in commits]
    files, takes_back = looking.files_of(work, ids), taken_back.reverts_of(work, ids)
    tags = looking.tags_of(work, [commit.sha for commit in commits])
    return [
        CommitView(
            **brief[commit.sha].model_dump(),
            files=[file.path for file in files.get(commit.id, [])[:_FILES_SHOWN]],
            file_count=commit.files,
            tags=tags.get(commit.sha, []),
            unreachable=commit.state == "unreachable",
            reverted_by=brief[by[commit.sha]] if commit.sha in by else None,
            reverts=takes_back.get(commit.id, []),
        )
        for commit in commits
    ]


def names_of(work: Work, blobs: BlobStore, authors: Sequence[str]) -> dict[str, str]:
    """Return the names behind some keyed addresses: as the newest commit of each has it."""
    newest = looking.newest_by(work, authors)
    texts = texts_of(work, blobs, list(newest.values()))
    named = {author: author_in(texts.get(evidence_id, "")) for author, evidence_id in newest.items()}
    return {author: name for author, name in named.items() if name}


def _brief(commit: Known, texts: Mapping[str, str]) -> CommitMention:
    evidence_id = commit.evidence_id
    text = texts.get(evidence_id or "")
    return CommitMention(
        sha=commit.sha,
        subject=None if text is None else subject_in(text),
        author=None if text is None else author_in(text),
        at=commit.committed_at,
        evidence_id=evidence_id,
        handle=f"{EVIDENCE_MARK}{evidence_handle(evidence_id)}" if evidence_id else None,
    )
