"""How did a session end, and on what does that rest? Pure.

Only what was seen counts: how commands ended, what test runs say, the user's words, and reports. What the
assistant says about its own work is no evidence.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from phantasm.session.episodes.commands import Check, Line, covers, read_line, same_key
from phantasm.session.episodes.model import Basis
from phantasm.session.episodes.reading import is_looking
from phantasm.session.episodes.sentences import cut, sentences, word_count
from phantasm.session.episodes.shell import bare
from phantasm.session.episodes.steps import Step, is_spoken
from phantasm.session.model import Outcome, Turn

Verdict = Literal["success", "failure", "abandoned"]

MOST_SENTENCES: Final = 6
"""How many sentences of a turn are judged: who says how it went says it first, and shortly."""

MOST_WORDS: Final = 40
"""A sentence with more words describes something, rather than judging it."""

_ABANDONED: Final = re.compile(
    r"(?:^|[,;] |\b(?:ok|okay|please|just|then|oh|ah|well|so) )"
    r"(?:forget (?:it|about (?:it|this|that)|this|that)|never ?mind|nvm)\b"
    r"|\b(?:drop|scrap|abandon|shelve) (?:it|this|that|the whole)\b"
    r"|\b(?:i|we|let's|let us) (?:give up|stop here|leave it)\b|\b(?:i'm|we're) giving up\b"
    r"|\bnot worth (?:it|the (?:effort|time|trouble|hassle))\b"
    r"|\b(?:revert|undo|roll back|throw away) (?:everything|all|it all|the whole)\b"
    r"|\blet's (?:stop|leave it|not do (?:this|that))\b|\bleave it (?:as it (?:is|was)|be|there)\b",
)
_TROUBLE: Final = (
    r"(?:\w*errors?|warnings?|fail\w*|\w*exceptions?|issues?|problems?|crash\w*|[45]\d\d|bugs?|traceback"
    r"|timeouts?)"
)
_FAILURE: Final = re.compile(
    r"\bstill (?:broken|failing|fails?|crash\w*|hangs?|hanging|wrong|red|the same|there|no|not|doesn't|isn't"
    r"|does not|is not|happens|happening|throws|times out)\b"
    rf"|\bstill (?:get|getting|see|seeing|have|having|shows?|says)\b.{{0,40}}\b{_TROUBLE}\b"
    r"|\b(?:that|this|it) (?:didn't|doesn't|isn't|did not|does not) "
    r"(?:work(?:ing)?|help|fix|change|solve|compile|build|run|start)\b(?! out)"
    r"|\b(?:didn't|did not) (?:work|help|fix|solve)\b(?! out)|\bnot (?:fixed|working|solved)\b"
    r"|\bsame (?:error|problem|issue|result|thing)\b|\b(?:it's|its|it is|now) (?:even )?worse\b"
    r"|\bmade it worse\b"
    r"|\b(?:you|that|this)(?: just)? broke (?:the|it|my|our|everything|something|all)\b(?! heart)"
    r"|\bnow (?:it|the [\w -]{1,30}) (?:breaks|crashes|fails?|hangs|is broken)\b"
    r"|\bit (?:crashes|fails|breaks|hangs) now\b|^doesn't work\b|\bmade no difference\b|^no (?:difference"
    r"|change)\b"
    r"|\bnope[,.!]? (?:still|same|no)|\b(?:fails|failing|broken|crashes) again\b|^no luck\b",
)
_SUCCESS: Final = re.compile(
    r"\b(?:works|working|worked|fixed|solved|resolved|passes|passing|green)"
    r" (?:now|great|perfectly|fine|again|like a charm|as expected)\b"
    r"|\b(?:it|that|this|everything|all of it)(?: (?:now|all|finally|really|actually))? "
    r"(?:works|worked|passes|is (?:fixed|solved|green|good|fine|working)|did (?:it|the trick)"
    r"|(?:fixed|solved) (?:it|the)|looks (?:good|great|right|perfect))\b"
    r"|\bit's (?:fixed|solved|working|green)\b"
    r"|^(?:perfect|great|excellent|awesome|brilliant|lgtm|nice|wonderful|fantastic|looks good|well done"
    r"|good job"
    r"|works|fixed|solved|great job|great work|nice work)(?:[,.!:;]|$| (?:thanks|thank|thx|job|work|one)\b)"
    r"|\b(?:works|fixed|solved|done|perfect|great),? (?:thanks|thank you|thx)\b"
    r"|^(?:yep|yes|yeah|ok|okay|cool|super|sweet)[,.!]? (?:(?:it |that )?(?:works|fixed|solved)|that's it)\b"
    r"|^(?:merged|shipped|approved)[,.!]|^looks good\b"
    r"|\bship it\b|\ball (?:tests )?green\b|\b(?:you|that) (?:fixed|solved|nailed) it\b",
)
_UNSURE: Final = re.compile(
    r"\?|\b(?:if|when|until|once|whether|unless|make sure|ensure|should|would|could|must|verify|check"
    r"|want|need"
    r"|so that|before|after|in case|expect|hope|how|why|will|fingers|plan|for (?:me|you)|out)\b",
)
_NOT: Final = re.compile(
    r"\b(?:not|no longer|never|isn't|aren't|doesn't|didn't|don't|won't|but|except|almost|nearly|partly"
    r"|only)\b",
)
_CONDITION: Final = re.compile(r"\b(?:if|in case|unless|whether)\b")
_KEPT_UP: Final = re.compile(r"\b(?:never|not|don't|won't|didn't|instead of|without) (?:\w+ )?(?:giv|forget)")


def verdict_in(text: str) -> tuple[Verdict, str] | None:
    """Return what a user's turn says about the work before it, and the sentence; None where it says nothing.

    The first sentence that judges counts; only giving up counts wherever it stands.
    """
    found = sentences(text)[:MOST_SENTENCES]
    first: tuple[Verdict, str] | None = None
    for sentence in found:
        verdict = _verdict(sentence)
        if verdict == "abandoned":
            return verdict, sentence
        if verdict and first is None:
            first = verdict, sentence
    return first


def _verdict(sentence: str) -> Verdict | None:
    if word_count(sentence) > MOST_WORDS:
        return None
    # In small letters, and so are the patterns: told to overlook case, they take three times as long.
    said = sentence.lower()
    if _ABANDONED.search(said) and "?" not in said and not _KEPT_UP.search(said):
        return "abandoned"
    if _FAILURE.search(said):
        return None if _CONDITION.search(said) else "failure"
    found = _SUCCESS.search(said)
    if found is None or _UNSURE.search(said):
        return None
    return None if _NOT.search(said) else "success"


MOST_BASES: Final = 8
"""How much evidence an outcome keeps: the latest tells how it ended."""

MOST_BASIS_CHARACTERS: Final = 160
"""How long the text of a piece of evidence is, in characters: a line of a test run."""

MOST_OPEN: Final = 64
"""How many different checks are told apart; with more the oldest is forgotten, so that work stays linear."""

Says = Literal["success", "failure"]
Kind = Literal["exit_code", "test_result"]


@dataclass(frozen=True, slots=True)
class _Seen:
    """One piece of evidence, where it stands."""

    order: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class _Word:
    """What the user said about the work."""

    order: int
    verdict: Verdict
    turn: Turn
    text: str


def outcome_of(
    turns: Sequence[Turn], steps: Sequence[Step], reported: Sequence[Basis] = ()
) -> tuple[Outcome, tuple[Basis, ...]]:
    """Return how the work ended, and what that rests on; `unknown` rests on nothing."""
    if reported:
        return _joined(reported), tuple(reported)[-MOST_BASES:]
    checks = _checked(steps)
    word, is_last = _last_word(turns)
    if word is not None and word.verdict == "abandoned":
        if is_last:
            return "abandoned", (_word_basis(word),)
        word = None
    if word is not None and _is_overtaken(word, checks):
        word = None
    seen = [*checks, *([_Seen(word.order, _word_basis(word))] if word else [])]
    seen.sort(key=lambda one: one.order)
    bases = [one.basis for one in seen]
    if not bases:
        return "unknown", ()
    outcome = _joined(bases)
    return outcome, _kept(bases, outcome)


def _kept(bases: list[Basis], outcome: Outcome) -> tuple[Basis, ...]:
    """Return the latest evidence; where it is mixed, of both sorts."""
    if len(bases) <= MOST_BASES or outcome != "partial":
        return tuple(bases[-MOST_BASES:])
    bad = [basis for basis in bases if basis.says == "failure"][-(MOST_BASES // 2) :]
    good = [basis for basis in bases if basis.says == "success"][-(MOST_BASES - len(bad)) :]
    return tuple(basis for basis in bases if basis in bad or basis in good)


def _joined(bases: Sequence[Basis]) -> Outcome:
    says = {basis.says for basis in bases}
    return "partial" if len(says) > 1 else "success" if "success" in says else "failure"


def _checked(steps: Sequence[Step]) -> list[_Seen]:
    """Return the evidence of the last run of each check."""
    last: dict[Check, _Seen] = {}
    for step in steps:
        command = step.action.command
        if not command or step.answer is None or (step.failed is None and step.result is None):
            continue
        line = read_line(command)
        says, kind = _said_by(step, line)
        if says is None:
            continue
        basis = _basis(step, says, kind)
        for check in line.checks or (Check(same_key(command)),):
            for earlier in [known for known in last if covers(check, known)]:
                del last[earlier]
            last[check] = _Seen(step.order, basis)
        while len(last) > MOST_OPEN:
            del last[next(iter(last))]
    found = sorted(last.values(), key=lambda one: one.order)
    return list({one.order: one for one in found}.values())


def _said_by(step: Step, line: Line) -> tuple[Says | None, Kind]:
    """Return what a step says about the work: its own result first, else what its exit code proves."""
    if step.result is not None and not is_looking(step.action.command or ""):
        is_bad = step.result.failed or (bool(step.failed) and bool(line.checks) and line.proves_failure)
        return ("failure" if is_bad else "success"), (
            "test_result" if step.result.failed == is_bad else "exit_code"
        )
    if line.checks and step.failed is True and line.proves_failure:
        return "failure", "exit_code"
    if line.checks and step.failed is False and line.proves_success:
        return "success", "exit_code"
    return None, "exit_code"


def _basis(step: Step, says: Says, kind: Kind) -> Basis:
    answer, command = step.answer, bare(step.action.command or "")
    if kind == "test_result" and step.result:
        text = f"{cut(command, MOST_BASIS_CHARACTERS // 2)}: {step.result.line}"
    elif answer is not None and answer.exit_code is not None:
        text = f"{cut(command, MOST_BASIS_CHARACTERS - 12)}: exit {answer.exit_code}"
    else:
        text = f"{cut(command, MOST_BASIS_CHARACTERS - 12)}: {'failed' if says == 'failure' else 'ok'}"
    where = answer or step.action
    return Basis(kind, says, cut(text, MOST_BASIS_CHARACTERS), where.id, where.evidence_id)


def _last_word(turns: Sequence[Turn]) -> tuple[_Word | None, bool]:
    """Return the last thing the user said about the work, and whether nothing else was asked for behind it.

    What is said before anything was answered or done describes the task, so it does not count.
    """
    begun = next(
        (order for order, turn in enumerate(turns) if turn.slot in ("reasoning", "action")), len(turns)
    )
    is_last = True
    for order in range(len(turns) - 1, begun, -1):
        turn = turns[order]
        if turn.role == "user" and is_spoken(turn):
            if found := verdict_in(turn.text):
                return _Word(order, found[0], turn, found[1]), is_last
            is_last = False
    return None, is_last


def _is_overtaken(word: _Word, checks: Sequence[_Seen]) -> bool:
    """Tell whether a complaint was answered by a check that went well afterwards."""
    return word.verdict == "failure" and any(
        one.order > word.order and one.basis.says == "success" for one in checks
    )


def _word_basis(word: _Word) -> Basis:
    says: Says = "success" if word.verdict == "success" else "failure"
    return Basis("words", says, cut(word.text, MOST_BASIS_CHARACTERS), word.turn.id, word.turn.evidence_id)
