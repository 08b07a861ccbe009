"""Session files of Claude Code: what is read from them, and that nothing in them stops the reading."""

import io
import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.session.transcripts import claude_code
from phantasm.session.transcripts.lines import CHUNK_BYTES, lines
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.terms import Spent

SESSION = "5e550000-0000-4000-8000-000000000001"
Fields = dict[str, object]


def entry(kind: str, uuid: str, parent: str | None, **more: object) -> Fields:
    """Return a line's fields as the client writes them."""
    return {
        "parentUuid": parent,
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/ada/engine",
        "sessionId": SESSION,
        "version": "2.1.40",
        "gitBranch": "main",
        "type": kind,
        "uuid": uuid,
        "timestamp": "2026-02-03T04:05:06.789Z",
        **more,
    }


def says(kind: str, uuid: str, parent: str | None, content: object, **more: object) -> Fields:
    """Return a line with a message."""
    return entry(kind, uuid, parent, message={"role": kind, "content": content}, **more)


def block(text: str) -> Fields:
    """Return a block of text."""
    return {"type": "text", "text": text}


def answers(uuid: str, parent: str, content: object, outcome: object = None, **more: object) -> Fields:
    """Return a line with a tool's answer."""
    result: Fields = {"type": "tool_result", "tool_use_id": f"call-{uuid}", "content": content, **more}
    return says("user", uuid, parent, [result], toolUseResult=outcome)


def response(uuid: str, parent: str | None, part: Fields, message: str, output: int) -> Fields:
    """Return one block's line of a model's response; the client repeats the usage in each."""
    usage = {
        "input_tokens": 3,
        "cache_creation_input_tokens": 40,
        "cache_read_input_tokens": 500,
        "output_tokens": output,
    }
    content = {"role": "assistant", "model": "model-1", "id": message, "content": [part], "usage": usage}
    return entry("assistant", uuid, parent, message=content, requestId=f"request-{message}")


SHELL: Fields = {
    "type": "tool_use",
    "id": "call-1",
    "name": "Bash",
    "input": {"command": "make test", "timeout": 9},
}

WHOLE: list[Fields] = [
    {"type": "summary", "summary": "Another file's title", "leafUuid": "elsewhere"},
    {"type": "file-history-snapshot", "messageId": "u1", "snapshot": {}, "isSnapshotUpdate": False},
    {"type": "queue-operation", "operation": "enqueue", "sessionId": SESSION, "content": "Run the tests."},
    says("user", "u1", None, "Run the tests."),
    response("a1", "u1", {"type": "thinking", "thinking": "Which?", "signature": "x"}, "m1", 1),
    response("a2", "a1", {"type": "text", "text": "I run them."}, "m1", 60),
    response("a3", "a2", SHELL, "m1", 60),
    entry("progress", "p1", "a3", data={"type": "bash_progress", "output": "…"}),
    answers("u2", "a3", "Exit code 2\nno rule", "Error: Exit code 2\nno rule", is_error=True),
    entry(
        "attachment", "t1", "u2", attachment={"type": "hook_additional_context", "content": ["Note", "well"]}
    ),
    entry(
        "system",
        "s1",
        None,
        subtype="compact_boundary",
        content="Conversation compacted",
        logicalParentUuid="t1",
    ),
    says("user", "u3", "s1", "What came before: tests.", isCompactSummary=True),
    says("user", "u4", "u3", [block("Go on."), block("<system-reminder>x</system-reminder>")]),
    {**says("user", "u5", None, "Look around."), "isSidechain": True, "agentId": "a7f3"},
    {"type": "summary", "summary": "Tests run", "leafUuid": "u4"},
    {**says("user", "u6", "u4", "More."), "sessionId": "second", "gitBranch": ""},
    {"type": "new-in-the-next-version", "sessionId": SESSION},
]


def written(entries: list[Fields]) -> bytes:
    """Return the file's bytes."""
    return b"".join(json.dumps(one).encode() + b"\n" for one in entries)


def read(data: bytes, start: int = 0, known: Began | None = None) -> list[tuple[int, Event]]:
    """Read a file from an offset on."""
    return list(claude_code.events(lines(io.BytesIO(data[start:]).read, start), known))


def turns(*entries: Fields) -> list[Turn]:
    """Return the turns of a file."""
    return [event for _, event in read(written(list(entries))) if isinstance(event, Turn)]


def test_reads_the_tree_and_whose_words_are_whose() -> None:
    found = turns(*WHOLE)
    assert [(turn.id, turn.parent, turn.role, turn.is_machine) for turn in found] == [
        ("u1", None, "user", False),
        ("a1", "u1", "assistant", False),
        ("a2", "a1", "assistant", False),
        ("a3", "a2", "assistant", False),
        ("u2", "a3", "tool", False),
        ("t1", "u2", "system", True),
        ("s1", "t1", "system", True),
        ("u3", "s1", "user", True),
        ("u4", "u3", "user", False),
        ("u5", None, "user", False),
        (found[10].id, "u4", "system", True),
        ("u6", "u4", "user", False),
    ]
    assert [turn.text for turn in found if turn.role == "user" and not turn.is_machine] == [
        "Run the tests.",
        "Go on.",
        "Look around.",
        "More.",
    ]
    assert found[5].text == "Note\nwell"
    assert [turn.agent for turn in found if turn.agent] == ["a7f3"]
    assert found[10].id.startswith("@")


def test_reads_the_particulars_of_a_turn() -> None:
    (turn,) = turns(says("user", "u1", "u0", "Hello"))
    assert turn == Turn(
        session=SESSION,
        id="u1",
        role="user",
        text="Hello",
        at="2026-02-03T04:05:06.789000Z",
        parent="u0",
        folder="/home/ada/engine",
        branch="main",
    )


def test_begins_sessions_and_segments() -> None:
    began = [event for _, event in read(written(WHOLE)) if isinstance(event, Began)]
    at, folder = "2026-02-03T04:05:06.789000Z", "/home/ada/engine"
    assert began == [
        Began(SESSION, at, None, folder, "main", "2.1.40"),
        Began(SESSION, at, SESSION, folder, "main", "2.1.40"),
        Began("second", at, SESSION, folder, None, "2.1.40"),
    ]


def test_names_the_session_that_was_forked() -> None:
    fork = says("user", "u1", None, "Hi", forkedFrom={"sessionId": "former", "messageUuid": "u1"})
    assert [event.continues for _, event in read(written([fork])) if isinstance(event, Began)] == ["former"]


def test_counts_what_a_response_spent_once_and_as_it_ended() -> None:
    spent = [(turn.id, turn.spent) for turn in turns(*WHOLE) if turn.spent]
    assert spent == [("a3", Spent(543, 60, 500))]
    between = [
        response("a1", "u1", SHELL, "m1", 9),
        answers("u2", "a1", "ok"),
        response("a2", "a1", SHELL, "m1", 9),
    ]
    assert [turn.spent is not None for turn in turns(*between)] == [False, False, True]
    apart = [response("a1", "u1", SHELL, "m1", 9), response("a2", "a1", SHELL, "m2", 9)]
    assert [turn.spent is not None for turn in turns(*apart)] == [True, True]


def test_reads_thoughts_calls_commands_and_files() -> None:
    edit: Fields = {
        "type": "tool_use",
        "id": "call-2",
        "name": "Edit",
        "input": {"file_path": "/a.py", "old_string": "ä"},
    }
    thought: Fields = {"type": "thinking", "thinking": "Hm."}
    (turn,) = turns(says("assistant", "a1", None, [thought, SHELL, edit]))
    assert (turn.text, turn.thought) == ("", "Hm.")
    assert turn.calls == (
        Call("call-1", "Bash", '{"command": "make test", "timeout": 9}', "make test"),
        Call("call-2", "Edit", '{"file_path": "/a.py", "old_string": "ä"}', None, ("/a.py",)),
    )


WELL = {"stdout": "fine", "stderr": "", "interrupted": False, "isImage": False}


@pytest.mark.parametrize(
    ("line", "text", "code", "failed"),
    [
        (answers("1", "a", "Exit code 127\nnot found", is_error=True), "Exit code 127\nnot found", 127, True),
        (answers("1", "a", "Error: Exit code 1", is_error=True), "Error: Exit code 1", 1, True),
        (answers("1", "a", "Exit code 127"), "Exit code 127", None, None),
        (answers("1", "a", "File does not exist.", is_error=True), "File does not exist.", None, True),
        (answers("1", "a", "fine", WELL), "fine", None, False),
        (answers("1", "a", "", WELL), "fine", None, False),
        (answers("1", "a", "started", {**WELL, "backgroundTaskId": "b1"}), "started", None, None),
        (answers("1", "a", "fine", {**WELL, "interrupted": True}), "fine", None, True),
        (answers("1", "a", [block("a"), {"type": "image"}, block("b")]), "a\nb", None, None),
        (answers("1", "a", None, is_error=False), "", None, False),
    ],
)
def test_reads_answers(line: Fields, text: str, code: int | None, *, failed: bool | None) -> None:
    (turn,) = turns(line)
    assert turn.role == "tool"
    assert turn.answers == (Answer("call-1", text, code, failed),)


def test_keeps_a_persons_words_beside_an_answer() -> None:
    blocks = [
        {"type": "tool_result", "tool_use_id": "c", "content": "no"},
        {"type": "text", "text": "Use tox instead."},
    ]
    (turn,) = turns(says("user", "u1", "a1", blocks))
    assert (turn.role, turn.text, len(turn.answers)) == ("user", "Use tox instead.", 1)


def test_takes_queued_prompts_for_a_persons_words() -> None:
    prompt = entry(
        "attachment",
        "t1",
        "a1",
        attachment={"type": "queued_command", "prompt": "Wait.", "commandMode": "prompt"},
    )
    notice = entry(
        "attachment",
        "t2",
        "t1",
        attachment={"type": "queued_command", "prompt": "Done.", "commandMode": "task-notification"},
    )
    found = turns(prompt, notice)
    assert [(turn.role, turn.text, turn.is_machine) for turn in found] == [
        ("user", "Wait.", False),
        ("user", "Done.", True),
    ]


def test_takes_meta_and_synthetic_messages_for_the_machines() -> None:
    synthetic = entry(
        "assistant",
        "a1",
        "u1",
        message={"model": "<synthetic>", "content": [{"type": "text", "text": "API Error"}]},
    )
    meta = says("user", "u2", "a1", "Base folder of this skill: /x", isMeta=True)
    assert [turn.is_machine for turn in turns(synthetic, meta)] == [True, True]


def test_keeps_all_that_a_model_says() -> None:
    said = [block("The tag looks so:"), block("<system-reminder>x</system-reminder>")]
    (turn,) = turns(says("assistant", "a1", None, said))
    assert (turn.text, turn.is_machine) == ("The tag looks so:\n<system-reminder>x</system-reminder>", False)


def test_names_subagents_without_an_id() -> None:
    assert [turn.agent for turn in turns({**says("user", "u1", None, "Go."), "isSidechain": True})] == [
        "sidechain"
    ]


def resumes_everywhere(data: bytes) -> None:
    """Fail where reading on at an offset gives something else than one pass."""
    whole = read(data)
    known = None
    for place, (offset, event) in enumerate(whole):
        known = event if isinstance(event, Began) else known
        assert read(data, offset, known) == whole[place + 1 :], place


def test_gives_the_rest_from_every_offset_on() -> None:
    resumes_everywhere(written(WHOLE))


@given(st.lists(st.sampled_from(WHOLE), max_size=12), st.lists(st.sampled_from(["a", "b"]), min_size=12))
def test_gives_the_rest_of_lines_in_any_order(entries: list[Fields], sessions: list[str]) -> None:
    changed = [
        {**fields, "sessionId": session} if "sessionId" in fields else fields
        for fields, session in zip(entries, sessions, strict=False)
    ]
    resumes_everywhere(written(changed))


def test_reads_a_file_cut_at_every_byte_as_if_it_had_not_been() -> None:
    data = written(WHOLE[3:5] + WHOLE[10:12])
    whole = read(data)
    for cut in range(len(data)):
        first = read(data[:cut])
        is_open = bool(first) and first[-1][1] == Unreadable("unfinished")
        seen = first[:-1] if is_open else first
        offset = first[-1][0] if first else 0
        begun = [event for _, event in seen if isinstance(event, Began)]
        both = seen + read(data, offset, begun[-1] if begun else None)
        # A line that is whole but for its line feed is read, and the line feed skipped the next time.
        assert [event for _, event in both] == [event for _, event in whole], cut


def test_says_why_a_line_is_no_turn() -> None:
    good = written([says("user", "u1", None, "Hi")])
    data = (
        b'{"type":\n[1]\n{"a":1}\n\n  \n{"type":"user"}\n'
        + good
        + b'{"type":"user","message":[]}\n{"type":"tomorrow"}\n{"ty'
    )
    found = [event for _, event in read(data)]
    assert [event.why for event in found if isinstance(event, Unreadable)] == [
        *("malformed",) * 5,
        "unknown",
        "unfinished",
    ]
    assert read(data)[-1][0] == len(data) - len(b'{"ty')


def test_passes_over_a_line_of_200_megabytes() -> None:
    good = written([says("user", "u1", None, "Hi")])

    def pieces() -> Iterator[bytes]:
        yield good
        for _ in range(200):
            yield b"x" * CHUNK_BYTES
        yield b"\n" + good

    supply = pieces()
    found = list(claude_code.events(lines(lambda _: next(supply, b""))))
    assert [type(event) for _, event in found] == [Began, Turn, Unreadable, Turn]
    assert found[2] == (len(good) + 200 * CHUNK_BYTES + 1, Unreadable("too_long"))


def test_replaces_what_cannot_be_stored_and_keeps_nul() -> None:
    line = written([says("user", "u1", None, "MARK")])
    for raw, text in [
        (b"a\\ud800b", "a\ufffdb"),
        (b"\\ud83d\\ude00", "\N{GRINNING FACE}"),
        (b"a\xffb", "a�b"),
        (b"a\\u0000b", "a\x00b"),
    ]:
        turn = read(line.replace(b"MARK", raw))[1][1]
        assert isinstance(turn, Turn)
        assert turn.text == text
    assert len(read(b"\xef\xbb\xbf" + line)) == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: object, at: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield where something stands in a JSON value."""
    yield at
    within = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in within:
        yield from places(inner, (*at, key))


def with_other(value: object, at: tuple[object, ...], other: object) -> object:
    """Put something else at one place of a JSON value."""
    if not at:
        return other
    if isinstance(value, dict):
        return {
            key: with_other(inner, at[1:], other) if key == at[0] else inner for key, inner in value.items()
        }
    assert isinstance(value, list)
    return [with_other(inner, at[1:], other) if key == at[0] else inner for key, inner in enumerate(value)]


@settings(max_examples=300)
@given(st.data())
def test_never_raises_whatever_stands_anywhere(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(WHOLE))
    at = data.draw(st.sampled_from(list(places(line))))
    changed = json.dumps(with_other(line, at, data.draw(JSON))).encode()
    place = data.draw(st.integers(0, len(changed)))
    broken = changed[:place] + data.draw(st.binary(max_size=2)) + changed[place:]
    file = written(WHOLE[3:4]) + changed + b"\n" + broken + b"\n" + written(WHOLE[3:])
    for _, event in read(file):
        if isinstance(event, Turn):
            f"{event}".encode()


@given(st.lists(JSON, max_size=4))
def test_never_raises_for_any_json(values: list[object]) -> None:
    read(b"".join(json.dumps(value).encode() + b"\n" for value in values))


@pytest.mark.parametrize("depth", [300, 900, 990, 100_000])
def test_survives_deep_nesting(depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    call = says("assistant", "a1", None, [{"type": "tool_use", "id": "c", "name": "X", "input": "DEEP"}])
    assert read(written([call]).replace(b'"DEEP"', deep))
    assert read(written([call]).replace(b'"DEEP"', deep).replace(b'"X"', b'"\\ud800"'))
