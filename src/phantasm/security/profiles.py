"""Who is who? The built-in client profiles and the custom ones that inherit from them."""

from collections.abc import Mapping
from typing import NamedTuple

from phantasm.config.load import Config
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Right, TokenScope
from phantasm.contracts.parse import did_you_mean


class Profile(NamedTuple):
    """A client profile and its rights."""

    name: str
    rights: frozenset[Right]
    display_name: str
    built_in: bool = True
    person_only: frozenset[str] = frozenset()
    """The kinds of records whose live ones this profile may not replace by itself."""
    scope: TokenScope | None = None
    """The scope of the caller's token, where that has taken rights away."""


_SUGGEST = frozenset({Right.READ, Right.SUGGEST})
_WRITE = _SUGGEST | {Right.WRITE}
_PERSON = _WRITE | {Right.REVIEW, Right.SENSITIVE_READ, Right.SENSITIVE_EXPORT, Right.MAINTENANCE}

PERSON_PROFILE = "cli"
"""The profile of a person at the terminal; needs a terminal."""

BUILT_IN = {
    profile.name: profile
    for profile in (
        Profile("generic_mcp", _SUGGEST, "Any MCP client"),
        Profile("codex", _WRITE, "Codex"),
        Profile("claude_code", _WRITE, "Claude Code"),
        Profile("cursor", _WRITE, "Cursor"),
        Profile("gemini", _WRITE, "Gemini CLI"),
        Profile("opencode", _WRITE, "OpenCode"),
        Profile("copilot", _WRITE, "Copilot"),
        Profile(PERSON_PROFILE, _PERSON, "A person at the terminal"),
        Profile("dashboard", frozenset({Right.READ, Right.REVIEW}), "The operator's page"),
        Profile("scheduler", frozenset({Right.READ, Right.SUGGEST, Right.MAINTENANCE}), "Background work"),
    )
}

_FLAGS = {
    "allow_suggestions": Right.SUGGEST,
    "allow_authoritative_writes": Right.WRITE,
    "allow_review": Right.REVIEW,
    "allow_sensitive_read": Right.SENSITIVE_READ,
    "allow_sensitive_export": Right.SENSITIVE_EXPORT,
    "allow_maintenance": Right.MAINTENANCE,
}


def known_profiles(config: Config) -> tuple[dict[str, Profile], tuple[str, ...]]:
    """Return every profile by name, and the rights that were held back because nobody approved them."""
    person_only = frozenset(config.settings.judge.person_only)
    profiles = {
        name: profile if Right.REVIEW in profile.rights else profile._replace(person_only=person_only)
        for name, profile in BUILT_IN.items()
    }
    held_back: list[str] = []
    for name, custom in config.clients.profiles.items():
        parent = BUILT_IN.get(custom.inherits)
        if name in BUILT_IN or parent is None:
            raise _wrong_profile(name, custom.inherits)
        rights = set(parent.rights)
        for flag, right in _FLAGS.items():
            chosen = getattr(custom, flag)
            if chosen is False:
                rights.discard(right)
            elif chosen is True and right not in parent.rights:
                if config.clients_approved:
                    rights.add(right)
                else:
                    held_back.append(f"profiles.{name}.{flag}")
        # A new name for the person at the terminal would need no terminal: not without approval.
        if custom.inherits == PERSON_PROFILE and not config.clients_approved:
            held_back.append(f"profiles.{name}.inherits")
            rights &= BUILT_IN["generic_mcp"].rights
        display_name = custom.display_name or name
        withheld = frozenset() if Right.REVIEW in rights else person_only
        if custom.person_only is not None:
            # Without approval the file may only take away: what it lists comes on top.
            own = frozenset(custom.person_only)
            withheld = own if config.clients_approved else withheld | own
        profiles[name] = Profile(name, frozenset(rights), display_name, built_in=False, person_only=withheld)
    return profiles, tuple(held_back)


def find_profile(profiles: dict[str, Profile], name: str) -> Profile:
    """Return a profile by name or say which ones there are."""
    profile = profiles.get(name)
    if profile is None:
        raise PhantasmError(
            Code.UNKNOWN_PROFILE,
            f"unknown client profile {name!r}{did_you_mean(name, profiles)}",
            field="client.profile",
            expected="one of: " + ", ".join(sorted(profiles)),
            remediation=(
                Remediation("Name a built-in profile, or add a custom one to .phantasm/clients.toml."),
                Remediation("See whether that file is missing.", command="phantasm doctor"),
            ),
        )
    return profile


def _wrong_profile(name: str, inherits: str) -> PhantasmError:
    if name in BUILT_IN:
        message = f"clients.toml: profiles.{name} would redefine a built-in profile"
    else:
        hint = did_you_mean(inherits, BUILT_IN)
        message = f"clients.toml: profiles.{name}.inherits names no built-in profile: {inherits!r}{hint}"
    return PhantasmError(
        Code.CONFIG_INVALID,
        message,
        field=f"profiles.{name}",
        expected="one of: " + ", ".join(sorted(BUILT_IN)),
    )


def reviewers(profiles: Mapping[str, frozenset[Right]]) -> frozenset[str]:
    """Return the profiles behind which a person stands: those that may decide reviews."""
    return frozenset(name for name, rights in profiles.items() if Right.REVIEW in rights)
