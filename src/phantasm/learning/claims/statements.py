"""What does a plain statement of the user claim that no other rule knows? Pure.

These rules come last. They look at the shape: a lasting thing of a software project, a verb in the present,
and nothing of the moment.
"""

import re

from phantasm.learning.claims.clauses import clause_of
from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import AT_HAND, has_name, is_code, is_specific

_TECHNICAL = re.compile(
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
    return _TECHNICAL.search(said.low) is not None or is_specific(said.text) or has_name(said.text)


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
    return _TECHNICAL.search(subject.lower()) is not None or is_code(subject) or is_code(told)


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
    is_ours = _TECHNICAL.search(subject.lower()) is not None or is_specific(said.text) or has_name(said.text)
    return is_ours and is_subject(subject, found["verb"]) and not _OPINION.match(found["told"])


RULES: tuple[Rule, ...] = (
    rule("statement.bound", "constraint", "", _BOUND.pattern, check=_is_bound),
    rule("statement.fact", "fact", "", r"^[\w`\"(]", check=_is_statement),
)
