"""How does a person change, understand and approve the configuration?"""

from dataclasses import dataclass
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from phantasm.config import trust
from phantasm.config.explain import KeyExplanation, explain
from phantasm.config.files import invalid, read_config, replace_text
from phantasm.config.load import file_hash, narrowed, parse, printable, typed, unapproved_variables
from phantasm.config.paths import Paths
from phantasm.config.settings import ClientsSettings, ProfileSettings, Settings
from phantasm.config.template import clients_text, settings_text

__all__ = ["KeyExplanation", "Proposal", "approve", "explain", "proposal", "set_value"]

# A tracked file like any other; the umask may only have made it stricter.
_TRACKED_MODE = 0o644
# Inheriting from the person at the terminal is held back as a whole (security.profiles has the profile).
_PERSON_PROFILE = "cli"


def set_value(path: Path, dotted_key: str, value_text: str) -> None:
    """Set one key in a config file, keep everything else in it as it is, comments included."""
    is_clients = path.name == Paths(path.parent).clients.name
    model: type[Settings | ClientsSettings] = ClientsSettings if is_clients else Settings
    explain(dotted_key)  # names an unknown key, with a did-you-mean, before anything is touched
    text = read_config(path) or (clients_text() if is_clients else settings_text())
    parse(model, text, path)  # a file that was wrong already is repaired first, not edited
    changed = _changed(path, text, dotted_key.split("."), typed(value_text))
    parse(model, changed, path)
    mode = path.stat().st_mode & 0o777 if path.exists() else _TRACKED_MODE
    replace_text(path, changed, mode=mode)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Both files exactly as they were read, the variables, and what their approval would widen."""

    root: Path
    hashes: tuple[tuple[Path, str], ...]
    widens: tuple[str, ...]
    variables: tuple[str, ...] = ()
    """NAME=VALUE of what the environment of this process asks for."""

    @property
    def asks(self) -> str:
        """What the person is asked to approve, in one line."""
        return ", ".join((*self.widens, *map(printable, self.variables)))


def proposal(paths: Paths) -> Proposal:
    """Read what a person is about to be asked about."""
    settings_file, clients_file = read_config(paths.settings), read_config(paths.clients)
    _, widened = narrowed(parse(Settings, settings_file, paths.settings))
    asked = _rights_asked_for(parse(ClientsSettings, clients_file, paths.clients))
    files = ((paths.settings, settings_file), (paths.clients, clients_file))
    hashes = tuple((path, file_hash(text)) for path, text in files if text)
    return Proposal(paths.root, hashes, (*widened, *asked), unapproved_variables(paths))


def approve(proposed: Proposal) -> None:
    """Approve what was proposed: a file that changed since it was read stays unapproved."""
    trust.approve(proposed.hashes, str(proposed.root), proposed.variables)


def _rights_asked_for(clients: ClientsSettings) -> list[str]:
    """Name every right that a custom profile asks for, also those that it would have inherited anyway."""
    found = []
    for name, profile in clients.profiles.items():
        if profile.inherits == _PERSON_PROFILE:
            found.append(f"profiles.{name}.inherits")
        flags = (flag for flag in ProfileSettings.model_fields if flag.startswith("allow_"))
        found += [f"profiles.{name}.{flag}" for flag in flags if getattr(profile, flag)]
    return found


def _changed(path: Path, text: str, keys: list[str], value: object) -> str:
    try:
        document = tomlkit.parse(text)
        table: tomlkit.TOMLDocument | Table = document
        for section in keys[:-1]:
            if section not in table:
                table[section] = tomlkit.table()
            inner = table[section]
            if not isinstance(inner, Table):
                raise invalid(path, f"has {section} as something other than a table of its own")
            table = inner
        table[keys[-1]] = value
        return tomlkit.dumps(document)
    except TOMLKitError as problem:
        raise invalid(path, f"cannot be edited: {problem}") from problem
