"""Compile what is remembered into a context that fits a token budget."""

from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.capabilities.tokens import Counter, counter_for
from phantasm.config.settings import ContextSettings
from phantasm.context.compiler import Order, TooSmall, compile_context
from phantasm.context.explaining import findings, line_views, omitted_views, prefix_view, section_views
from phantasm.context.manifest import VERSION, Measured, unchanged, written
from phantasm.context.profiles import HOOK_CHARACTERS, HOOK_TOKENS, PROFILES, FormatName, ModelName
from phantasm.context.render import Handles, Style
from phantasm.context.sections import FACTS, PROCEDURES
from phantasm.context.views import (
    FindingView,
    LineView,
    OmittedView,
    PrefixView,
    SectionView,
    UnchangedView,
)
from phantasm.contracts.canonical import digest
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import Day, JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.retrieval.inputs import FilterFields
from phantasm.retrieval.telling import tell_of_vectors
from phantasm.security.profiles import reviewers
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.scopes import safe_name, standpoint
from phantasm.state.timeline import point, revision_of
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.branches.revision import Revision
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.place import Place, commit_at, here

if TYPE_CHECKING:
    from phantasm.context.reading.wish import Wish
    from phantasm.retrieval.look import Sight

KIND = Kind.READ
EXAMPLE: JsonObject = {"query": "add rate limiting to the public API", "token_budget": 2000}


class Params(FilterFields):
    """The task, how much may be handed over, to whom, and from where."""

    query: Annotated[str, Field(max_length=10_000)] | None = Field(
        default=None, description="The task or question; left out: what holds for every task"
    )
    token_budget: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        default=None, description="The most tokens, envelope included; else as configured"
    )
    max_characters: Annotated[int, Field(ge=1, le=10_000_000)] | None = Field(
        default=None, description="The most characters, envelope included"
    )
    size: Literal["full", "hook"] = Field(
        default="full", description="hook: 2,400 tokens and 9,000 characters where none are given"
    )
    focus_subjects: list[Line] = Field(
        default=[], max_length=100, description="Subject keys that are to be there; `a.*` is all below `a`"
    )
    model: ModelName | None = Field(default=None, description="Who reads it; else as configured")
    format: FormatName | None = Field(default=None, description="How it is written; else as the model likes")
    handles: Handles = Field(
        default="all", description="Which lines say how to cite them: [m:…] for records, [e:…] for evidence"
    )
    nearest: bool = Field(
        default=False, description="Where nothing matches, hand over what comes nearest all the same"
    )
    now: Day | None = Field(
        default=None, description="The day from which ages are counted, YYYY-MM-DD; today when left out"
    )
    previous: JsonObject | None = Field(
        default=None, description="The manifest of an earlier context, to learn how much is unchanged"
    )
    given: list[Line] = Field(default=[], max_length=5_000, description="Ids of items the reader has already")
    explain: bool = Field(default=False, description="Say why each line is there and why others are not")


class Result(Model):
    """The context, what it consists of, and the manifest from which it can be written again."""

    text: str
    match: Literal["strong_match", "weak_match", "no_match", "standing"]
    sureness: float = Field(description="How sure it is that the task is answered here at all, from 0 to 1")
    tokens: int
    token_budget: int
    characters: int
    exact: bool = Field(description="Whether `tokens` is the model's own count; else it is an upper bound")
    model: ModelName
    format: FormatName
    sections: list[SectionView]
    prefix: PrefixView
    unchanged: UnchangedView | None = None
    lines: list[LineView] = Field(default=[], description="With explain: why each line is there")
    omitted: list[OmittedView] = Field(default=[], description="With explain: what came near, and why not")
    findings: list[FindingView] = []
    withheld: int = Field(description="Sensitive things that would answer; this profile may not read them")
    manifest: JsonObject = Field(description="What `replay` needs; held by the caller")


class Prepared(NamedTuple):
    """Where the caller is, who counts, and what vectors contribute."""

    place: Place
    commit: str | None
    blobs: BlobStore
    counter: Counter
    settings: ContextSettings
    people: frozenset[str]
    sight: "Sight | None"
    checkout: Checkout | None
    unverified_days: int
    revision: Revision | None


def prepare(params: Params, environment: Environment) -> Prepared:
    """Embed the task, open the index, load the tokenizer, look where the caller is."""
    settings = environment.config.settings.context
    sight = None
    if params.query and params.query.strip():
        from phantasm.retrieval.look import look_for  # noqa: PLC0415  numpy

        sight = look_for(environment, params.query)
    counter = counter_for(PROFILES[params.model or settings.model].counter)
    anchors = environment.config.settings.anchors
    return Prepared(
        place=here(environment.start),
        commit=commit_at(environment.start),
        blobs=environment.blobs,
        counter=counter,
        settings=settings,
        people=reviewers(environment.profiles),
        sight=sight,
        checkout=checkout_of(environment) if anchors.check else None,
        unverified_days=anchors.expire_unverified_days,
        revision=revision_of(environment, params.at_commit),
    )


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Gather, compile, and say what became of what."""
    from phantasm.context.reading.gathering import gather  # noqa: PLC0415  numpy

    model = params.model or prepared.settings.model
    count = cache(prepared.counter.count)
    profile, exact = PROFILES[model], prepared.counter.exact
    style = Style(params.format or profile.format, profile.order, params.handles, count, exact)
    order = _order(params, work, prepared)
    gathered = gather(work, prepared.blobs, _wish(params, work, prepared, order.today), prepared.sight)
    tell_of_vectors(work, gathered.sight)
    made = compile_context(gathered.material, order, style)
    if isinstance(made, TooSmall):
        raise made.refusal(order)
    lines = [Measured(line, count(line.text)) for line in made.lines]
    text = "".join(line.text for line in made.lines)
    shown = [line.chosen.candidate for line in made.lines if line.chosen]
    rests_on = evidence.behind(work, [one.id for one in shown if one.is_record]) if params.explain else {}
    work.evidence_ids += [one.id for one in shown if one.tier == "evidence"]
    manifest = _origin(params, work, prepared, gathered.sight)
    manifest |= {"model": model, "format": style.format, "now": order.today, "match": made.match}
    manifest |= written(lines, made.prefix, work.head.salt)
    shared = unchanged((params.previous or {}).get("lines"), manifest["lines"])
    return Result(
        text=text,
        match=made.match,
        sureness=gathered.sureness,
        tokens=sum(line.tokens for line in lines),
        token_budget=order.budget,
        characters=len(text),
        exact=exact,
        model=model,
        format=style.format,
        sections=section_views(lines),
        prefix=prefix_view(lines[: made.prefix]),
        unchanged=UnchangedView(bytes=shared[0], tokens=shared[1]) if shared else None,
        lines=line_views(lines, rests_on) if params.explain else [],
        omitted=omitted_views(made.left) if params.explain else [],
        findings=findings(shown, made.left),
        withheld=gathered.withheld,
        manifest=manifest,
    )


def _order(params: Params, work: Work, prepared: Prepared) -> Order:
    settings = prepared.settings
    usual = (HOOK_TOKENS, HOOK_CHARACTERS) if params.size == "hook" else (settings.max_tokens, None)
    return Order(
        budget=params.token_budget or usual[0],
        characters=params.max_characters or usual[1],
        today=params.now or work.now[:10],
        as_of=params.as_of,
        limits={FACTS: settings.fact_limit, PROCEDURES: settings.procedure_limit},
        salt=work.head.salt,
        explain=params.explain,
    )


def _wish(params: Params, work: Work, prepared: Prepared, today: str) -> "Wish":
    from phantasm.context.reading.wish import Wish  # noqa: PLC0415  numpy

    seen_from = standpoint(prepared.place, work.caller.session_id)
    from_here = None if params.everywhere else seen_from
    return Wish(
        query=(params.query or "").strip() or None,
        focus=params.focus_subjects,
        chosen=params.to_filter(work, None if params.scope else from_here),
        seen_from=from_here,
        at=point(work, params.as_of, params.known_at, prepared.revision),
        today=today,
        least_confidence=params.min_confidence,
        nearest=params.nearest,
        sensitive=work.caller.may(Right.SENSITIVE_READ),
        people=prepared.people,
        episodes=prepared.settings.episode_limit,
        given=frozenset(params.given),
        explain=params.explain,
        checkout=prepared.checkout,
        unverified_days=prepared.unverified_days,
    )


def _origin(params: Params, work: Work, prepared: Prepared, sight: "Sight | None") -> JsonObject:
    """Return what a context was made from."""
    stamp = sight.stamp if sight else None
    request = params.model_dump(exclude={"previous", "explain"})
    return {
        "version": VERSION,
        "store_id": work.head.store_id,
        "seq": work.head.seq,
        "vectors": {"embedder": stamp.model, "cursor": stamp.cursor} if stamp else None,
        "request": digest(request),
        "workspace": {
            "branch": safe_name(prepared.place.branch),
            "worktree": safe_name(prepared.place.worktree),
            "commit": prepared.commit,
            # What else was looked at: where one of these changes, the context may.
            "files": prepared.checkout.looked_at if prepared.checkout else [],
        },
    }
