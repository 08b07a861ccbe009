"""How is an episode written down as JSON, and read back? Only what is set is written. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, Final, get_args

from phantasm.session.episodes.model import Basis, Episode, Overcome, Ran, Said
from phantasm.session.model import Outcome
from phantasm.session.transcripts.terms import Spent

Json = dict[str, Any]

_PARTS: Final[Mapping[str, type]] = {
    "asked": Said,
    "answered": Said,
    "corrections": Said,
    "lessons": Said,
    "commands": Ran,
    "because": Basis,
    "overcome": Overcome,
}
"""The lists of an episode that hold parts of their own."""

_TEXTS: Final = frozenset(("entities", "files", "cited", "models", "signature", "way"))
"""The lists that hold texts."""

_OUTCOMES: Final = frozenset(get_args(Outcome))


def to_json(episode: Episode) -> Json:
    """Return an episode as JSON: what is unset, empty or as it always is, is left out."""
    return _written(episode)


def from_json(value: Mapping[str, Any]) -> Episode:
    """Return an episode that was written as JSON; what is missing, or unknown here, is passed over."""
    known = _known(Episode, value)
    for name, part in _PARTS.items():
        if name in known:
            known[name] = tuple(_part(part, one) for one in _items(known[name]) if isinstance(one, Mapping))
    if "spent" in known:
        known["spent"] = Spent(**_known(Spent, known["spent"]))
    if "tools" in known:
        known["tools"] = tuple((str(name), int(count)) for name, count in _items(known["tools"]))
    if known.get("outcome", "unknown") not in _OUTCOMES:
        del known["outcome"]
    return Episode(**{"session": "", "client": "", "summary": "", **known})


def _part(kind: type, value: Mapping[str, Any]) -> object:
    needed = {
        "turn": "",
        "text": "",
        "command": "",
        "signature": (),
        "error": "",
        "kind": "report",
        "says": "failure",
    }
    required = {field.name for field in fields(kind) if field.default is MISSING}
    return kind(**{**{name: needed[name] for name in required}, **_known(kind, value)})


def _known(kind: type, value: Mapping[str, Any]) -> Json:
    """Return the fields of a class that a value has, lists of texts as tuples."""
    names = {field.name for field in fields(kind)}
    return {
        name: tuple(map(str, _items(one))) if name in _TEXTS else one
        for name, one in value.items()
        if name in names
    }


def _items(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _written(one: object) -> Json:
    found: Json = {}
    for field in fields(one):  # type: ignore[arg-type]
        value = getattr(one, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        is_set = value not in (None, "", ()) and value != default
        if is_set:
            found[field.name] = _value(value)
    return found


def _value(value: object) -> object:
    if isinstance(value, tuple):
        return [_value(one) for one in value]
    return _written(value) if isinstance(value, Said | Ran | Basis | Overcome | Spent) else value
