"""What is read in rollouts of Codex."""

import io
import json

import pytest

from phantasm.session.transcripts.codex import events
from phantasm.session.transcripts.lines import lines
from phantasm.session.transcripts.model import Answer, Began, Event, Turn, Unreadable
from phantasm.session.transcripts.terms import Spent

Json = dict[str, object]
SESSION = "0199aa00-1111-7000-8000-0000000000aa"


def line(kind: str, payload: Json, second: int = 0) -> Json:
    return {"timestamp": f"2026-05-06T07:08:{second:02}.123Z", "type": kind, "payload": payload}


def item(kind: str, **fields: object) -> Json:
    return line("response_item", {"type": kind, **fields})


def shown(kind: str, **fields: object) -> Json:
    return line("event_msg", {"type": kind, **fields})


def message(role: str, *texts: str) -> Json:
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text} for text in texts])


META = line(
    "session_meta",
    {
        "id": SESSION,
        "timestamp": "2026-05-06T07:08:00.001Z",
        "cwd": "/home/ann/shop",
        "originator": "codex_cli_rs",
        "cli_version": "0.150.0",
        "source": "cli",
        "git": {"branch": "main", "commit_hash": "abc"},
    },
)
CONTEXT = line("turn_context", {"cwd": "/home/ann/shop/api", "model": "gpt-test", "approval_policy": "never"})
USAGE = {"input_tokens": 900, "cached_input_tokens": 800, "output_tokens": 40, "reasoning_output_tokens": 10}
TOKENS = shown("token_count", info={"total_token_usage": USAGE, "last_token_usage": USAGE}, rate_limits=None)
ROLLOUT: list[Json] = [
    META,
    message("developer", "<permissions instructions>\nnever ask"),
    message(
        "user",
        "# AGENTS.md instructions for /home/ann/shop\n",
        "<environment_context>\n</environment_context>",
    ),
    CONTEXT,
    message("user", "Why does the cart test fail?"),
    shown("user_message", message="Why does the cart test fail?", images=[]),
    shown("agent_reasoning", text="**Looking**"),
    item("reasoning", summary=[{"type": "summary_text", "text": "**Looking**"}], encrypted_content="gAAA"),
    item("function_call", name="exec_command", arguments='{"cmd": "pytest -q cart"}', call_id="call_1"),
    item(
        "function_call_output",
        call_id="call_1",
        output="Chunk ID: 1f\nWall time: 0.4 seconds\nProcess exited with code 1\nOutput:\n1 failed",
    ),
    TOKENS,
    TOKENS,
    item(
        "custom_tool_call",
        name="apply_patch",
        call_id="call_2",
        input="*** Begin Patch\n*** Update File: cart.py\n",
    ),
    shown("patch_apply_end", call_id="call_2", success=True),
    line("compacted", {"message": "So far: the cart test failed.", "replacement_history": []}),
    message("assistant", "The total was rounded twice."),
    shown("agent_message", message="The total was rounded twice."),
    {"timestamp": "x", "type": "hologram", "payload": {}},
    shown("turn_aborted", reason="interrupted"),
]


def written(rollout: list[Json]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in rollout)


def read(*rollout: Json) -> list[Event]:
    return [event for _, event in events(lines(io.BytesIO(written(list(rollout))).read))]


def turn_of(one: Json) -> Turn:
    _, turn = read(META, one)
    assert isinstance(turn, Turn)
    return turn


def test_reads_a_session_with_each_message_once() -> None:
    found = read(*ROLLOUT)
    turns = [event for event in found if isinstance(event, Turn)]
    assert found[0] == Began(
        SESSION, "2026-05-06T07:08:00.001000Z", folder="/home/ann/shop", branch="main", version="0.150.0"
    )
    spoken = [(turn.role, turn.text) for turn in turns if turn.text and not turn.is_machine]
    assert spoken == [("user", "Why does the cart test fail?"), ("assistant", "The total was rounded twice.")]
    assert [turn.thought for turn in turns if turn.thought] == ["**Looking**"]
    assert {turn.session for turn in turns} == {SESSION}
    assert {turn.at for turn in turns} == {"2026-05-06T07:08:00.123000Z"}
    assert [(turn.model, turn.folder, turn.branch) for turn in turns][-1] == (
        "gpt-test",
        "/home/ann/shop/api",
        "main",
    )


def test_keeps_apart_what_a_machine_says() -> None:
    machine = [
        event.text for event in read(*ROLLOUT) if isinstance(event, Turn) and event.is_machine and event.text
    ]
    assert machine == [
        "<permissions instructions>\nnever ask",
        "# AGENTS.md instructions for /home/ann/shop\n\n<environment_context>\n</environment_context>",
        "So far: the cart test failed.",
        "turn_aborted: interrupted",
    ]
    mixed = turn_of(message("user", "<environment_context>x</environment_context>", "Go on."))
    assert (mixed.text, mixed.is_machine) == ("Go on.", False)
    extension = (
        "# Context from my IDE setup:\n## Open tabs:\n- a.py\n\n## My request for Codex:\nRename it.\n"
    )
    assert turn_of(message("user", extension)).text == "Rename it."
    assert read(META, message("user", "<turn_aborted>\nThe user interrupted.</turn_aborted>"))[1:] == []


def test_finds_commands_files_and_exit_codes() -> None:
    turns = [event for event in read(*ROLLOUT) if isinstance(event, Turn)]
    calls = [call for turn in turns for call in turn.calls]
    assert [(call.id, call.command, call.files) for call in calls] == [
        ("call_1", "pytest -q cart", ()),
        ("call_2", None, ("cart.py",)),
    ]
    (answer,) = [answer for turn in turns for answer in turn.answers]
    assert (answer.call, answer.exit_code, answer.failed) == ("call_1", 1, True)
    assert answer.text.endswith("1 failed")


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        ('{"output": "ok\\n", "metadata": {"exit_code": 0}}', Answer("c", "ok\n", 0, failed=False)),
        ('{"output": "no", "metadata": {"exit_code": "x"}}', Answer("c", "no")),
        ('{"metadata": 1, "output": 2}', Answer("c", '{"metadata": 1, "output": 2}')),
        (
            "Exit code: 2\nWall time: 1 s\nOutput:\nno",
            Answer("c", "Exit code: 2\nWall time: 1 s\nOutput:\nno", 2, failed=True),
        ),
        ("Exit code: 2 is what a file says", Answer("c", "Exit code: 2 is what a file says")),
        (
            "Wall time: 1 s\nOutput:\nProcess exited with code 3",
            Answer("c", "Wall time: 1 s\nOutput:\nProcess exited with code 3"),
        ),
        ({"content": "denied", "success": False}, Answer("c", "denied", failed=True)),
        (
            [{"type": "input_text", "text": "a"}, {"type": "input_image", "image_url": "data:"}],
            Answer("c", "a"),
        ),
        (None, Answer("c", "")),
    ],
)
def test_reads_outputs_of_every_shape(output: object, answer: Answer) -> None:
    assert turn_of(item("function_call_output", call_id="c", output=output)).answers == (answer,)


@pytest.mark.parametrize(
    ("fields", "name", "command"),
    [
        (
            {"kind": "local_shell_call", "call_id": "c", "action": {"type": "exec", "command": ["ls"]}},
            "local_shell",
            "ls",
        ),
        ({"kind": "web_search_call", "action": {"type": "search", "query": "q"}}, "web_search", None),
        ({"kind": "tool_search_call", "call_id": "c", "arguments": {"query": "q"}}, "tool_search", None),
        (
            {"kind": "image_generation_call", "id": "i", "revised_prompt": "a cat", "result": "AAAA"},
            "image_generation",
            None,
        ),
    ],
)
def test_reads_calls_of_every_kind(fields: Json, name: str, command: str | None) -> None:
    (call,) = turn_of(item(str(fields.pop("kind")), **fields)).calls
    assert (call.name, call.command) == (name, command)
    assert call.id
    assert "AAAA" not in call.arguments


def test_names_reports_of_tokens_after_their_totals() -> None:
    spent = [event for event in read(*ROLLOUT) if isinstance(event, Turn) and event.spent]
    assert {turn.spent for turn in spent} == {Spent(900, 40, 800)}
    assert {turn.id for turn in spent} == {"tokens-900+40"}
    assert read(META, shown("token_count", info=None, rate_limits={}))[1:] == []


def test_begins_another_segment_where_a_session_is_compacted() -> None:
    began = [event for event in read(*ROLLOUT) if isinstance(event, Began)]
    assert [(one.session, one.continues) for one in began] == [(SESSION, None), (SESSION, SESSION)]


def test_reads_the_older_bare_shape() -> None:
    found = read(
        {"id": SESSION, "timestamp": "2025-06-01T10:00:00Z", "instructions": None, "git": {"branch": "dev"}},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command": ["ls"]}', "call_id": "c"},
        {
            "type": "function_call_output",
            "call_id": "c",
            "output": '{"output": "a", "metadata": {"exit_code": 0}}',
        },
        {"type": "reasoning", "summary": [], "encrypted_content": "x"},
    )
    assert found[0] == Began(SESSION, "2025-06-01T10:00:00.000000Z", branch="dev")
    _, user, call, answer = found
    assert isinstance(user, Turn) and isinstance(call, Turn) and isinstance(answer, Turn)  # noqa: PT018  # for types
    assert (user.text, call.calls[0].command, answer.answers[0].exit_code) == ("hello", "ls", 0)


def test_keeps_a_fork_and_a_subagent_apart_from_their_parents() -> None:
    fork = line("session_meta", {"id": "fork", "forked_from_id": SESSION})
    assert [event for event in read(fork, META, message("user", "x")) if isinstance(event, Began)] == [
        Began("fork", "2026-05-06T07:08:00.123000Z", continues=SESSION)
    ]
    source = {"subagent": {"thread_spawn": {"parent_thread_id": SESSION, "agent_nickname": "Scout"}}}
    began, turn = read(line("session_meta", {"id": "sub", "source": source}), message("user", "look around"))
    assert isinstance(began, Began) and isinstance(turn, Turn)  # noqa: PT018  # for types
    assert (began.continues, turn.agent) == (SESSION, "Scout")
    _, reviewed = read(
        line("session_meta", {"id": "r", "source": {"subagent": "review"}}), message("user", "x")
    )
    assert isinstance(reviewed, Turn)
    assert reviewed.agent == "review"


def test_says_what_it_does_not_know() -> None:
    strange: list[Json] = [
        line("hologram", {}),
        item("telepathy"),
        shown("applause"),
        line("session_meta", {"cwd": "/x"}),
        item(""),
        {"type": "event_msg", "payload": [1]},
        {"nothing": 1},
    ]
    assert [event.why for event in read(*strange) if isinstance(event, Unreadable)] == ["unknown"] * 3 + [
        "malformed"
    ] * 4
    assert (
        read(META, item("ghost_snapshot", ghost_commit={}), shown("task_started"), line("world_state", {}))[
            1:
        ]
        == []
    )


def test_takes_what_another_agent_says_as_no_word_of_this_session() -> None:
    parts = [{"type": "input_text", "text": "found it"}]
    turn = turn_of(item("agent_message", author="/root/scout", recipient="/root", content=parts))
    assert (turn.role, turn.text, turn.is_machine, turn.agent) == ("system", "found it", True, None)


def test_says_that_turns_were_taken_back() -> None:
    turn = turn_of(shown("thread_rolled_back", num_turns=2))
    assert (turn.role, turn.text, turn.is_machine) == ("system", "thread_rolled_back: 2 turns", True)


def test_reads_on_at_any_offset() -> None:
    data = written(ROLLOUT)
    all_of_it = list(events(lines(io.BytesIO(data).read)))
    began, last = None, None
    for number, (offset, event) in enumerate(all_of_it):
        began = event if isinstance(event, Began) else began
        last = event if isinstance(event, Turn) else last
        rest = list(events(lines(io.BytesIO(data[offset:]).read, offset), began, last))
        # A session begins before its line: whoever stops there meets it again, and loses nothing.
        assert rest == all_of_it[number + (0 if isinstance(event, Began) else 1) :]


def test_reads_a_half_written_line_again() -> None:
    data = written([META, message("user", "x")])
    *_, (offset, event) = events(lines(io.BytesIO(data[:-20]).read))
    assert (offset, event) == (len(written([META])), Unreadable("unfinished"))
