"""As which units can a record, an episode or a piece of evidence be found? Pure."""

import re

from phantasm.evidence.formation import PART_CHARACTERS, parts_of
from phantasm.evidence.model import Evidence
from phantasm.retrieval.documents import COMMIT, OTHER, Document, document_of, words_of_lines
from phantasm.retrieval.model import Unit
from phantasm.retrieval.tokens import speaking, tokens
from phantasm.retrieval.traits import Traits, label_of, looks_like_code, traits_of
from phantasm.session.episodes.briefs import text_of
from phantasm.session.episodes.model import Episode
from phantasm.session.store import Kept
from phantasm.state.model import Record
from phantasm.workspace.history.wording import MEDIA_TYPE

# A source with a separator or an extension names a file, a page or a command: its words say what it is about.
_TELLING_SOURCE = re.compile(r"[/\\]|\.\w{1,5}\b")


def unit_of_record(record: Record, unit_id: int) -> Unit:
    """Return a record as a unit: what it says, under what it is about."""
    statement = record.content.statement if record.content else ""
    title, body = tokens(record.subject_key or ""), tokens(statement)
    return Unit(
        id=unit_id,
        seq=record.seq,
        tier="record",
        item_id=record.id,
        part=0,
        start=0,
        stop=len(statement),
        length=len(statement),
        grouping=None,
        position=0,
        live=record.state == "live",
        kind=record.kind,
        origin=record.origin,
        scope=record.scope,
        scope_ref=record.scope_ref,
        sensitivity=record.sensitivity,
        at=record.valid_from,
        traits=traits_of(statement).packed(),
        title=" ".join(title),
        body=" ".join(body),
    )


def units_of_evidence(seen: Evidence, first_id: int, position: int) -> list[Unit]:
    """Return the parts of a piece of evidence.

    In a session they share its place, so that what is beside them is what was said before and after. In a
    document of its own each has a place.
    """
    text = seen.text or ""
    spans = parts_of(text)
    grouping = grouping_of(seen)
    title = tokens(seen.source) if seen.source and _TELLING_SOURCE.search(seen.source) else []
    title += speaking(label_of(text)) if seen.session_id else []
    document = _document(seen)
    title += tokens(document.path)
    # What begins as program text is program text in every part; a turn of a session goes on in prose.
    is_program = seen.session_id is None and document is OTHER and looks_like_code(text)
    units = []
    for part, (start, stop) in enumerate(spans):
        said = text[start:stop]
        body = words_of_lines(said) if document.shape == "history" else tokens(said)
        units.append(
            Unit(
                id=first_id + part,
                seq=seen.seq,
                tier="evidence",
                item_id=seen.id,
                part=part,
                start=start,
                stop=stop,
                length=len(text),
                grouping=grouping,
                position=position if seen.session_id else position + part,
                live=True,
                kind=seen.media_type,
                origin=seen.origin,
                scope="project",
                scope_ref="",
                sensitivity=seen.sensitivity,
                at=seen.observed_at,
                traits=_traits(said, document, is_program=is_program).packed(),
                title=" ".join(title),
                body=" ".join(body),
            )
        )
    return units


def _document(seen: Evidence) -> Document:
    """Tell what a document of the repository is; what anybody else brought is no history."""
    if seen.origin != "repository_file" or seen.session_id is not None:
        return OTHER
    return COMMIT if seen.media_type == MEDIA_TYPE else document_of(seen.text or "")


def _traits(said: str, document: Document, *, is_program: bool) -> Traits:
    found = traits_of(said)
    if document is OTHER:
        return found._replace(code=found.code or is_program)
    is_history = document.shape == "history"
    return found._replace(
        code=False, history=is_history, commit=not is_history, manifest=document.is_manifest
    )


def unit_of_episode(kept: Kept, episode: Episode, unit_id: int, seq: int) -> Unit:
    """Return what a session came to as a unit: its account, under its goal."""
    text = text_of(episode)
    words = tokens(text)
    if kept.episode_state != "live":
        words = list(dict.fromkeys(words))  # of a brief account each word once: it says none often
    return Unit(
        id=unit_id,
        seq=seq,
        tier="episode",
        item_id=kept.session.id,
        part=0,
        start=0,
        stop=len(text),
        length=len(text),
        grouping=None,
        position=0,
        live=kept.episode_state != "archived",
        kind="episode",
        # It has words of everybody who spoke, tools included: it is recalled, never obeyed.
        origin="agent",
        scope="project",
        scope_ref="",
        sensitivity=kept.sensitivity,
        at=kept.last_at or kept.recorded_at,
        traits=traits_of(text).packed(),
        title=" ".join(tokens(kept.session.title or "")),
        body=" ".join(words),
    )


def grouping_of(seen: Evidence) -> str | None:
    """Return what a piece of evidence is part of: its session, or itself when it is cut."""
    return seen.session_id or (seen.id if seen.text and len(seen.text) > PART_CHARACTERS else None)
