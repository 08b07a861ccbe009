"""What is true of the project: which sentences say so? Plain statements about lasting things. Pure."""

import re

from phantasm.learning.claims.clauses import clause_of
from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import AT_HAND, has_name, has_number, is_code, is_general, is_specific

_OUR_TERMS = re.compile(
    r"""\b(?:api|apis|app|apps|account|accounts|agents?|audit|backend|backups?|binary|boards?|browsers?
          |bucket|builds?|bundle|cache|caches|certificates?
    |changelog|class|classes|clients?|cluster|clusters|code|columns?|commands?|commits?|components?|config
      |container|containers|controllers?
    |cookies?|credentials|cron|dashboards?|data|database|databases|deploys?|deployments?|devices?|dns|docs
      |domains?|drivers?|email|emails|endpoint|endpoints
    |events?|exports?|features?|fields?|files?|firmware|fixtures?|flags?|flash|folders?|frontend|functions?
      |gateway|handlers?|headers?|hooks?|hosts?|images?|imports?
    |index|indexes|invoices?|issues?|jobs?|keys?|lambdas?|libraries|library|logic|logs?|machines?|memory
      |merges?|messages?|metadata|metrics|migrations?|models?
    |modules?|network|nodes?|notebooks?|notes|notifications?|packages?|pages?|parsers?|passwords?|patches
      |payloads?|payments?|pipelines?|plugins?|pods?|ports?
    |production|prod|proxy|prs|queries|query|queues?|records?|regions?|releases?|renderers?|reports?|repos?
      |repositories|requests?|responses?|reviews?
    |routes?|rows?|samples?|schemas?|screens?|scripts?|secrets?|sensors?|servers?|services?|sessions?
      |shards?|snapshots?|staging|storage|strings?|styles?
    |subdomains?|tables?|tags?|tasks?|templates?|tenants?|tests?|threads?|tickets?|tokens?|traffic|types?
      |uploads?|urls?|users?|versions?|views?|webhooks?
    |workers?|workflows?|writes?)\b""",
    re.VERBOSE,
)
"""Words of software projects: a statement without any, and without a name, is about something else."""
_BOUND = re.compile(
    r"\b(?:must|never|can't|cannot|can\snot|may\snot|mustn't|not\s(?:allowed|accepted|permitted)|mandatory"
    r"|at\smost|at\sleast|limited\sto"
    r"|the\s(?:minimum|maximum)|ha(?:s|ve)\sto|forbidden|immutable|no\slonger\sthan|no\smore\sthan)\b"
)
_BE = re.compile(
    r"^(?P<subject>(?:[\w`'./()-]+\s){0,6}?[\w`'./()-]+)\s"
    r"(?P<verb>is|are|has|have|must|may|can't|cannot|can|needs?)\s(?P<told>.{3,})"
)
_OPINION = re.compile(
    r"""^(?:an?\s|the\s|so\s|very\s|really\s|too\s|pretty\s|quite\s|just\s|all\s)*(?:\w+ly\s)?
    (?:mess|good|great|bad|ugly|nice|fine|ok|okay|terrible|horrible|awful|weird|wrong|right|huge|big|small
      |slow|fast|hard|easy|simple|boring|noisy|old|new
    |outdated|empty|full|down|up|ready|done|open|closed|broken|failing|red|green|missing|unused|gone|here
      |there|out|back|late|stuck|sick|angry
    |worst|best|problem|point|question|idea|same|key|such|amazing|cute|solid|awesome|fun|proud|estimated
      |better|worse|important|interesting|clear|sure|annoying|cool|funny|lost|too|in\sa\s|on\sholiday)\b""",
    re.VERBOSE,
)


def _is_technical(said: Said) -> bool:
    return _OUR_TERMS.search(said.low) is not None or is_specific(said.text) or has_name(said.text)


def _is_statement(_match: re.Match[str], said: Said) -> bool:
    """A thing of the project does, has or is something, always."""
    if AT_HAND.search(said.low) or not _is_technical(said):
        return False
    clause = clause_of(said.text)
    if clause is not None:
        told = len(clause.rest.split()) > 1 or is_specific(clause.rest)
        return told and _is_ours(clause.subject, clause.rest) and _OPINION.match(clause.rest.lower()) is None
    found = _BE.match(said.low)
    return found is not None and _is_said_of(found, said)


def _is_ours(subject: str, told: str) -> bool:
    """The subject is a thing of software, or code is told of it."""
    return _OUR_TERMS.search(subject.lower()) is not None or is_code(subject) or is_code(told)


def _is_said_of(found: re.Match[str], said: Said) -> bool:
    """Something is told of a subject that lasts, more than what one thinks of it."""
    told = found["told"]
    if _OPINION.match(told) or told.startswith(("been ", "become ", "not ")):
        return False
    subject = said.text[: found.end("subject")]
    if not is_subject(subject, found["verb"]):
        return False
    if not _is_ours(subject, told):
        return False
    is_sort = subject.split()[-1].lower().endswith("s") and subject.split()[0].lower() != "the"
    return is_sort or is_specific(told) or has_name("x " + said.text[found.start("told") :]) or " by " in told


def _is_bound(match: re.Match[str], said: Said) -> bool:
    found = _BE.match(said.low)
    subject = said.text[: found.end("subject")] if found is not None else ""
    if found is None or found["verb"] in ("may", "can", "needs", "need") or AT_HAND.search(said.low):
        return _is_statement(match, said)
    is_ours = _OUR_TERMS.search(subject.lower()) is not None or is_specific(said.text) or has_name(said.text)
    return is_ours and is_subject(subject, found["verb"]) and not _OPINION.match(found["told"])


STATEMENT_RULES: tuple[Rule, ...] = (
    rule("statement.bound", "constraint", "", _BOUND.pattern, check=_is_bound),
    rule("statement.fact", "fact", "", r"^[\w`\"(]", check=_is_statement),
)


_SUBJECT = r"(?P<subject>(?:(?!is\b|are\b|has\b)[\w`'./()\"-]+\s){0,6}?(?!is\b|are\b|has\b)[\w`'./()\"-]+)"
_DONE = (
    r"(?:\w+ed|written|kept|sent|built|read|cut|run|split|set|held|drawn|chosen|given|shown|known|thrown"
    r"|taken|put|made|fed|bound)"
    r"(?:\s\w+ly|\sonce|\stwice|\sonly)?"
)
_VAGUE = frozenset(
    """get gets show shows end ends allow allows include includes provide provides help helps take takes
    add adds pass passes work works start starts put puts create creates""".split()
)
"""What an assistant says of its own work, as often as of the project."""
_TECHNICAL = frozenset(
    """listens listen binds bind expires expire rotates rotate polls poll retries retry caches cache
    deploys deploy publishes publish subscribes subscribe consumes consume parses parse syncs sync
    replicates replicate connects connect mounts mount routes route redirects redirect""".split()
)
"""Verbs that only programs do: with them a name or a number is enough."""
_BY_PROGRAMS = re.compile(
    r"\b(?:stored|deployed|hosted|served|hashed|cached|configured|versioned|sharded|partitioned|replicated"
    r"|encrypted|compiled|indexed"
    r"|queued|synced|mounted|proxied|provisioned|triggered|scheduled|backed|powered|parsed|loaded|polled"
    r"|routed)\b"
)
_COUNTED = re.compile(r"\b(?:called|used|mentioned|defined|imported|referenced)$")
"""Who looks at code says where something is called; that is found again faster than remembered."""
_OFTEN = re.compile(r"\b(?:every|once\s(?:a|per)|twice\s(?:a|per)|nightly|daily|hourly|weekly|monthly)\b")
_DATE = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|\d{1,2}(?::\d\d)?\s?[ap]m)\b"
)
_PLACE = re.compile(r"^(?:in|on|at|under|behind)\s")
_ARTICLE = re.compile(
    r"^an?\s(?:separate\s|single\s|small\s|plain\s|thin\s)?(?:\w+\s){0,3}?(?:app|application|service"
    r"|monorepo|monolith|job|script|library|module|package|wrapper|fork|view|table|cluster|queue|cron|bot"
    r"|daemon|plugin|crate|gem|tool|repo|server|worker|proxy|binary|site|website|subdomain|domain"
    r"|container|gateway|broker|mirror)\b"
)


def _has_subject(match: re.Match[str], said: Said) -> bool:
    return is_subject(said.text[match.start("subject") : match.end("subject")], match["verb"])


def _of_user(match: re.Match[str], said: Said) -> bool:
    rest = said.text[match.end() :]
    return _has_subject(match, said) and (len(rest.split()) > 1 and not AT_HAND.search(rest.lower()))


def _names_more(_match: re.Match[str], said: Said) -> bool:
    clause = clause_of(said.text)
    if clause is None or not clause.rest:
        return False
    return is_specific(clause.rest) or has_name("x " + clause.rest) or _OFTEN.search(said.low) is not None


def _of_agent(match: re.Match[str], said: Said) -> bool:
    """An assistant talks of everything: what it says counts where it names things of this project."""
    if not _has_subject(match, said) or is_general(match["subject"]) or _COUNTED.search(match[0]):
        return False
    rest = said.text[match.end() :]
    if is_code(rest) or (is_code(said.text[: match.end()]) and " " in rest):
        return True
    return _BY_PROGRAMS.search(match[0]) is not None and (has_number(rest) or has_name("x " + rest))


def _does(_match: re.Match[str], said: Said) -> bool:
    clause = clause_of(said.text)
    if clause is None or is_general(clause.subject.lower()) or not clause.rest or clause.verb in _VAGUE:
        return False
    if is_code(clause.rest) or (is_code(clause.subject) and " " in clause.rest):
        return True
    return clause.verb in _TECHNICAL and (has_number(clause.rest) or has_name("x " + clause.rest))


def _by_the(match: re.Match[str], said: Said) -> bool:
    if _of_agent(match, said):
        return True
    by_ours = re.match(r"\sby\sthe\s\w+", said.low[match.end() :]) is not None
    return by_ours and _has_subject(match, said) and not is_general(match["subject"])


def _is_told(match: re.Match[str], said: Said) -> bool:
    """A user's "is": a place, a name or a sort of thing is told, not an opinion or a state."""
    told = said.low[match.end() :].strip()
    if not _has_subject(match, said) or told.startswith(
        ("not ", "too ", "very ", "so ", "estimated ", "set ")
    ):
        return False
    if told.startswith(("called ", "named ", "mostly ", "made of ")) or _ARTICLE.match(told):
        return True
    shown = said.text[match.end() :].strip()
    if _PLACE.match(told):
        return (is_specific(shown) or has_name("x " + " ".join(shown.split()[:3]))) and _DATE.search(
            told
        ) is None
    if told.startswith(("an ", "a ", "the ")):
        return False
    beginning = " ".join(shown.split(",")[0].split()[:2])
    return is_specific(beginning) or has_name("x " + beginning)


def _is_counted(match: re.Match[str], said: Said) -> bool:
    told = said.low[match.end() :]
    return (
        not told.startswith(("been ", "become "))
        and _has_subject(match, said)
        and (has_number(" ".join(told.split()[:3])) or is_code(told))
    )


RULES: tuple[Rule, ...] = (
    rule(
        "fact.done",
        "fact",
        "is are",
        rf"^{_SUBJECT}\s(?P<verb>is|are)\s(?:\w+ly\s|only\s|all\s|always\s)?{_DONE}(?=\s(?:in|on|by|with|to"
        rf"|at|from|for|through|via|as|over|under|into|behind|using|before|after|only|every|per|once"
        rf"|and)\b)",
        check=_of_user,
    ),
    rule(
        "fact.done_agent",
        "fact",
        "is are",
        rf"^{_SUBJECT}\s(?P<verb>is|are)\s(?:\w+ly\s|only\s|all\s|always\s)?{_DONE}(?=\s(?:in|on|by|with|to"
        rf"|at|from|through|via|as|over|under|into|behind|using|before|after|only|every|per)\b)",
        check=_by_the,
        who="agent",
    ),
    rule("fact.does", "fact", "", r"^[\w`\"(]", check=_names_more),
    rule("fact.does_agent", "fact", "", r"^[\w`\"(]", check=_does, who="agent"),
    rule("fact.is", "fact", "is are", rf"^{_SUBJECT}\s(?P<verb>is|are)\b", check=_is_told),
    rule(
        "fact.this_project",
        "fact",
        "this",
        r"^this\s(?:is\san?\s(?:\w+\s){0,2}?(?:monorepo|repo|repository|service|library|app|project|fork"
        r"|cli|plugin)\b|(?:repo|repository|project|service|app|library)\s(?:is|uses|contains|runs|has)\b)",
    ),
    rule("fact.has", "fact", "has have", rf"^{_SUBJECT}\s(?P<verb>has|have)\s", check=_is_counted),
    rule(
        "fact.we_have",
        "fact",
        "have run operate maintain host serve sell",
        r"^we\s(?:have|run|operate|maintain|host|serve|sell)\s(?:\d+|two|three|four|five|six|seven|eight"
        r"|nine|ten|twelve)\s\w+s\b",
    ),
    rule("fact.owns", "fact", "owns own", r"^the\s\w+\steam\sowns\s"),
    rule(
        "fact.we_do_not",
        "fact",
        "don't not no",
        r"^we\s(?:don't|do\snot|no\slonger)\s(?:use|run|support|have|need|ship)\s(?!it\b|this\b|that\b"
        r"|to\b|a\b|time\b)\w+",
    ),
    rule(
        "fact.every",
        "fact",
        "every release releases deploys",
        r"^we\s(?:cut|release|deploy|ship|publish)\s.*\b(?:on|every|once|twice|each)\b",
    ),
)
