"""What do fresh config files say? Every key with its default, explained by the model that parses it."""

import json
import textwrap

from phantasm.config.explain import KeyExplanation, explain_clients, explain_settings
from phantasm.config.settings import Settings

_WIDTH = 100
_SETTINGS_HEAD = """\
What was chosen for this project's memory; tracked, so that everybody who works on it has the same.
`phantasm config explain KEY` says more, `phantasm config validate` checks this file.
A key that widens trust, set to something other than its default, is held back for everybody until they \
have read it and run `phantasm config approve`.
"""
_CLIENTS_HEAD = """\
Who may do what, beyond the built-in profiles (`phantasm call describe` lists those).
A custom profile inherits from one built-in profile and changes single rights, for example:
"""
_EXAMPLE_PROFILE = "reviewer_bot"
_EXAMPLE_VALUES = {
    "inherits": '"generic_mcp"',
    "display_name": '"Reviewer"',
    "person_only": '["constraint"]',
}


def settings_text() -> str:
    """Return phantasm.toml with every default and its meaning."""
    lines = [*_comment(_SETTINGS_HEAD), ""]
    section = ""
    for key in explain_settings():
        own_section, _, name = key.key.rpartition(".")
        if own_section != section:
            section = own_section
            about = Settings.model_fields[section].annotation
            lines += ["", *_comment((about.__doc__ or "") if about else ""), f"[{section}]"]
        # TOML has no way to say nothing: a key without a default stands there for whoever has a value.
        given = f"{name} = {_toml(key.default)}" if key.default is not None else f"# {name} ="
        lines += [*_explained(key), given]
    return "\n".join(lines) + "\n"


def clients_text() -> str:
    """Return clients.toml: nobody beyond the built-in profiles, and how to add somebody."""
    lines = [*_comment(_CLIENTS_HEAD), "#", f"#   [profiles.{_EXAMPLE_PROFILE}]"]
    for key in explain_clients():
        section, _, name = key.key.rpartition(".")
        if section:
            sample = _EXAMPLE_VALUES.get(name, "false")
            lines.append(f"#   {name} = {sample}  # {key.description}")
    return "\n".join([*lines, "", 'version = "v1"', ""])


def _explained(key: KeyExplanation) -> list[str]:
    text = f"{key.description} ({key.type}{'; widens trust' if key.widens_trust else ''})"
    return _comment(text)


def _comment(text: str) -> list[str]:
    return [f"# {line}" for paragraph in text.splitlines() for line in textwrap.wrap(paragraph, _WIDTH)]


def _toml(value: object) -> str:
    # JSON's strings, numbers and booleans are TOML's too.
    return json.dumps(value, ensure_ascii=False)
