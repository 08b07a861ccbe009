"""How are cases asked? Each in a store of its own, several at a time in processes of their own.

The corpus is written in order. A question that knows only the first documents (`before`) is asked when just
those have been written, so the questions are asked in that order, too. What a question is asked for, and what
an answer is, whoever evaluates says (`Asking`).
"""

import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import groupby
from multiprocessing.managers import SyncManager
from pathlib import Path
from types import FrameType
from typing import Generic, TypeVar

from phantasm.config.environment import use_one_thread_each
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.evaluation.case_store import CaseStore, case_store
from phantasm.runtime.evaluation.cases import CORPUS, Material, Question, read_material
from phantasm.runtime.evaluation.moments import moment_of
from phantasm.runtime.evaluation.taking import AS_CONFIGURED, Taking
from phantasm.runtime.evaluation.writing import batches

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
