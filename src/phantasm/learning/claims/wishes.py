"""How does somebody want the work done: which sentences say so? Wishes that last. Pure."""

import re

from phantasm.learning.claims.artefacts import ARTEFACTS
from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.things import POINTING, bare, has_name, is_specific
from phantasm.learning.claims.verbs import ORDERS, WORKING

_WORK = re.compile(
    r"\b(?:tests?|functions?|commits?|commit\smessages?|prs?|pull\srequests?|names?|naming|comments?|code"
    r"|docs?|docstrings?|documentation|abbreviations?"
    r"|messages?|explanations?|answers?|repl(?:y|ies)|diffs?|types?|annotations?|composition|inheritance"
    r"|class(?:es)?|modules?|librar(?:y|ies)"
    r"|dependenc(?:y|ies)|tabs?|spaces?|refactor\w*|emojis?|todos?|summar(?:y|ies)|files?|variables?"
    r"|loops?|comprehensions?|changes?|changelogs?|branch(?:es)?"
    r"|merges?|rebas\w+|lint\w*|format\w*|types?|schemas?|apis?|endpoints?|scripts?|logs?|logging|errors?"
    r"|exceptions?|mocks?|fixtures?|jargon|options?"
    r"|snippets?|examples?|idioms?|step|steps|plans?|questions?|reviews?|markdown|bullet|bullets|tables"
    r"|english|one-liners?|globals?|singletons?|frameworks?|orms?|sql|css|yaml|json|editor|shell"
    r"|terminal)\b"
)
"""What the wishes of somebody who writes software are about."""


def is_about_work(said: Said) -> bool:
    """Tell whether a sentence speaks of software, or names something."""
    return _WORK.search(said.low) is not None or is_specific(said.text) or has_name(said.text)


def points_at_nothing(match: re.Match[str], said: Said) -> bool:
    """Tell whether a sentence holds no word that points at what is on the table."""
    return POINTING.search(said.low, match.start() + 1) is None


_NO_SORT = frozenset("the my your its a an about to up out off so too".split())
"""Before one thing, or behind a verb of two words; a sort of things stands bare."""
_SELF = re.compile(r"\b(?:me|my|i|asking)\b")


def _may_order(verb: str, said: Said) -> bool:
    """An order is about the work by its verb, by what it names, or because it speaks of the assistant."""
    return verb in WORKING or (verb in ORDERS and (is_about_work(said) or _SELF.search(said.low) is not None))


def _is_order(match: re.Match[str], said: Said) -> bool:
    """An order that holds from now on: it begins with a verb, and points at nothing."""
    verb = match["verb"]
    rest = re.split(r"[,;]\s", said.low[match.end() :], maxsplit=1)[0]
    return _may_order(verb, said) and POINTING.search(rest) is None


def _is_order_to_me(match: re.Match[str], said: Said) -> bool:
    return _is_order(match, said) and _SELF.search(said.low[match.end() :]) is not None


def _is_plural(match: re.Match[str], said: Said) -> bool:
    """What is not to be done is a sort of thing ("emojis"), not the one on the table ("the header")."""
    rest = said.low[match.end() :]
    words = rest.split()
    if (
        not _may_order(match["verb"], said)
        or not words
        or POINTING.search(rest)
        or re.search(r"\b(?:yet|now|worry)\b", rest)
    ):
        return False
    return bare(words[0]) not in _NO_SORT


def _is_mine(match: re.Match[str], said: Said) -> bool:
    return _is_plural(match, said) and (_SELF.search(said.low) is not None)


ORDER_RULES: tuple[Rule, ...] = (
    rule("preference.always", "preference", "always", r"^always\s(?P<verb>[\w-]+)\s", check=_is_order),
    rule(
        "preference.never_me",
        "preference",
        "never ever",
        r"^(?:never|don't\sever|do\snot\sever)\s(?P<verb>[\w-]+)\s?",
        check=_is_order_to_me,
    ),
    rule(
        "constraint.never",
        "constraint",
        "never ever",
        r"^(?:never|don't\sever|do\snot\sever)\s(?P<verb>[\w-]+)\s?",
        check=_is_order,
    ),
    rule(
        "convention.order",
        "convention",
        "prefix suffix name group sort order tag wrap put indent",
        r"^(?P<verb>prefix|suffix|name|group|sort|order|tag|wrap|put|indent)\s(?:all\s"
        r"|every\s)?(?:[\w-]+\s)?[\w-]+s\s(?:with|by|in|into|after|under|as|at)\s",
        check=points_at_nothing,
    ),
    rule(
        "preference.order",
        "preference",
        "write keep document explain structure",
        r"^(?P<verb>write|keep|document|explain|structure)\s(?!tests\b|the\b)(?:all\s"
        r"|your\s)?(?:[\w-]+\s)?(?:docs|comments|messages|commits|errors|functions|names|queries"
        r"|explanations|summaries|code)\s(?:for|like|as|in|with|so|short|small)\b(?!\sthe\b)",
        check=points_at_nothing,
    ),
    rule(
        "convention.never_short",
        "convention",
        "never",
        r"^[\w-]+(?:\s[\w-]+){0,3},\snever\s[\w-]+(?:\s[\w-]+){0,3}\.?$",
        check=lambda _match, said: is_about_work(said),
    ),
    rule("convention.keep_under", "convention", "keep", r"^keep\s[\w\s-]{3,30}\s(?:under|below)\s\d"),
    rule(
        "convention.not_but",
        "convention",
        "don't do",
        r"^(?:please\s)?(?:don't|do\snot)\s(?P<verb>\w+)\s(?P<what>[^,;]{2,50}?)[,;]\s(?:but\s"
        r"|please\s)?use\s(?!it\b|this\b|that\b|the\s(?:first|second|other)\b).{2,80}$",
        check=lambda match, _said: POINTING.search(match["what"]) is None,
    ),
    rule(
        "preference.do_not",
        "preference",
        "don't do avoid",
        r"^(?:please\s)?(?:don't|do\snot|avoid)\s(?P<verb>[\w-]+)\s",
        check=_is_mine,
    ),
    rule(
        "preference.do_not_use",
        "preference",
        "don't do",
        r"^(?:please\s)?(?:don't|do\snot)\s(?P<verb>[\w-]+)\s",
        check=_is_plural,
    ),
    rule(
        "constraint.no_things",
        "constraint",
        "no",
        r"^no\s(?:force\spush(?:es)?|direct\s\w+|secrets|personal\s\w+|customer\s\w+|\w+\s(?:in|on"
        r"|to)\sproduction)\b",
    ),
    rule(
        "constraint.no_things_there",
        "constraint",
        "no",
        r"^no\s(?!problem|luck|changes?|idea|need|errors?|difference|worr|way|one\b|reason|news|access"
        r"|trace|sign|output|matter|doubt|offen[cs]e|more\b|longer)[\w./-]+(?:\s[\w-]+)?\s(?:on|in|at"
        r"|between|inside|from)\s(?:the|our|any|all|\w+s)\b",
        check=points_at_nothing,
    ),
    rule(
        "convention.use_instead",
        "convention",
        "use",
        r"^use\s(?!the\b|a\b|an\b|this\b|that\b|it\b|tabs\sin\sthis)(?P<what>[^,;]{2,60}?)\s(?:only\b"
        r"|everywhere\b|rather\sthan\b|instead\sof\b|for\s(?:all|every|any)|in\sall\b|not\b)"
        r"|^use\s(?!the\b|a\b|an\b|this\b|that\b|it\b)[\w\s-]{2,40}\sonly\.?$",
        check=lambda _match, said: (
            POINTING.search(said.low.removesuffix(".").removesuffix("instead")) is None
        ),
    ),
    rule(
        "convention.everywhere",
        "convention",
        "always everywhere",
        rf"^(?:british\senglish|american\senglish|english|tabs|spaces|(?:\w+\s)?{ARTEFACTS}"
        rf"|type\shints)\b[^?]{{0,40}}?,?\s(?:always\.?$|everywhere\b)",
    ),
    rule("convention.one_per", "convention", "one per", r"^one\s[\w-]+(?:\s[\w-]+)?\sper\s[\w-]+\.?$"),
)


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
