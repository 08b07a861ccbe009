"""A corpus becomes requests: sessions, statements and evidence, in order, without a word about answers."""

from typing import Any

from tools.evaluation.cases import LONGEST_STATEMENT_CHARACTERS, Batch, Document, batches, states


def _all(*documents: Document) -> list[Batch]:
    return list(batches(documents, start=0, stop=len(documents)))


def _only(batch: Batch, name: str) -> list[dict[str, Any]]:
    assert set(batch.params) == {name}
    found = batch.params[name]
    assert isinstance(found, list)
    return found


def test_parts_of_a_group_are_evidence_of_one_session() -> None:
    first, second, again = _all(
        Document("gold-1", "Hi", "1:56 pm on 8 May, 2023", "S1", "user"),
        Document("gold-2", "Hello", "17", "S1", "assistant"),
        Document("gold-3", "Bye", None, "S2", "tool"),
        Document("gold-4", "Back", None, "S1", "narrator"),
    )
    assert [batch.positions for batch in (first, second, again)] == [(0, 1), (2,), (3,)]
    assert first.session_id == again.session_id != second.session_id
    assert _only(first, "evidence") == [
        {
            "text": "Hi",
            "origin": "user",
            "source": "message:0",
            "observed_at": "2023-05-08T13:56:00.000000Z",
        },
        {"text": "Hello", "origin": "agent", "source": "message:1"},
    ]
    assert first.moment == "2023-05-08T13:56:00.000000Z"
    assert second.moment is None
    assert [_only(batch, "evidence")[0]["origin"] for batch in (second, again)] == ["tool_output", "import"]


def test_what_stands_alone_is_a_statement_or_evidence() -> None:
    stated, kept, more = _all(
        Document("a", "The port is 8400.", "2024-01-01"),
        Document("b", "def f(x):\n    return x"),
        Document("c", "The host is db.", "3"),
    )
    assert _only(stated, "items") == [
        {
            "record_kind": "fact",
            "statement": "The port is 8400.",
            "origin": "user",
            "valid_from": "2024-01-01T00:00:00.000000Z",
        }
    ]
    assert _only(kept, "evidence") == [
        {"text": "def f(x):\n    return x", "origin": "repository_file", "source": "document:1"}
    ]
    assert "valid_from" not in _only(more, "items")[0]
    assert stated.session_id is None


def test_tells_statements_from_code_and_commits() -> None:
    assert states(Document("a", "Steve Jobs was born in the city of San Francisco."))
    assert states(Document("a", "The class of 2020 met in Rome; it was warm."))
    assert not states(Document("a", "Fix the build", files=True))
    assert not states(Document("a", "def f(x): return x"))
    assert not states(Document("a", "int x = 3;"))
    assert not states(Document("a", "x" * (LONGEST_STATEMENT_CHARACTERS + 1)))
    assert not states(Document("a", "in a dialogue", group="S1"))
    assert not states(Document("a", "odd\x00text"))


def test_splits_what_one_request_cannot_take() -> None:
    many = [Document(str(number), "same group", group="S1") for number in range(1201)]
    sizes = [len(batch.positions) for batch in batches(many, start=0, stop=5000)]
    assert sizes == [500, 500, 201]
    large = [Document(str(number), "x" * 1_500_000, group="S1") for number in range(5)]
    assert [batch.positions for batch in _all(*large)] == [(0, 1), (2, 3), (4,)]


def test_goes_on_where_it_stopped_and_leaves_out_what_is_empty() -> None:
    documents = [
        Document("a", "one", group="S1"),
        Document("b", "  ", group="S1"),
        Document("c", "x", group="S2"),
    ]
    (first,) = batches(documents, start=0, stop=2)
    (second,) = batches(documents, start=2, stop=9)
    assert (first.positions, second.positions) == ((0,), (2,))
    assert (first.session_id, second.session_id) == ("session-1", "session-2")
