"""Where does a claim begin and end? Sentences, explaining clauses, leading circumstances, cues taken out."""

from dataclasses import dataclass, field

from phantasm.state.claims.cues import BY_FIRST_WORD, CONDITIONS, OPPOSITES, QUESTION_WORDS
from phantasm.state.claims.tokens import Token
from phantasm.state.claims.vocabulary import ARTICLES, BREAKS, PREPOSITIONS
from phantasm.state.claims.words import normal_form

# A claim and what follows it: more clauses than this are prose, and prose is not read for claims.
MOST_CLAUSES = 4


@dataclass(slots=True)
class Clause:
    """One clause while it is being read: what is left of its words, and what its cues said."""

    tokens: list[Token]
    update: bool = False
    ended: bool = False
    negative: bool = False
    additive: bool = False
    exclusive: bool = False
    tentative: bool = False
    past: bool = False
    replaced: list[str] = field(default_factory=list)
    times: set[str] = field(default_factory=set)
    circumstances: list[Token] = field(default_factory=list)
    """Words of a leading phrase ("in production"): they belong to the topic."""


_LABELS = frozenset("""note decision update fact convention rule policy reminder fyi warning important constraint preference
    todo info tip hint caution decided agreed heads-up reverted correction changed reason env environment known issue""".split())  # fmt: skip
_UPDATE_LABELS = frozenset("update correction changed reverted".split())


def split(tokens: list[Token]) -> tuple[list[list[Token]], bool]:
    """Return the clauses of a statement without what stands in brackets, and whether it asks."""
    clauses: list[list[Token]] = [[]]
    depth = 0
    asks = False
    for token in tokens:
        if token.kind == "mark":
            mark = token.key
            if mark == "(":
                depth += 1
                continue
            if mark == ")":
                depth = max(0, depth - 1)
                continue
            if mark in (".", ";", "?"):
                asks = asks or mark == "?"
                if clauses[-1]:
                    clauses.append([])
                continue
        if depth == 0:
            clauses[-1].append(token)
    found = [clause for clause in clauses if clause]
    if asks and found and found[0][0].surface not in QUESTION_WORDS and len(found) > 1:
        asks = False
    return found[:MOST_CLAUSES], asks


def prepare(tokens: list[Token]) -> Clause:
    """Return a clause with its label, its cues and its leading circumstance taken out."""
    clause = Clause(tokens)
    _drop_label(clause)
    _take_circumstance(clause)
    _take_cues(clause)
    return clause


def _drop_label(clause: Clause) -> None:
    tokens = clause.tokens
    while tokens and tokens[0].kind == "mark":
        tokens = tokens[1:]
    if len(tokens) > 2 and tokens[1].key in (":", "-") and tokens[0].surface in _LABELS:  # noqa: PLR2004
        clause.update = tokens[0].surface in _UPDATE_LABELS
        tokens = tokens[2:]
    clause.tokens = tokens


_TIMED = frozenset("in until till before during through prior up".split())
_DROPPED_CIRCUMSTANCES = frozenset("after since with because starting beginning from following due given thanks as".split())
_CIRCUMSTANCES = frozenset("in on for at under within inside during locally by".split())


def _take_circumstance(clause: Clause) -> None:
    """Take a phrase off the beginning: "In production, …", "Since 2.0 we …", "If it rains, …"."""
    tokens = clause.tokens
    if not tokens:
        return
    first = tokens[0].surface
    conditional = first in CONDITIONS
    if not (conditional or first in _TIMED or first in _DROPPED_CIRCUMSTANCES or first in _CIRCUMSTANCES):
        return
    end = _end_of_circumstance(tokens)
    if end is None:
        clause.tentative = clause.tentative or conditional
        return
    phrase, rest = tokens[1:end], tokens[end:]
    if rest and rest[0].kind == "mark":
        rest = rest[1:]
    numbers = [token.key for token in phrase if token.kind == "number"]
    if first in _DROPPED_CIRCUMSTANCES:
        clause.update = clause.update or bool(numbers) or first in ("since", "starting", "after", "as")
    elif first in _TIMED and numbers:
        clause.times.add(" ".join(token.key for token in phrase if token.key not in ARTICLES))
    else:
        clause.circumstances = [token for token in phrase if token.kind != "mark"]
    clause.tokens = rest


def _end_of_circumstance(tokens: list[Token]) -> int | None:
    """Return where a leading phrase ends: at its comma, or before the next noun phrase that a word announces."""
    for index, token in enumerate(tokens):
        if token.key == ",":
            return index
    if tokens[0].surface == "by":
        return None
    for index in range(2, len(tokens)):
        token = tokens[index]
        if token.surface in ARTICLES or token.surface in ("we", "it", "you", "they"):
            return index if tokens[index - 1].surface not in PREPOSITIONS else None
    return None


def _take_cues(clause: Clause) -> None:
    """Take the wordings out that say how the rest is meant; the words that are left are the claim."""
    tokens = clause.tokens
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "name":
            kept.append(token)
            index += 1
            continue
        if token.surface in BY_FIRST_WORD:
            taken = _take_phrase(clause, kept, tokens, index)
            if taken:
                index += taken
                continue
        opposite = OPPOSITES.get(token.surface)
        if opposite is not None:
            clause.negative = not clause.negative
            token = Token(normal_form(opposite), opposite, "word", token.capital)
        if token.surface in BREAKS and index:
            break
        kept.append(token)
        index += 1
    clause.tokens = kept


def _take_phrase(clause: Clause, kept: list[Token], tokens: list[Token], index: int) -> int:
    for phrase, effect, meant in BY_FIRST_WORD[tokens[index].surface]:
        size = len(phrase)
        if size > 1 and tuple(token.surface for token in tokens[index : index + size]) != phrase:
            continue
        if effect == "rewrite":
            kept += [Token(normal_form(word), word, "word", capital=False) for word in meant.split()]
            opposite = OPPOSITES.get(kept[-1].surface)
            if opposite is not None:
                kept[-1] = Token(normal_form(opposite), opposite, "word", capital=False)
                clause.negative = not clause.negative
            return size
        if effect in ("instead", "over"):
            return _take_replaced(clause, kept, tokens, index, size=size, effect=effect)
        return _apply(clause, kept, tokens, index, size=size, effect=effect)
    return 0


def _apply(clause: Clause, kept: list[Token], tokens: list[Token], index: int, *, size: int, effect: str) -> int:
    if tokens[index].capital and index:
        return 0
    match effect:
        case "update":
            clause.update = True
        case "ended":
            clause.update = clause.ended = True
            clause.negative = not clause.negative
        case "negate":
            if kept and kept[-1].key == "," and tokens[index].surface == "not":
                return _take_replaced(clause, kept, tokens, index, size=size, effect="instead")
            clause.negative = not clause.negative
        case "add":
            clause.additive = True
        case "only":
            clause.exclusive = True
        case "hedge":
            clause.tentative = True
        case "past":
            clause.past = True
            return 0
        case _:
            pass
    return size


def _take_replaced(
    clause: Clause, kept: list[Token], tokens: list[Token], index: int, *, size: int, effect: str
) -> int:
    """Take "instead of Y" out and remember Y, up to the next preposition, mark or break."""
    if effect == "over" and not (kept and any(token.key == "prefer" for token in kept)):
        return 0
    end = index + size
    named: list[Token] = []
    while end < len(tokens):
        token = tokens[end]
        if token.kind == "mark" and token.key != "'s" or token.surface in BREAKS:
            break
        if token.surface in PREPOSITIONS and named:
            break
        named.append(token)
        end += 1
    if not named:
        return 0
    clause.replaced.append(value_key(named))
    clause.update = clause.update or effect == "instead"
    return end - index


def value_key(tokens: list[Token]) -> str:
    """Return the normal form of a value: its words without articles, marks and gerunds of use."""
    return " ".join(
        token.key
        for token in tokens
        if token.kind != "mark" and token.surface not in ARTICLES and token.surface not in ("using", "being")
    )
