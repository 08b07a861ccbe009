"""Since when does a clause hold?"""

import pytest

from phantasm.state.claims.reader import read


@pytest.mark.parametrize(
    "statement",
    [
        "Entries live for 20 minutes as of this sprint.",
        "Unknown fields are rejected by the parser since 5.0.",
        "Messages are encoded as Avro since Q2.",
        "Refunds take 30 days as of May.",
        "The profile is built with level 1 as of the profiling PR.",
        "SBOMs are produced by Trivy since the last pipeline rework.",
        "JSON fields are camelCase from v3 on.",
        "The client uses HTTP/2 starting with 3.1.",
        "Docker builds use BuildKit since Kaniko was archived.",
    ],
)
def test_a_beginning_tells_of_a_change(statement: str) -> None:
    assert read(statement).update


@pytest.mark.parametrize(
    "statement",
    [
        "The suite is flaky since two workers share one bucket.",
        "The pool is small since the API is slow.",
        "The parser reads from stdin.",
        "Use Ruff as the formatter.",
        "The window is from 12 to 14.",
    ],
)
def test_a_reason_or_a_role_is_no_beginning(statement: str) -> None:
    assert not read(statement).update


def test_the_number_of_a_beginning_is_no_value() -> None:
    assert read("The cache holds 40 entries as of 5.0.").parts[0].measures == ("40",)
