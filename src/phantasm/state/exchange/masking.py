"""Which secrets does a line of a file hold? They are masked before anything of it is stored.

A request's own masking sees only its parameters, not the file that they name.
"""

from dataclasses import replace
from typing import cast

from phantasm.contracts.model import JsonObject
from phantasm.security.redaction import JSON, Masked, redact_tree
from phantasm.state.exchange.lines import RecordLine
from phantasm.state.model import Content, Draft, Triple


def masked_line(line: RecordLine, number: int) -> tuple[RecordLine, tuple[Masked, ...]]:
    """Return a line without secrets, and what was masked; ids are names, not text, and stay."""
    links, evidence = line.links, line.evidence
    beside: JsonObject = {
        # Under the names that a request has for them: what was masked there is masked here, and no more.
        "links": [{"target": link.reference} for link in links],
        "raw_evidence": [{"text": seen.text, "source": seen.source} for seen in evidence],
    }
    draft, found = masked_draft(line.draft, number)
    clean, more = _masked(beside, number)
    if more:
        targets = cast("list[dict[str, str | None]]", clean["links"])
        texts = cast("list[dict[str, str | None]]", clean["raw_evidence"])
        links = tuple(
            link.model_copy(update={"reference": new["target"]})
            for link, new in zip(links, targets, strict=True)
        )
        evidence = tuple(seen.model_copy(update=new) for seen, new in zip(evidence, texts, strict=True))
    return replace(line, draft=draft, links=links, evidence=evidence), (*found, *more)


def masked_draft(draft: Draft, number: int) -> tuple[Draft, tuple[Masked, ...]]:
    """Return a draft without secrets, and what was masked."""
    content, quality = draft.content, draft.quality
    triple = content.triple
    clean, found = _masked(
        {
            "subject_key": draft.subject_key,
            "scope_ref": draft.scope_ref,
            "statement": content.statement,
            "payload": content.payload,
            "provenance": content.provenance,
            "claim": triple and triple._asdict(),
            "quality": {"author": quality.author, "source_type": quality.source_type},
        },
        number,
    )
    if not found:
        return draft, ()
    claim = cast("dict[str, str] | None", clean["claim"])
    kept = Content(
        cast("str", clean["statement"]),
        cast("JsonObject | None", clean["payload"]),
        cast("JsonObject | None", clean["provenance"]),
        Triple(claim["subject"], claim["predicate"], claim["object"]) if claim else None,
    )
    said_by = cast("dict[str, str | None]", clean["quality"])
    return (
        draft._replace(
            subject_key=cast("str | None", clean["subject_key"]),
            scope_ref=cast("str", clean["scope_ref"]),
            content=kept,
            quality=quality._replace(author=said_by["author"], source_type=said_by["source_type"]),
        ),
        found,
    )


def _masked(value: JsonObject, number: int) -> tuple[JsonObject, tuple[Masked, ...]]:
    clean, found = redact_tree(cast("JSON", value), where=f"line {number}")
    return cast("JsonObject", clean), found
