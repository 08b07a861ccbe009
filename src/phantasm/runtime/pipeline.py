"""How does a request become a response? The one path, in the one order (architecture §4).

parse -> find the operation -> validate -> judge trust -> peek at the receipt -> prepare -> open the snapshot
or the serialized write -> look up the receipt again -> handle -> lexical index, journal, decision, receipt ->
commit, or roll back in a dry run. Secrets are masked before anything else sees the request.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from phantasm.capabilities.environment import Environment
from phantasm.config import trust
from phantasm.contracts.canonical import canonical
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.envelope import Response, Warned
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject, Model
from phantasm.runtime.party import Party, ask_person
from phantasm.runtime.preview import preview_hash, preview_of
from phantasm.runtime.responses import Asked, decision_row, provenance_of, replayed, respond
from phantasm.runtime.understanding import understand
from phantasm.security.profiles import Profile
from phantasm.security.store import keep_decision
from phantasm.storage import images, journal, receipts
from phantasm.storage.database import Database
from phantasm.storage.driver import Error
from phantasm.storage.files import empty, fsync_all
from phantasm.storage.images import Image
from phantasm.storage.work import Work
from phantasm.workspace.place import commit_at


class Answer(NamedTuple):
    """A response, and how many statements it took."""

    response: Response
    statements: int = 0


def answer(value: JsonObject, environment: Environment, profiles: dict[str, Profile], party: Party) -> Answer:
    """Take one request, as a JSON object, through the whole pipeline."""
    with _nothing_collected():
        asked = understand(value, environment, profiles, party)
        try:
            return _carry_out(asked, environment, party)
        except PhantasmError as problem:
            if problem.code is Code.INVALID_PARAMS and problem.example is None:
                problem.example = asked.operation.example_request()
            raise


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Keep the collector of cycles out of a request.

    What a bulk makes stays until its end, and looking for cycles in it took a quarter of the time. What is
    no longer referred to is freed at once as ever: only cycles wait for the answer.
    """
    pauses = gc.isenabled()
    if pauses:
        gc.disable()
    try:
        yield
    finally:
        if pauses:
            gc.enable()


def _carry_out(asked: Asked, environment: Environment, party: Party) -> Answer:
    if not asked.operation.needs_store:
        prepared = asked.operation.prepare(asked.params, environment) if asked.operation.prepare else None
        result = asked.operation.handle(asked.params, None, prepared)
        return Answer(respond(asked, result=result, provenance=provenance_of(asked)))
    if asked.receipt:
        kept = receipts.find(environment.database.peek(), asked.receipt, _now(environment))
        if kept is not None:
            return Answer(replayed(asked, kept))
    if asked.operation.target and not asked.dry_run:
        _ask_about(asked, party)
    prepared = asked.operation.prepare(asked.params, environment) if asked.operation.prepare else None
    if asked.operation.kind.writes:
        return _write(asked, environment, prepared)
    return _read(asked, environment, prepared)


def _read(asked: Asked, environment: Environment, prepared: Any) -> Answer:  # noqa: ANN401  the operation's own
    with environment.database.read() as (connection, head):
        work = Work(connection, head, _now(environment), environment.ids, asked.caller)
        result = asked.operation.handle(asked.params, work, prepared)
        provenance = provenance_of(asked, work=work)
    return Answer(respond(asked, result=result, work=work, provenance=provenance), work.statements)


def _write(asked: Asked, environment: Environment, prepared: Any) -> Answer:  # noqa: ANN401  the operation's own
    live, image = environment.database, getattr(prepared, "image", None)
    try:
        with live.lock.hold(asked.operation.name):
            kept = receipts.find(live.peek(), asked.receipt, _now(environment)) if asked.receipt else None
            if kept is not None:
                return Answer(replayed(asked, kept))
            if isinstance(image, Image):
                response, work = _replace(asked, environment, prepared, image)
            else:
                response, work = _transact(asked, environment, prepared, live)
            if not asked.dry_run:
                _tidy(response, work, environment)
    finally:
        # What `prepare` staged and `handle` did not use up must not stay behind.
        if hasattr(prepared, "discard"):
            prepared.discard()
    if isinstance(image, Image) and not asked.dry_run:
        _let_vectors_follow(response, environment)
    if environment.config.settings.sharing.tracked and not asked.dry_run:
        from phantasm.runtime.sharing import follow  # noqa: PLC0415  only where it is switched on

        response.warnings.extend(follow(environment))
    return Answer(response, work.statements)


def _let_vectors_follow(response: Response, environment: Environment) -> None:
    """Make the vectors of a store that was put in the place of another, or say how many it has to get."""
    from phantasm.retrieval import telling, upkeep  # noqa: PLC0415  numpy, where a store is replaced

    if missing := upkeep.follow_at_once(environment):
        message = f"{missing} units have no vector yet: until then they are found by their words alone"
        response.warnings.append(Warned(code="index_behind", message=message))
        response.remediation.append(telling.BUILD_VECTORS)


def _transact(
    asked: Asked,
    environment: Environment,
    prepared: Any,  # noqa: ANN401
    database: Database,
) -> tuple[Response, Work]:
    from phantasm.retrieval import lexicon  # noqa: PLC0415  only writers need the stemmer behind it

    with database.transaction() as (connection, head):
        work = Work(connection, head, _now(environment), environment.ids, asked.caller, dry_run=asked.dry_run)
        work.commit = commit_at(environment.start)
        result = asked.operation.handle(asked.params, work, prepared)
        lexicon.follow(work, environment.blobs)
        if not asked.dry_run:
            response = _commit(asked, work, result)
            fsync_all(work.written)
            return response, work
        response = _dry_response(asked, work, result)
        connection.rollback()
        return response, work


def _replace(
    asked: Asked,
    environment: Environment,
    prepared: Any,  # noqa: ANN401
    image: Image,
) -> tuple[Response, Work]:
    """Run the transaction on the image, then let the image take the live store's place."""
    live = environment.database
    with live.read() as (_, head):
        images.settle(image, head)
    database = image.database()
    try:
        outcome = _transact(asked, environment, prepared, database)
    finally:
        database.close()
    if not asked.dry_run:
        live.replace_with(image.path)
        with live.read() as (_, head):  # perhaps another store's, which a person has just confirmed
            trust.note_id(str(environment.paths.root), head.store_id)
    return outcome


def _commit(asked: Asked, work: Work, result: Model) -> Response:
    """Add everything that belongs to a durable write; the caller's transaction commits it."""
    confirmations = asked.request.confirmations
    if confirmations and confirmations.preview_hash and confirmations.preview_hash != preview_hash(work):
        raise PhantasmError(
            Code.CONFIRMATION_MISMATCH,
            "the store has changed since the dry run that was confirmed",
            field="confirmations.preview_hash",
            remediation=(Remediation("Look at a new dry run and confirm that."),),
        )
    if confirmations and work.note is None:
        work.note = confirmations.reason
    client = asked.request.client
    entry = journal.Entry(
        operation=asked.operation.name,
        kind=asked.operation.kind.value,
        actor=confirmations.approved_by if confirmations else client.name,
        request_id=asked.request.request_id,
    )
    operation_id = journal.append(work, entry)
    provenance = provenance_of(asked, work=work, operation_id=operation_id)
    keep_decision(work, decision_row(asked, provenance))
    response = respond(asked, result=result, work=work, provenance=provenance)
    if asked.receipt:
        shown = response.to_json_object()
        kept = ("data", "warnings", "review_items", "remediation", "provenance")
        receipts.keep(work, asked.receipt, {name: shown[name] for name in kept})
    return response


def _dry_response(asked: Asked, work: Work, result: Model) -> Response:
    provenance = provenance_of(asked, work=work)
    return respond(asked, result=result, work=work, provenance=provenance, preview=preview_of(work))


def _tidy(response: Response, work: Work, environment: Environment) -> None:
    """Finish outside the store what the commit made final; the write itself stands whatever happens here."""
    try:
        work.finish()
        if work.erased:  # only copies, but of words that are to be nowhere any more
            empty(environment.paths.ready)
        is_done = not work.erased or environment.database.scrub()
    except (OSError, Error):
        is_done = False
    if not is_done:
        message = "erased bytes could not all be removed from disk yet; `phantasm doctor --fix` finishes it"
        response.warnings.append(Warned(code="cleanup_pending", message=message))


def _ask_about(asked: Asked, party: Party) -> None:
    confirmations = asked.request.confirmations
    target = asked.operation.target(asked.params) if asked.operation.target else None
    if confirmations and target is not None:
        subject = f"{asked.operation.name} {canonical(target)}"
        ask_person(party, f"{subject} — approved by {confirmations.approved_by}?")


def _now(environment: Environment) -> str:
    return to_timestamp(environment.clock.now())
