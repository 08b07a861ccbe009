"""What does a session come to? Its episode, from its turns alone, whatever order they come in. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from math import fsum
from typing import Final, Literal

from phantasm.session.episodes.commands import (
    MOST_COMMAND_CHARACTERS,
    Check,
    Line,
    covers,
    read_line,
    same_key,
    shortened_commands,
)
from phantasm.session.episodes.corrections import corrections_in
from phantasm.session.episodes.error_lines import error_lines
from phantasm.session.episodes.exchange import conclusion_of, goal_of, shortened, spoken_by
from phantasm.session.episodes.lessons import decision_count, lessons_in
from phantasm.session.episodes.lines import cited_in, without_elements
from phantasm.session.episodes.model import Basis, Episode, Ran
from phantasm.session.episodes.overcome import overcome_in
from phantasm.session.episodes.reading import is_looking
from phantasm.session.episodes.sentences import cut, sentences, word_count
from phantasm.session.episodes.shell import bare
from phantasm.session.episodes.steps import Step, edited_by, is_spoken, steps_of
from phantasm.session.episodes.summary import summary_of
from phantasm.session.model import Outcome, Session, Turn, in_order
from phantasm.session.transcripts.terms import Spent

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


MOST_ENTITIES: Final = 20
"""How many things an episode names, the most frequent."""

MOST_TEXT: Final = 2_000
"""How much of a turn is looked at, in characters: what a turn is about stands near its beginning."""

_MOST_HELD: Final = 16_384
"""How many words are held as names or none: more than the words of a project."""

_LEAST, _MOST = 3, 60
"""How long a name is, in characters."""

_TOKEN: Final = re.compile(r"[A-Za-z][\w.+-]*(?:(?:@|==|>=|~=|\^)\d[\w.]*)?")
_NAME: Final = re.compile(
    r"(?:[A-Z][a-z0-9]+){2,}|[a-z]{2,}(?:[A-Z][a-z0-9]+)+"  # CamelCase
    r"|[A-Za-z][a-z0-9]+(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+"  # snake_case
    r"|[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:service|api|server|worker|db|gateway|proxy|client|queue|svc)"
    r"|[A-Za-z][\w.+-]*(?:@|==|>=|~=|\^)\d[\w.]*"  # with a version
    r"|(?!L\d)[A-Z]{1,4}\d{3,5}|E(?:NO|ACC|EX|CONN|ADDR|PERM|TIME|PIPE|BUSY|IS|INT|LOOP|RES)[A-Z]{0,9}"
)
"""What a word is made like that names a thing; each beginning is different, so that none is tried twice."""

_MARKED: Final = re.compile(r"`([^`\n]{3,60})`")
_VERSION: Final = re.compile(r"\b[A-Za-z][\w+-]{1,30} v?\d+\.\d+(?:\.\d+)?\b")
_KINDS: Final = ("service", "server", "database", "container", "package", "library", "endpoint")
_KIND: Final = re.compile(rf"\b([a-z][a-z0-9-]{{2,30}}) (?:{'|'.join(_KINDS)})\b")
_DIGITS_ONLY: Final = re.compile(r"\d\.\d")
_INSTALL: Final = re.compile(
    r"\b(?:pip3?|uv|uv pip|poetry|npm|pnpm|yarn|bun|cargo|gem|brew|apt(?:-get)?|go)\s+(?:install|add|"
    r"get|i)\s+([^;&|\n]{1,200})"
)
_PACKAGE: Final = re.compile(r"^@?[A-Za-z][\w./@=<>~^\[\]-]{1,60}$")
_COMMON: Final = frozenset(
    "the this that which same new old other each every any our your their own main whole web test first "
    "second "
    "current correct right wrong local remote python node async main true false none null todo readme "
    "github gitlab "
    "javascript typescript".split()
)
_QUOTED_NAME: Final = re.compile(r"^(?:@[\w.-]+/)?[\w.:+#-]+(?:\(\))?$")
"""One name; paths are files, which an episode names elsewhere."""


def entities_in(turns: Sequence[Turn], steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the things that a session speaks of, the most frequent first.

    They are counted by turns, so that one long text does not decide; ties go by name.
    """
    counts: Counter[str] = Counter()
    for turn in turns:
        if turn.role in ("user", "assistant") and turn.text:
            counts.update(names_in(turn.text))
    for step in steps:
        if step.action.command:
            counts.update(packages_in(step.action.command))
        if step.failed and step.action.command:
            counts.update(names_in("\n".join(error_lines(step.action.command, step.output))))
    ranked = sorted(counts, key=lambda name: (-counts[name], name.lower(), name))
    return tuple(_once(ranked))[:MOST_ENTITIES]


def names_in(text: str) -> set[str]:
    """Return the names in a text, each once."""
    looked = without_elements(text[:MOST_TEXT])
    found = {name for token in _TOKEN.findall(looked) if (name := _name(token))}
    if "`" in looked:
        found.update(name.removesuffix("()") for name in _MARKED.findall(looked) if _QUOTED_NAME.match(name))
    if _DIGITS_ONLY.search(looked):
        found.update(_VERSION.findall(looked))
    if any(kind in looked for kind in _KINDS):
        found.update(_KIND.findall(looked))
    return {name for name in found if _is_telling(name)}


@lru_cache(maxsize=_MOST_HELD)
def _name(token: str) -> str:
    """Return the name that a word is, without the stop behind it; empty where it is a plain word."""
    word = token.rstrip(".+-")
    return word if _NAME.fullmatch(word) or (_NAME.fullmatch(word.split(".")[0]) and "." in word) else ""


def packages_in(command: str) -> set[str]:
    """Return the packages that a command line installs."""
    return {
        word
        for found in _INSTALL.finditer(command[:MOST_TEXT])
        for word in found[1].split()
        if _PACKAGE.match(word) and _is_telling(word)
    }


def _is_telling(name: str) -> bool:
    return _LEAST <= len(name) <= _MOST and name.lower() not in _COMMON and any(map(str.isalpha, name))


def _once(ranked: Iterable[str]) -> Iterable[str]:
    """Yield each name once, whatever its capitals."""
    seen: set[str] = set()
    for name in ranked:
        if name.lower() not in seen:
            seen.add(name.lower())
            yield name


MIDDLE: Final = 0.4
"""Below the seed's .5, since more can raise it here than there."""

FAILURE, PARTIAL, SUCCESS, ABANDONED = 0.2, 0.1, 0.05, -0.05
"""The seed's .2 and .1; success where there is evidence counts a little, and giving up takes a little."""

EACH_CORRECTION, MOST_FOR_CORRECTIONS = 0.05, 0.15
EACH_DECISION, MOST_FOR_DECISIONS = 0.05, 0.1
PASSED: Final = 0.1
"""Something failed and something got past it: the most useful thing to find again."""

EDITED: Final = 0.1
"""The seed's .1 for any file, here only for files that were changed."""

MUCH_WORK, MUCH_WORK_ACTIONS = 0.05, 20
"""Many actions: half of the seed's .1, whose five tools every session of today has."""

TRIVIAL: Final = -0.2
"""Nothing was done, and nobody was put right: asked and answered."""

LEAST, MOST = 0.1, 0.9
"""The bounds; the seed's upper one."""

_DIGITS: Final = 2
"""Scores are compared, so they are rounded."""


def importance_of(episode: Episode, *, edited: int, actions: int, decisions: int) -> float:
    """Return the importance of an episode, between .1 and .9."""
    ends = {
        "failure": FAILURE,
        "partial": PARTIAL,
        "success": SUCCESS,
        "abandoned": ABANDONED,
        "unknown": 0.0,
    }
    worth = MIDDLE + ends[episode.outcome]
    worth += min(EACH_CORRECTION * len(episode.corrections), MOST_FOR_CORRECTIONS)
    worth += min(EACH_DECISION * decisions, MOST_FOR_DECISIONS)
    worth += PASSED if any(one.way for one in episode.overcome) else 0.0
    worth += EDITED if edited else 0.0
    worth += MUCH_WORK if actions >= MUCH_WORK_ACTIONS else 0.0
    if not actions and not episode.corrections and not decisions:
        worth += TRIVIAL
    return round(min(max(worth, LEAST), MOST), _DIGITS)


FORMER: Final = 1
"""The version of what is written here: another one may make another episode of the same turns."""

MOST_FILES: Final = 50
MOST_CITED: Final = 50
"""How many files and handles an episode names: more than a session that has one goal touches."""

_COST_DIGITS: Final = 6
"""Clients report costs in millionths of a dollar at best."""


def form(session: Session, turns: Sequence[Turn], reported: Sequence[Basis] = ()) -> Episode:
    """Return the episode of a session; each turn is given once."""
    ordered = in_order(_relative(turn, session.folder) for turn in turns)
    steps = steps_of(ordered)
    edited = _unique(file for step in steps for file in edited_by(step))
    asked, answered = spoken_by(ordered, "user"), spoken_by(ordered, "assistant")
    started, ended = _span(session, ordered)
    outcome, because = outcome_of(ordered, steps, reported)
    overcome = overcome_in(steps)
    tools = Counter(step.action.tool.split(" ", 1)[0] for step in steps if step.action.tool)
    episode = Episode(
        session=session.id,
        client=session.client,
        summary="",
        goal=goal_of(session, asked),
        started_at=started,
        ended_at=ended,
        duration_seconds=_seconds(started, ended),
        asked=shortened(asked),
        answered=shortened(answered),
        tools=tuple(sorted(tools.items(), key=lambda item: (-item[1], item[0]))),
        outcome=outcome,
        because=because,
        entities=entities_in(ordered, steps),
        files=_unique((*edited, *(file for step in steps for file in step.action.files)))[:MOST_FILES],
        commands=shortened_commands([_ran(step) for step in steps if step.action.command]),
        corrections=corrections_in(ordered),
        lessons=lessons_in(ordered, overcome),
        overcome=overcome,
        cited=_unique(handle for turn in ordered for handle in _cited(turn))[:MOST_CITED],
        spent=spent_by(ordered),
        models=_by_use(turn.model for turn in ordered),
        turns=len(ordered),
    )
    decisions = decision_count(said.text for said in (*episode.asked, *episode.answered))
    return replace(
        episode,
        summary=summary_of(episode, edited=edited, conclusion=conclusion_of(ordered)),
        importance=importance_of(episode, edited=len(edited), actions=len(steps), decisions=decisions),
    )


def spent_by(turns: Iterable[Turn]) -> Spent:
    """Return what turns took together; no cost where none is known."""
    found = [turn.spent for turn in turns if turn.spent is not None]
    costs = [spent.cost for spent in found if spent.cost is not None]
    return Spent(
        sum(spent.input_tokens for spent in found),
        sum(spent.output_tokens for spent in found),
        sum(spent.cached_tokens for spent in found),
        round(fsum(costs), _COST_DIGITS) if costs else None,
    )


def _relative(turn: Turn, folder: str | None) -> Turn:
    """Return an action with its files as they are called inside the project."""
    if not turn.files or not folder:
        return turn
    root = folder.rstrip("/\\")
    files = tuple(
        file[len(root) + 1 :] if file.startswith((f"{root}/", f"{root}\\")) else file for file in turn.files
    )
    return turn if files == turn.files else turn._replace(files=files)


def _ran(step: Step) -> Ran:
    command = (step.action.command or "").strip()
    if len(command) > MOST_COMMAND_CHARACTERS:
        command = command[: MOST_COMMAND_CHARACTERS - 1].rstrip() + "…"
    answer = step.answer
    return Ran(step.action.id, command, answer.exit_code if answer else None, step.failed, step.action.at)


def _cited(turn: Turn) -> list[str]:
    """Return the records that the assistant cited, in words or in a command line."""
    if turn.role != "assistant":
        return []
    may = turn.command or "[m:" in turn.text or "[s:" in turn.text
    return cited_in(f"{turn.text}\n{turn.command or ''}") if may else []


def _span(session: Session, turns: Sequence[Turn]) -> tuple[str | None, str | None]:
    """Return the first and the last moment that is known."""
    moments = [turn.at for turn in turns if turn.at]
    began = [moment for moment in (session.started_at, *moments) if moment]
    ended = [moment for moment in (session.ended_at, *moments) if moment]
    return min(began, default=None), max(ended, default=None)


def _seconds(started: str | None, ended: str | None) -> int | None:
    if started is None or ended is None:
        return None
    try:
        span = datetime.fromisoformat(ended) - datetime.fromisoformat(started)
    except (ValueError, TypeError):
        return None
    return max(0, round(span.total_seconds()))


def _by_use(names: Iterable[str | None]) -> tuple[str, ...]:
    counts = Counter(name for name in names if name)
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))
