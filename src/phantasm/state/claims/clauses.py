"""Where does a claim begin and end? Sentences, explaining clauses, leading circumstances, cues taken out."""

from dataclasses import dataclass, field

from phantasm.state.claims.cues import (
    BY_FIRST_WORD,
    CONDITIONS,
    DENYING_STATES,
    DENYING_VERBS,
    QUESTION_WORDS,
)
from phantasm.state.claims.quantities import MONTHS
from phantasm.state.claims.tokens import Token
from phantasm.state.claims.verbs import find
from phantasm.state.claims.vocabulary import (
    ARTICLES,
    ATTRIBUTES,
    AUXILIARIES,
    BREAKS,
    COPULAS,
    PREPOSITIONS,
    RELATIVES,
)
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
    denied: bool = False
    """Whether a word denies it, as opposed to an opposite ("not enabled", not "disabled")."""
    additive: bool = False
    exclusive: bool = False
    tentative: bool = False
    past: bool = False
    replaced: list[str] = field(default_factory=list)
    times: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)
    circumstances: list[Token] = field(default_factory=list)
    """Words of a leading phrase ("in production"): they belong to the topic."""


_LABELS = frozenset("""note decision update fact convention rule policy reminder fyi warning important constraint preference
    todo info tip hint caution decided agreed heads-up reverted correction changed reason env environment known issue""".split())  # fmt: skip
_UPDATE_LABELS = frozenset("update correction changed reverted".split())


def split(tokens: list[Token]) -> tuple[list[list[Token]], bool]:
    """Return the clauses of a statement without what stands in brackets, and whether it asks."""
    sentences: list[list[Token]] = [[]]
    depth = 0
    asks = joined = False
    for token in tokens:
        if token.kind == "mark":
            mark = token.key
            if mark == "(":
                depth += 1
                continue
            if mark == ")":
                depth = max(0, depth - 1)
                continue
            if mark in _ENDS:
                asks = asks or mark == "?"
                if sentences[-1]:
                    sentences.append([])
                continue
            joined = joined or mark in _JOINTS
        elif token.surface in _JOINTS:
            joined = True
        if depth == 0:
            sentences[-1].append(token)
    found = [sentence for sentence in sentences if sentence]
    if asks and len(found) > 1 and found[0][0].surface not in QUESTION_WORDS:
        asks = False
    if joined:
        found = [clause for sentence in found for clause in _unjoined(sentence)]
    return found[:MOST_CLAUSES], asks


_ENDS = frozenset(".;?")
_JOINTS = frozenset((",", ":", "-", "so", "but", "and"))


def _unjoined(sentence: list[Token]) -> list[list[Token]]:
    """Take a sentence apart at its commas, colons and dashes where both sides have a verb of their own."""
    segments = _segments(sentence)
    clauses = [segments[0][1]]
    conditional = clauses[0][0].surface in LEADING if clauses[0] else False
    complete = not conditional and find(clauses[0]) is not None
    for index, (mark, segment) in enumerate(segments[1:], start=1):
        if not segment:
            continue
        relative = (segment[0].surface in RELATIVES or segment[0].surface in BREAKS) and segment[
            0
        ].kind == "word"
        inserted = not complete and not conditional and mark.key == "," and index + 1 < len(segments)
        if (relative or (inserted and find(segment) is None)) and mark.key == ",":
            continue
        if complete and find(segment) is not None:
            clauses.append(segment)
            continue
        clauses[-1] = [*clauses[-1], mark, *segment]
        complete = complete or find(segment) is not None
    return [clause for clause in clauses if clause]


def _segments(sentence: list[Token]) -> list[tuple[Token, list[Token]]]:
    segments: list[tuple[Token, list[Token]]] = [(sentence[0], [])]
    for index, token in enumerate(sentence):
        joint = token.key in _JOINTS if token.kind == "mark" else index > 0 and _joins(sentence, index)
        if joint and token.kind != "name":
            segments.append((token, []))
        else:
            segments[-1][1].append(token)
    return segments


def _joins(sentence: list[Token], index: int) -> bool:
    """Tell whether a word joins two clauses: "so", "but", "and are"."""
    surface = sentence[index].surface
    if surface == "and" and index + 1 < len(sentence):
        after = sentence[index + 1].surface
        return after in COPULAS or after in AUXILIARIES
    return surface in ("so", "but")


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
_DROPPED_CIRCUMSTANCES = frozenset(
    "after since with because starting beginning from following due given thanks as according".split()
)
_CIRCUMSTANCES = frozenset("in on for at under within inside during locally by".split())


LEADING = CONDITIONS | _TIMED | _DROPPED_CIRCUMSTANCES | _CIRCUMSTANCES
"""Words that begin a phrase before the subject."""


def _take_circumstance(clause: Clause) -> None:
    """Take a phrase off the beginning: "In production, …", "Since 2.0 we …", "If it rains, …"."""
    tokens = clause.tokens
    if not tokens:
        return
    first = tokens[0].surface
    conditional = first in CONDITIONS
    if first not in LEADING:
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
    dated = _end_of_date(tokens)
    if dated is not None:
        return dated
    for index, token in enumerate(tokens):
        if token.key == ",":
            if (
                tokens[0].surface in CONDITIONS
                or find(tokens[1:index]) is None
                or tokens[0].surface in _DROPPED_CIRCUMSTANCES
            ):
                return index
            break
    if tokens[0].surface == "by":
        return None
    for index in range(2, len(tokens)):
        token = tokens[index]
        if token.surface in ARTICLES or token.surface in ("we", "it", "you", "they"):
            return index if tokens[index - 1].surface not in PREPOSITIONS else None
    return None


def _end_of_date(tokens: list[Token]) -> int | None:
    """Return where "Since March", "In 2023" or "Since Elixir 1.18" ends, when a clause follows without a comma."""
    if tokens[0].surface not in _DATING:
        return None
    for index in range(1, min(len(tokens) - 2, 4)):
        token = tokens[index]
        if token.kind == "number" or (token.surface in MONTHS and token.capital):
            return index + 1 if tokens[index + 1].kind in ("word", "name") else None
        if not token.capital:
            return None
    return None


_DATING = frozenset("since in until till before after from as".split())


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
        surface = token.surface
        if surface in BY_FIRST_WORD:
            taken = _take_phrase(clause, kept, tokens, index)
            if taken:
                index += taken
                continue
        if surface in _DENYING:
            opposite = _opposite(tokens, index) or _switched(kept, tokens, index)
            if opposite is not None:
                clause.negative = clause.negative != (surface != "on")
                token = Token(normal_form(opposite), opposite, "word", token.capital)
        elif surface in BREAKS and index:
            break
        kept.append(token)
        index += 1
    clause.tokens = _with_particle(clause, kept)


_DENYING = DENYING_STATES.keys() | DENYING_VERBS.keys() | {"on", "off"}


def _opposite(tokens: list[Token], index: int) -> str | None:
    """Return the word that a word denies; a state before a noun only describes it ("a private key")."""
    surface = tokens[index].surface
    if surface in DENYING_STATES:
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        said = (
            after is None or after.kind == "mark" or after.surface in _AFTER_SWITCH or after.surface in BREAKS
        )
        return DENYING_STATES[surface] if said else None
    return DENYING_VERBS.get(surface)


def _switched(kept: list[Token], tokens: list[Token], index: int) -> str | None:
    """Read "is on" and "stays off" as "is enabled", "is disabled"."""
    if tokens[index].surface not in ("on", "off") or not kept or kept[-1].surface not in COPULAS:
        return None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return "enabled" if after is None or after.kind == "mark" or after.surface in _AFTER_SWITCH else None


_AFTER_SWITCH = PREPOSITIONS | CONDITIONS | {"again", "now", "and", "or", "anymore", "by"}


def _with_particle(clause: Clause, kept: list[Token]) -> list[Token]:
    """Read "turned … off" as "disabled …"."""
    if len(kept) > 2 and kept[-1].surface in ("on", "off"):  # noqa: PLR2004  verb, object, particle
        for index, token in enumerate(kept):
            if token.key in ("turn", "switch"):
                clause.negative = clause.negative != (kept[-1].surface == "off")
                enabled = Token(normal_form("enabled"), "enabled", "word", capital=False)
                return [*kept[:index], enabled, *kept[index + 1 : -1]]
    return kept


def _take_phrase(clause: Clause, kept: list[Token], tokens: list[Token], index: int) -> int:
    for phrase, effect, meant in BY_FIRST_WORD[tokens[index].surface]:
        size = len(phrase)
        if size > 1 and (
            index + size > len(tokens)
            or tokens[index + 1].surface != phrase[1]
            or any(tokens[index + at].surface != phrase[at] for at in range(2, size))
        ):
            continue
        if effect == "rewrite":
            if meant in BREAKS:
                return len(tokens)
            kept += [Token(normal_form(word), word, "word", capital=False) for word in meant.split()]
            opposite = DENYING_STATES.get(kept[-1].surface)
            if opposite is not None:
                kept[-1] = Token(normal_form(opposite), opposite, "word", capital=False)
                clause.negative = not clause.negative
            return size
        if effect in ("instead", "over"):
            return _take_replaced(clause, kept, tokens, index, size=size, effect=effect)
        return _apply(clause, kept, tokens, index, size=size, effect=effect)
    return 0


def _apply(
    clause: Clause, kept: list[Token], tokens: list[Token], index: int, *, size: int, effect: str
) -> int:
    if tokens[index].capital and index:
        return 0
    match effect:
        case "update":
            if size > 1 and tokens[index + 1].surface == "new" and not _is_attribute(tokens, index + 2):
                return 0
            clause.update = True
        case "ended":
            clause.update = True
            if _is_aside(kept):
                return _take_replaced(clause, kept, tokens, index, size=size, effect="ended")
            clause.ended = clause.denied = True
            clause.negative = not clause.negative
            after = tokens[index + size] if index + size < len(tokens) else None
            if tokens[index].surface != "no" and after is not None and after.surface.endswith("ing"):
                kept.append(Token(after.key, after.key, "word", capital=False))  # "stopped using"
                return size + 1
        case "negate":
            if _is_aside(kept) and tokens[index].surface == "not":
                return _take_replaced(clause, kept, tokens, index, size=size, effect="not")
            clause.denied = True
            clause.negative = not clause.negative
        case "add":
            clause.additive = clause.additive or not _has_comma(kept)
        case "only":
            clause.exclusive = True
        case "hedge":
            clause.tentative = True
        case "past":
            clause.past = True
        case _:
            pass
    return size


def _is_attribute(tokens: list[Token], index: int) -> bool:
    """Tell whether an attribute follows: "the new port is …" changes one, "the new service" is another service."""
    return any(token.key in ATTRIBUTES for token in tokens[index : index + 2])


def _is_aside(kept: list[Token]) -> bool:
    """Tell whether what follows is set against what came before: ", not Y", "and no longer Y"."""
    return bool(kept) and kept[-1].surface in (",", "and") and find(kept) is not None


def _has_comma(kept: list[Token]) -> bool:
    return any(token.key == "," for token in kept)


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
        if token.surface in PREPOSITIONS:
            if named and not (len(named) == 1 and named[0].surface.endswith(("ed", "ing"))):
                break
            named.clear()
            end += 1
            continue
        if token.surface != "being":
            named.append(token)
        end += 1
    if not named:
        return 0
    clause.replaced.append(value_key(named))
    clause.update = clause.update or effect in ("instead", "ended")
    return end - index


_EMPTY = ARTICLES | {"using", "being"}


def value_key(tokens: list[Token]) -> str:
    """Return the normal form of a value: its words without articles, marks and gerunds of use."""
    return " ".join(
        token.key
        for token in tokens
        if token.kind != "mark" and (token.kind != "word" or token.surface not in _EMPTY)
    )
