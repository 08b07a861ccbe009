"""What do the turns of a session claim? Sentence by sentence, with their neighbours; deterministic. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from phantasm.contracts.kinds import KindName
from phantasm.learning.claims.model import AGENT_SURE, UNSURE, USER_SURE, Claim, Origin
from phantasm.learning.claims.openers import Opened, opened
from phantasm.learning.claims.recognising import recognise
from phantasm.learning.claims.ruling import Said
from phantasm.learning.claims.sentences import Sentence, sentences_of
from phantasm.learning.claims.things import POINTING, bare
from phantasm.learning.claims.withdrawals import Placed, Signal, standing, takes_back
from phantasm.session.model import THOUGHT, Turn
from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.words import normal_form


class _Gate(NamedTuple):
    code: str
    words: frozenset[str]
    """At least one of these is in the sentence; empty: always tried."""
    pattern: re.Pattern[str]


def _gate(code: str, words: str, pattern: str) -> _Gate:
    return _Gate(code, frozenset(words.split()), re.compile(pattern, re.VERBOSE))


_HANDLE = re.compile(r"\[[me]:[0-9a-z]{8}\]")
_QUESTION = re.compile(
    r"""(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|isn't|aren't|don't|doesn't
          |didn't|can't
        |couldn't|shouldn't|wouldn't|won't|hasn't|haven't|may|must|shall)
        \s(?:i|we|you|he|she|it|they|there|this|that|these|those|the|our|my|your|anyone|anybody|somebody)\b
      |(?:why|how|who|whose|whom|where|which)\b|what\b(?!\s(?:actually\s|really\s)?(?:caused|broke|fixes
        |fixed|helps))
      |when\s(?:is|are|do|does|did|was|will|can|should|would)\b|any\s(?:idea|chance|news|thoughts)|how\scome
      |remember\s(?:when|how|the)\b""",
    re.VERBOSE,
)
_GATES = (
    _gate(
        "guess",
        """maybe perhaps probably possibly presumably apparently supposedly hopefully might could seems
        seem appears appear likely unlikely guess suspect suppose assume assuming wonder hypothesis
        theory afaik iirc imho think believe looks look sure unsure idea doubt wrong guessed thought
        guessing reckon hunch suggests suggest may must""",
        r"""\b(?:maybe|perhaps|probably|possibly|presumably|apparently|supposedly|hopefully|might|could|seems?
            |(?:un)?likely|afaik|iirc|imho|hunch|hypothesis|guessing)\b
          |\b(?:i|we|i'd|i'm)\s(?:\w+\s)?(?:think|guess|guessed|suspect|suppose|believe|assume|wonder
            |thought|doubt
            |reckon|assuming)\b
          |\b(?:not|'m|am|never)\s(?:quite\s|really\s|entirely\s)?(?:un)?sure\b|\bno\sidea\b
            |\bappears?\s(?:to|that|the)\b
          |\bit\sappears\b|\blooks?\slike\b|\bmy\s(?:first\s)?(?:guess|theory)\b
          |^(?!no\b|nothing\b|only\b|nobody\b).*\bmay\s(?:be|have|want|need|mean|well|also|or|still|cause
            |depend|require|take)\b
          |\bmust\s(?:have|feel|seem|look)\b|\b(?:this|that|which|it)\ssuggests?\b|^suggests?\b""",
    ),
    _gate(
        "hypothesis",
        "if unless suppose imagine assuming would wouldn't i'd we'd case long scenario say were when",
        r"""^(?:if\b(?!.*,\s(?:please\s)?(?:tell|ask|warn|show)\sme\b|.*,\s(?:ask|talk\sto|ping|contact
              |raise|increase|lower|restart|kill|delete|clear|rebuild|purge)\s|\syou\s(?:touch|change|edit|add
              |rename|remove|write|move|delete|find|introduce|get|see|hit|run\sinto|encounter|ever\s(?:get
              |see)))|unless\b|suppose\b|supposing\b|imagine\b|assuming\b|in\scase\b
            |as\slong\sas\b|in\sthat\s(?:case|scenario)\b|provided\b|when\si'm\b|when\swe(?:'re|\sare)\b
              |once\si\b)
          |^[^,;]*\bwould(?:n't)?\b|\bwe'd\b|\bit'd\b""",
    ),
    _gate(
        "plan",
        """i'll we'll will let let's i'm we're going plan planning want next first try trying tried should
        shall need to-do todo ought recommend suggest consider propose considering option proceed
        starting shouldn't""",
        r"""^(?:i'll|i\swill|we\swill|let\sme|let's\s(?:see|try|check|do|look|start|first|begin|move|fix
              |take|get|make|go$
            |go\s(?:ahead|on|back|through|over)|also|now|just|not|use\sthis)|i'm\s(?:going\sto|about\sto)
              |we're\sgoing\sto
            |next\b|to\sfix\sthis|the\snext\sstep|my\splan|here's\s(?:my|the)\splan|planning|trying|i\splan
              |i\swant\sto\s(?!see\b|know\b|review\b|approve\b|be\b)
            |i'd\s(?:recommend|suggest|go|lean|propose|start)|i\s(?:recommend|suggest|propose)|consider\b
              |one\soption
            |another\soption|first\s(?:i|we|let)|then\si|now\s(?:i|let|we)|shall\b|we'll\s(?:see|need|have
              |try|want|probably|look|do\b|get|also))
          |\bshould(?:n't)?\b|\bought\sto\b|\b(?:at\ssome\spoint|some\sday|someday|one\sday|eventually)\b
            |\bwe\swill\sneed\b""",
    ),
    _gate(
        "request",
        """can could would help trying wondering looking considering thinking working struggling stuck
        having i'd want i'm""",
        r"""\b(?:can|could|would|will)\syou\b|\bhelp\sme\b|\bi'm\s(?:trying|wondering|looking|considering
              |thinking|working\son|struggling|stuck|having|worried
            |concerned|kinda|planning|curious|excited|interested|concerned|confused|hoping|not\sable)\b
              |\bi'd\s(?:like|love)\sto\b|\bi\swant\sto\smake\ssure\b""",
    ),
    _gate(
        "attempt",
        "tried try trying attempt attempted didn't help helped turned failed reverted revert gave tested",
        r"""\b(?:i|we)(?:'ve|\shave)?\s(?:first\s|also\s|then\s)?(?:tried|attempted|reverted|tested
              |gave\sup)\b
          |\bdid(?:n't|\snot)\s(?:help|work|change|make)\b|\bdid\snothing\b|\bto\sno\savail\b
          |\bthat\s(?:turned\sout|was\snot|wasn't|did)\b|\bnot\sthe\s(?:reason|cause|problem|culprit
            |issue)\b|\bwas\swrong\b
          |\bturned\sout\s(?:that\swas|to\sbe\swrong|not)\b|\breverted?\sth(?:is|at|e)\b""",
    ),
    _gate(
        "reported",
        """says said claims claimed told thinks wants wanted asked promised recommends recommended
        according rumour rumor mentioned reckons believes supposedly writes wrote suggested asks""",
        r"""^(?:[\w.'`/-]+\s){1,4}(?<!that\s)(?<!which\s)(?<!and\s)(?<!never\s)(?<!are\s)(?<!is\s)(?<!be\s)
              (?:says(?!\sso\b)|said|claims|claimed|thinks|wants|wanted|asked|asks|promised|mentioned
              |recommends|recommended
            |reckons|believes|suggested)\b
          |\btold\s(?:me|us|them|you)\b|^according\sto\b|^rumou?r\b|\bi\s(?:read|heard)\b|^i\snever\ssaid\b
            |^wrote\b
          |^[a-z]+\swrote\sa\b""",
    ),
    _gate(
        "moment",
        """now currently today yesterday tomorrow tonight moment morning just still again yet already week
        month night far time running working failing right temporarily meanwhile soon ago later minute
        minutes weekend noon friday monday tuesday wednesday thursday updated recently""",
        r"""\b(?:right\snow|just\snow|currently|today|yesterday|tomorrow|tonight|at\sthe\smoment
              |this\s(?:morning|week|month|time|afternoon|evening)
            |last\s(?:night|week|month|year|time|sprint)|so\sfar|for\snow|for\sthe\sdemo|for\stoday
              |meanwhile|temporarily|recently|the\sother\sday|earlier\stoday
            |a\s(?:minute|moment|while|week|day)\sago|by\s(?:noon|tomorrow|friday|monday|tuesday|wednesday
              |thursday)|until\s(?:monday|tomorrow)|on\smonday
            |up\sto\sdate|not\syet|up\sand\srunning)\b
          |\b(?:is|are|was|were|am|'m|'re|'s|be)\s(?:now|still|already|just|again|running|working|failing
            |passing|building|hanging|installing|updating|looking)\b
          |^(?:still|again)\b|\b(?:failing|broken|failed|crashed|happened|down|running|works|work)\s(?:again
            |since|now|fine)\b|\byet\.?$|\bagain[.!]?$
          |\bi\sjust\s\w+ed\b|\bthe\stests?\s(?:still\s|now\s)?(?:pass|passes|fail|fails|passed
            |failed)\b[^;,]{0,20}$|\b(?:pass|passes|passed)\snow\b|\bnow\s(?:pass|work|return|use|handle
            |require|support|show|take|read|write)s?\b""",
    ),
    _gate(
        "jest", "lol haha hehe ugh kidding joking lmao", r"\b(?:lol|haha\w*|hehe|ugh|lmao|kidding|joking)\b"
    ),
    _gate(
        "past",
        "used last back once old then previously formerly remember years were had was",
        r"""^\W*(?:\w+\s){1,3}used\sto\s\w+|^(?:back\s(?:then|in\sthe)|once\supon|in\smy\s(?:old|last
              |previous)|years\sago|previously|formerly)\b
          |\bat\sfirst\b|\bthe\sold\sdays\b|^i\s(?:spent|went|had|was|did)\b""",
    ),
    _gate(
        "state_of_work",
        """i we i've we've have has been is are done here here's there it's that's this these those the all
        two three one everything tests build added fixed updated created moved renamed""",
        r"""^(?:here(?:'s|\sis|\sare)|this\s(?:is(?!\san?\s(?:mono|repo|service|library|fork|cli|plugin))
              |was|came|took|looks|works|one|fix|change)\b|these\s(?:are|were)|all\s\d+|(?:two|three|four|five
              |\d+)\s(?:of|failed|passed|tests|files|imports)|done\b|fixed\b|added\b|updated\b|removed\b
              |moved\b|renamed\b|created\b|committed\b|converted\b|switched\b|switching\b|replaced\b
              |running\s(?:the|it|`|a\b|again|tests)|installing\b|noted\b|looking\b|reading\b|using\sthe\b
              |everything\b|great\b|perfect\b|thanks\b|thank\syou|good\b|happy\sto|i\shope|let\sme\sknow
              |that\s(?:makes|should|answers|works|did|looks)|you're\s(?:right|absolutely|welcome)|sounds\b)
          |\b(?:has|have)\s(?:now\s|just\s|already\s)?been\s(?:created|added|updated|fixed|removed|moved
            |renamed|merged|deployed|converted)\b
          |^(?:i|i've|i\shave)\s(?:also\s|just\s|now\s|then\s)?(?:fixed|added|updated|created|moved|renamed
            |removed|changed|made|wrote|ran|put|pushed|merged|converted|replaced|committed|used|named
            |formatted|split|closed|opened|searched|talked|finally)\b""",
    ),
)
_HEDGE = re.compile(
    r"\b(?:usually|normally|typically|generally|mostly\s(?:we|i)|in\sgeneral|often|sometimes"
    r"|more\sor\sless|kind\sof|sort\sof)\b"
)
_REASON = re.compile(r"\s(?:because|since|as|so)\s")


def gate_of(sentence: Sentence, low: str) -> str | None:
    """Return why a sentence claims nothing, None where it may; `low` is the sentence without its openers."""
    if low.endswith(":"):
        return "announcement"
    if sentence.text.endswith("?") or _QUESTION.match(low):
        return "question"
    if "[" in low and _HANDLE.search(low):
        return "echo"
    for gate in _GATES:
        if not gate.words.isdisjoint(sentence.words) and gate.pattern.search(low):
            return gate.code
    return None


def is_hedged(low: str) -> bool:
    """Tell whether a sentence says itself that it holds only mostly; what the reason says does not count."""
    return _HEDGE.search(_REASON.split(low, maxsplit=1)[0]) is not None


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
