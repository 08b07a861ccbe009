"""Configuration in force: files, then environment, minus what widens trust and nobody has approved."""

import hashlib
import tomllib
from pathlib import Path
from typing import NamedTuple, TypeVar

from phantasm.config import environment, trust
from phantasm.config.files import invalid, read_config
from phantasm.config.paths import Paths
from phantasm.config.settings import ClientsSettings, Settings
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject, Model
from phantasm.contracts.parse import validate

ModelT = TypeVar("ModelT", bound=Model)


class Config(NamedTuple):
    """The configuration in force, and what was held back until it is approved."""

    settings: Settings
    clients: ClientsSettings
    clients_approved: bool
    held_back: tuple[str, ...] = ()


def load(paths: Paths) -> Config:
    """Read both files and the environment; unknown keys are errors, unapproved widening is held back."""
    settings_text, clients_text = read_config(paths.settings), read_config(paths.clients)
    settings = parse(Settings, settings_text, paths.settings)
    held_back: tuple[str, ...] = ()
    if not is_approved(paths.settings, settings_text):
        settings, held_back = narrowed(settings)
    settings, unapproved = _with_environment(settings, paths)
    return Config(
        settings=settings,
        clients=parse(ClientsSettings, clients_text, paths.clients),
        clients_approved=is_approved(paths.clients, clients_text),
        held_back=(*held_back, *unapproved),
    )


def waiting(config: Config, seconds: float) -> Config:
    """Return a configuration with which nobody who writes is waited for longer."""
    settings = config.settings
    store = settings.store.model_copy(update={"lock_timeout_seconds": seconds})
    return config._replace(settings=settings.model_copy(update={"store": store}))


def narrowed(settings: Settings) -> tuple[Settings, tuple[str, ...]]:
    """Put back the default of every key that widens trust; return what was put back."""
    changes: dict[str, object] = {}
    held_back: list[str] = []
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        if isinstance(value, Model):
            resets = {
                key: inner.default
                for key, inner in type(value).model_fields.items()
                if _widens(inner) and getattr(value, key) != inner.default
            }
            held_back += [f"{name}.{key}" for key in resets]
            changes[name] = value.model_copy(update=resets)
        elif _widens(field) and value != field.default:
            held_back.append(name)
            changes[name] = field.default
    return settings.model_copy(update=changes), tuple(held_back)


def parse(model: type[ModelT], text: str, path: Path) -> ModelT:
    """Turn a config file's text into its model, or say what is wrong with it."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # ValueError: also a number of absurd length
        raise invalid(path, f"is not valid TOML: {printable(str(problem))}") from problem
    return _validated(model, values, path.name)


def is_approved(path: Path, text: str) -> bool:
    """Tell whether the user has approved exactly this file."""
    return not text.strip() or file_hash(text) in trust.hashes(path)


def file_hash(text: str) -> str:
    """Return what an approval is bound to."""
    return hashlib.sha256(text.encode()).hexdigest()


def printable(text: str) -> str:
    """Return text in which somebody else's control characters cannot move a cursor or hide a word."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


def _widens(field: object) -> bool:
    extra = getattr(field, "json_schema_extra", None)
    return isinstance(extra, dict) and bool(extra.get("widens_trust"))


def unapproved_variables(paths: Paths) -> tuple[str, ...]:
    """Return NAME=VALUE of every variable that waits for the person's approval in this project."""
    settings = parse(Settings, read_config(paths.settings), paths.settings)
    if not is_approved(paths.settings, read_config(paths.settings)):
        settings, _ = narrowed(settings)
    waiting_names = _with_environment(settings, paths)[1]
    return tuple(
        f"{environment.name_of(key)}={text}"
        for key, text in environment.overrides().items()
        if environment.name_of(key) in waiting_names
    )


def _with_environment(settings: Settings, paths: Paths) -> tuple[Settings, tuple[str, ...]]:
    """Apply the variables that count, and name those that do not.

    Nobody can see who set a variable: the person in a shell, or a client with the `env` block of a file that
    the repository tracks. So one that widens trust, or loosens what protects, counts where it was approved.
    """
    values: JsonObject = settings.model_dump()
    chosen = environment.overrides()
    if not chosen:
        return settings, ()
    approved: frozenset[str] | None = None
    held_back: list[str] = []
    for name, text in chosen.items():
        section, _, key = name.rpartition(".")
        target = values.get(section) if section else values
        if not isinstance(target, dict):
            values[name] = text  # validation names it as unknown
            continue
        if _is_guarded(section, key) and target.get(key) != typed(text):
            variable = environment.name_of(name)
            approved = trust.approved_variables(str(paths.root)) if approved is None else approved
            if approved.isdisjoint((variable, f"{variable}={text}")):
                held_back.append(variable)
                continue
        target[key] = typed(text)
    return _validated(Settings, values, "environment"), tuple(held_back)


def _is_guarded(section: str, key: str) -> bool:
    """Tell whether a key widens trust, or protects and must not be loosened by whoever sets a variable."""
    field = Settings.model_fields.get(section or key)
    if section:
        model: object = field.annotation if field else None
        field = model.model_fields.get(key) if isinstance(model, type) and issubclass(model, Model) else None
    extra = field.json_schema_extra if field else None
    return isinstance(extra, dict) and bool(extra.get("widens_trust") or extra.get("protects"))


def typed(text: str) -> object:
    """Read a value given as text: TOML where it is TOML, else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


def _validated(model: type[ModelT], values: object, source: str) -> ModelT:
    try:
        return validate(model, values, code=Code.CONFIG_INVALID)
    except PhantasmError as problem:
        raise PhantasmError(
            Code.CONFIG_INVALID,
            f"{source}: {printable(problem.message)}",
            field=printable(problem.field or "") or None,
            expected=problem.expected,
            remediation=(
                Remediation("See what each key means.", command="phantasm config explain"),
                Remediation("Check the files.", command="phantasm config validate"),
            ),
        ) from problem
