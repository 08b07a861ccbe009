"""What must never be written down, and what stands in its place?

Every text on its way to the store, the journal, a log or a client passes here first. A secret becomes
`[redacted:RULE]`; everything else stays byte for byte. Most text holds no candidate at all, and one cheap
look (the start of `_find`) says so; only then do the rules run, each behind its own literal.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from phantasm.security.decoding import encoded_texts, without_escapes
from phantasm.security.private_keys import find_private_keys
from phantasm.security.secret_assignments import (
    AUTHORIZATION_RULE,
    AUTHORIZATION_SCHEMES,
    GENERIC_RULE,
    find_assignments,
    find_command_passwords,
    find_cookies,
    find_environment,
    find_headers,
    find_url_logins,
    is_credential,
)
from phantasm.security.secret_formats import formats_for, pattern_of
from phantasm.security.secret_names import (
    Proof,
    could_be_secret,
    is_assigned_secret,
    looks_random,
    proof_asked,
)

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"
_Span: TypeAlias = tuple[str, int, int]

# No format and no password we mask is shorter (see SHORTEST_CHOSEN_CHARACTERS); shorter text is not even
# looked at.
SHORTEST_TEXT_CHARACTERS = 6
# A vendor key holds at least this long a run of key characters (an AWS key id is exactly twenty); words
# seldom do.
RUN_CHARACTERS = 20
# A masked key must have at least this many different characters: `sk-xxxxxxxx` and rows of zeros are
# samples.
FEWEST_DIFFERENT_CHARACTERS = 7

# base64 in base64 is a manifest in a manifest; a third time is a riddle.
MOST_DEPTH = 2

_RUN = re.compile(rf"[A-Za-z0-9_\-.+/=:~$]{{{RUN_CHARACTERS},}}")
# What calls for the rules about command lines; `:*:` stands in a .pgpass.
_COMMANDS = ("curl", "-p", "redis-cli", "valkey-cli", "sudo", ":*:")
_REST_OF_KEY = re.compile(r"[A-Za-z0-9_\-]*")
_NAMING_WORDS = ("pass", "secret", "token", "key", "auth", "pwd", "cred", "contrase", "_pat")
_COLONS_OF_PGPASS = 4
_MARK = "[redacted:"


class Masked(NamedTuple):
    """One masked secret: what kind and where, never the value."""

    rule: str
    where: str


def redact(text: str, *, where: str = "") -> tuple[str, tuple[Masked, ...]]:
    """The text with every secret in it masked, and what was masked; the same object when nothing was."""
    masked: list[Masked] = []
    # Masking can bring a name next to what followed the secret. Repeating until nothing is found makes the
    # result a fixed point, hence idempotent; every round masks text outside the marks, so the rounds come
    # to an end.
    while len(text) >= SHORTEST_TEXT_CHARACTERS:
        found = list(_find_encoded(text))
        if not found:
            break
        pieces: list[str] = []
        done = 0
        for rule, start, end in _merged(found):
            pieces += (text[done:start], _MARK, rule, "]")
            masked.append(Masked(rule, where))
            done = end
        text = "".join((*pieces, text[done:]))
    return text, tuple(masked)


def redact_tree(value: JSON, *, where: str = "") -> tuple[JSON, tuple[Masked, ...]]:
    """A JSON value with every secret in it masked, keys included; the same object when nothing was masked."""
    return _redact_under("", value, where)


def _find_encoded(text: str, depth: int = 0) -> Iterator[_Span]:
    """Every candidate in a text, in what it says without its escapes, and in what stands in it as base64."""
    yield from _find(text)
    decoded = without_escapes(text)
    said = decoded.text if decoded else text
    place = decoded.span if decoded else _same_place
    if decoded:
        for rule, start, end in _find(said):
            yield rule, *place(start, end)
    if depth < MOST_DEPTH:
        for inside, start, end in encoded_texts(said):
            found = next(_find_encoded(inside, depth + 1), None)
            if found:
                yield found[0], *place(start, end)


def _same_place(start: int, end: int) -> tuple[int, int]:
    return start, end


def _find(text: str) -> Iterator[_Span]:
    """Every candidate that passed its rule's checks; the most specific rules first, spans may overlap."""
    # The one letter whose lower form is longer than itself; without it positions in `lowered` and `text`
    # agree.
    lowered = text.lower() if "İ" not in text else text.replace("İ", "I").lower()
    has_url = "://" in lowered and "@" in lowered
    has_name = _has_any(_NAMING_WORDS, lowered)
    has_command = _has_any(_COMMANDS, lowered)
    run = _RUN.search(text)
    if run is None and not has_name and not has_url and not has_command and "cookie" not in lowered:
        return
    if "PRIVATE KEY" in text or "Private-" in text:
        yield from find_private_keys(text)
    if run is not None:
        yield from _find_formats(text, lowered)
    if has_url:
        yield from find_url_logins(text, lowered)
    if "authorization" in lowered or "bearer" in lowered:
        yield from find_headers(text, lowered)
    if has_name:
        yield from find_assignments(text, lowered)
        yield from find_environment(text)
    if "cookie" in lowered:
        yield from find_cookies(text, lowered)
    if has_name or has_command or (run and text.count(":") >= _COLONS_OF_PGPASS):
        yield from find_command_passwords(text, lowered)


def _has_any(words: tuple[str, ...], text: str) -> bool:
    for word in words:  # noqa: SIM110 - twice as fast as any(), for every line that is read
        if word in text:
            return True
    return False


def _find_formats(text: str, lowered: str) -> Iterator[_Span]:
    """Keys of known shape, and bare keys beside their vendor's name."""
    for one in formats_for(text, lowered, "\n".join(_RUN.findall(text))):
        if one.place == "lowered":
            for match in pattern_of(one).finditer(lowered):
                if looks_random(text[slice(*match.span(1))]):
                    yield one.id, *match.span(1)
            continue
        for match in pattern_of(one).finditer(text):
            first = match.start()
            if first and text[first].isalnum() and text[first - 1].isalnum():
                continue  # in the middle of a word
            start, end = match.span(match.lastindex or 0)
            rest = _REST_OF_KEY.match(text, end)
            end = rest.end() if rest else end
            if len(set(text[start:end])) >= FEWEST_DIFFERENT_CHARACTERS and _MARK not in text[start:end]:
                yield one.id, start, end


def _merged(spans: list[_Span]) -> list[_Span]:
    """Overlapping spans joined into one, named after the first rule that found part of it."""
    rank = {id(span): position for position, span in enumerate(spans)}
    merged: list[_Span] = []
    best = 0
    for span in sorted(spans, key=lambda span: (span[1], rank[id(span)])):
        rule, start, end = span
        if merged and start < merged[-1][2]:
            kept, kept_start, kept_end = merged[-1]
            if rank[id(span)] < best:
                kept, best = rule, rank[id(span)]
            merged[-1] = (kept, kept_start, max(kept_end, end))
        else:
            merged.append(span)
            best = rank[id(span)]
    return merged


def _redact_under(name: str, value: JSON, where: str) -> tuple[JSON, tuple[Masked, ...]]:
    """A value that stands under `name` ("" for none): the name may say that the value is a secret."""
    match value:
        case str():
            text, masked = redact(value, where=where)
            return (text, masked) if masked or not name else _redact_named(name, value, where)
        case list():
            return _redact_list(name, value, where)
        case dict():
            return _redact_dict(value, where)
        case _:
            return value, ()


def _redact_named(name: str, value: str, where: str) -> tuple[str, tuple[Masked, ...]]:
    """A string in which nothing was found but whose name may ask for masking; a header keeps its scheme."""
    proof = proof_asked(name)
    if is_assigned_secret(name, value, quoted=True) or could_be_secret(value, proof, quoted=True):
        return f"{_MARK}{GENERIC_RULE}]", (Masked(GENERIC_RULE, where),)
    if proof is Proof.NONE:
        return value, ()
    scheme, _, credential = value.partition(" ")
    if scheme.lower() in AUTHORIZATION_SCHEMES and is_credential(credential):
        return f"{scheme} {_MARK}{AUTHORIZATION_RULE}]", (Masked(AUTHORIZATION_RULE, where),)
    return value, ()


def _redact_list(name: str, items: list[JSON], where: str) -> tuple[JSON, tuple[Masked, ...]]:
    """A list; in an argument list (`["--password", "..."]`) a flag names the item after it."""
    result: list[JSON] = []
    masked: list[Masked] = []
    flag = ""
    for index, item in enumerate(items):
        clean, found = _redact_under(flag or name, item, f"{where}[{index}]")
        result.append(clean)
        masked += found
        # A flag that was a secret itself names nothing any more: masking once and twice must agree.
        flag = clean if isinstance(clean, str) and clean.startswith("-") else ""
    return (result, tuple(masked)) if masked else (items, ())


@lru_cache(maxsize=1024)  # the same few field names come with every record
def _is_clean(key: str) -> bool:
    return len(key) < SHORTEST_TEXT_CHARACTERS or not any(_find_encoded(key))


def _redact_dict(fields: dict[str, JSON], where: str) -> tuple[JSON, tuple[Masked, ...]]:
    """An object; each key names its value, and `{"name": "API_KEY", "value": "..."}` names it beside."""
    result: dict[str, JSON] = {}
    masked: list[Masked] = []
    beside = fields.get("name", fields.get("key"))
    for key, item in fields.items():
        clean_key, found = (key, ()) if _is_clean(key) else redact(key, where=where)
        masked += found
        while clean_key in result:  # two masked keys would fall onto one another and lose a value
            clean_key += "'"
        name = beside if key in ("value", "Value") and isinstance(beside, str) else key
        clean, found = _redact_under(name, item, f"{where}.{clean_key}" if where else clean_key)
        result[clean_key] = clean
        masked += found
    return (result, tuple(masked)) if masked else (fields, ())
