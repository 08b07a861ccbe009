"""What if a request has something wrong with it? Spoiled requests, and bytes that are hardly requests."""

import copy
import json
from collections.abc import Callable

from campaigns.generator import Generator, Json

# The envelope is small and the parameters are many: most of what is spoiled lies in the parameters.
_SHARE_IN_PARAMS = 0.7
# Deeper than the contract allows, and deeper than a recursive parser likes.
_DEPTHS = (10, 63, 64, 65, 200, 5_000)


def spoiled(generator: Generator, request: dict[str, Json]) -> dict[str, Json]:
    """Return a request with one to three things wrong with it."""
    changed = copy.deepcopy(request)
    for _ in range(generator.chance.randrange(1, 4)):
        generator.chance.choice(_SPOILERS)(generator, changed)
    return changed


def garbage(generator: Generator, request: dict[str, Json]) -> bytes:
    """Return bytes that are hardly a request."""
    text = json.dumps(request, ensure_ascii=generator.chance.random() < 0.5).encode("utf-8", "surrogatepass")
    match generator.chance.randrange(6):
        case 0:
            return generator.chance.randbytes(generator.chance.randrange(200))
        case 1:
            return text[: generator.chance.randrange(len(text))]
        case 2:
            mangled = bytearray(text)
            for _ in range(generator.chance.randrange(1, 5)):
                mangled[generator.chance.randrange(len(mangled))] = generator.chance.randrange(256)
            return bytes(mangled)
        case 3:
            return b"[" * generator.chance.choice(_DEPTHS) + text
        case 4:
            return text.replace(
                b'"v1"', generator.chance.choice([b"1" * 5000, b"-", b"NaN", b'"v2"', b"1e999"])
            )
        case _:
            return text + generator.chance.choice([b"\x00", b"}", text, b"\xff\xfe", b'{"a":1}'])


def _places(value: Json) -> list[tuple[Json, Json]]:
    """Return every (container, key) below a value."""
    found: list[tuple[Json, Json]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        found += [(value, key), *_places(item)]
    return found


def _place(generator: Generator, request: dict[str, Json]) -> tuple[Json, Json]:
    inside = _places(request.get("params"))
    if inside and generator.chance.random() < _SHARE_IN_PARAMS:
        return generator.chance.choice(inside)
    return generator.chance.choice(_places(request) or [({"": 0}, "")])


def _drop(generator: Generator, request: dict[str, Json]) -> None:
    container, key = _place(generator, request)
    del container[key]


def _replace(generator: Generator, request: dict[str, Json]) -> None:
    container, key = _place(generator, request)
    container[key] = generator.anything(2)


def _add(generator: Generator, request: dict[str, Json]) -> None:
    container, _ = _place(generator, request)
    name = generator.chance.choice([str(generator.anything(0)), "statment", "dryrun", "ids", "id", "params"])
    (container if isinstance(container, dict) else request)[name] = generator.anything(2)


def _deepen(generator: Generator, request: dict[str, Json]) -> None:
    container, key = _place(generator, request)
    for _ in range(min(generator.chance.choice(_DEPTHS), 200)):
        container[key] = [container[key]]


def _rename(generator: Generator, request: dict[str, Json]) -> None:
    request["operation"] = generator.chance.choice(
        ["tombstone", "ingest_many", "archive", "handle", "__init__", "descibe"]
    )


_SPOILERS: tuple[Callable[[Generator, dict[str, Json]], None], ...] = (
    _drop,
    _replace,
    _replace,
    _add,
    _deepen,
    _rename,
)
