"""Where does a text hand over a secret by saying so?

Five ways of saying so: a name and a value (`password = "..."`, `--token ...`, `<secret>...`, "the password
is ..."), a variable of the environment (`DB_PASSWORD=...`, also in a Dockerfile, a manifest or a diff), an
Authorization or Cookie header, a login inside a URL, and command lines that carry a password. What is not
told apart by its case is searched in the lowered text, which spares the slow case-insensitive engine;
positions are the same.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

from phantasm.contracts.patterns import compiled
from phantasm.security.secret_names import (
    NAME_LIMIT_CHARACTERS,
    SHORTEST_CHOSEN_CHARACTERS,
    Proof,
    could_be_secret,
    is_assigned_secret,
    is_environment_secret,
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
COOKIE_RULE = "cookie"

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
    "valkey-cli",
    "helm registry",
)
# Whose flag takes nothing but a password, whatever it looks like.
_COMMANDS_WITH_ONLY_A_PASSWORD = ("sshpass", "redis-cli", "valkey-cli")
_FETCHERS = ("curl", "wget")
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
# A bare value may hold the next name, so it is read again from there: what is longer than this is read to its
# end only once it proved to be secret.
_REST_OF_BARE = r"[^\s\"'`;&<>,\\|(){}]*+"
_VALUE = (
    r"(?:[fbru@]{0,2}\\{0,3}(?:\"(?P<double>[^\"\r\n\\]{1,4096}+)|'(?P<single>[^'\r\n\\]{1,4096}+)|`(?P<back>[^`\r\n\\]{1,4096}+))"
    r"|(?P<bare>[^\s\"'`;&<>,\\]{1,512}+))"
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

# A variable of the environment, and what assigns to it: `=` with nothing around it, the `:` of YAML, the list
# of Kubernetes, and blanks behind a command of fish, csh, Windows, a Dockerfile or PowerShell.
VARIABLE = (
    r"[A-Z](?<![A-Za-z0-9_.{].)[A-Z0-9_]{2,79}+"
    r"(?:(?P<plain>=)|(?P<yaml>:[ \t]{1,8})|(?P<list>[\"']?\s{1,64}+[+>\- \t]{0,64}value:[ \t]{1,4})"
    r"|(?P<command>[ \t]{1,4}=?[ \t]{0,4}))"
)
_BEFORE = {
    "yaml": r"^[ \t+>\-\"']*\Z",
    "list": r"name:[ \t]{1,4}[\"']?\Z",
    "command": (
        r"(?:(?<![\w\-])(?:set(?:[ \t]{1,4}--?[A-Za-z]{1,10}){1,3}|setenv|setx|ENV)[ \t]{1,4}|\$env:)\Z"
    ),
}
_BEFORE_CHARACTERS = 64
ASSIGNED = (
    r"\"(?P<double>[^\"\r\n]{1,512}+)\"|'(?P<single>[^'\r\n]{1,512}+)'"
    r"|(?P<bare>(?:[^\s\"'`;&<>|(){}\\]|\\(?![\\\"'nrtu/])){1,256}+)(?P<last>(?m:[ \t]*(?:[;&|#\\\"']|$)))?"
)
COOKIE = r"cookie[\"'`]?\]?(?:[ \t]{0,4}[:=,]|[ \t])[ \t]{0,4}[\"'`]?([^\r\n\"'`]{8,8192}+)"
COOKIE_VALUE = r"=([^\s;,=]{12,4096}+=*)"
# host:port:database:user:password, the whole line.
PGPASS = (
    r"(?m)^(?:> )?[^\s:#]{1,128}+:(?:\d{4,5}|\*):[^\s:]{1,64}+:[^\s:/]{1,64}+:"
    r"((?:[^\s:\\/]|\\[:\\]){6,128}+)$"
)
# sudo reads the password from where the line begins, or ends.
SUDO = (
    r"(?:echo|printf)[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?(?:[\"']%s(?:\\n)?[\"'][ \t]{1,4})?"
    r"[\"']?([^\s\"'|]{4,128}+)[\"']?"
    r"[ \t]{0,4}\|[ \t]{0,4}sudo[ \t]{1,4}(?:-[a-z]{1,8}[ \t]{1,4})?-[a-z]{0,4}s"
    r"|sudo[ \t]{1,4}-s[^\r\n<]{0,80}<<<[ \t]{0,4}[\"']?([^\s\"']{4,128}+)"
)


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
            yield GENERIC_RULE, start, _end_of_value(text, end) if group == "bare" else end


def find_environment(text: str) -> Iterator[Span]:
    """Values of variables whose names say that they are secret, whatever the values look like."""
    place = 0
    while (match := compiled(VARIABLE).search(text, place)) is not None:
        place = match.end()
        form = match.lastgroup or "plain"
        name = text[match.start() : match.start(form)]
        value = compiled(ASSIGNED).match(text, place) if is_environment_secret(name) else None
        if value is None or not _assigns(text, match.start(), form):
            continue
        group = "bare" if value["bare"] else value.lastgroup or "double"
        start, end = value.span(group)
        if (group != "bare" or _is_alone(value, form)) and is_assigned_secret(
            name, text[start:end], quoted=group != "bare"
        ):
            place = _end_of_value(text, end) if group == "bare" else end
            yield GENERIC_RULE, start, place


def _assigns(text: str, start: int, form: str) -> bool:
    """Whether what stands before a variable's name makes this an assignment."""
    if form == "plain":
        return text[start - 1 : start] != "$"
    before = text[max(0, start - _BEFORE_CHARACTERS) : start].rpartition("\n")[2]
    return compiled(_BEFORE[form]).search(before) is not None


def _is_alone(value: re.Match[str], form: str) -> bool:
    """Whether a bare value is all that is assigned: not code, a type, or a sentence about the variable."""
    said = value["bare"]
    if said.endswith(",") or (form != "plain" and value["last"] is None):
        return False
    return form != "yaml" or not said.isidentifier() or said.islower()


def _end_of_value(text: str, end: int) -> int:
    rest = compiled(_REST_OF_BARE).match(text, end)
    return rest.end() if rest else end


def find_cookies(text: str, lowered: str) -> Iterator[Span]:
    """The values in Cookie and Set-Cookie headers that a server made."""
    for header in compiled(COOKIE).finditer(lowered):
        for match in compiled(COOKIE_VALUE).finditer(text, *header.span(1)):
            if looks_random(match[1]) and not is_placeholder(match[1]):
                yield COOKIE_RULE, *match.span(1)


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
    """Passwords on command lines, in .netrc, in .pgpass and in SQL."""
    yield from _stated_passwords(text, lowered)
    if any(command in lowered for command in _COMMANDS_WITH_PASSWORD_FLAG):
        for match in compiled(PASSWORD_FLAG).finditer(lowered):
            before = lowered[max(0, match.start() - _COMMAND_REACH_CHARACTERS) : match.start()]
            line = before.rpartition("\n")[2]
            value = text[slice(*match.span(1))]
            if any(command in line for command in _COMMANDS_WITH_ONLY_A_PASSWORD):
                is_secret = is_credential(value)
            else:
                called = any(command in line for command in _COMMANDS_WITH_PASSWORD_FLAG)
                is_secret = called and could_be_secret(value, Proof.NOT_A_WORD, quoted=True)
            if is_secret:
                yield COMMAND_RULE, *match.span(1)


def _stated_passwords(text: str, lowered: str) -> Iterator[Span]:
    for match in compiled(SQL_PASSWORD).finditer(lowered):
        if could_be_secret(text[slice(*match.span(1))], Proof.NOT_A_WORD, quoted=True):
            yield COMMAND_RULE, *match.span(1)
    for words, pattern in ((("login",), NETRC), ((":",), PGPASS), (("sudo",), SUDO), (_FETCHERS, CURL_USER)):
        if any(word in lowered for word in words):
            for match in compiled(pattern).finditer(lowered):
                group = match.lastindex or 0
                if is_credential(match[group]):
                    yield COMMAND_RULE, *match.span(group)


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
        first = text.rfind(" ", 0, first - 1) + 1
    return text[first:end].rstrip("\\\"'`]")
