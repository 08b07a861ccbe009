"""How many values may a verb have at a time, and which attribute does it speak of?"""

from phantasm.state.claims.model import Cardinality
from phantasm.state.claims.words import normal_form, stems, table

_ONE = """
    locate:location in on at under | live:location in on at under | reachable:location at on under |
    available:location at on under | accessible:location at on under | reside:location in on at |
    sit:location in on at under beside | store:location in on at under | keep:location in on at under |
    place:location in on under | find:location in under at | put:location in into under | go:location in
    into under | go:destination to | base:location in on at | host:host in on at by with | default:default
    to | fallback:fallback to | listen:location on at | bind:location to on | serve:location on at |
    license:license under with | release:license under | distribute:license under | name:name - after |
    call:name - | write:language in | rewrite:language in | implement:language in | code:language in |
    bear:birthplace in | born:birthplace in | die:death in | marry:spouse to | work:employer for at |
    report:superior to | belong:owner to | belong:location in into under | inherit:parent from |
    configure:configuration in | define:definition in | declare:declaration in | track:tracking in |
    schedule:schedule for at on | due:due on by in | plan:schedule for | start:start on at | end:end on at
    in | expire:expire on at after | point:target to at | resolve:target to | connect:target to |
    deploy:deploy to on onto | publish:publish to on at | push:push to | send:send to | route:route to |
    pin:version to at | provision:provision with by | build:build with by on | format:format with by |
    lint:lint with by | test:test with by | lock:lock with by | encode:encode with by | hash:hash with by
    | sign:sign with by | encrypt:encrypt with by | manage:manager by with | own:owner by |
    maintain:maintainer by | lead:lead by | head:head by | run:run as | render:render with by |
    bundle:bundle with by | serialize:serialize with by | compile:compile with by | process:process by
    with
"""

_MANY = """
    accept add affect affiliate alert allow assign associate block buffer call cause check compatible
    comprise consist consume contain cover create define depend derive emit employ enable enjoy export
    expose extend fail feature handle help implement import include install integrate interoperate know
    like link list mark mean mention need offer parse prefer produce provide raise recognize recommend
    reference return review scrape share ship speak subscribe support test throw tolerate trigger
    understand use validate work
"""

MANY_MEASURED = stems("""
    compatible cover depend know speak support test
""")
"""Verbs that may have several numbers or versions at a time ("supports Python 3.12")."""

CONTAINING = stems("include contain ship cover list")
"""Verbs of a whole and its parts: a version after a name is one of several parts."""

OWNING = {
    normal_form(verb): normal_form(attribute)
    for verb, attribute in table(
        "own=owner maintain=maintainer lead=lead manage=manager head=head chair=chair host=host"
    ).items()
}
"""Verbs whose subject is the value: "V owns S" is "the owner of S is V"."""

MANY_AGENTS = stems("""
    trigger use cause affect block support call consume read import share require visit follow like
    reference mention influence inspire protect cover
""")
"""Passive verbs that may have several agents at a time; the others have one ("was founded by")."""

ONE_ROLES = frozenset(("citizen", "resident", "native", "subsidiary", "fork", "successor", "capital"))
"""What somebody is "a … of" only once."""

ONE_OBJECT = stems("extend follow target choose return report reach")
"""Verbs whose object changes as a whole: "now follows X" says that it no longer follows Y."""

SUSTAINING = stems("""
    accept allow available develop distribute install maintain offer permit provide publish recommend ship
    support use
""")
"""Verbs without which a thing is gone: "X is no longer maintained" ends X."""

PORTS = stems("listen bind serve")
"""Verbs whose number is a port."""

# Means and destinations are often several: a second one without any cue does not replace the first …
_LOOSE = frozenset(("with", "by", "to", "on", "onto", "as", "through", "via"))
# … except for attributes of which there is one whatever the preposition.
_FIRM = stems("""
    fallback default port license spouse location version superior target manager owner maintainer lead
    head host schedule sign hash encrypt due start end expire
""")
# "depends on", "works with", "reads from": the prepositions that belong to verbs with many values.
_MANY_LINKS = frozenset(("on", "with", "to", "by", "for", "against"))


DOING = stems("""
    build format lint test lock encode provision render bundle serialize compile process write deploy publish
    push send route
""")
"""Attributes that are deeds: a topic with one of them as a noun is another topic."""


def _one() -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for line in _ONE.split("|"):
        head, *prepositions = line.split() or [""]
        verb, _, attribute = head.partition(":")
        for preposition in prepositions:
            found[normal_form(verb), preposition.strip("-")] = normal_form(attribute)
    return found


SINGLE = _one()
"""The attribute that a verb with a preposition speaks of, where it has one value at a time."""

MULTIPLE = stems(_MANY)
"""Verbs with as many values as are true."""


def attribute_of(verb: str, preposition: str) -> tuple[str, Cardinality]:
    """Return what a verb with a preposition speaks of, and how many values that has."""
    attribute = SINGLE.get((verb, preposition))
    if attribute is not None:
        firm = attribute in _FIRM or preposition not in _LOOSE
        return attribute, "one" if firm else "unknown"
    many = verb in MULTIPLE and (not preposition or preposition in _MANY_LINKS)
    return "" if verb == "go" else verb, "many" if many else "unknown"
