"""What would each client have written? Made-up transcripts in its shape, the same on every run.

Prompts, answers, commands and their output have the sizes that agents produce; `benchmarks/transcripts.py`
reads them.
"""

import json
import random
from collections.abc import Callable, Iterator

MEGABYTE = 10**6
DOCUMENT_BYTES = MEGABYTE
"""The size of a transcript that is one document: long runs of agents reach about this."""
EXCHANGES_PER_SESSION = 200
"""Prompts with what follows them, after which another session begins: a long day's work."""
OUTPUT_CHARACTERS = (200, 6000)
"""The least and the most of a command's output: clients cut what is longer."""
WORDS = tuple(
    "the test fails because parser reads an empty line before session starts so we move this check into "
    "function that knows offset and run make again src/engine/reader.py:214: error expected str got None "
    "Größe → naïve {'key': [1, 2]} \"quoted\" \\n 42 passed warning deprecated import os return value".split()
)

Json = dict[str, object]
Choice = random.Random


def words(choice: Choice, characters: int) -> str:
    """Return made-up text of about so many characters."""
    return " ".join(choice.choices(WORDS, k=max(1, characters // 6)))


def output(choice: Choice) -> str:
    """Return made-up output of a command, in lines."""
    size = choice.randint(*OUTPUT_CHARACTERS)
    return "\n".join(words(choice, 80) for _ in range(max(1, size // 80)))


def exchange(choice: Choice) -> tuple[str, str, str, str]:
    """Return a prompt, an answer, a command and its output."""
    return words(choice, 200), words(choice, 600), f"make {words(choice, 30)}", output(choice)


def moment(number: int) -> str:
    """Return a time; later numbers are later."""
    minutes, seconds = divmod(number, 60)
    return (
        f"2026-03-{1 + minutes // 1440 % 28:02}T{minutes // 60 % 24:02}:{minutes % 60:02}:{seconds:02}.123Z"
    )


def claude_code(choice: Choice, number: int) -> Iterator[Json]:
    """Yield the lines of one exchange with Claude Code."""
    prompt, answer, command, printed = exchange(choice)
    session = f"session-{number // EXCHANGES_PER_SESSION}"
    envelope: Json = {
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/ada/engine",
        "sessionId": session,
        "version": "2.1.40",
        "gitBranch": "main",
    }
    usage = {"input_tokens": 4, "cache_creation_input_tokens": 900, "cache_read_input_tokens": 70_000}
    blocks: list[Json] = [
        {"type": "thinking", "thinking": words(choice, 400), "signature": "s" * 300},
        {"type": "text", "text": answer},
        {"type": "tool_use", "id": f"call-{number}", "name": "Bash", "input": {"command": command}},
    ]
    result = {"type": "tool_result", "tool_use_id": f"call-{number}", "content": printed}
    said: list[tuple[str, Json]] = [("user", {"role": "user", "content": prompt})]
    for block in blocks:
        message: Json = {
            "model": "model-1",
            "id": f"message-{number}",
            "role": "assistant",
            "content": [block],
        }
        said.append(("assistant", {**message, "usage": {**usage, "output_tokens": 300}}))
    said.append(("user", {"role": "user", "content": [result]}))
    for place, (kind, content) in enumerate(said):
        line: Json = {"parentUuid": f"{number}-{place - 1}" if place else None, **envelope, "type": kind}
        if place == len(said) - 1:
            line["toolUseResult"] = {"stdout": printed, "stderr": "", "interrupted": False}
        yield {**line, "message": content, "uuid": f"{number}-{place}", "timestamp": moment(number)}


def codex(choice: Choice, number: int) -> Iterator[Json]:
    """Yield the lines of one exchange with Codex."""
    prompt, answer, command, printed = exchange(choice)
    items: list[Json] = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": prompt}]},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": words(choice, 100)}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": answer}]},
        {
            "type": "function_call",
            "name": "exec_command",
            "arguments": json.dumps({"cmd": command}),
            "call_id": f"call-{number}",
        },
        {
            "type": "function_call_output",
            "call_id": f"call-{number}",
            "output": f"Wall time: 0.4 seconds\nProcess exited with code 0\nOutput:\n{printed}",
        },
    ]
    shown: list[Json] = [
        {"type": "user_message", "message": prompt},
        {"type": "agent_message", "message": answer},
    ]
    wrapped = [("response_item", item) for item in items] + [("event_msg", event) for event in shown]
    if number == 0:
        wrapped.insert(0, ("session_meta", {"id": "session-0", "cwd": "/home/ada", "cli_version": "0.150.0"}))
    for kind, payload in wrapped:
        yield {"timestamp": moment(number), "type": kind, "payload": payload}


def gemini(choice: Choice, number: int) -> Iterator[Json]:
    """Yield the lines of one exchange with Gemini CLI."""
    prompt, answer, command, printed = exchange(choice)
    if number == 0:
        yield {"sessionId": "session-0", "projectHash": "p", "startTime": moment(0), "kind": "main"}
    yield {"id": f"u{number}", "timestamp": moment(number), "type": "user", "content": prompt}
    response = {"functionResponse": {"name": "run_shell_command", "response": {"output": printed}}}
    call = {
        "id": f"c{number}",
        "name": "run_shell_command",
        "args": {"command": command},
        "status": "success",
    }
    yield {
        "id": f"g{number}",
        "timestamp": moment(number),
        "type": "gemini",
        "content": answer,
        "toolCalls": [{**call, "result": [response]}],
        "tokens": {"input": 900, "output": 40, "cached": 800},
        "model": "model-1",
    }


def cursor(choice: Choice, _: int) -> Iterator[Json]:
    """Yield the lines of one exchange with Cursor."""
    prompt, answer, command, _printed = exchange(choice)
    query = f"<user_query>\n{prompt}\n</user_query>"
    yield {"role": "user", "message": {"content": [{"type": "text", "text": query}]}}
    call = {"type": "tool_use", "name": "Shell", "input": {"command": command}}
    yield {"role": "assistant", "message": {"content": [{"type": "text", "text": answer}, call]}}


def generic(choice: Choice, number: int) -> Iterator[Json]:
    """Yield the lines of one exchange in the project's own format."""
    prompt, answer, command, printed = exchange(choice)
    session = f"session-{number // EXCHANGES_PER_SESSION}"
    call = {"id": f"c{number}", "name": "shell", "command": command}
    yield {"session": session, "role": "user", "text": prompt, "at": moment(number)}
    yield {"session": session, "role": "assistant", "text": answer, "calls": [call], "output_tokens": 40}
    yield {
        "session": session,
        "role": "tool",
        "text": "",
        "answers": [{"call": f"c{number}", "text": printed}],
    }


def in_lines(made: Callable[[Choice, int], Iterator[Json]]) -> Callable[[Choice, int], bytes]:
    """Write what an exchange consists of as lines of JSON."""

    def written(choice: Choice, number: int) -> bytes:
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in made(choice, number)).encode()

    return written


def markdown(choice: Choice, _: int) -> bytes:
    """Return one exchange as an export in Markdown."""
    prompt, answer, command, printed = exchange(choice)
    return f"## User\n\n{prompt}\n\n## Assistant\n\n{answer}\n\n```\n$ {command}\n{printed}\n```\n\n".encode()


def swe_agent(choice: Choice, number: int) -> bytes:
    """Return a whole trajectory of SWE-agent."""
    steps: list[Json] = []
    size = 0
    while size < DOCUMENT_BYTES:
        _, answer, command, printed = exchange(choice)
        steps.append(
            {
                "action": command,
                "observation": printed,
                "response": answer,
                "thought": answer,
                "state": {"working_dir": "/repo"},
                "execution_time": 0.4,
            }
        )
        size += len(printed) + 2 * len(answer) + len(command)
    history = [{"role": "user", "content": words(choice, 2000)}]
    document = {
        "trajectory": steps,
        "history": history,
        "info": {"exit_status": "submitted"},
        "number": number,
    }
    return json.dumps(document).encode()


LINES: dict[str, Callable[[Choice, int], bytes]] = {
    "claude_code": in_lines(claude_code),
    "codex": in_lines(codex),
    "gemini": in_lines(gemini),
    "cursor": in_lines(cursor),
    "markdown": markdown,
    "generic": in_lines(generic),
}
DOCUMENTS: dict[str, Callable[[Choice, int], bytes]] = {"swe_agent": swe_agent}
