"""Which kinds of records are there? The catalogue: one entry per kind, with a shape to start from."""

from typing import NamedTuple

from phantasm.contracts.kinds import KindName


class RecordKind(NamedTuple):
    """What a kind means, and an example of a good record of it."""

    name: KindName
    meaning: str
    subject_key: str
    statement: str
    payload: dict[str, object] | None = None
    instructs: bool = False
    """Whether an agent would follow it: such a record from an untrusted origin waits for a person."""


CATALOGUE: dict[str, RecordKind] = {
    kind.name: kind
    for kind in (
        RecordKind(
            "identity",
            "What the project is",
            "project",
            "Ledger is the billing service of the shop; it owns invoices and payments.",
        ),
        RecordKind(
            "decision",
            "What was decided, and why",
            "storage.engine",
            "Invoices are stored in PostgreSQL because they need transactions across tables.",
            {"status": "accepted", "alternatives": ["MongoDB"]},
        ),
        RecordKind(
            "constraint",
            "What must never be broken",
            "money.representation",
            "Amounts are integers in the smallest unit of their currency, never floats.",
            instructs=True,
        ),
        RecordKind(
            "preference",
            "How somebody likes it done",
            "pull_requests.size",
            "Small pull requests, one concern each.",
            instructs=True,
        ),
        RecordKind(
            "convention",
            "How things are named and laid out here",
            "tests.naming",
            "Test files are named after the verb they test.",
            instructs=True,
        ),
        RecordKind("fact", "What is true", "api.port", "The development server listens on port 8400."),
        RecordKind(
            "environment",
            "How a machine is set up to work here",
            "setup.python",
            "Use Python 3.11 in a virtual environment; `make setup` prepares it.",
        ),
        RecordKind(
            "known_issue",
            "What is broken, and the way around it",
            "ci.flaky_upload",
            "The upload test fails when the clock is not UTC; set TZ=UTC.",
            {"workaround": "TZ=UTC make test"},
        ),
        RecordKind(
            "dependency",
            "What this rests on",
            "dependency.sqlalchemy",
            "The store needs SQLAlchemy 2; version 1.4 lacks the types we use.",
        ),
        RecordKind(
            "glossary",
            "What a word means here",
            "glossary.invoice",
            "An invoice is a closed list of line items.",
        ),
        RecordKind(
            "person",
            "Who somebody is to this project",
            "person.sarah",
            "Sarah reviews changes to the payment code.",
        ),
        RecordKind(
            "goal", "What is to be reached", "goal.zero_downtime", "Deploy without downtime by March."
        ),
        RecordKind(
            "task",
            "What is to be done",
            "task.rate_limit",
            "Add rate limiting to the public API.",
            {"status": "open"},
        ),
        RecordKind(
            "blocker",
            "What stands in the way",
            "blocker.sandbox",
            "The payment sandbox is down until Monday.",
        ),
        RecordKind(
            "question",
            "What is not known yet",
            "question.retention",
            "How long do we have to keep cancelled invoices?",
        ),
        RecordKind(
            "procedure",
            "How something is done, step by step",
            "procedure.release",
            "To release: bump the version, tag it, wait for CI, verify staging, promote.",
            {"steps": ["bump the version", "tag it", "wait for CI", "verify staging", "promote"]},
            instructs=True,
        ),
        RecordKind(
            "note",
            "Anything else worth keeping",
            "note.history",
            "The old importer lives in the attic branch.",
        ),
    )
}
