"""Where does a text hand over a secret by saying so?

Four ways of saying so: a name and a value (`password = "..."`, `API_KEY=...`, `--token ...`, `<secret>...`,
"the password is ..."), an Authorization header, a login inside a URL, and command lines whose flags carry a
password. Everything is searched in the lowered text, which spares the slow case-insensitive engine;
positions are the same.
"""

from collections.abc import Iterator
from typing import TypeAlias

from phantasm.contracts.patterns import compiled
from phantasm.security.secret_names import (
    NAME_LIMIT_CHARACTERS,
    SHORTEST_CHOSEN_CHARACTERS,
    Proof,
    could_be_secret,
    is_placeholder,
    looks_random,
    proof_asked,
)

# A found secret: rule id, start, end.
Span: TypeAlias = tuple[str, int, int]

GENERIC_RULE = "generic-secret"
AUTHORIZATION_RULE = "authorization-header"
URL_RULE = "url-password"
COMMAND_RULE = "command-password"

AUTHORIZATION_SCHEMES = ("bearer", "basic", "token", "digest", "negotiate", "apikey", "bot", "key")

# How far back on its line a command's name is looked for: a wrapped terminal line of three rows.
_COMMAND_REACH_CHARACTERS = 240
_COMMANDS_WITH_PASSWORD_FLAG = (
    "mysql",
    "mariadb",
    "sshpass",
    "docker login",
    "mongo",
    "redis-cli",
    "helm registry",
)
_SPOKEN_KEYS = tuple(
    f"{word} " for word in ("api", "API", "Api", "access", "secret", "private", "account", "encryption")
)
_WORDS_FOR_PASSWORD = frozenset("pass password passwd pwd pw secret token user username x key".split())

# `key` alone is no secret's name; `proof_asked` looks at the words before it.
_NAME = r"(?:pass(?:word|wd|phrase|code)?|pwd|contrase[nñ]a|secret|token|credentials?|auth(?:orization)?|key)"
_CLOSING = r"\\{0,3}[\"'`]?\]?"
_SIGN = (
    # = := => == : and `: str =`
    r"(?:[ \t]{0,8}+(?::[ \t]{0,2}[a-z_][a-z_\[\]. |?]{0,24}+=|:=|=>|[=!]={1,2}|=|:)[ \t]{0,8}"
    r"|[ \t]is:?[ \t]"  # the password is ...
    r"|(?<=[\"'`]),[ \t]{0,4}"  # setenv("API_KEY", "...")
    r"|\((?=[\"'`])|>"  # password("..."), <password>...
    r"|,?\s{1,40}+\\{0,3}[\"']?value\\{0,3}[\"']?[ \t]{0,4}[:=][ \t]{0,4}"  # name: API_KEY, value: ...
    r"|[ \t]{1,4})"  # --password ..., only where the name is a flag
)
_VALUE = (
    r"(?:[fbru@]{0,2}\\{0,3}(?:\"(?P<double>[^\"\r\n\\]{1,4096}+)|'(?P<single>[^'\r\n\\]{1,4096}+)|`(?P<back>[^`\r\n\\]{1,4096}+))"
    r"|(?P<bare>[^\s\"'`;&<>,\\]{1,4096}+))"
)
ASSIGNMENT = rf"{_NAME}(?:[0-9_.\-][a-z0-9_.\-]{{0,12}}+)?{_CLOSING}(?=[\s:=!,>(])(?P<sign>{_SIGN}){_VALUE}"
AUTHORIZATION = (
    r"authorization\\{0,3}[\"']?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,3}[\"']?"
    r"(?:" + "|".join(AUTHORIZATION_SCHEMES) + r")[ \t]{1,4}([^\s\"'`\\,]{6,}+)"
)
BEARER = r"bearer[ \t]{1,4}([a-z0-9_\-.~+/=]{16,}+)"
URL_LOGIN = r"://[^\s/:@\"'<>\\?#]{0,128}+:([^\s/\"'<>\\]{1,256})@(?=[\w\[.$\-])"
URL_TOKEN = r"://([a-z0-9_\-]{20,256}+)@"
NETRC = r"login\s{1,8}\S{1,128}+\s{1,8}password\s{1,8}(\S{3,256}+)"
SQL_PASSWORD = r"(?:identified by|password)[ \t]{1,4}'([^'\r\n]{4,128}+)'"
CURL_USER = r"[ \t](?:-u|--user)[ \t=]?[\"']?[^\s:\"']{1,64}+:([^\s\"']{3,256}+)"
PASSWORD_FLAG = r"[ \t]-[pa][ \t]?[\"']?([^\s\"'\-][^\s\"']{4,128}+)"


def find_assignments(text: str, lowered: str) -> Iterator[Span]:
    """Secrets under a name, in any of the notations of `ASSIGNMENT`."""
    place = 0
    while (match := compiled(ASSIGNMENT).search(lowered, place)) is not None:
        # What is read as a value or a type here may hold the next name: only a secret is skipped as a whole.
        place = match.start("sign") + 1
        group = match.lastgroup or "bare"
        start, end = match.span(group)
        name = _name_before(text, match.start(), match.start("sign"))
        is_flag = name.startswith("-")
        if not match["sign"].strip() and not is_flag:
            continue
        value = text[start:end]
        if group == "bare":
            value = value.rstrip(")]}.:")
            end = start + len(value)
        proof = proof_asked(name.lstrip("-"))
        if is_flag and group == "bare" and proof is Proof.MACHINE_MADE and value.startswith("-"):
            continue
        # In `f("password", "other")` and `password("...")` the string need not be the secret: it must prove
        # more.
        if could_be_secret(value, proof, quoted=group != "bare" and match["sign"].strip() not in (",", "(")):
            place = match.end()
            yield GENERIC_RULE, start, end


def find_headers(text: str, lowered: str) -> Iterator[Span]:
    """The credential of an Authorization header, or after the word `Bearer`."""
    for match in compiled(AUTHORIZATION).finditer(lowered):
        if is_credential(text[slice(*match.span(1))]):
            yield AUTHORIZATION_RULE, *match.span(1)
    for match in compiled(BEARER).finditer(lowered):
        value = text[slice(*match.span(1))]
        if not is_placeholder(value) and looks_random(value):
            yield AUTHORIZATION_RULE, *match.span(1)


def is_credential(value: str) -> bool:
    """Whether what stands where a credential belongs is one, not a variable or a sample."""
    return len(value) >= SHORTEST_CHOSEN_CHARACTERS and value[0] not in "${%(" and not is_placeholder(value)


def find_url_logins(text: str, lowered: str) -> Iterator[Span]:
    """The password (or the lone token) of `scheme://user:password@host`."""
    for match in compiled(URL_LOGIN).finditer(lowered):
        value = text[slice(*match.span(1))]
        if (
            value[0] not in "${<%[(*"
            and value.lower() not in _WORDS_FOR_PASSWORD
            and not is_placeholder(value)
        ):
            yield URL_RULE, *match.span(1)
    for match in compiled(URL_TOKEN).finditer(lowered):
        value = text[slice(*match.span(1))]
        if looks_random(value) and not is_placeholder(value):
            yield URL_RULE, *match.span(1)


def find_command_passwords(text: str, lowered: str) -> Iterator[Span]:
    """Passwords on command lines, in .netrc and in SQL."""
    yield from _stated_passwords(text, lowered)
    if any(command in lowered for command in _COMMANDS_WITH_PASSWORD_FLAG):
        for match in compiled(PASSWORD_FLAG).finditer(lowered):
            before = lowered[max(0, match.start() - _COMMAND_REACH_CHARACTERS) : match.start()]
            called = any(command in before.rpartition("\n")[2] for command in _COMMANDS_WITH_PASSWORD_FLAG)
            if called and could_be_secret(text[slice(*match.span(1))], Proof.NOT_A_WORD, quoted=True):
                yield COMMAND_RULE, *match.span(1)


def _stated_passwords(text: str, lowered: str) -> Iterator[Span]:
    for match in compiled(NETRC).finditer(lowered):
        if is_credential(match[1]):
            yield COMMAND_RULE, *match.span(1)
    for match in compiled(SQL_PASSWORD).finditer(lowered):
        if could_be_secret(text[slice(*match.span(1))], Proof.NOT_A_WORD, quoted=True):
            yield COMMAND_RULE, *match.span(1)
    if "curl" in lowered or "wget" in lowered:
        for match in compiled(CURL_USER).finditer(lowered):
            if is_credential(match[1]):
                yield COMMAND_RULE, *match.span(1)


def _name_before(text: str, start: int, end: int) -> str:
    """The whole name around a match that began at a secret word inside it; empty when it is no name."""
    first = start
    while (
        first > 0
        and start - first < NAME_LIMIT_CHARACTERS
        and (text[first - 1].isalnum() or text[first - 1] in "_-.$")
    ):
        first -= 1
    if text.endswith(("[redacted:", "::"), 0, first):  # a mark of ours, or the name of a type
        return ""
    if text[first:end].lower() == "key" and text.endswith(_SPOKEN_KEYS, 0, first):  # "the API key is ..."
        first = text.rindex(" ", 0, first - 1) + 1 if " " in text[: first - 1] else 0
    return text[first:end].rstrip("\\\"'`]")
