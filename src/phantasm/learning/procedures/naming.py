"""What is a parameter called, judging by its values and where it stands? Pure."""

import re
from collections.abc import Sequence

VERSION = re.compile(r"[vV]?\d+(?:\.\d+)+(?:[-.+]?(?:a|b|rc|alpha|beta|dev|post|next|canary)[-.]?\d*)*")
_HASH = re.compile(r"(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}")
_TICKET = re.compile(r"[A-Z][A-Z0-9]+-\d+")
_NUMBER = re.compile(r"\d+")
_PATH = re.compile(r"(?=.*[/.]).*\.[A-Za-z]{1,5}|.+/.+")
_HOLDER = re.compile(r"(?:.*\s)?([A-Za-z][A-Za-z-]{2,})[/=:]", re.DOTALL)
_LONG_FLAG = re.compile(r"--([a-z][a-z-]{2,})=?")

# Acts whose argument has a name that everybody gives it.
_BY_ACT: tuple[tuple[str, str], ...] = (
    (r"git (?:checkout|switch|push|pull|merge|branch|rebase|fetch)\b", "branch"),
    (r"git (?:cherry-pick|revert|reset)\b", "commit"),
    (r"git tag\b", "tag"),
    (
        r"(?:npm|pnpm|yarn|bun|poetry|cargo|uv|pip|pipenv|gem|bundle|go|composer|brew|pdm|uv pip) "
        r"(?:add|install|update|upgrade|remove|get|lock|i|require|uninstall)\b",
        "package",
    ),
    (r"docker (?:build|push|pull|run|tag)\b", "image"),
    (r"(?:manage\.py|rails|artisan)\b", "app"),
)
# Folders that hold all kinds of things say nothing about one of them.
_FOLDERS = frozenset(
    "src lib tests test spec docs proto app packages internal pkg cmd scripts bin clients specs".split()
)
_HOLDER_NAMES = {"feature": "branch", "release": "version", "deploy": "deployment", "svc": "service"}


def name_of(values: Sequence[str], *, key: str, act: str, before: str) -> tuple[int, str]:
    """Return a name and how good it is, lower is better; `before` is the constant text in front of it."""
    if all(VERSION.fullmatch(value) for value in values):
        return 0, "version"
    if key.startswith("$"):
        return 1, _word(key[1:])
    for pattern, name in ((_TICKET, "ticket"), (_HASH, "commit")):
        if all(pattern.fullmatch(value) for value in values):
            return 1, name
    if (flag := _LONG_FLAG.fullmatch(key)) and not before:
        return 2, _word(flag[1])
    if (holder := _HOLDER.fullmatch(before)) and holder[1] not in _FOLDERS:
        return 3, _HOLDER_NAMES.get(holder[1].lower(), _word(holder[1]))
    if any(" " in value for value in values):
        return 4, "message"
    for pattern_text, name in _BY_ACT:
        if not before and re.match(pattern_text, act):
            return 5, name
    if all(_NUMBER.fullmatch(value) for value in values):
        return 6, "number"
    if all(_PATH.fullmatch(value) for value in values):
        return 7, "path"
    return 8, "name"


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "name"
