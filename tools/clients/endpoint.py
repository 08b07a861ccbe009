"""Scripted model on 127.0.0.1: the streaming APIs of Anthropic, of OpenAI (two of them) and of Gemini.

A step is a command to run, a tool of an MCP server to call, or the last words of a turn. Each request that
offers a shell tool takes the next step; others (titles, summaries, token counts) get a short text. The
endpoint is also the client's proxy: what a client wants to reach besides the model is refused and noted.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Self

Json = dict[str, Any]

SHELL_TOOLS = {
    "Bash": "command",
    "bash": "command",
    "run_shell_command": "command",
    "shell_command": "command",
    "exec_command": "cmd",
}
"""By name of a client's shell tool: the argument that takes the command."""

_LOOKING: dict[str, Json] = {"ToolSearch": {"max_results": 1}, "tool_search": {"limit": 8}}
"""Tools that fetch the schemas of other tools, with what else they take."""

_SIDE_ANSWER = "Work on the ledger"
_USAGE = (1200, 40)
"""Tokens that every answer reports, in and out."""


class Shell(NamedTuple):
    """Run a command, which will end so."""

    command: str
    exit_code: int = 0


class Call(NamedTuple):
    """Call a tool of the MCP server `phantasm`."""

    tool: str
    arguments: Json


class Say(NamedTuple):
    """End the turn with these words."""

    text: str


Step = Shell | Call | Say


class _Offered(NamedTuple):
    """A tool that a request offers; Codex groups those of a server in a namespace."""

    name: str
    namespace: str
    schema: Json


class _Answer(NamedTuple):
    """What the model says to one request: words, or one call."""

    text: str
    call: str = ""
    tool: _Offered | None = None
    arguments: Json = {}


class Endpoint:
    """The server, its script, what it was sent in conversations, and what it refused to reach."""

    def __init__(self) -> None:
        self.conversations: list[Json] = []
        self.refused: set[str] = set()
        self._script: list[Step] = []
        self._lock = threading.Lock()
        self._looked_for: list[Call] = []
        self._calls = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.endpoint = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Where the server listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def play(self, *steps: Step) -> None:
        """Set the steps of the next turns."""
        with self._lock:
            self._script = list(steps)

    @property
    def left(self) -> list[Step]:
        """Return the steps that no request has taken yet."""
        with self._lock:
            return list(self._script)

    def answer(self, body: Json) -> _Answer:
        """Return what the model says to a request."""
        offered = list(_offered(body))
        shell = next((tool for tool in offered if tool.name in SHELL_TOOLS), None)
        with self._lock:
            if shell is None:
                return _Answer(_SIDE_ANSWER)
            self.conversations.append(body)
            step = self._script.pop(0) if self._script else Say("Done.")
            self._calls += 1
            call = f"call_{self._calls:04d}"
        match step:
            case Say(text):
                return _Answer(text)
            case Shell(command, _):
                return _Answer("", call, shell, _arguments(shell, {SHELL_TOOLS[shell.name]: command}))
            case Call():
                return self._called(call, offered, step)

    def _called(self, call: str, offered: list[_Offered], step: Call) -> _Answer:
        """Call the tool of the server; where the client holds it back, look for it first."""
        for tool in offered:
            if "phantasm" in tool.namespace + tool.name and re.search(rf"(^|[-_]){step.tool}$", tool.name):
                return _Answer("", call, tool, step.arguments)
        looking = next((tool for tool in offered if tool.name in _LOOKING), None)
        if looking is None or step in self._looked_for:
            with self._lock:
                self._script.insert(0, step)
            raise LookupError(f"the client offers no tool {step.tool}: {[tool.name for tool in offered]}")
        with self._lock:
            self._script.insert(0, step)
            self._looked_for.append(step)
        return _Answer(
            "", call, looking, _LOOKING[looking.name] | {"query": f"select:mcp__phantasm__{step.tool}"}
        )


def _offered(body: Json) -> Iterator[_Offered]:
    for tool in body.get("tools") or ():
        for one in tool.get("functionDeclarations") or tool.get("tools") or (tool,):
            told = one.get("function") if isinstance(one.get("function"), dict) else one
            schema = told.get("input_schema") or told.get("parameters") or told.get("parametersJsonSchema")
            namespace = tool.get("name", "") if "tools" in tool else ""
            yield _Offered(told.get("name", one.get("type", "")), namespace, schema or {})


def _arguments(tool: _Offered, given: Json) -> Json:
    """Return the arguments, with a word for each other text that the tool requires."""
    wanted = [name for name in tool.schema.get("required", ()) if name not in given]
    return given | dict.fromkeys(wanted, "Run the command")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def endpoint(self) -> Endpoint:
        return self.server.endpoint  # type: ignore[attr-defined,no-any-return]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name of the base class
        """Print nothing."""

    def do_CONNECT(self) -> None:
        """Refuse what a client wants to reach besides the model."""
        self.endpoint.refused.add(self.path)
        self.close_connection = True
        self._send(403, "text/plain", b"loopback only\n")

    def do_HEAD(self) -> None:
        """Say that the server is there."""
        self._send(200, "application/json", b"")

    def do_GET(self) -> None:
        """List the one model; refuse what is asked of another host through us as a proxy."""
        if self.path.startswith("http") and not self.path.startswith(self.endpoint.url):
            self.endpoint.refused.add(self.path)
            return self._send(403, "text/plain", b"loopback only\n")
        models = [{"id": "scripted", "object": "model", "slug": "scripted"}]
        return self._send(200, "application/json", json.dumps({"data": models, "object": "list"}).encode())

    def do_POST(self) -> None:
        """Answer a request of one of the four APIs, in the way in which it was asked."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        path = self.path.partition("?")[0]
        if path.startswith("http") and not path.startswith(self.endpoint.url):
            self.endpoint.refused.add(path)
            return self._send(403, "text/plain", b"loopback only\n")
        if path.endswith(("count_tokens", ":countTokens")):
            return self._json({"input_tokens": _USAGE[0], "totalTokens": _USAGE[0]})
        for ending, api in _APIS.items():
            if path.endswith(ending):
                try:
                    answer = self.endpoint.answer(body)
                except LookupError as problem:  # the client asks again, when its servers have come up
                    return self._send(503, "text/plain", f"{problem}\n".encode())
                events = list(api(answer, body))
                if body.get("stream") or ending.endswith("streamGenerateContent"):
                    return self._stream(events)
                return self._json(_WHOLE[ending](events))
        return self._send(404, "application/json", b"{}")

    def _json(self, told: Json) -> None:
        self._send(200, "application/json", json.dumps(told).encode())

    def _stream(self, events: list[Json]) -> None:
        parts = []
        for event in events:
            named = f"event: {event['type']}\n" if "type" in event else ""
            parts.append(f"{named}data: {json.dumps(event)}\n\n")
        if events and events[0].get("object") == "chat.completion.chunk":
            parts.append("data: [DONE]\n\n")
        self._send(200, "text/event-stream", "".join(parts).encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _anthropic(answer: _Answer, body: Json) -> Iterator[Json]:
    usage = {"input_tokens": _USAGE[0], "output_tokens": _USAGE[1]}
    message = {
        "id": f"msg_{answer.call or 'words'}", "type": "message", "role": "assistant", "content": [],
        "model": body.get("model", "scripted"), "stop_reason": None, "stop_sequence": None, "usage": usage,
    }  # fmt: skip
    yield {"type": "message_start", "message": message}
    if answer.tool:
        block: Json = {"type": "tool_use", "id": answer.call, "name": answer.tool.name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(answer.arguments)}
    else:
        block = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": answer.text}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    reason = "tool_use" if answer.tool else "end_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage}
    yield {"type": "message_stop"}


def _anthropic_whole(events: list[Json]) -> Json:
    message: Json = events[0]["message"]
    block, delta = events[1]["content_block"], events[2]["delta"]
    if block["type"] == "tool_use":
        block = {**block, "input": json.loads(delta["partial_json"])}
    else:
        block = {**block, "text": delta["text"]}
    return {**message, "content": [block], "stop_reason": events[4]["delta"]["stop_reason"]}


def _responses(answer: _Answer, body: Json) -> Iterator[Json]:
    response: Json = {
        "id": f"resp_{answer.call or 'words'}", "object": "response", "created_at": 0, "output": [],
        "model": body.get("model", "scripted"), "status": "in_progress",
    }  # fmt: skip
    if answer.tool:
        item: Json = {
            "type": "function_call", "id": f"fc_{answer.call}", "call_id": answer.call, "status": "completed",
            "name": answer.tool.name, "arguments": json.dumps(answer.arguments),
        }  # fmt: skip
        if answer.tool.namespace:
            item["namespace"] = answer.tool.namespace
    else:
        words = {"type": "output_text", "text": answer.text, "annotations": []}
        item = {
            "type": "message",
            "id": "msg_words",
            "role": "assistant",
            "status": "completed",
            "content": [words],
        }
    yield {"type": "response.created", "response": response}
    yield {"type": "response.output_item.added", "output_index": 0, "item": {**item, "status": "in_progress"}}
    if not answer.tool:
        about = {"item_id": "msg_words", "output_index": 0, "content_index": 0}
        yield {"type": "response.output_text.delta", **about, "delta": answer.text}
        yield {"type": "response.output_text.done", **about, "text": answer.text}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {
        "input_tokens": _USAGE[0], "output_tokens": _USAGE[1], "total_tokens": sum(_USAGE),
        "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0},
    }  # fmt: skip
    done = {**response, "status": "completed", "output": [item], "usage": usage}
    yield {"type": "response.completed", "response": done}


def _chat(answer: _Answer, body: Json) -> Iterator[Json]:
    about = {
        "id": "chat_1",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": body.get("model", "scripted"),
    }
    if answer.tool:
        function = {"name": answer.tool.name, "arguments": json.dumps(answer.arguments)}
        calls = [{"index": 0, "id": answer.call, "type": "function", "function": function}]
        delta: Json = {"role": "assistant", "content": None, "tool_calls": calls}
    else:
        delta = {"role": "assistant", "content": answer.text}
    yield {**about, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    reason = "tool_calls" if answer.tool else "stop"
    usage = {"prompt_tokens": _USAGE[0], "completion_tokens": _USAGE[1], "total_tokens": sum(_USAGE)}
    yield {**about, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage}


def _chat_whole(events: list[Json]) -> Json:
    message = events[0]["choices"][0]["delta"]
    for call in message.get("tool_calls", ()):
        call.pop("index")
    choice = {"index": 0, "message": message, "finish_reason": events[1]["choices"][0]["finish_reason"]}
    return {**events[0], "object": "chat.completion", "choices": [choice], "usage": events[1]["usage"]}


def _gemini(answer: _Answer, _body: Json) -> Iterator[Json]:
    if answer.tool:
        call = {"id": answer.call, "name": answer.tool.name, "args": answer.arguments}
        parts: list[Json] = [{"functionCall": call}]
    else:
        parts = [{"text": answer.text}]
    usage = {
        "promptTokenCount": _USAGE[0], "candidatesTokenCount": _USAGE[1], "totalTokenCount": sum(_USAGE),
    }  # fmt: skip
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    yield {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}


_APIS: dict[str, Callable[[_Answer, Json], Iterator[Json]]] = {
    "/messages": _anthropic,
    "/responses": _responses,
    "/chat/completions": _chat,
    ":streamGenerateContent": _gemini,
    ":generateContent": _gemini,
}
_WHOLE: dict[str, Callable[[list[Json]], Json]] = {
    "/messages": _anthropic_whole,
    "/responses": lambda events: events[-1]["response"],
    "/chat/completions": _chat_whole,
    ":generateContent": lambda events: events[0],
}
