"""Where does a clause begin and end? At full stops, and where commas, colons or words join two clauses."""

from phantasm.state.claims.circumstances import DROPPED, LEADING, without_lead
from phantasm.state.claims.cues import CONDITIONS, QUESTION_WORDS, RETIRING
from phantasm.state.claims.model import Token
from phantasm.state.claims.spelling import word
from phantasm.state.claims.verbs import find
from phantasm.state.claims.vocabulary import AUXILIARIES, BREAKS, COPULAS, RELATIVES

# A claim and what follows it: more clauses than this are prose, and prose is not read for claims.
MOST_CLAUSES = 4

_ENDS = frozenset(".;?")
# A segment that begins with one of these explains the one before.
_EXPLAINING = RELATIVES | BREAKS
_JOINTS = frozenset((",", ":", "-", "so", "but"))
_BRACKETS = frozenset("()")
_MODALS = frozenset("can could may might must shall should will would cannot".split())
# Behind "and", these begin another clause.
_CLAUSE_BEGINS = COPULAS | AUXILIARIES | _MODALS | {"we", "it", "they", "that", "this"}
# "reads UTF-8 now (was Latin-1)": what stands in such brackets is gone.
_FORMERLY = frozenset("was were formerly previously ex before instead".split())


def split(tokens: list[Token], surfaces: set[str]) -> tuple[list[list[Token]], bool]:
    """Return the clauses of a statement without what stands in brackets, and whether it asks.

    `surfaces` are those of all its tokens: most statements have nothing in them that needs a second look.
    """
    if not _BRACKETS.isdisjoint(surfaces):
        tokens = _outside_brackets(tokens)
    sentences, asks = _sentences(tokens)
    if not _JOINTS.isdisjoint(surfaces) or ("and" in surfaces and any(map(_is_joined, sentences))):
        sentences = [clause for sentence in sentences for clause in _unjoined(sentence)]
    return sentences[:MOST_CLAUSES], asks


def _sentences(tokens: list[Token]) -> tuple[list[list[Token]], bool]:
    """Cut at full stops, semicolons and question marks, and tell whether the first sentence asks."""
    ends = [index for index, token in enumerate(tokens) if token.kind == "mark" and token.surface in _ENDS]
    if not ends or ends[0] == len(tokens) - 1:  # one sentence, as most statements are
        only = tokens[: ends[0]] if ends else tokens
        return [only] if only else [], bool(ends) and tokens[-1].key == "?"
    asks = any(tokens[index].key == "?" for index in ends)
    bounds = zip([0, *(index + 1 for index in ends)], [*ends, len(tokens)], strict=True)
    sentences = [tokens[start:end] for start, end in bounds if start < end]
    if asks and len(sentences) > 1 and sentences[0][0].surface not in QUESTION_WORDS:
        asks = False
    return sentences, asks


def _outside_brackets(tokens: list[Token]) -> list[Token]:
    """Leave out what stands in brackets, unless it belongs to a key ("rate limit (anonymous): 10")."""
    outside: list[Token] = []
    inside: list[Token] = []
    depth = 0
    for index, token in enumerate(tokens):
        if token.kind != "mark" or token.key not in "()":
            (inside if depth else outside).append(token)
            continue
        depth = depth + 1 if token.key == "(" else max(0, depth - 1)
        if not depth:
            gone = _former(inside)
            if gone:
                outside += [word("instead"), word("of"), *gone]
            if index + 1 < len(tokens) and tokens[index + 1].key == ":":
                outside += inside
            inside = []
    return outside


def _former(inside: list[Token]) -> list[Token]:
    """Return what brackets say was before: "(was 10)", "(up from 512Mi)"; nothing when they say other."""
    surfaces = [token.surface for token in inside[:2]]
    if surfaces and surfaces[0] in _FORMERLY:
        return inside[1:]
    return inside[2:] if surfaces in (["up", "from"], ["down", "from"], ["used", "to"]) else []


def _is_joined(sentence: list[Token]) -> bool:
    return True in [_joins(sentence, index) for index, token in enumerate(sentence) if token.surface == "and"]


def _has_verb(segment: list[Token]) -> bool:
    if find(segment) is not None:
        return True
    return len(segment) > 1 and any(token.surface in _MODALS and token.kind == "word" for token in segment)


def _waits(segment: list[Token]) -> bool:
    """Tell whether a segment is only a circumstance of the next one: "In production, …"."""
    if not segment or segment[0].surface not in LEADING or _has_verb(without_lead(segment)):
        return False
    return segment[0].surface in DROPPED or segment[0].surface in CONDITIONS or not _has_verb(segment[1:])


def _unjoined(sentence: list[Token]) -> list[list[Token]]:
    """Take a sentence apart at its commas, colons and dashes where both sides have a verb of their own."""
    segments = _segments(sentence)
    clauses = [segments[0][1]]
    conditional = _waits(clauses[0])
    labelled = len(clauses[0]) == 1  # "Update: …" is no clause
    complete = not conditional and not labelled and _has_verb(clauses[0])
    for index, (mark, segment) in enumerate(segments[1:], start=1):
        if not segment:
            continue
        relative = segment[0].kind == "word" and segment[0].surface in _EXPLAINING
        inserted = not complete and not conditional and mark.key == "," and index + 1 < len(segments)
        if (relative or (inserted and not _has_verb(segment))) and mark.key == ",":
            continue
        if complete and mark.key == "," and (gone := _former(segment)) and segment[0].surface != "instead":
            clauses[-1] = [*clauses[-1], word("instead"), word("of"), *gone]
            continue
        if complete and _has_verb(segment):
            clauses.append(segment)
            continue
        clauses[-1] = [*clauses[-1], mark, *segment]
        complete = complete or mark.key == ":" or _has_verb(segment)
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
        after = sentence[index + 1]
        return after.surface in _CLAUSE_BEGINS or after.key in RETIRING
    return surface in ("so", "but")
