"""Which sentences claim nothing? Questions, guesses, plans, reports of others, the moment, the past. Pure.

Each gate is a few words that open it and a pattern that decides; the words keep the patterns from being tried
on every sentence.
"""

import re
from typing import NamedTuple

from phantasm.learning.claims.sentences import Sentence


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
