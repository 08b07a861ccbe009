"""Exact text and patterns are found wherever they stand, also across the cuts between parts of evidence."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest

from phantasm.evidence.formation import PART_CHARACTERS, parts_of
from tests.conftest import Project


def _keep(project: Project, *texts: str, **fields: Any) -> list[str]:
    kept: list[str] = project.get("ingest", evidence=[{"text": text} | fields for text in texts])[
        "evidence_ids"
    ]
    return kept


def _hits(project: Project, query: str, mode: str = "exact", **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = project.get("search", query=query, mode=mode, **params)["hits"]
    return found


def _shown(hit: dict[str, Any], whole: str) -> str:
    """Return what a hit says it found, and hold its text against the whole."""
    assert hit["text"] == whole[hit["start"] : hit["stop"]]
    ((begin, end),) = hit["spans"]
    return str(hit["text"][begin:end])


def _words(count: int) -> list[str]:
    rng = random.Random(7)
    return ["".join(rng.choices("bcdfgklmnprstvz", k=rng.randint(4, 9))) for _ in range(count)]


@pytest.mark.parametrize("mode", ["exact", "regex"])
def test_every_pair_of_neighbouring_words_is_found(project: Project, mode: str) -> None:
    words = _words(300)
    whole = " ".join(words)
    (kept,) = _keep(project, whole)
    assert len(parts_of(whole)) > 2
    for one, other in pairwise(words):
        (hit,) = _hits(project, f"{one} {other}", mode)
        assert (hit["id"], _shown(hit, whole)) == (kept, f"{one} {other}")


@pytest.mark.parametrize("mode", ["exact", "regex"])
def test_every_phrase_across_lines_of_a_log_is_found(project: Project, mode: str) -> None:
    lines = [f"2026-11-01 10:{n // 60:02}:{n % 60:02} worker{n} took job {n * 7919}" for n in range(120)]
    whole = "\n".join(lines)
    _keep(project, whole)
    for one, other in pairwise(lines):
        query = f"{one.split()[-1]}\n{other[:16]}"
        (hit,) = _hits(project, re.escape(query) if mode == "regex" else query, mode)
        assert _shown(hit, whole) == query


def test_what_crosses_a_cut_is_found_beside_what_does_not(project: Project) -> None:
    words = _words(300)
    cut = parts_of(" ".join(words))[0][1]
    at = len(" ".join(words)[:cut].split())
    phrase = f"{words[at - 1]} {words[at]}"
    crossing = _keep(project, " ".join(words))
    inside = _keep(project, f"here it is in a row: {phrase}, and that is all")
    assert [hit["id"] for hit in _hits(project, phrase)] == [*inside, *crossing]
    assert [hit["id"] for hit in _hits(project, phrase.upper().lower(), "regex")] == [*inside, *crossing]
    assert _hits(project, phrase, tiers=["record"]) == []


def test_long_texts_and_texts_without_blanks_are_found_across_cuts(project: Project) -> None:
    rng = random.Random(3)
    unspaced = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(2_500))
    prose = " ".join(_words(900))
    kept, _ = _keep(project, unspaced, prose)
    # Something else that the index finds, so that nothing is read for want of hits.
    for cut in [stop for _, stop in parts_of(unspaced)[:-1]]:
        for begin in range(cut - 6, cut):
            query = unspaced[begin : cut + 3]
            (other,) = _keep(project, f"又 {query} 又")
            assert {kept, other} <= {hit["id"] for hit in _hits(project, query)}, (begin, cut)
    long = prose[700:4_200].strip()
    (hit,) = _hits(project, long[long.index(" ") + 1 : long.rindex(" ")])
    assert _shown(hit, prose) == long[long.index(" ") + 1 : long.rindex(" ")]


def test_neighbouring_lines_of_a_history_are_found(project: Project) -> None:
    subjects = [f"Change number {n} of the {word}" for n, word in enumerate(_words(80))]
    whole = "\n".join(["src/app.py", *subjects])
    _keep(project, whole, origin="repository_file", source="src/app.py")
    _keep(project, "Change number 3")
    for one, other in pairwise(subjects):
        (hit,) = _hits(project, f"{one}\n{other}")
        assert _shown(hit, whole) == f"{one}\n{other}"


def test_the_first_match_is_shown_with_the_part_that_it_begins_in(project: Project) -> None:
    whole = "\n\n".join([f"paragraph {n} " + "lorem " * 100 for n in range(6)] + ["The needle."])
    _keep(project, whole)
    (hit,) = _hits(project, "needle")
    assert (hit["start"], hit["stop"]) in parts_of(whole)
    (hit,) = _hits(project, r"(?s)paragraph 1.*needle", "regex")
    assert hit["start"] <= whole.index("paragraph 1") < hit["stop"]
    assert _shown(hit, whole).startswith("paragraph 1")
    assert _shown(hit, whole).endswith("needle")


def test_a_match_without_end_is_shown_as_far_as_a_text_may_be_asked_for(project: Project) -> None:
    whole = "begin " + "lorem ipsum " * 3_000 + "end"
    _keep(project, whole)
    (hit,) = _hits(project, r"(?s)begin.*end", "regex")
    assert hit["stop"] - hit["start"] == 10_000 + PART_CHARACTERS
    assert _shown(hit, whole) == whole[: 10_000 + PART_CHARACTERS]


def test_newest_comes_first_and_pages_follow_each_other(project: Project) -> None:
    words = _words(300)
    texts = [f"report {n}. " + " ".join(words) for n in range(7)]
    kept = _keep(project, *texts)
    for query, mode in ((words[140], "exact"), (f"{words[140]}|nothing", "regex"), (words[140][1:], "exact")):
        first = project.get("search", query=query, mode=mode, limit=4)
        rest = project.get("search", query=query, mode=mode, limit=4, cursor=first["next_cursor"])
        assert [hit["id"] for hit in first["hits"] + rest["hits"]] == kept[::-1]
        assert "next_cursor" not in rest


def test_what_does_not_count_takes_no_place_of_what_does(project: Project) -> None:
    sure = project.hold("The port of the sure one is 1.", quality={"confidence": 0.9})
    for number in range(20):
        project.hold(f"The port of number {number} is unsure.", quality={"confidence": 0.2})
    assert [hit["id"] for hit in _hits(project, "The port of", limit=2, min_confidence=0.5)] == [sure]


def test_only_what_was_there_at_the_moment_is_found(project: Project) -> None:
    (kept,) = _keep(project, "The needle is here.")
    before = project.clock.now().isoformat()
    _keep(project, "The needle is there, too.")
    for query, mode in (("needle is", "exact"), ("needle.*is", "regex")):
        assert [hit["id"] for hit in _hits(project, query, mode, known_at=before)] == [kept]
