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

_INSTALLING = (
    r"(?:npm|pnpm|yarn|bun|poetry|cargo|uv|uv pip|pip|pipenv|pdm|gem|bundle|go|composer|brew) "
    r"(?:add|install|update|upgrade|remove|get|lock|i|require|uninstall)\b"
)
# Acts whose argument has a name that everybody gives it.
_BY_ACT = (
    (r"git (?:checkout|switch|push|pull|merge|branch|rebase|fetch)\b", "branch"),
    (r"git (?:cherry-pick|revert|reset)\b", "commit"),
    (r"git tag\b", "tag"),
    (_INSTALLING, "package"),
    (r"docker (?:build|push|pull|run|tag)\b", "image"),
    (r"(?:manage\.py|rails|artisan)\b", "app"),
    (r"(?:createdb|dropdb|pg_restore|pg_dump|psql|mysql)\b", "database"),
)
_BY_SHORT_FLAG = {("kubectl", "-n"): "namespace", ("helm", "-n"): "namespace"}
# Folders that hold all kinds of things say nothing about one of them.
_FOLDERS = frozenset(
    "src lib tests test spec docs proto app packages internal pkg cmd scripts bin clients specs".split()
)
_HOLDER_NAMES = {"feature": "branch", "release": "version", "deploy": "deployment", "svc": "service"}
_TAKES_NOTHING = re.compile(r"--(?:if|no|force|dry|with|skip|allow|all)\b.*")


def name_of(values: Sequence[str], *, key: str, act: str, before: str) -> tuple[int, str]:
    """Return a name and how good it is, lower is better; `before` is the constant text in front of it."""
    offered = (
        "version" if _all(VERSION, values) else "",
        _word(key[1:]) if key.startswith("$") else "",
        "ticket" if _all(_TICKET, values) else "commit" if _all(_HASH, values) else "",
        _by_flag(key, act) if not before else "",
        _by_holder(before),
        "message" if any(" " in value for value in values) else "",
        next((name for pattern, name in _BY_ACT if not before and re.match(pattern, act)), ""),
        "number" if _all(_NUMBER, values) else "path" if _all(_PATH, values) else "",
        "name",
    )
    return next((place, name) for place, name in enumerate(offered) if name)


def _all(pattern: re.Pattern[str], values: Sequence[str]) -> bool:
    return all(pattern.fullmatch(value) for value in values)


def _by_flag(key: str, act: str) -> str:
    flag = _LONG_FLAG.fullmatch(key)
    if flag and not _TAKES_NOTHING.fullmatch(key):
        return _word(flag[1])
    return _BY_SHORT_FLAG.get((act.split(maxsplit=1)[0], key), "")


def _by_holder(before: str) -> str:
    """Return what the text in front of a value says it is: `deployment/`, `image=`."""
    holder = _HOLDER.fullmatch(before)
    if not holder or holder[1] in _FOLDERS:
        return ""
    return _HOLDER_NAMES.get(holder[1].lower(), _word(holder[1]))


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "name"
