"""How is a parameter described in few tokens? The parts that every tool's schema is made of."""

from mcp.types import Tool, ToolAnnotations

from phantasm.contracts.model import JsonObject

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
REMOVES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

ACTIONS = {
    "revise": "revise",
    "archive": "archive",
    "retract": "retract",
    "restore": "restore",
    "forget": "tombstone",
}
"""What `correct` can do, and what the operation behind it calls that."""
DECISIONS = ("accept", "reject", "defer", "resolve", "pick", "merge", "confirm")


def text(says: str = "") -> JsonObject:
    """Describe a text."""
    return _described({"type": "string"}, says)


def number(says: str = "") -> JsonObject:
    """Describe a whole number."""
    return _described({"type": "integer"}, says)


def flag(says: str = "") -> JsonObject:
    """Describe a yes or no."""
    return _described({"type": "boolean"}, says)


def choice(*values: str) -> JsonObject:
    """Describe one of a few words."""
    return {"enum": list(values)}


def listed(items: JsonObject, says: str = "") -> JsonObject:
    """Describe a list."""
    return _described({"type": "array", "items": items}, says)


def names(says: str) -> JsonObject:
    """Describe a list of ids or handles."""
    return listed(text(), says)


def rows(**properties: JsonObject) -> JsonObject:
    """Describe a list of objects by what is worth reading in them."""
    return listed(schema(dict(properties)))


def structure() -> JsonObject:
    """Describe an object whose inside `describe` shows."""
    return {"type": "object"}


def schema(properties: JsonObject, *required: str) -> JsonObject:
    """Describe the arguments of a tool, or a part of them."""
    shown: JsonObject = {"type": "object", "properties": properties}
    return shown | ({"required": list(required)} if required else {})


def answer(*required: str, **properties: JsonObject) -> JsonObject:
    """Describe what a tool gives back: the operation's data; warnings and next steps may stand beside it."""
    return schema(dict(properties), *required)


def tool(name: str, title: str, *, says: str, hints: ToolAnnotations, **schemas: JsonObject) -> Tool:
    """Describe a tool: what it is for, how it acts, what it takes and what it gives."""
    return Tool(
        name=name,
        title=title,
        description=says,
        input_schema=schemas["takes"],
        output_schema=schemas["gives"],
        annotations=hints,
    )


def _described(shown: JsonObject, says: str) -> JsonObject:
    return shown | ({"description": says} if says else {})
