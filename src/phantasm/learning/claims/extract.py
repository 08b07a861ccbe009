"""What do the turns of a session claim? Sentence by sentence, with their neighbours; deterministic. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.kinds import KindName
from phantasm.learning.claims.gates import gate_of, is_hedged
from phantasm.learning.claims.model import AGENT_SURE, UNSURE, USER_SURE, Claim, Origin
from phantasm.learning.claims.openers import Opened, opened
from phantasm.learning.claims.recognising import recognise
from phantasm.learning.claims.ruling import Said
from phantasm.learning.claims.sentences import sentences_of
from phantasm.learning.claims.things import POINTING, bare
from phantasm.learning.claims.withdrawals import Placed, Signal, standing, takes_back
from phantasm.session.model import THOUGHT, Turn
from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.words import normal_form

_BECAUSE = re.compile(
    r"(?:,\s|\s|\()(?:because(?:\sof)?|since(?!\s(?:\d|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|then|last|this|early|the\s(?:beginning|start)))|as(?=\s(?:we"
    r"|the|it|there|they|our|nobody)\b)|due\sto|so\sthat|given\sthat)\s(?P<reason>.{4,})"
)
_NEXT_REASON = re.compile(
    r"(?:because|since|otherwise|that's because|the reason|reason:|it|they|the|our|there|no|nobody"
    r"|partners?|[a-z]+s?|two|three)\b"
)
_ORDER = re.compile(
    r"(?:please|here|here's|so|can|could|let's|now|write|add|fix|update|use|make|run|put|move|remove"
    r"|rename|change|convert|clean|draft|i|i'll|and|you|what|how|ok|thanks|and|maybe|perhaps|deploy|check"
    r"|create|show|undo|tell|give|do|try)\b"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|need|needs|needed|makes|made|can|can't|cannot|does|do|don't"
    r"|doesn't|won't|breaks|broke|costs?|takes?|took)\b"
)
_REMEDY = re.compile(
    r"""(?P<fix>(?:`[^`]+`|[\w./=-]+(?:\s[\w./=`-]+){0,7}?))\s(?:fix(?:es)?|solves?|repairs?|cures?|renews?
          |rebuilds?|helps|gets?\saround|works\saround
        |avoids?|resolves?|clears?|does\sthe\strick|makes\sit\swork)\b(?:\s(?:it|that|this|them
          |the\s\w+))?\.?$""",
    re.VERBOSE,
)
_TOLD = re.compile(
    r"^(?:(?:the|a)\s(?:known\s)?(?:workaround|fix|solution|remedy)\s(?:is|was)\s(?:to\s)?"
    r"|as\sa\sworkaround,?\s|to\s(?:work|get)\saround\s(?:it|this|that),?\s)(?P<fix>.+)$"
)
_IMPERATIVE = re.compile(
    r"(?:[;,\u2013\u2014]|\s-)\s(?:so\s|just\s|then\s|please\s|always\s|you\shave\sto\s"
    r"|you\sneed\sto\s)?(?P<fix>(?:always\s)?(?:set|use|run|export|kill|strip|call|delete|remove|restart"
    r"|disable|enable|pass|add|install|start|clear|pin|unset|upgrade|downgrade|rebuild|wait|open|close"
    r"|switch|turn)\b.+)$"
)
_UNLESS = re.compile(
    r"\bunless\s(?:you\s|somebody\s)?(?P<fix>(?:set|run|use|pass|export|disable|enable|add|restart)\s.+"
    r"|[A-Za-z_]+\sis\s(?:on|off|set).*)$"
)
_CLOSING = " .!;,)"


def reason_of(said: Said, behind: Said | None) -> str | None:
    """Return why something was decided, None where nobody says."""
    match = _BECAUSE.search(said.low)
    if match is not None:
        return _cut(said.text, match, "reason")
    if (
        behind is None
        or behind.text.endswith(("?", ":"))
        or _ORDER.match(behind.low)
        or not _FINITE.search(behind.low)
    ):
        return None
    if not _NEXT_REASON.match(behind.low):
        return None
    return behind.text.rstrip(_CLOSING)


def fix_of(said: Said, behind: Said | None) -> str | None:
    """Return what gets around something that is broken, None where nobody says."""
    parts = re.split(r";\s|,\s(?=`)", said.text)
    if len(parts) > 1 and (match := _REMEDY.match(parts[-1])):
        return match["fix"].strip("`")
    for pattern in (_TOLD, _IMPERATIVE, _UNLESS):
        if match := pattern.search(said.low):
            return _cut(said.text, match, "fix")
    if behind is not None:
        if match := _TOLD.search(behind.low):
            return _cut(behind.text, match, "fix")
        if _REMEDY.match(behind.text):
            return behind.text.rstrip(_CLOSING)
    return None


def _cut(text: str, match: re.Match[str], name: str) -> str:
    return text[match.start(name) : match.end(name)].rstrip(_CLOSING)


LONGEST_PROPOSAL_CHARACTERS = 2_000
"""How much of the turn before is looked at, from its end: that is what a correction answers."""

_USE = re.compile(
    r"^(?:please\s)?use\s(?P<new>[^,;]{2,50}?)(?:\s(?:for\s(?:that|this|it)|instead|here|there"
    r"|please))*(?P<rest>[,;.].*)?$"
)
_DO_NOT = re.compile(
    r"^(?:please\s)?(?:don't|do\snot|never)\s(?:use\s)?(?P<old>[^,;]{2,50}?)[,;]\s(?:but\s|please\s"
    r"|always\s)?(?:use|take|go\swith)\s(?P<new>.{2,60}?)(?:\sinstead)?[.!]?$"
)
_NOT = re.compile(
    r"(?:,|;|\sbut|\sand)\s(?:and\s)?not\s(?!just\b|only\b|even\b|yet\b)(?:in\s|into\s|on\s|with\s|off\s"
    r"|a\s|an\s|the\s|by\sthe\s)?(?P<old>[\w`./#+ -]{1,40}?)(?=[.,;!]|$)"
    r"|\s(?:instead\sof|rather\sthan)\s(?P<other>[\w`./#+-]+(?:\s[\w`./#+-]+)?)"
)
_NO_LONGER = re.compile(
    r"(?:[,;]|\band)\s(?P<old>[\w`./-]{2,40})\s(?:was\s(?:retired|the\sold|dropped|removed)|is\s(?:gone"
    r"|dead|retired|obsolete|the\sold))"
)
_WITHOUT = re.compile(r"^(?:no|not)\s(?P<old>[\w`./-]{2,40})\s?[,\u2013\u2014-]+\s")
_CODE = re.compile(r"`([^`\n]{1,60})`")
_PATH = re.compile(r"(?<![\w/])[\w.-]*/[\w./-]*\w/?|\b[\w-]+\.(?:py|ts|js|go|rs|toml|yaml|json|md)\b")
_DONE = re.compile(
    r"\b(?P<verb>stored|written|kept|hosted|deployed|called|named|built|handled|run|saved|served"
    r"|placed)\s(?:in|on|at|with|by|to)\s(?:the\s)?(?P<value>[\w`./-]+)"
)
_WORD = re.compile(r"[\w.+#-]+")


def names_choice(said: Said) -> str | None:
    """Return what is to be used where a correction says only that ("no, use pnpm"), else None."""
    match = _USE.match(said.low)
    if match is None:
        return None
    new = match["new"]
    if POINTING.search(new) or re.match(r"(?:the|a|an|my|your|both|one|more|less)\b", new):
        return None
    return (
        said.text[match.start("new") : match.end("new")]
        + said.text[match.end("new") :][len(_tail(said.low, match)) :]
    )


def _tail(low: str, match: re.Match[str]) -> str:
    stop = match.start("rest") if match["rest"] else len(low)
    return low[match.end("new") : stop]


def replaced_by(said: Said, proposal: str) -> str | None:
    """Return what a sentence replaces: what it says so itself, else what the turn before has in its place."""
    for pattern in (_DO_NOT, _WITHOUT, _NO_LONGER, _NOT):
        match = pattern.search(said.low)
        if match is not None:
            name = "old" if match["old"] else "other"
            return said.text[match.start(name) : match.end(name)].strip(" `.")
    return None if not proposal else _in_proposal(said, proposal[-LONGEST_PROPOSAL_CHARACTERS:])


def _in_proposal(said: Said, proposal: str) -> str | None:
    mine = {kind: word for word in _WORD.findall(said.low) if (kind := KIND_OF.get(normal_form(bare(word))))}
    if mine:
        for word in _WORD.findall(proposal):
            kind = KIND_OF.get(normal_form(bare(word.lower())))
            if kind in mine and word.lower() != mine[kind]:
                return bare(word)
    if match := _DONE.search(said.low):
        for other in _DONE.finditer(proposal.lower()):
            if other["verb"] == match["verb"] and other["value"] != match["value"]:
                return bare(proposal[other.start("value") : other.end("value")])
    if _PATH.search(said.low) and (paths := _PATH.findall(proposal)):
        return str(paths[-1])
    if (
        len(codes := _CODE.findall(proposal)) == 1
        and codes[0].lower() not in said.low.replace("`", " ").split()
    ):
        return str(codes[0])
    return None


EXTRACTOR = 1
"""Version of the rules: what was derived by another one is derived again."""

_FENCE = "```"
"""What a block of code begins with."""
_REFUSING = re.compile(
    r"(?i)\W*(?:no+|nope|nah|wrong|incorrect|stop|wait|not quite)\s*(?:[.,!:;\u2013\u2014-]|\n|$)"
)
"""A turn that begins by refusing what was said before."""
_FIRST_PERSON = re.compile(
    r"(?:i|i'm|i've|i'll|i'd|we|we're|we've|we'll|you|you'd|you're|you'll|let|let's|please)\b"
)
"""An assistant that begins so speaks of itself, of us or of you: of work, not of the project."""
_OWN_DEED = re.compile(
    r"\bi(?:'ve)?\s(?:fixed|changed|removed|added|updated|replaced|renamed|moved|made|wrote)\b"
)
_PAUSE = re.compile(r"[,;]\s")
_HEADED = re.compile(r"[^`.,;]{2,40}?:\s")
"""A sentence with a heading of its own: an assistant's lists of advice look so."""
_LEANING = re.compile(
    r"(?:it|it's|this|that|that's|they|these|those|he|she|there|there's)\b(?!\s(?:is|was)\s(?:forbidden"
    r"|decided|agreed|prohibited"
    r"|not\sallowed|an?\s\w+(?:\s\w+)?\s(?:when|because|if)|a\s(?:known|mono\w+))|\s(?:service|repo"
    r"|repository|project|library|app|codebase|machine|laptop|box|server|cluster)\b)"
)
"""A sentence that leans on the one before it; some such words refer to nothing."""
_FEWEST_LABELLED_WORDS = 2
"""What stands behind a label is a claim from so many words on."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """A turn that may claim something, and what it answers."""

    turn: Turn
    place: int
    """Which of the turns that say something."""
    origin: Origin
    proposal: str
    """What the assistant said last, where the user speaks."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a sentence claims."""

    kind: KindName
    rule: str
    sure: bool
    text: str


def claims_of(turns: Sequence[Turn]) -> list[Claim]:
    """Return what the turns of one session claim, in their order; what is taken back later is left out."""
    found: list[Placed] = []
    signals: list[Signal] = []
    proposal = ""
    # What tools print stands between turns, but not between what is said.
    spoken = ((turn, origin) for turn in turns if (origin := _origin(turn)) is not None)
    for place, (turn, origin) in enumerate(spoken):
        heard = _Heard(turn, place, origin, proposal if origin == "user" else "")
        for placed, signal in _read(heard):
            if placed is not None:
                found.append(placed)
            if signal is not None:
                signals.append(signal)
        proposal = turn.text if origin == "agent" else ""
    return standing(found, signals)


def lasting_in(text: str) -> list[tuple[KindName, str]]:
    """Return the sentences of a written text that state something lasting, each with its kind."""
    turn = Turn("", "", 0, None, "user", "observation", text)
    return [(claim.kind, claim.statement) for claim in claims_of([turn]) if claim.sure]


def _origin(turn: Turn) -> Origin | None:
    """Return whose word a turn is; None for tools, systems, thoughts, and what agents ask of subagents."""
    if not turn.text or turn.slot == "action" or turn.id.endswith(THOUGHT):
        return None
    if turn.role == "user":
        return "user" if turn.agent is None else None
    return "agent" if turn.role == "assistant" else None


def _read(heard: _Heard) -> list[tuple[Placed | None, Signal | None]]:
    said = [_said(each, heard.origin) for each in map(opened, sentences_of(heard.turn.text))]
    refuses = heard.origin == "user" and _REFUSING.match(heard.turn.text[:40]) is not None
    results: list[tuple[Placed | None, Signal | None]] = []
    if refuses and not said:  # "No." and nothing else
        results.append((None, Signal(heard.place, 0, "", "", heard.origin, corrects=False, takes_back=True)))
    for index, each in enumerate(said):
        behind = said[index + 1] if index + 1 < len(said) else None
        corrects = each.opened.corrects or (refuses and index == 0)
        order = each.opened.sentence.order
        verdict = _judge(each, corrects=corrects, has_code=_FENCE in heard.turn.text)
        placed = None
        if verdict is not None:
            claim = _claim(heard, each, verdict, behind, corrects=corrects)
            placed = Placed(claim, heard.place, order, corrects=corrects)
        whole = each.opened.sentence.low
        signal = None
        denies = takes_back(whole)
        if corrects or denies:
            main = _PAUSE.split(each.low, maxsplit=1)[0]
            signal = Signal(heard.place, order, whole, main, heard.origin, corrects, denies)
        results.append((placed, signal))
    return results


def _said(each: Opened, origin: Origin) -> Said:
    return Said(each, origin, each.text, each.low)


def _judge(said: Said, *, corrects: bool, has_code: bool) -> _Verdict | None:
    """Tell what a sentence claims, None where it claims nothing.

    Beside code of its own an assistant explains that code: such facts wait for a person.
    """
    if not said.low or gate_of(said.opened.sentence, said.low) is not None:
        return None
    if said.origin == "agent" and (
        said.opened.sentence.place == "step"
        or _FIRST_PERSON.match(said.low)
        or _OWN_DEED.search(said.low)
        or _HEADED.match(said.low)
    ):
        return None
    chosen = names_choice(said) if corrects and said.origin == "user" else None
    if chosen is not None:
        return _Verdict("convention", "correction.use", sure=True, text=f"use {chosen}")
    sure = not is_hedged(said.opened.sentence.low) and _LEANING.match(said.low) is None
    found = recognise(said)
    label = said.opened.label
    is_labelled = said.origin == "user" or label == "known_issue"
    if label is not None and is_labelled and len(said.low.split()) >= _FEWEST_LABELLED_WORDS:
        return _Verdict(label, f"label.{label}", sure=sure, text=said.text)
    if found is None:
        return None
    explains = said.origin == "agent" and found.kind == "fact" and has_code
    return _Verdict(found.kind, found.code, sure=sure and not explains, text=said.text)


def _claim(heard: _Heard, said: Said, verdict: _Verdict, behind: Said | None, *, corrects: bool) -> Claim:
    payload: dict[str, object] = {}
    if verdict.kind == "known_issue":
        payload["fix"] = fix_of(said, behind)
    elif verdict.kind == "decision":
        payload["reason"] = reason_of(said, behind)
    else:
        payload["reason"] = reason_of(said, None)
    if heard.origin == "user":
        payload["instead_of"] = replaced_by(said, heard.proposal if corrects else "")
    told = {name: value for name, value in payload.items() if value}
    confidence = (USER_SURE if heard.origin == "user" else AGENT_SURE) if verdict.sure else UNSURE
    return Claim(
        kind=verdict.kind,
        statement=_statement(verdict, told.get("instead_of")),
        origin=heard.origin,
        turn=heard.turn.id,
        evidence_id=heard.turn.evidence_id,
        start=said.opened.sentence.start,
        stop=said.opened.sentence.stop,
        at=heard.turn.at,
        confidence=confidence,
        sure=verdict.sure,
        rule=verdict.rule,
        place=heard.turn.place,
        payload=told or None,
    )


def _statement(verdict: _Verdict, instead_of: object) -> str:
    """Return a claim in its own words; a bare "use pnpm" also says what it replaces."""
    text = verdict.text.strip(" ,;:")
    if verdict.rule == "correction.use" and instead_of and f" {instead_of}".lower() not in text.lower():
        return f"{text.rstrip('.')}, not {instead_of}"
    return text
