"""Where does a clause begin and end? At full stops, and where commas, colons or words join two clauses."""

from phantasm.state.claims.circumstances import LEADING
from phantasm.state.claims.cues import QUESTION_WORDS, RETIRING
from phantasm.state.claims.model import Token
from phantasm.state.claims.verbs import find
from phantasm.state.claims.vocabulary import AUXILIARIES, BREAKS, COPULAS, RELATIVES

# A claim and what follows it: more clauses than this are prose, and prose is not read for claims.
MOST_CLAUSES = 4

_ENDS = frozenset(".;?")
# A segment that begins with one of these explains the one before.
_EXPLAINING = RELATIVES | BREAKS
_JOINTS = frozenset((",", ":", "-", "so", "but"))
_BRACKETS = frozenset("()")


def split(tokens: list[Token]) -> tuple[list[list[Token]], bool]:
    """Return the clauses of a statement without what stands in brackets, and whether it asks."""
    sentences: list[list[Token]] = [[]]
    asks = False
    surfaces = {token.surface for token in tokens}
    for token in tokens if _BRACKETS.isdisjoint(surfaces) else _outside_brackets(tokens):
        if token.kind == "mark" and token.key in _ENDS:
            asks = asks or token.key == "?"
            if sentences[-1]:
                sentences.append([])
        else:
            sentences[-1].append(token)
    if not sentences[-1]:
        sentences.pop()
    if asks and len(sentences) > 1 and sentences[0][0].surface not in QUESTION_WORDS:
        asks = False
    if not _JOINTS.isdisjoint(surfaces) or ("and" in surfaces and any(map(_is_joined, sentences))):
        sentences = [clause for sentence in sentences for clause in _unjoined(sentence)]
    return sentences[:MOST_CLAUSES], asks


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
            if index + 1 < len(tokens) and tokens[index + 1].key == ":":
                outside += inside
            inside = []
    return outside


def _is_joined(sentence: list[Token]) -> bool:
    return any(token.surface == "and" and _joins(sentence, index) for index, token in enumerate(sentence))


def _unjoined(sentence: list[Token]) -> list[list[Token]]:
    """Take a sentence apart at its commas, colons and dashes where both sides have a verb of their own."""
    segments = _segments(sentence)
    clauses = [segments[0][1]]
    conditional = clauses[0][0].surface in LEADING if clauses[0] else False
    labelled = len(clauses[0]) == 1  # "Update: …" is no clause
    complete = not conditional and not labelled and find(clauses[0]) is not None
    for index, (mark, segment) in enumerate(segments[1:], start=1):
        if not segment:
            continue
        relative = segment[0].kind == "word" and segment[0].surface in _EXPLAINING
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
        after = sentence[index + 1]
        return after.surface in COPULAS or after.surface in AUXILIARIES or after.key in RETIRING
    return surface in ("so", "but")
