"""A record as one line of text, and back."""

import json

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.state.exchange.lines import LineLink, RecordLine, is_export, read_lines, text_of_lines
from phantasm.state.inputs import EvidenceInput
from phantasm.state.model import Content, Draft, Quality, Triple

FIRST, SECOND = "rec_01m6bfp5gfrb6gte73n2976vsg", "rec_01m6bfp5g3h7egy4vv7941pn5j"
HEADER = '{"format":"phantasm-memory","version":1}\n'
PLAIN: JsonObject = {
    "id": FIRST,
    "lineage": FIRST,
    "kind": "fact",
    "statement": "a",
    "origin": "user",
    "valid_from": "2026-01-01T00:00:00.000000Z",
}
FULL = RecordLine(
    id=SECOND,
    lineage=FIRST,
    handle="z6hcx8pe",
    draft=Draft(
        kind="fact",
        content=Content("Tür\u2028 1", {"a": [1.5, None], "ü": {}}, {"file": "a"}, Triple("s", "p", "o")),
        origin="repository_file",
        subject_key="k",
        scope="branch",
        scope_ref="main",
        sensitivity="sensitive",
        quality=Quality(0.25, "code", "me", "2026-01-01T00:00:00.000000Z"),
        valid_from="2026-01-01T00:00:00.000000Z",
        valid_to="2027-01-01T00:00:00.000000Z",
    ),
    previous=(FIRST,),
    frozen=True,
    links=(LineLink(type="about", reference="file:a"), LineLink(type="depends_on", target=SECOND)),
    evidence=(EvidenceInput(text="seen", source="a.txt"),),
)


def test_reads_back_what_it_wrote() -> None:
    text = text_of_lines([FULL])
    found, problems = read_lines(text)
    assert problems == []
    assert [one.line for one in found] == [FULL]
    assert found[0].number == 3
    assert text_of_lines(one.line for one in found) == text


def test_an_empty_memory_is_only_the_header() -> None:
    assert text_of_lines([]) == HEADER
    assert read_lines(HEADER) == ([], [])


def test_a_header_that_a_union_merge_left_twice_is_no_record() -> None:
    assert read_lines(HEADER + HEADER) == ([], [])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": "rec_1"}, "id: "),
        ({"kind": "wish"}, "kind: "),
        ({"statement": ""}, "statement: "),
        ({"surprise": "secret words"}, "a field is unknown"),
        ({"scope": "branch"}, "scope_ref goes with"),
        ({"links": [{"type": "depends_on"}]}, "links: "),
        ({"links": [{"type": "depends_on", "reference": "file:a"}]}, "links: "),
        ({"valid_from": "soon"}, "valid_from: "),
    ],
)
def test_tells_which_field_is_wrong_without_repeating_it(change: JsonObject, told: str) -> None:
    good = json.dumps(PLAIN)
    found, problems = read_lines(f"{HEADER}\n{json.dumps(PLAIN | change)}\n\n{good}\n")
    assert [one.number for one in found] == [5]
    assert [one.line for one in problems] == [3]
    assert told in problems[0].problem
    assert "secret words" not in problems[0].problem


@pytest.mark.parametrize("line", ["{", "[1]", '"a"', '{"id":NaN}', '{"a":"\\ud800"}', "[" * 100_000])
def test_a_line_that_is_no_object_is_a_problem(line: str) -> None:
    found, problems = read_lines(f"{HEADER}{line}\n")
    assert (len(found), [one.line for one in problems]) == (0, [2])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}\n",
        '{"format":"phantasm-memory","version":2}\n',
        f"{HEADER}<<<<<<< HEAD\n=======\n>>>>>>> other\n",
    ],
)
def test_refuses_what_is_no_export_of_this_version_or_not_merged(text: str) -> None:
    with pytest.raises(PhantasmError) as refused:
        read_lines(text)
    assert refused.value.code is Code.INVALID_PARAMS


def test_knows_an_export_of_any_version() -> None:
    assert is_export('{"format":"phantasm-memory","version":7}\nrest')
    assert not is_export("# Memory\n")
