"""Which filters can nothing pass? They are refused: an empty answer would say that nothing is there. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.workspace.anchors import references

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phantasm.retrieval.inputs import FilterFields

_ALL = frozenset({"record", "evidence", "episode"})
_RECORDS = frozenset({"record"})
_EVIDENCE = frozenset({"evidence"})
_LIVE = ("live",)


def refuse_impossible(fields: FilterFields, states: Sequence[str] = _LIVE) -> None:
    """Refuse what no record, evidence or episode can be; `states` are those that records may be in."""
    if fields.since and fields.until and fields.since >= fields.until:
        example = {"since": "2026-01-01", "until": "2026-02-01"}
        told = f"nothing is from {fields.since} on and before {fields.until}"
        raise _refused("until", told, "a moment after `since`", example)
    if fields.about and references.read(fields.about) is None:
        told = f"no record is about {fields.about!r}: that is no reference"
        raise _refused(
            "about", told, " or ".join(f"{one}…" for one in references.PREFIXES), "file:src/app.py"
        )
    if fields.scope == "project" and fields.scope_ref:
        told = "what holds for the whole project belongs to no branch, worktree or session"
        example = {"scope": "branch", "scope_ref": fields.scope_ref}
        raise _refused("scope_ref", told, "scope branch, worktree or session, or none", example)
    _refuse_what_excludes(list(_limits(fields, states)))


def refuse_arms(mode: str, arms: str) -> None:
    """Refuse to find by vectors alone what is compared letter by letter."""
    if arms == "dense" and mode != "tokens":
        told = f"mode {mode} compares words or signs, and arms dense leaves them out"
        raise _refused("arms", told, "mode tokens with arms dense, or arms hybrid or lexical", "hybrid")


Limit = tuple[str, str, frozenset[str]]
"""A field, what it lets through in words, and as tiers."""


def _limits(fields: FilterFields, states: Sequence[str]) -> Iterator[Limit]:
    if fields.tiers:
        yield "tiers", " and ".join(fields.tiers), frozenset(fields.tiers)
    if fields.session:
        yield "session", "evidence of that session", _EVIDENCE
    if fields.scope not in {None, "project"} or fields.scope_ref:
        yield "scope" if fields.scope else "scope_ref", "records that belong there", _RECORDS
    for name in ("kinds", "about", "min_confidence", "verified", "without"):
        if getattr(fields, name):
            yield name, "records", _RECORDS
    if "live" not in states:
        yield "states", "records and episodes", _ALL - _EVIDENCE
    elif tuple(states) != _LIVE and not fields.tiers:
        yield "states", "records, where tiers are not named", _RECORDS


def _refuse_what_excludes(limits: Sequence[Limit]) -> None:
    """Refuse the first field that lets nothing through of what the fields before it do."""
    left, before = _ALL, ""
    for field, words, tiers in limits:
        if not left & tiers:
            told = f"{field} lets only {words} through, {before}: nothing is both"
            expected = f"{field} without what excludes it, or tiers with {' or '.join(sorted(tiers))}"
            raise _refused(field, told, expected, {"tiers": sorted(tiers)})
        if tiers < left:
            left, before = left & tiers, f"{field} only {words}"


def _refused(field: str, told: str, expected: str, example: object) -> PhantasmError:
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"params.{field}: {told}",
        field=f"params.{field}",
        expected=expected,
        example=example,
    )
