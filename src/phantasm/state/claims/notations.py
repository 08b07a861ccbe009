"""Which value does a clause give by notation, not by its verb? `key: value`, `KEY=value`, an apposed name."""

from phantasm.state.claims.clauses import Clause
from phantasm.state.claims.cues import CHANGING, RETIRING
from phantasm.state.claims.model import Token
from phantasm.state.claims.predicates import attribute_of
from phantasm.state.claims.shapes import Shape, before_comma, noun_phrase, valued
from phantasm.state.claims.verbs import Verb, find, is_participle
from phantasm.state.claims.vocabulary import COPULAS, GENERIC, PREPOSITIONS

# Longest key of "key: value"; longer ones are sentences with a colon in them.
_LONGEST_KEY = 9
# Headings of commit messages that say what is changed, as opposed to how ("feat", "fix").
_AREAS = frozenset("ci build docker deps config web api docs infra".split())


def assigned(subject: list[Token], rest: list[Token]) -> Shape | None:
    """`cookies are SameSite=Lax`: the key belongs to the topic."""
    keys = [token.key for token in rest]
    at = keys.index("=") if "=" in keys else 0
    if not 0 < at < len(rest) - 1:
        return None
    found = valued([*subject, *noun_phrase(rest[:at])], "", before_comma(rest[at + 1 :]), cardinality="one")
    found.link = "="
    return found


def apposed(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape | None:
    """`S sits in one bucket, acme-state`: the name behind the comma is the value."""
    if len(rest) < 3 or rest[-2].key != ",":  # noqa: PLR2004  a noun, the comma, a name
        return None
    match rest:
        case [*described, comma, name] if (
            described and comma.key == "," and name.kind == "name" and not name.capital
        ):
            terms = [token for token in noun_phrase(described) if token.kind != "number"]
            attribute, _ = attribute_of(verb.key, terms[0].surface if terms else "")
            return Shape(subject, attribute, [name], terms, "one")
        case _:
            return None


def _turned(subject: list[Token], value: list[Token]) -> Shape:
    """`Fixtures moved: V`, `Demo rescheduled: V`: the verb before the colon says that the value is new."""
    at = next(i for i, token in enumerate(subject) if token.key in CHANGING and is_participle(token))
    end = next((i for i in range(at, len(subject)) if subject[i].surface == "to"), len(subject))
    moved = [token for token in (*subject[:at], *subject[at + 1 : end]) if token.key not in GENERIC]
    found = valued(noun_phrase(moved), "", value, cardinality="one")
    found.changed = True
    return found


def _asked(key: list[Token]) -> list[Token]:
    """Return a key without its question word: "Who is on call: …"."""
    if key[0].surface in ("who", "what", "where", "which"):
        return [word for word in key[1:] if word.surface not in COPULAS]
    return key


def _take_heading(clause: Clause, before: list[Token], after: list[Token]) -> None:
    """Note what stands before a colon and a sentence: names and areas are circumstances, words a heading."""
    named = len(before) == 1 and before[0].surface in _AREAS
    clause.circumstances += [word for word in before if named or word.kind in ("name", "number")]
    clause.heading = [] if named else [word for word in before if word.kind == "word"]
    clause.label = noun_phrase(before)
    clause.tokens = after


def _without_aside(tokens: list[Token]) -> list[Token]:
    """Leave out what stands between a key and its colon: "Interpreter, per `.python-version`: 3.12"."""
    keys = [token.key for token in tokens[: _LONGEST_KEY + 1]]
    if ":" not in keys or "," not in keys:
        return tokens
    colon, comma = keys.index(":"), keys.index(",")
    if not 0 < comma < colon or (comma + 1 < colon and tokens[comma + 1].surface not in PREPOSITIONS):
        return tokens
    return [*tokens[:comma], *tokens[colon:]] if find(tokens[:colon]) is None else tokens


_SIGNS = frozenset((":", "="))
"""Marks between a key and its value."""


def keyed(clause: Clause) -> Shape | None:
    """`key: value`, `KEY=value`; a heading before a sentence becomes a circumstance."""
    if _SIGNS.isdisjoint([token.key for token in clause.tokens[: _LONGEST_KEY + 1]]):
        return None  # most clauses: no second look
    return _keyed(clause)


def _keyed(clause: Clause) -> Shape | None:
    """Read a clause that has a colon or an equals sign near its beginning."""
    tokens = clause.tokens = _without_aside(clause.tokens)
    for index, token in enumerate(tokens[: _LONGEST_KEY + 1]):
        if token.kind == "mark" and token.key in (":", "=") and index:
            before, after = tokens[:index], tokens[index + 1 :]
            before = _asked(before)
            if not after or not before or not COPULAS.isdisjoint([word.surface for word in before]):
                return None
            inner = next((i for i, word in enumerate(after) if word.kind == "mark" and word.key == "="), 0)
            if inner:  # "nginx edge: worker_connections = 1024"
                before, after = [*before, *after[:inner]], after[inner + 1 :]
            verb = find(after)
            if verb is not None and verb.start == 1 and token.key == "=":
                verb, after = None, after[:1]  # "`PORT=6432` is what they connect to"
            if verb is not None and not verb.start and tokens[index].key == ":":
                clause.tokens = [*before, *after]  # "Nightly retrain: rescheduled to 04:30"
                return None
            if verb is not None and len(after) > 2:  # noqa: PLR2004  a sentence has three words
                _take_heading(clause, before, after)
                return None
            value = before_comma(after)
            if len(before) > 1 and any(word.key in CHANGING and is_participle(word) for word in before):
                return _turned(before, value)
            many = is_participle(before[0]) or before[0].surface.endswith("ed")
            found = valued(noun_phrase(before), "", value, cardinality="many" if many else "one")
            found.retired = before[0].key in RETIRING
            found.link = "=" if inner or token.key == "=" else ""
            return found
        if token.kind == "mark" and token.key != "'s":
            return None
    return None
