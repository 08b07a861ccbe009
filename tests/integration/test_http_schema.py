"""Does the API keep to its own description? A small, seeded run of campaigns.http_schema."""

from pathlib import Path

from campaigns import http_schema
from campaigns.verdict import DEFAULT_SEED

# Those whose links make chains, and the routes that are no operation's.
OPERATIONS = (
    "ingest",
    "history",
    "inspect",
    "revise",
    "list",
    "search",
    "enter",
    "whoami",
    "events",
    "alive",
)


def test_keeps_to_what_it_says(tmp_path: Path) -> None:
    verdict = http_schema.run(tmp_path, examples=3, seed=DEFAULT_SEED, only=OPERATIONS)
    assert verdict.broken == []
    assert verdict.figures["operations"] == len(OPERATIONS)
