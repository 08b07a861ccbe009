"""What does the server of the conformance suite consist of? The product's own, with fixtures added to it."""

from typing import Any

from mcp.server import Server, ServerRequestContext
from mcp.server.subscriptions import ListenHandler
from mcp.types import (
    BlobResourceContents,
    CallToolRequestParams,
    CallToolResult,
    EmbeddedResource,
    EmptyResult,
    GetPromptRequestParams,
    GetPromptResult,
    ImageContent,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    SetLevelRequestParams,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)

from tests.conformance import fixture_tools
from tests.conformance.asking_back import PICTURE, form

Context = ServerRequestContext[Any, Any]
_TEXT, _BINARY, _TEMPLATE = "test://static-text", "test://static-binary", "test://template/"
_ARGUMENTS = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    "test_input_required_result_prompt": (),
}


def with_fixtures(server: Server) -> Server:
    """Add the fixtures to the product's server: what is not theirs still goes to the product's handlers."""
    offer = _Fixtures(server)
    server.get_tool_input_schema = None
    server.add_request_handler("tools/list", PaginatedRequestParams, offer.list_tools)
    server.add_request_handler("tools/call", CallToolRequestParams, offer.call_tool)
    server.add_request_handler("resources/list", PaginatedRequestParams, offer.list_resources)
    server.add_request_handler("resources/templates/list", PaginatedRequestParams, offer.list_templates)
    server.add_request_handler("resources/read", ReadResourceRequestParams, offer.read_resource)
    server.add_request_handler("resources/subscribe", SubscribeRequestParams, _accept)
    server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, _accept)
    server.add_request_handler("prompts/list", PaginatedRequestParams, offer.list_prompts)
    server.add_request_handler("prompts/get", GetPromptRequestParams, offer.get_prompt)
    server.add_request_handler("logging/setLevel", SetLevelRequestParams, _accept)
    server.add_request_handler(
        "subscriptions/listen", SubscriptionsListenRequestParams, ListenHandler(fixture_tools.BUS)
    )
    return server


async def _accept(_: Context, __: object) -> EmptyResult:
    return EmptyResult()


class _Fixtures:
    def __init__(self, server: Server) -> None:
        names = ("tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read")
        entries = {name: server.get_request_handler(name) for name in (*names, "prompts/list", "prompts/get")}
        self._product = {name: entry.handler for name, entry in entries.items() if entry is not None}

    async def list_tools(self, context: Context, params: PaginatedRequestParams) -> ListToolsResult:
        own: Any = await self._product["tools/list"](context, params)
        return ListToolsResult(tools=[*own.tools, *fixture_tools.tools()])

    async def call_tool(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        answered = await fixture_tools.call(context, params)
        if answered is not None:
            return answered
        own: Any = await self._product["tools/call"](context, params)
        return own  # type: ignore[no-any-return]

    async def list_resources(self, context: Context, params: PaginatedRequestParams) -> ListResourcesResult:
        own: Any = await self._product["resources/list"](context, params)
        found = [
            Resource(uri=uri, name=uri, description="A fixture", mime_type=kind)
            for uri, kind in ((_TEXT, "text/plain"), (_BINARY, "image/png"))
        ]
        return ListResourcesResult(resources=[*own.resources, *found])

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams
    ) -> ListResourceTemplatesResult:
        own: Any = await self._product["resources/templates/list"](context, params)
        template = ResourceTemplate(
            uri_template=_TEMPLATE + "{id}/data", name="template", description="A fixture"
        )
        return ListResourceTemplatesResult(resource_templates=[*own.resource_templates, template])

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = params.uri
        if uri == _TEXT:
            text = "This is the content of the static text resource."
            return ReadResourceResult(
                contents=[TextResourceContents(uri=uri, mime_type="text/plain", text=text)]
            )
        if uri == _BINARY:
            return ReadResourceResult(
                contents=[BlobResourceContents(uri=uri, mime_type="image/png", blob=PICTURE)]
            )
        if uri.startswith(_TEMPLATE):
            name = uri.removeprefix(_TEMPLATE).removesuffix("/data")
            text = f'{{"id":"{name}","templateTest":true,"data":"Data for ID: {name}"}}'
            return ReadResourceResult(
                contents=[TextResourceContents(uri=uri, mime_type="application/json", text=text)]
            )
        own: Any = await self._product["resources/read"](context, params)
        return own  # type: ignore[no-any-return]

    async def list_prompts(self, context: Context, params: PaginatedRequestParams) -> ListPromptsResult:
        own: Any = await self._product["prompts/list"](context, params)
        found = [
            Prompt(
                name=name,
                description="A fixture of the conformance suite",
                arguments=[PromptArgument(name=one, description="A text", required=True) for one in wanted],
            )
            for name, wanted in _ARGUMENTS.items()
        ]
        return ListPromptsResult(prompts=[*own.prompts, *found])

    async def get_prompt(
        self, context: Context, params: GetPromptRequestParams
    ) -> GetPromptResult | InputRequiredResult:
        if params.name not in _ARGUMENTS:
            own: Any = await self._product["prompts/get"](context, params)
            return own  # type: ignore[no-any-return]
        if params.name == "test_input_required_result_prompt" and not params.input_responses:
            wanted = form("What context should the prompt use?", "context")
            return InputRequiredResult(input_requests={"user_context": wanted})
        return GetPromptResult(messages=_messages(params.name, params.arguments or {}))


def _messages(name: str, arguments: dict[str, str]) -> list[PromptMessage]:
    said: list[Any] = []
    if name == "test_prompt_with_embedded_resource":
        text = "Embedded resource content for testing."
        inside = TextResourceContents(uri=arguments["resourceUri"], mime_type="text/plain", text=text)
        said.append(EmbeddedResource(resource=inside))
    elif name == "test_prompt_with_image":
        said.append(ImageContent(data=PICTURE, mime_type="image/png"))
    values = ", ".join(f"{key}='{value}'" for key, value in sorted(arguments.items()))
    said.append(TextContent(text=f"This is a simple prompt for testing. {values}".strip()))
    return [PromptMessage(role="user", content=one) for one in said]
