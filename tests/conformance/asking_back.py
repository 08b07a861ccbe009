"""Which fixtures ask back? Those of 2026-07-28 whose first answer is `input_required`; for tests only."""

import base64
import struct
import zlib
from typing import Any

from mcp.server import ServerRequestContext
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    TextContent,
)
from mcp.types import InputRequest as Wanted


def _picture() -> str:
    """Return a red point as PNG."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    parts = part(b"IHDR", header) + part(b"IDAT", zlib.compress(b"\x00\xff\x00\x00")) + part(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + parts).decode()


def _sound() -> str:
    """Return silence as WAV."""
    form = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)
    body = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", 2) + b"\x80\x80"
    return base64.b64encode(b"RIFF" + struct.pack("<I", len(body)) + body).decode()


PICTURE, SOUND = _picture(), _sound()


def form(message: str, field: str, kind: str = "string") -> Wanted:
    """Return a question with one field."""
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def _sampling(text: str, most: int) -> Wanted:
    message = SamplingMessage(role="user", content=TextContent(text=text))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=most))


_NAME = form("What is your name?", "name")
_CONFIRM = form("Please confirm", "ok", "boolean")
_GREETING = _sampling("Generate a greeting", 50)
_STEP_ONE = form("Step 1: What is your name?", "name")
_STEP_TWO = form("Step 2: What is your favorite color?", "color")
_STATE = "asked"
_PREFIX = "test_input_required_result_"
# What each asks for, and whether it carries state from one call to the next.
_ASKED: dict[str, tuple[dict[str, Wanted], bool]] = {
    "elicitation": ({"user_name": _NAME}, False),
    "sampling": ({"capital_question": _sampling("What is the capital of France?", 100)}, False),
    "list_roots": ({"client_roots": ListRootsRequest()}, False),
    "request_state": ({"confirm": _CONFIRM}, True),
    "multiple_inputs": (
        {"user_name": _NAME, "greeting": _GREETING, "client_roots": ListRootsRequest()},
        True,
    ),
    "tampered_state": ({"confirm": _CONFIRM}, True),
}


class _AskBack:
    """Calls of tools whose first answer is a question."""

    def names(self) -> list[str]:
        """Return the tools."""
        own = [_PREFIX + name for name in (*_ASKED, "multi_round", "capabilities")]
        return [*own, "test_streaming_elicitation"]

    def __call__(
        self, context: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult | None:
        """Call one; None where the name is none of ours."""
        name = "elicitation" if params.name == "test_streaming_elicitation" else params.name
        name = name.removeprefix(_PREFIX)
        if name == "multi_round":
            return _rounds(params)
        if name == "capabilities":
            return _permitted(context, params)
        if name not in _ASKED:
            return None
        asked, has_state = _ASKED[name]
        given = params.input_responses or {}
        if not all(_answers(given.get(key), one) for key, one in asked.items()):
            return InputRequiredResult(input_requests=asked, request_state=_STATE if has_state else None)
        return _done(f"state-ok {sorted(asked)}: {given}")


def _answers(given: object, asked: Wanted) -> bool:
    """Tell whether an answer is there and of the kind that was asked for."""
    if isinstance(asked, ElicitRequest):
        return isinstance(given, ElicitResult)
    return given is not None


def _rounds(params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
    given = params.input_responses or {}
    if params.request_state == "two" and "step2" in given:
        return _done("Both steps were answered.")
    if params.request_state == "one" and "step1" in given:
        return InputRequiredResult(input_requests={"step2": _STEP_TWO}, request_state="two")
    return InputRequiredResult(input_requests={"step1": _STEP_ONE}, request_state="one")


def _permitted(
    context: ServerRequestContext[Any, Any], params: CallToolRequestParams
) -> CallToolResult | InputRequiredResult:
    capabilities = context.session.client_capabilities
    wanted: dict[str, Wanted] = {}
    if capabilities and capabilities.elicitation is not None:
        wanted["user_name"] = _NAME
    if capabilities and capabilities.sampling is not None:
        wanted["greeting"] = _GREETING
    given = params.input_responses or {}
    if not wanted or all(key in given for key in wanted):
        return _done("The client was asked for nothing that it cannot do.")
    return InputRequiredResult(input_requests=wanted)


def _done(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)])


ask_back = _AskBack()
