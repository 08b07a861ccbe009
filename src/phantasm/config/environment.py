"""The environment: the only place that reads it. For hooks as well, so it imports nothing but `os`."""

from __future__ import annotations

import os

# Type checkers take this for true; the one of `typing` takes longer to load than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

PREFIX = "PHANTASM_"


def overrides() -> dict[str, str]:
    """Return the settings given as PHANTASM_SECTION__KEY (or PHANTASM_KEY), by dotted name."""
    return {
        name.removeprefix(PREFIX).lower().replace("__", "."): value
        for name, value in sorted(os.environ.items())
        if name.startswith(PREFIX) and name not in _RESERVED
    }


def client_profile() -> str | None:
    """Return the profile that the calling program set for its commands."""
    return os.environ.get("PHANTASM_CLIENT")


def name_of(key: str) -> str:
    """Return the variable that gives a setting."""
    return PREFIX + key.upper().replace(".", "__")


def user_folder() -> Path:
    """Return the user's own folder, which says what is trusted (config.trust): never inside a repository."""
    from pathlib import Path  # noqa: PLC0415  hooks do without

    return Path(user_folder_name())


def user_folder_name() -> str:
    """Return the same as a text."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.environ.get("PHANTASM_HOME") or f"{base}/phantasm"


def colour_wanted() -> bool:
    """Tell whether the user allows colour (https://no-color.org)."""
    return not os.environ.get("NO_COLOR")


def editor() -> str | None:
    """Return the command that the user edits texts with."""
    return os.environ.get("VISUAL") or os.environ.get("EDITOR")


def variable(name: str) -> str | None:
    """Return a variable that the configuration names, such as the one with the key of a server."""
    return os.environ.get(name)


def for_git() -> dict[str, str]:
    """Return what git may know: nothing of a git that started us, no prompts, one language, no downloads."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}


def leave_out_plugins() -> None:
    """Keep pydantic from searching every installed package for plugins.

    The search costs more the more is installed, and a plugin would see everything that is remembered. What
    it would search with is then not needed either.
    """
    from phantasm.config.deferring import defer_metadata  # noqa: PLC0415  only for those who load pydantic

    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    defer_metadata()


def use_one_thread_each() -> None:
    """Keep the libraries under numpy to one thread, unless the user has chosen otherwise.

    Our products of matrices are small: one thread embeds half as fast again as two, and two processes with
    two threads each take four times as long as with one each (measured on two processors). And one thread
    adds up in one order: an index that is made anew is the one before. They read this once, when they are
    loaded, and processes that start from here inherit it.
    """
    for name in _THREAD_COUNTS:
        os.environ.setdefault(name, "1")


_THREAD_COUNTS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_RESERVED = frozenset({"PHANTASM_CLIENT", "PHANTASM_HOME", "PHANTASM_OFF"})
