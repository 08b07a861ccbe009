"""Would a client of the older contract still be served by the newer one? Lists what would break it."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def breaks(old: Json, new: Json) -> list[str]:
    """Return one sentence per promise of `old` that `new` does not keep."""
    return [
        *_missing("alias", old["aliases"], new["aliases"]),
        *_changed("alias", old["aliases"], new["aliases"]),
        *_missing("error code", old["errors"], new["errors"]),
        *_changed("error code", old["errors"], new["errors"]),
        *_sent("request", old["request"], new["request"]),
        *_received("response", old["response"], new["response"]),
        *_operations(old, new),
    ]


def _operations(old: Json, new: Json) -> Iterator[str]:
    for name, before in old["operations"].items():
        after = new["operations"].get(name)
        if after is None:
            if name not in new["aliases"]:
                yield f"operation {name} is gone"
            continue
        for fact in ("kind", "needs", "needs_store"):
            if before[fact] != after[fact]:
                yield f"operation {name}: {fact} was {before[fact]}, is {after[fact]}"
        if after["needs_confirmation"] and not before["needs_confirmation"]:
            yield f"operation {name} now needs a confirmation"
        if before["suggestible"] and not after["suggestible"]:
            yield f"operation {name} can no longer be suggested"
        yield from _sent(f"{name}.params", before["params"], after["params"])
        yield from _received(f"{name}.result", before["result"], after["result"])


def _sent(place: str, old: Json, new: Json) -> Iterator[str]:
    """What clients send: nothing they send may be refused, nothing new may be demanded."""
    for path, before, after in _objects(place, old, new):
        yield from _missing(f"field of {path}", _properties(before), _properties(after))
        for name in sorted(set(after.get("required", [])) - set(before.get("required", []))):
            yield f"{path}.{name} is now required"
    yield from _fewer_choices(place, old, new)


def _received(place: str, old: Json, new: Json) -> Iterator[str]:
    """What clients receive: everything they read must still be there."""
    for path, before, after in _objects(place, old, new):
        yield from _missing(f"field of {path}", _properties(before), _properties(after))
        for name in sorted(set(before.get("required", [])) - set(after.get("required", []))):
            yield f"{path}.{name} may now be absent"


def _objects(place: str, old: Json, new: Json) -> Iterator[tuple[str, Json, Json]]:
    yield place, old, new
    definitions = new.get("$defs", {})
    for name, before in old.get("$defs", {}).items():
        if name in definitions:
            yield f"{place}/{name}", before, definitions[name]
        else:
            yield f"{place}/{name}", before, {}


def _fewer_choices(place: str, old: Json, new: Json) -> Iterator[str]:
    for path, before, after in _objects(place, old, new):
        for name, schema in _properties(before).items():
            lost = _choices(schema) - _choices(_properties(after).get(name, {}))
            if lost and _choices(_properties(after).get(name, {})):
                yield f"{path}.{name} no longer takes {', '.join(sorted(lost))}"


def _choices(schema: Json) -> set[str]:
    found = {str(choice) for choice in schema.get("enum", [])}
    for part in [*schema.get("anyOf", []), schema.get("items", {})]:
        if isinstance(part, dict) and part:
            found |= _choices(part)
    return found


def _properties(schema: Json) -> Json:
    properties: Json = schema.get("properties", {})
    return properties


def _missing(what: str, old: Json, new: Json) -> list[str]:
    return [f"{what} {name} is gone" for name in sorted(set(old) - set(new))]


def _changed(what: str, old: Json, new: Json) -> list[str]:
    return [f"{what} {name} changed" for name in sorted(set(old) & set(new)) if old[name] != new[name]]
