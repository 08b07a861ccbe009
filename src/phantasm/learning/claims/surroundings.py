"""What does a machine need to work here, and what does the project rest on: which sentences say so? Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import AT_HAND, POINTING, has_name, is_specific

_VERSION = re.compile(r"\b[a-z][\w.+-]*\sv?\d+(?:\.\d+)*\b")
_TOOL_SUBJECT = re.compile(
    r"\b(?:tests?|suite|ci|build|builds|project|repo|repository|make|pipeline|worker|server|script|scripts"
    r"|setup|linter|cli"
    r"|machine|container|docker|simulator|emulator|prod|production|staging|runner|runners|checks?"
    r"|hooks?)\b|^`(?:make|just|npm|pnpm|yarn|pytest|cargo|tox|go|docker|bundle|poetry|uv|terraform"
    r"|kubectl|gradle|mvn)\b"
)
_COMMAND = re.compile(
    r"(?:make|npm|pnpm|yarn|just|cargo|docker|poetry|uv|tox|bundle|go|terraform|kubectl|gradle"
    r"|mvn)\s[\w:-]+(?:\s[\w:-]+)?$"
)
_HARD = re.compile(
    r"\brunning\b|\bnetwork\b|\bvpn\b|\bdaemon\b|\bdatabase\b|\binternet\b|\bnewer\b|\bvariable\b|\bgb\b"
    r"|\b(?:extension|package|library|plugin|driver|account|licen[cs]e)\b"
)
_HERE = re.compile(r"\s(?:here|locally)\b")
_TOOLS = re.compile(
    r"\b(?:layout|keyboard|editor|shell|terminal|vim|emacs|neovim|tmux|fish|zsh|monitor|ide)\b"
)
_MACHINE = re.compile(r"\b(?:machine|gpu|ram|gb|memory|disk|docker|vpn)\b")
_TIME = re.compile(r"\b(?:seconds?|minutes?|hours?|days?|weeks?)\b")


def _needs_something(match: re.Match[str], said: Said) -> bool:
    """What is needed is a thing that can be had: a version, a setting, a service; no work and no time."""
    needed = re.split(r"\sfor\s|,\s", said.text[match.end() :], maxsplit=1)[0]
    subject = said.text[match.start("subject") : match.end("subject")]
    is_thing = _COMMAND.match(subject) or is_subject(subject, match["verb"], loosely=True)
    if not is_thing or _TIME.search(needed) or AT_HAND.search(_HERE.sub("", needed.lower())):
        return False
    return is_specific(needed) or has_name("x " + needed) or _HARD.search(needed.lower()) is not None


def _is_my_tool(match: re.Match[str], said: Said) -> bool:
    used = said.text[match.end() :]
    return has_name("x " + used) or _TOOLS.search(used.lower()) is not None


def _needs_for_tools(match: re.Match[str], said: Said) -> bool:
    is_tool = _TOOL_SUBJECT.search(match["subject"]) or _MACHINE.search(said.low[match.end() :])
    return is_tool is not None and _needs_something(match, said)


def _has_version(_match: re.Match[str], said: Said) -> bool:
    return (
        _VERSION.search(said.low) is not None
        and POINTING.search(said.low.removesuffix(".").removesuffix("here")) is None
    )


def _is_general_use(_match: re.Match[str], said: Said) -> bool:
    return is_specific(said.text) or has_name(said.text)


_NEED = r"(?P<verb>needs?|requires?|expects?|wants?)\s(?!to\s(?!be\s(?:set|up|running)))"

RULES: tuple[Rule, ...] = (
    rule(
        "environment.my_machine",
        "environment",
        "i'm i my we're",
        r"""^i(?:'m|\sam)\son\s(?:macos|linux|windows|ubuntu|arch|fedora|debian|nixos|a\s(?:mac|thinkpad
              |laptop|windows|linux))\b
          |^i\s(?:work|develop|code|run\severything)\s(?:on|with|in|under)\s(?!it\b|this\b|that\b)
            |^my\s(?:shell|editor|ide|os|machine|laptop|terminal|desktop)\s(?:is|runs|has)\b""",
    ),
    rule(
        "environment.needs",
        "environment",
        "need needs require requires expect expects want wants",
        rf"^(?P<subject>(?:[\w`'./-]+\s){{0,5}}?[\w`'./-]+)\s{_NEED}",
        check=_needs_for_tools,
        who="user agent",
    ),
    rule(
        "dependency.needs",
        "dependency",
        "need needs require requires",
        rf"^(?P<subject>(?:[\w`'./-]+\s){{0,5}}?[\w`'./-]+)\s{_NEED}",
        check=_needs_something,
        who="user agent",
    ),
    rule(
        "dependency.rests_on",
        "dependency",
        "depends depend relies rely rests builds",
        r"^(?P<subject>(?:[\w`'./-]+\s){0,5}?[\w`'./-]+)\s(?P<verb>depends?\son|rel(?:y|ies)\son"
        r"|rests?\son)\s",
        check=_needs_something,
        who="user agent",
    ),
    rule(
        "dependency.built_on",
        "dependency",
        "built pulls bundles wraps links we're are",
        r"""^(?P<subject>(?:[\w`'./-]+\s){0,5}?[\w`'./-]+)\s(?P<verb>is\sbuilt\s(?:on|on\stop\sof)|pulls\sin
              |wraps|bundles|links\sagainst)\s""",
        check=_needs_something,
        who="user agent",
    ),
    rule(
        "dependency.we_are_on",
        "dependency",
        "we're are",
        r"^we(?:'re|\sare)\s(?:still\s)?on\s[\w.+-]+\s(?:v|version\s)?\d",
    ),
    rule(
        "dependency.pinned",
        "dependency",
        "pin pinned pins stuck vendor bundle",
        r"^we(?:'re|\sare|\shave)?\s(?:pin|pinned|stuck\s(?:on|with|at)|vendor|bundle|held\sback)\s(?!it\b"
        r"|this\b|that\b)|^`?[\w.-]+`?\s(?:\S+\s)?(?:is\spinned|pins)\b",
        who="user agent",
    ),
    rule(
        "environment.before",
        "environment",
        "need have must set install activate source export run use",
        r"""^you\s(?:need|have)\sto\s(?:activate|source|export|install|set|start|run|enable|be\son
              |log)\b.*(?:before|first|after|otherwise|to\s(?:run|build|start))\b
          |^(?:set|export|source|activate|install|start|enable)\s.*\b(?:before|after)\s(?:you\s)?(?:running
            |starting|building|cloning|testing|installing|run|start|build|deploying|the\s(?:tests|build|server
            |worker))\b
          |^to\s(?:flash|build|run|test|deploy|start|install|set\sup|release|debug|connect
            |log\sin)\b[^,]{0,40},\s(?:you\s(?:need|have)\sto\s)?(?:hold|run|use|set|call|start|type|source
            |press|open)\b""",
        check=_is_general_use,
    ),
    rule(
        "environment.version",
        "environment",
        "use runs run using on",
        r"^(?:we\s(?:use|run|are\son)|use|(?:ci|prod|production|staging|(?:the|our)\s(?:\w+\s)?(?:server"
        r"|cluster|box|host|build|pipeline|runners?|machine|container|image|servers))\s(?:runs|run"
        r"|is\son)(?:\son)?)\s[\w.+`-]+",
        check=_has_version,
    ),
    rule(
        "environment.only_works",
        "environment",
        "only works",
        r"^(?P<subject>(?:[\w`'./-]+\s){0,4}?[\w`'./-]+)\sonly\s(?P<verb>works?|runs?|builds?"
        r"|compiles?)\s(?:with|on|in|under|inside|over)\s",
        check=_needs_something,
        who="user agent",
    ),
    rule(
        "environment.this_machine",
        "environment",
        "machine laptop box server agents runners machines servers boxes nodes pcs laptops",
        r"^(?:this|my)\s(?:machine|laptop|box|server|computer|workstation)\s(?:has|is|runs)\b|^(?:our"
        r"|the)\s(?:[\w-]+\s){0,3}(?:agents|runners|machines|servers|boxes|nodes|pcs|laptops)\s(?:have"
        r"|don't\shave|do\snot\shave|run|are)\b",
    ),
    rule(
        "environment.i_use",
        "environment",
        "use",
        r"^i\suse\s(?!it\b|this\b|that\b|the\b|to\b)",
        check=_is_my_tool,
    ),
    rule(
        "environment.address",
        "environment",
        "at on",
        r"^(?:the|our)\s(?:[\w-]+\s){1,3}?(?:is|are|listens|runs)\s(?:reachable\s)?(?:at|on)\s(?:localhost"
        r"|\d+\.\d+\.\d+|[a-z][\w.-]*:\d{2,5})",
        who="user agent",
    ),
    rule(
        "environment.you_get",
        "environment",
        "you",
        r"^you\s(?:get|run|start|build|deploy|reach|debug|test|connect)\s.*\s(?:with|via|using|through"
        r"|by\srunning)\s`",
    ),
    rule(
        "environment.managed",
        "environment",
        "managed installed",
        r"^(?:python|node|ruby|java|go|rust|terraform|tools?|versions?)\s(?:is|are)\s(?:managed|installed"
        r"|provided)\s(?:with|by|via|through)\s",
    ),
    rule(
        "environment.you_need",
        "environment",
        "need",
        r"^you\sneed\s(?:an?|the)\s.+\sto\s(?:run|build|test|deploy|use|install|debug|log|start|access)\b",
        check=_is_general_use,
    ),
    rule(
        "environment.you_need_version",
        "environment",
        "need",
        r"^you(?:'ll)?\sneed\s(?:at\sleast\s)?[a-z.+-]+\s(?:version\s)?v?\d",
    ),
    rule(
        "environment.versions",
        "environment",
        "node python npm java go ruby php rust postgres pnpm yarn gcc clang django rails",
        r"^(?:[a-z.+\#]+\sv?\d[\w.]*)(?:,\s(?:and\s)?[a-z.+\#]+\sv?\d[\w.]*)+\.?$",
    ),
    rule(
        "environment.locally",
        "environment",
        "locally",
        r"^locally,?\s.*\b(?:runs?|starts?|comes?\sup|uses?|listens?|is)\b|\b(?:runs?|listens?"
        r"|starts?)\slocally\b",
    ),
    rule(
        "environment.box",
        "environment",
        "box machine toolchain runners host ci compiler device board arm reachable laptop server",
        r"^(?:the|our)\s(?:\w+\s){0,2}(?:box|toolchain|runners?|compiler|host|build\smachine|build\sserver"
        r"|device|board|emulator|simulator|arm)\s(?:is|are|has|have|runs?)\s(?:called|reachable|at|on"
        r"|an?\s|[\w-]*\d|[\w]+-)",
        check=_is_general_use,
    ),
    rule(
        "environment.test_database",
        "environment",
        "created prepared set started",
        r"^the\s(?:test|dev|development|local)\s\w+\s(?:is|are|gets?)\s(?:created|prepared|set\sup|started"
        r"|seeded|filled)\s(?:by|with|through|using)\b",
        check=_is_general_use,
        who="user agent",
    ),
)
