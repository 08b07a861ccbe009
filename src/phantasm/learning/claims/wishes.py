"""How does somebody want the work done: which sentences say so? Wishes that last. Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.things import POINTING
from phantasm.learning.claims.verbs import ORDERS
from phantasm.learning.claims.working import is_about_work, points_at_nothing

_GENERAL_MARK = re.compile(
    r"\b(?:always|every(?:where|\stime|\sfile|\schange|\scommit)?|from\snow\son|in\sgeneral|anywhere"
    r"|anything|any|ever|never|whenever|only|rather\sthan"
    r"|instead\sof|each|all|in\sproduction|in\slibrary)\b|,\snot\s"
)


def _is_lasting_wish(match: re.Match[str], said: Said) -> bool:
    """What is wanted is a way of working: bare things, not the one on the table."""
    rest = said.low[match.end() :].strip()
    if not rest or POINTING.search(rest):
        return False
    if not is_about_work(said):
        return False
    return (
        re.match(r"(?:the|an?|if|to|my|how|when|\w+ing)\b", rest) is None
        or _GENERAL_MARK.search(rest) is not None
    )


RULES: tuple[Rule, ...] = (
    rule(
        "preference.when_you",
        "preference",
        "when whenever before",
        r"^(?:when|whenever|before|after|if)\syou(?:'re)?\s[^,]{3,60},\s(?:please\s)?(?:always\s"
        r"|never\s)?(?P<verb>\w+)\s.*\b(?:me|first|instead)\b",
        check=lambda match, _said: match["verb"] in ORDERS,
    ),
    rule(
        "preference.i_prefer",
        "preference",
        "prefer prefers rather",
        r"^i(?:'d|\swould|\smuch|\sstrongly|\sreally)?\s(?:prefer|rather\s(?:read|see|have|use|get|write))\s",
        check=_is_lasting_wish,
    ),
    rule(
        "preference.i_like",
        "preference",
        "like hate dislike love want don't can't never comfortable",
        r"""^i(?:\sreally|\salso|\sgenerally|\sdo)?\s(?:like|hate|dislike|love|don't\s(?:really\s)?(?:like
              |want|need)|can't\sstand|never\swant|always\swant|want|do\snot\s(?:like|want))\s
           |^i'm\smore\scomfortable\swith\s""",
        check=_is_lasting_wish,
    ),
    rule(
        "preference.like_you_to",
        "preference",
        "like want",
        r"^i(?:'d|\swould)\slike\syou\sto\s(?=always|never|explain|ask|tell|show|check|write|use|keep"
        r"|run)(?!.*\b(?:this|that)\b)",
    ),
    rule(
        "preference.want_to_see",
        "preference",
        "want",
        r"^i\s(?:always\s)?want\sto\s(?:see|know|review|approve|be\sasked)\b.*\b(?:before|every|always"
        r"|whenever|each)\b",
    ),
    rule(
        "preference.from_now_on",
        "preference",
        "now going",
        r"^(?:from\snow\son|going\sforward|in\s(?:the\s)?future),?\s(?:please\s)?(?:always\s|never\s)?\w+",
    ),
    rule(
        "preference.ask_before",
        "preference",
        "ask explain show tell check",
        r"^(?:please\s)?(?P<verb>ask|explain|show|tell\sme|check\swith\sme"
        r"|warn\sme)\b(?:\s[\w\s]{0,30})?\s(?:before|first|whenever)\b",
        check=lambda match, said: POINTING.search(said.low[match.end() :]) is None,
    ),
    rule(
        "preference.keep_short",
        "preference",
        "keep",
        r"^keep\s(?:the\s|your\s|all\s)?(?:\w+\s)?(?:comments|answers|replies|explanations|summaries"
        r"|commits|messages|functions|prs|pull\srequests|names|docs|docstrings|diffs)\s(?:\w+\s)?(?:short"
        r"|brief|small|concise|simple|terse|minimal|focused|plain)\b(?!\shere)",
    ),
    rule(
        "preference.language",
        "preference",
        "in",
        r"^(?:always\s)?(?:answer|reply|respond|speak|talk)\s(?:to\sme\s)?in\s\w+",
    ),
    rule("preference.care", "preference", "care value", r"^i\s(?:care|value)\s.*\bthan\b"),
    rule(
        "preference.prefer",
        "preference",
        "prefer",
        r"^prefer\s(?!not\b|the\s(?:first|second|other))",
        check=points_at_nothing,
    ),
    rule(
        "preference.no_please",
        "preference",
        "please pls",
        r"^no\s[\w-]+(?:\s[\w-]+)?,?\s(?:please|pls)\b",
        check=points_at_nothing,
    ),
    rule(
        "preference.if_you",
        "preference",
        "if",
        r"^if\syou\s(?:touch|change|edit|add|rename|remove|write|move|delete|find"
        r"|introduce)\b[^,]{3,70},\s(?:please\s|also\s|always\s)?(?P<verb>\w+)\s",
        check=lambda match, _said: match["verb"] in ORDERS,
    ),
    rule(
        "preference.i_am_so",
        "preference",
        "so",
        r"^i(?:'m|\sam)\s.{3,60},\sso\s(?:please\s)?(?:explain|keep|use|avoid|don't|show|write|skip|no)\b",
    ),
    rule(
        "preference.adjective",
        "preference",
        "please pls",
        r"^(?:short|brief|concise|terse|small|plain|simple|more|less|fewer)\s[\w-]+s?,?\s(?:please|pls)\b",
    ),
    rule(
        "preference.would_like",
        "preference",
        "like",
        r"^i(?:'d|\swould)\slike\s(?:fewer|less|more|shorter|smaller|no)\s",
        check=_is_lasting_wish,
    ),
    rule("preference.explain_like", "preference", "explain", r"^explain\s.{2,40}\sto\sme\slike\b"),
    rule("preference.be", "preference", "be", r"^be\s(?:brief|concise|terse|short|direct|explicit|blunt)\b"),
    rule(
        "preference.only_when",
        "preference",
        "only",
        r"^only\s(?P<verb>\w+)\s.*\b(?:when|if|after)\si\b",
        check=lambda match, _said: match["verb"] in ORDERS,
    ),
    rule(
        "preference.at_a_time",
        "preference",
        "time",
        r"^(?:give|show|ask|send|suggest|offer)\b.*\bone\s.*\bat\sa\stime\b",
    ),
    rule(
        "preference.if_then",
        "preference",
        "if",
        r"^if\b[^,]{3,70},\s(?:please\s)?(?:tell|ask|warn|show)\sme\b",
    ),
    rule(
        "preference.unless_asked",
        "preference",
        "unless without until",
        r"^(?:don't|never|do\snot)\s\w+\s.*\b(?:unless\si|without\s(?:asking|my)|until\si)\b",
    ),
    rule("preference.so_no", "preference", "so", r"^(?:i\b|i'm\b).{5,80},\sso\s(?:please\s)?no\s[\w/-]+"),
    rule(
        "preference.no_need",
        "preference",
        "need",
        r"^(?:there's\s)?no\sneed\sto\s(?:explain|tell|ask|show|mention|apologi[sz]e|repeat|summari[sz]e"
        r"|comment)\b(?!.*\b(?:this|that|it)\b)",
    ),
    rule(
        "preference.stop_doing",
        "preference",
        "stop",
        r"^stop\s(?P<what>apologi[sz]ing|explaining|adding|using|asking|repeating|summari[sz]ing|guessing"
        r"|writing|wrapping|inventing)\b(?!\s(?:this|that|it)\b)",
    ),
    rule(
        "preference.no_without",
        "preference",
        "no nothing",
        r"^no\s(?:new\s)?[\w-]+(?:\s[\w-]+)?\s(?:without\s(?:asking|my|approval)|in\s(?:library\s)?(?:code"
        r"|tests|commits|commit\smessages|production))\b",
    ),
)
