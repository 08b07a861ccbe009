"""How much goes into one result? So much that no client cuts it, and what was left out is said."""

import json

from phantasm.contracts.model import JsonObject

# Claude Code cuts a result at 25,000 tokens (MAX_MCP_OUTPUT_TOKENS). Dense JSON has about three characters to
# a token, and text and data together must stay below.
MOST_CHARACTERS = 36_000
# A single text that is longer than this is the result's whole burden: its beginning and end are kept.
MOST_TEXT_CHARACTERS = 24_000
LEFT_OUT = "left_out"


def bounded(data: JsonObject, most: int = MOST_CHARACTERS) -> JsonObject:
    """Return the data, its longest lists and texts shortened until it fits; `left_out` says by how much."""
    if size(data) <= most:
        return data
    kept: JsonObject = {name: shortened(value) for name, value in data.items()}
    left: JsonObject = {}
    while size(kept) > most:
        lists = [(size(value), name) for name, value in kept.items() if isinstance(value, list) and value]
        if not lists:
            break
        name = max(lists)[1]
        value = kept[name]
        if not isinstance(value, list):
            break
        kept[name] = value[: len(value) // 2]
        whole = data[name]
        left[name] = len(whole) - len(value) // 2 if isinstance(whole, list) else 0
    for name in sorted(kept, key=lambda one: -size(kept[one])):
        if size(kept) <= most:
            break
        left[name] = "too long to show here"
        kept.pop(name)
    return kept | {LEFT_OUT: left or "the middle of long texts"}


def shortened(value: object, most: int = MOST_TEXT_CHARACTERS) -> object:
    """Return a value whose texts are not longer than a result may be."""
    match value:
        case str() if len(value) > most:
            return f"{value[: most // 2]}\n… {len(value) - most} characters left out …\n{value[-most // 2 :]}"
        case dict():
            return {name: shortened(one, most) for name, one in value.items()}
        case list():
            return [shortened(one, most) for one in value]
        case _:
            return value


def size(value: object) -> int:
    """Return how many characters a value takes as JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
