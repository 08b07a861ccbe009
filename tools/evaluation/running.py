"""Cases asked, each in a store of its own, several at a time in processes of their own.

The store is a fresh project in a temporary folder, reached through the one door. Its clock follows the corpus
and its ids are drawn from a fixed seed: the same case gives the same run, today and next year. The corpus is
written in order. A question that knows only the first documents (`before`) is asked when just those have been
written, so the questions are asked in that order, too. What a question is asked for, and what an answer is,
whoever evaluates says (`Asking`).
"""

import multiprocessing
import os
import queue
import random
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count, groupby
from multiprocessing.managers import SyncManager
from pathlib import Path
from types import FrameType
from typing import Any, Generic, NamedTuple, TypeVar

from phantasm.capabilities.embedding.choose import embedder_for
from phantasm.capabilities.embedding.port import Embedder, Model
from phantasm.capabilities.environment import Environment
from phantasm.config.environment import use_one_thread_each, variable
from phantasm.config.paths import Paths
from phantasm.config.settings import EmbeddingSettings
from phantasm.contracts.clock import from_timestamp
from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import Ids
from phantasm.contracts.model import JsonObject
from phantasm.contracts.parse import validate
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.setup.project import lay_out_state
from tools.evaluation.caching import CachingEmbedder
from tools.evaluation.cases import (
    CORPUS,
    Batch,
    CaseFolder,
    Judgements,
    Material,
    Question,
    Target,
    batches,
    check_target,
    find_cases,
    moment_of,
    read_judgements,
    read_material,
)


class Taking(NamedTuple):
    """How vectors are taken instead of as configured.

    What is asked for has to be there: figures of 256 numbers under the name of 768 would be worse than none.
    """

    dimensions: int | None = None
    """How many numbers of a vector are compared."""
    layers: int | None = None
    """After how many layers it is taken."""

    def chosen(self) -> dict[str, int]:
        """Return what was asked for, by the keys of [embedding]."""
        return {key: value for key, value in self._asdict().items() if value is not None}


AS_CONFIGURED = Taking()


def taken(environment: Environment, taking: Taking) -> Environment:
    """Return an environment whose vectors are taken as asked for; refuses what the model does not have."""
    if taking == AS_CONFIGURED:
        return environment
    before = environment.config.settings
    wanted = before.embedding.model_dump() | taking.chosen()
    embedding = validate(EmbeddingSettings, wanted, code=Code.INVALID_PARAMS)
    settings = before.model_copy(update={"embedding": embedding})
    found = environment._replace(
        config=environment.config._replace(settings=settings),
        embedder=cache(lambda: embedder_for(settings, variable)),
    )
    if embedder := found.embedder():
        _check(embedder.model, embedding)
    return found


def _check(model: Model, chosen: EmbeddingSettings) -> None:
    from phantasm.retrieval.chosen_view import view_of  # noqa: PLC0415  numpy

    view = view_of(model, chosen.dimensions, chosen.layers)
    if view.width != chosen.dimensions:
        widths = ", ".join(map(str, model.widths))
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{model.id} has no vectors of {chosen.dimensions} numbers; it has them of: {widths}",
            field="--dimensions",
            expected=f"one of: {widths}",
        )


_WRITER, _MAINTAINER = "claude_code", "scheduler"
"""Built-in profiles with the rights to write and to bring indexes up to date."""
_LONGEST_QUERY_CHARACTERS = 10_000
"""What `search` and `compile` take; what is left out of a longer one is left out everywhere."""
_DEGRADED = frozenset({"lexical_only", "index_behind"})
"""Warnings of an answer that counts for use and not for figures."""
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""When a corpus without times is written: any day does, and it must be the same on every run."""
_STEP = timedelta(milliseconds=1)
"""Ids are told apart by the millisecond, so that later means a larger id."""
_SEED = 1
"""Ids are random elsewhere so that nobody can guess them; here they must repeat."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A context as `compile` hands it over, and which documents it excerpts."""

    text: str = ""
    tokens: int = 0
    match: str = "no_match"
    places: tuple[int, ...] = ()
    """In the corpus, in the order of the text."""


class CorpusClock:
    """A clock that stands where the corpus has got to, and never goes back."""

    def __init__(self, beginning: str | None) -> None:
        self._now = from_timestamp(beginning) if beginning else _BEGINNING

    def now(self) -> datetime:
        """Return a moment later than every one before."""
        self._now += _STEP
        return self._now

    def reach(self, moment: str | None) -> None:
        """Move on to a moment of the corpus."""
        if moment is not None:
            self._now = max(self._now, from_timestamp(moment))


class CaseStore:
    """One case's project, opened: documents go in, rankings and contexts come out."""

    def __init__(self, runtime: Runtime, clock: CorpusClock) -> None:
        self._runtime = runtime
        self._clock = clock
        self._numbers = count(1)
        self._documents: dict[str, list[int]] = {}
        """Which documents, by place in the corpus, a record or a piece of evidence stands for."""

    def write(self, batch: Batch) -> None:
        """Write some documents and remember what became of them."""
        self._clock.reach(batch.moment)
        data = self.ask("ingest", batch.params, session_id=batch.session_id)
        if batch.is_evidence:
            ids = data["evidence_ids"]
        else:
            ids = [result["record_id"] for result in data["results"]]
        for place, kept in zip(batch.positions, ids, strict=True):
            self._documents.setdefault(kept, []).append(place)

    def embed(self) -> None:
        """Bring the vectors up to date with everything written; figures without some of them would lie."""
        left = self.ask("embed", {}, profile=_MAINTAINER)["missing"]
        if left:
            raise PhantasmError(Code.INTERNAL, f"embed left {left} units without a vector")

    def search(self, query: str, *, arm: str, limit: int) -> list[tuple[int, float]]:
        """Return places in the corpus with their scores, best first.

        Documents that turned out to say the same are one record; the newest of them comes first.
        """
        if not self._documents:
            return []
        data = self.ask("search", {"query": query[:_LONGEST_QUERY_CHARACTERS], "arms": arm, "limit": limit})
        ranked = [
            (place, float(hit["score"]))
            for hit in data["hits"]
            for place in reversed(self._documents.get(str(hit["id"]), []))
        ]
        return ranked[:limit]

    def compile(self, query: str, wanted: JsonObject) -> Compiled:
        """Return the context for a query, with every document that a line of it excerpts."""
        if not self._documents:
            return Compiled()
        data = self.ask("compile", wanted | {"query": query[:_LONGEST_QUERY_CHARACTERS]})
        excerpted = (
            place
            for line in data["manifest"]["lines"]
            if "id" in line
            for name in (line["id"], *line.get("also", ()))
            for place in reversed(self._documents.get(str(name), []))
        )
        return Compiled(
            str(data["text"]), int(data["tokens"]), str(data["match"]), tuple(dict.fromkeys(excerpted))
        )

    def ask(
        self, operation: str, params: JsonObject, *, profile: str = _WRITER, session_id: str | None = None
    ) -> dict[str, Any]:
        """Send one request that must succeed and return its data."""
        name = f"eval-{next(self._numbers)}"
        client = {"profile": profile} | ({"session_id": session_id} if session_id else {})
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": operation,
            "request_id": name,
            "client": client,
            "idempotency_key": name,
            "params": params,
        }
        response = self._runtime.handle(request)
        if response.error:
            raise PhantasmError(
                Code(response.error.code), f"{operation} was refused: {response.error.message}"
            )
        for warning in response.warnings:
            if warning.code in _DEGRADED:
                message = f"{operation} answered without vectors: {warning.message}"
                raise PhantasmError(Code.PROVIDER_UNAVAILABLE, message)
        return response.data or {}


@contextmanager
def case_store(
    beginning: str | None, kept: Path | None, taking: Taking = AS_CONFIGURED
) -> Iterator[CaseStore]:
    """Yield a fresh store that is gone afterwards; embeddings are kept in a folder where one is given."""
    clock = CorpusClock(beginning)
    drawn = random.Random(_SEED).getrandbits  # noqa: S311  not a secret: see _SEED
    with tempfile.TemporaryDirectory(prefix="phantasm-eval-") as name:
        root = Path(name).resolve()
        lay_out_state(Paths(root), clock=clock, ids=Ids(clock.now, drawn))
        with open_project(root, clock=clock, random_bits=drawn) as runtime:
            environment = taken(runtime.environment, taking)
            if kept is not None:
                environment = environment._replace(embedder=_keeping(environment.embedder, kept))
            runtime.environment = environment
            yield CaseStore(runtime, clock)


def _keeping(chosen: Callable[[], Embedder | None], folder: Path) -> Callable[[], Embedder | None]:
    """Return whoever was chosen to embed, with a folder in which vectors outlive the store."""

    @cache
    def embedder() -> Embedder | None:
        found = chosen()
        return found and CachingEmbedder(found, folder)

    return embedder


_INTERRUPT = frozenset({signal.SIGINT})
_LOOK_SECONDS = 0.2
"""How often the progress of other processes is looked at: a person sees it move."""

Advance = Callable[[int], None]
"""Whoever is told that so many documents were written or questions asked."""
Answer = TypeVar("Answer")
"""What becomes of one question: rankings, contexts."""


@dataclass(frozen=True, slots=True)
class Asking(Generic[Answer]):
    """What every question of a case is asked for."""

    ask: Callable[[CaseStore, Material, Question], Answer]
    """Goes to other processes: a function of a module, or a partial of one."""
    weight: int = 1
    """Steps of progress that one question counts for: its requests."""
    uses_vectors: bool = True
    """Whether the vectors must be up to date when questions are asked."""
    taking: Taking = AS_CONFIGURED
    """How wide and how deep vectors are taken."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What may be spent on asking."""

    jobs: int = 1
    """Processes at a time."""
    cache: Path | None = None
    """Where embeddings are kept between runs."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """An error on its way from one process to another: exceptions with a code do not travel by themselves."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class _Wire:
    """What connects a process of the pool with whoever waits for it."""

    told: queue.Queue[int]
    """Progress."""
    stop: threading.Event
    """Set when nobody waits any more."""


def effort_of(jobs: int | None, cache: Path | None) -> Effort:
    """Return what to spend, from what a person wrote; as many processes as processors when left out."""
    return Effort(max(1, jobs or os.cpu_count() or 1), cache)


def steps_of(material: Material, asking: Asking[Answer]) -> int:
    """Return how often a case's progress is told."""
    return len(material.documents) + len(material.questions) * asking.weight


def ask_cases(
    folders: Sequence[Path], asking: Asking[Answer], effort: Effort, advance: Advance
) -> dict[Path, dict[str, Answer]]:
    """Ask every case, several at a time where the effort allows it, and return the answers by question."""
    jobs = min(effort.jobs, len(folders))
    if jobs <= 1:
        return {folder: ask_case(folder, asking, effort.cache, advance) for folder in folders}
    # A fresh interpreter each: a copy of this one would share its open files and its libraries' threads.
    context = multiprocessing.get_context("spawn")
    # The longest go first, or the last one would keep a single process busy at the end.
    ordered = sorted(folders, key=lambda folder: -(folder / CORPUS).stat().st_size)
    use_one_thread_each()
    # Over loopback: a socket in the temporary folder may have a longer path than a socket can have.
    with (
        SyncManager(address=("127.0.0.1", 0), ctx=context) as desk,
        ProcessPoolExecutor(jobs, context) as pool,
    ):
        wire = _Wire(desk.Queue(), desk.Event())
        # A process that starts inherits this, and hears Ctrl-C only where it can leave in order.
        signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPT)
        futures = {pool.submit(_attempt, folder, asking, effort.cache, wire): folder for folder in ordered}
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPT)
            found = _collect(futures, wire, advance)
        finally:
            wire.stop.set()
            pool.shutdown(cancel_futures=True)
    return {folder: found[folder] for folder in folders}


def ask_case(folder: Path, asking: Asking[Answer], cache: Path | None, advance: Advance) -> dict[str, Answer]:
    """Write a case's corpus into a fresh store and ask its questions."""
    material = read_material(folder)
    known = len(material.documents)
    beginning = next((found for one in material.documents if (found := moment_of(one.timestamp))), None)
    answers: dict[str, Answer] = {}

    def reached(question: Question) -> int:
        return known if question.before is None else min(question.before, known)

    with case_store(beginning, cache, asking.taking) as store:
        written = 0
        for wanted, questions in groupby(sorted(material.questions, key=reached), reached):
            for batch in batches(material.documents, start=written, stop=wanted):
                store.write(batch)
                advance(len(batch.positions))
            written = wanted
            if asking.uses_vectors:
                store.embed()
            for question in questions:
                answers[question.id] = asking.ask(store, material, question)
                advance(asking.weight)
    return answers


def _attempt(
    folder: Path, asking: Asking[Answer], cache: Path | None, wire: _Wire
) -> dict[str, Answer] | _Refusal:
    """Ask one case in a process of the pool; leaves, and removes its store, on Ctrl-C or when told to."""

    def leave(number: int, _frame: FrameType | None) -> None:
        sys.exit(128 + number)  # as a shell reports a signal

    def advance(done: int) -> None:
        wire.told.put(done)
        if wire.stop.is_set():
            sys.exit()

    signal.signal(signal.SIGINT, leave)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPT)
        return ask_case(folder, asking, cache, advance)
    except PhantasmError as problem:
        return _Refusal(problem.code.value, problem.message)
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPT)


def _collect(
    futures: dict[Future[dict[str, Answer] | _Refusal], Path], wire: _Wire, advance: Advance
) -> dict[Path, dict[str, Answer]]:
    """Pass progress on until every case has its answers; raises as soon as one has failed."""
    found: dict[Path, dict[str, Answer]] = {}
    pending = set(futures)
    while pending:
        done, pending = wait(pending, timeout=_LOOK_SECONDS, return_when=FIRST_EXCEPTION)
        found |= {futures[future]: _arrived(futures[future], future) for future in done}
        while not wire.told.empty():
            advance(wire.told.get())
    return found


def _arrived(folder: Path, future: Future[dict[str, Answer] | _Refusal]) -> dict[str, Answer]:
    try:
        result = future.result()
    except BrokenProcessPool as problem:
        raise PhantasmError(
            Code.INTERNAL,
            "a process that asked a case ended without an answer; perhaps memory ran out",
            remediation=(Remediation("Try fewer at a time: --jobs 1."),),
        ) from problem
    if isinstance(result, _Refusal):
        raise PhantasmError(Code(result.code), f"{folder}: {result.message}")
    return result


Watch = Callable[[int], Advance]
"""Whoever is told how many steps there will be, and returns whom to tell about each."""


@dataclass(frozen=True, slots=True)
class Answers(Generic[Answer]):
    """Everything that was asked, what is right, and how it was answered."""

    materials: Mapping[CaseFolder, Material]
    judgements: Mapping[CaseFolder, Judgements]
    found: Mapping[CaseFolder, dict[str, Answer]]
    """By case and question."""


@dataclass(frozen=True, slots=True)
class Judged(Generic[Answer]):
    """One question that has gold, with its answer."""

    question: Question
    gold: frozenset[str]
    stale: frozenset[str]
    reference: str
    """What a person would answer; empty where the set does not say."""
    answer: Answer


def answer_all(
    folders: Sequence[Path], asking: Asking[Answer], effort: Effort, *, target: Target | None, watch: Watch
) -> Answers[Answer]:
    """Ask every case in or below some folders; a target that could not hold the answers is refused first."""
    cases = find_cases(folders)
    # All is read before anything is asked: a mistake in the last case must not cost the work on the first.
    materials = {case: read_material(case.folder) for case in cases}
    judgements = {case: read_judgements(case.folder) for case in cases}
    if target is not None:
        check_target(target, materials)
    advance = watch(sum(steps_of(material, asking) for material in materials.values()))
    answered = ask_cases([case.folder for case in cases], asking, effort, advance)
    return Answers(materials, judgements, {case: answered[case.folder] for case in cases})


def sets_of(answers: Answers[Answer]) -> dict[str, list[CaseFolder]]:
    """Return the cases by set, in order."""
    sets: dict[str, list[CaseFolder]] = {}
    for case in answers.materials:
        sets.setdefault(case.set, []).append(case)
    return sets


def judged(answers: Answers[Answer], cases: Sequence[CaseFolder]) -> Iterator[Judged[Answer]]:
    """Yield every question of some cases that has gold; the others are asked and not scored."""
    for case in cases:
        right = answers.judgements[case]
        for question in answers.materials[case].questions:
            gold = right.gold.get(question.id)
            if gold:
                yield Judged(
                    question,
                    gold,
                    right.stale.get(question.id, frozenset()),
                    right.references[question.id],
                    answers.found[case][question.id],
                )


def counts(answers: Answers[Answer]) -> JsonObject:
    """Return how much there was, and which questions were asked once although their set repeats them."""
    materials = answers.materials.values()
    return {
        "cases": len(materials),
        "documents": sum(len(material.documents) for material in materials),
        "questions": sum(len(material.questions) for material in materials),
        "repeated": [
            {"case": str(case.folder), "questions": list(material.repeated)}
            for case, material in answers.materials.items()
            if material.repeated
        ],
    }
