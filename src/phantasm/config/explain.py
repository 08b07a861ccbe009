"""What does a key mean? Read from the models that parse the files, so that it cannot drift."""

from dataclasses import dataclass
from typing import Any

from phantasm.config.settings import ClientsSettings, ProfileSettings, Settings
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import Model
from phantasm.contracts.parse import did_you_mean

_PROFILE = "profiles.<name>"
_BOUNDS = {
    "minimum": "at least",
    "exclusiveMinimum": "more than",
    "maximum": "at most",
    "exclusiveMaximum": "below",
}


@dataclass(frozen=True, slots=True)
class KeyExplanation:
    """One key of phantasm.toml or clients.toml."""

    key: str
    type: str
    default: str | int | float | bool | None
    description: str
    widens_trust: bool


def explain(dotted_key: str | None) -> list[KeyExplanation]:
    """Explain one key, all keys of a section, or, without a name, every key there is."""
    known = [*explain_settings(), *(key for key in explain_clients() if key.key.startswith(_PROFILE))]
    if dotted_key is None:
        return known
    parts = dotted_key.split(".")
    if parts[0] == "profiles":  # whatever the profile is called, its keys mean the same
        dotted_key = ".".join((_PROFILE, *parts[2:]))
    found = [key for key in known if key.key == dotted_key or key.key.startswith(f"{dotted_key}.")]
    if not found:
        names = [key.key for key in known]
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"there is no key {dotted_key!r}{did_you_mean(dotted_key, names)}",
            field=dotted_key,
            expected="one of: " + ", ".join(names),
            remediation=(Remediation("List every key.", command="phantasm config explain"),),
        )
    return found


def explain_settings() -> list[KeyExplanation]:
    """Explain every key of phantasm.toml, sections last, in the order of the model."""
    keys = _keys(Settings, "")
    for name, field in Settings.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Model):
            keys += _keys(field.annotation, f"{name}.")
    return keys


def explain_clients() -> list[KeyExplanation]:
    """Explain every key of clients.toml."""
    return [*_keys(ClientsSettings, ""), *_keys(ProfileSettings, f"{_PROFILE}.")]


def _keys(model: type[Model], prefix: str) -> list[KeyExplanation]:
    schema = model.model_json_schema()
    return [
        KeyExplanation(
            key=prefix + name,
            type=_type(found),
            default=found.get("default"),
            description=found.get("description", ""),
            widens_trust=bool(found.get("widens_trust")),
        )
        for name, found in schema["properties"].items()
        if not _is_section(found)
    ]


def _is_section(found: dict[str, Any]) -> bool:
    return "$ref" in found or found.get("type") == "object"


def _type(found: dict[str, Any]) -> str:
    if choices := found.get("anyOf"):
        return " or ".join(_type(choice) for choice in choices if choice.get("type") != "null")
    if "const" in found or "enum" in found:
        return " or ".join(f'"{value}"' for value in found.get("enum") or [found["const"]])
    bounds = ", ".join(f"{words} {found[name]:.15g}" for name, words in _BOUNDS.items() if name in found)
    return f"{found['type']}, {bounds}" if bounds else str(found["type"])
