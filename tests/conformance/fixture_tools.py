"""Which tools does the conformance suite ask for? Its fixtures, which no product has; for tests only."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server import ServerRequestContext
from mcp.server.subscriptions import InMemorySubscriptionBus, PromptsListChanged, ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp.types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    AudioContent,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    InputRequiredResult,
    SamplingMessage,
    TextContent,
    TextResourceContents,
    Tool,
)

from tests.conformance.asking_back import PICTURE, SOUND, ask_back

Context = ServerRequestContext[Any, Any]
Result = CallToolResult | InputRequiredResult
BUS = InMemorySubscriptionBus()
STEP_SECONDS = 0.05
_ENUMS: dict[str, object] = {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {
        "type": "string",
        "oneOf": [
            {"const": "value1", "title": "First Option"},
            {"const": "value2", "title": "Second Option"},
            {"const": "value3", "title": "Third Option"},
        ],
    },
    "legacyEnum": {
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    },
    "untitledMulti": {
        "type": "array",
        "items": {"type": "string", "enum": ["option1", "option2", "option3"]},
    },
    "titledMulti": {
        "type": "array",
        "items": {
            "anyOf": [
                {"const": "value1", "title": "First Choice"},
                {"const": "value2", "title": "Second Choice"},
                {"const": "value3", "title": "Third Choice"},
            ]
        },
    },
}
_DEFAULTS: dict[str, object] = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
_USER: dict[str, object] = {
    "username": {"type": "string", "description": "User's response"},
    "email": {"type": "string", "description": "User's email address"},
}


def tools() -> list[Tool]:
    """Return the fixtures, listed after the product's own tools."""
    asked = {"test_sampling": "prompt", "test_elicitation": "message"}
    found = []
    for name in (*_SIMPLE, *_ACTING, *ask_back.names()):
        wanted = asked.get(name)
        takes: dict[str, Any] = {"type": "object", "properties": {}}
        if wanted:
            takes = {"type": "object", "properties": {wanted: {"type": "string"}}, "required": [wanted]}
        found.append(
            Tool(name=name, description=f"A fixture of the conformance suite: {name}", input_schema=takes)
        )
    return found


async def call(context: Context, params: CallToolRequestParams) -> Result | None:
    """Call a fixture; None where the name is none of ours."""
    if params.name in _SIMPLE:
        return CallToolResult(content=_SIMPLE[params.name], is_error=params.name == "test_error_handling")
    if params.name in _ACTING:
        return await _ACTING[params.name](context, params.arguments or {})
    return ask_back(context, params)


def _resource(uri: str, kind: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(resource=TextResourceContents(uri=uri, mime_type=kind, text=text))


def _said(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)])


async def _log(context: Context, _: dict[str, Any]) -> Result:
    for text in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await context.session.send_log_message("info", text, related_request_id=context.request_id)
        await asyncio.sleep(STEP_SECONDS)
    return _said("Three messages were logged.")


async def _progress(context: Context, _: dict[str, Any]) -> Result:
    for done in (0, 50, 100):
        await context.session.report_progress(done, 100)
        await asyncio.sleep(STEP_SECONDS)
    return _said("Progress was reported.")


async def _sample(context: Context, arguments: dict[str, Any]) -> Result:
    message = SamplingMessage(role="user", content=TextContent(text=str(arguments["prompt"])))
    answer = await context.session.create_message(
        [message], max_tokens=100, related_request_id=context.request_id
    )
    return _said(f"LLM response: {answer.content}")


def _elicit(properties: dict[str, object], required: list[str]) -> Callable[..., Awaitable[Result]]:
    async def elicit(context: Context, arguments: dict[str, Any]) -> Result:
        form = {"type": "object", "properties": properties, "required": required}
        message = str(arguments.get("message", "Please fill this in"))
        answer = await context.session.elicit_form(message, form, context.request_id)
        return _said(f"Elicitation completed: action={answer.action}, content={json.dumps(answer.content)}")

    return elicit


async def _lacking(context: Context, _: dict[str, Any]) -> Result:
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.sampling is None:
        raise MCPError(
            MISSING_REQUIRED_CLIENT_CAPABILITY,
            "this tool needs sampling",
            {"requiredCapabilities": {"sampling": {}}},
        )
    return _said("The client can sample.")


async def _tools_changed(_: Context, __: dict[str, Any]) -> Result:
    await BUS.publish(ToolsListChanged())
    return _said("Told.")


async def _prompts_changed(_: Context, __: dict[str, Any]) -> Result:
    await BUS.publish(PromptsListChanged())
    return _said("Told.")


_IMAGE = ImageContent(data=PICTURE, mime_type="image/png")
_SIMPLE: dict[str, list[ContentBlock]] = {
    "test_simple_text": [TextContent(text="This is a simple text response for testing.")],
    "test_image_content": [_IMAGE],
    "test_audio_content": [AudioContent(data=SOUND, mime_type="audio/wav")],
    "test_embedded_resource": [
        _resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        TextContent(text="Multiple content types test:"),
        _IMAGE,
        _resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
    "test_error_handling": [TextContent(text="This tool intentionally returns an error for testing")],
}
_ACTING: dict[str, Callable[[Context, dict[str, Any]], Awaitable[Result]]] = {
    "test_tool_with_logging": _log,
    "test_logging_tool": _log,
    "test_tool_with_progress": _progress,
    "test_sampling": _sample,
    "test_elicitation": _elicit(_USER, ["username", "email"]),
    "test_elicitation_sep1034_defaults": _elicit(_DEFAULTS, []),
    "test_elicitation_sep1330_enums": _elicit(_ENUMS, []),
    "test_missing_capability": _lacking,
    "test_trigger_tool_change": _tools_changed,
    "test_trigger_prompt_change": _prompts_changed,
}
