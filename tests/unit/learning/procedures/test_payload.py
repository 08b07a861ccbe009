"""Procedures are written into records and read back."""

import json

from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.payload import (
    from_payload,
    known_from,
    statement_of,
    subject_key,
    to_payload,
)
from tests.unit.learning.procedures.made_up import others, releases


def test_reads_back_what_it_writes() -> None:
    (found,) = mine([*releases(), *others()])
    payload = json.loads(json.dumps(to_payload(found.candidate, found.bundle)))
    assert from_payload(payload) == found.candidate
    assert payload["evidence"]["successes"] == 4


def test_reads_what_people_write() -> None:
    written = from_payload({"steps": ["bump the version", "tag it"], "trigger": "now", "parameters": None})
    assert [step.action for step in written.steps] == ["bump the version", "tag it"]
    assert not written.trigger.says_something


def test_says_it_in_one_sentence() -> None:
    (found,) = mine([*releases(), *others()])
    sentence = statement_of(found.candidate)
    assert sentence.startswith("Release {version}: poetry version {version}; git commit")
    assert "\n" not in sentence
    assert subject_key(found.candidate) == f"procedure.{found.candidate.signature}"


def test_is_recognised_when_it_is_mined_again() -> None:
    (found,) = mine([*releases(), *others()])
    known = known_from(to_payload(found.candidate, found.bundle), "verified", successes=2)
    (again,) = mine([*releases()[:3], *others()], known=[known])
    assert again.candidate.signature == found.candidate.signature
