"""Which wordings say that something changed, is denied, holds besides others, or is only supposed?"""

from typing import Literal

from phantasm.state.claims.rewrites import REWRITES
from phantasm.state.claims.words import stems

Effect = Literal[
    "update",
    "ended",
    "negate",
    "add",
    "only",
    "hedge",
    "past",
    "drop",
    "instead",
    "over",
    "rewrite",
    "doubt",
    "lapse",
]
"""What a wording says of the claim: it changed, ended, is denied, holds besides others, alone, perhaps, in
the past; or nothing; or which value stands in whose place."""

MODALITIES = dict.fromkeys(("may", "can", "allowed", "might"), "may") | dict.fromkeys(
    ("must", "should", "shall", "have", "has", "need", "needs", "required"), "must"
)
"""Words that say whether something may be or must be, where they begin a wording that is dropped."""

PHRASES: dict[Effect, str] = {
    "update": """
        now; from now on; changed my mind; changed our mind; changed our minds; going forward;
        henceforth; effective immediately; these days; nowadays; instead;
        as of now; as of today; newly; meanwhile; again; back to; back on; from here on; as of late; at
        last; finally; the new; our new; its new; a new; 's new; on again; from this release on; from this
        version on; as of this release; with this release; as of this version; from tomorrow on; from
        tomorrow; starting tomorrow; starting next week; from next week; from next week on; stepped
        down; steps down; no sooner
    """,
    "ended": """
        no longer; not anymore; not any more; not any longer; no more; stop; stopped; ceased; quit
    """,
    "lapse": """
        anymore; any more; any longer
    """,
    "negate": """
        not; never; no; cannot; neither; nor; none; non; nothing; need not; nobody; no one
    """,
    "add": """
        also; additionally; another; as well; too; in addition; in addition to; besides; one of; among;
        including; such as; for example; e.g; plus; as well as; optionally; either; amongst other;
        further
    """,
    "only": """
        only; solely; exclusively; nothing but; nobody but; sole; just one; exactly one; nowhere else;
        and nowhere else; nothing else; and nothing else; no other
    """,
    "doubt": """
        maybe; perhaps; might; probably; possibly; i think; i believe; i guess; i heard; seems; seem;
        apparently; supposedly; allegedly; reportedly; iirc; afaik; i recall; someone guessed; somebody
        guessed; someone said; somebody said; someone thinks; somebody thinks; rumor has it; i suspect
    """,
    "hedge": """
        would; could; suggested; suggests; suggest;
        proposed; proposes; propose; considering; consider; considered; plan to; plans to; planning to;
        want to; wants to; wanted; would like; going to; claims that; claimed that; said that; says
        that; thinks that; wonder; wondering; assume; assuming; suppose; hopefully; ideally; unclear;
        unsure; not sure; eventually; some day; someday; in future; in the future; next year; next
        quarter; next month; tentatively; intend to; intends to; evaluate; evaluating; soon
    """,
    "past": """
        previously; formerly; used to; originally; initially; historically; in the past; at first; back
        then; at the time; until recently; last year; last month; last quarter; last week; years ago;
        back in
    """,
    "drop": """
        currently; current; yesterday; this week; this month; last night; last sprint; recently;
        actually; please; note that; remember that; remember to; remember; always; simply; just;
        already; still; really; directly; basically; generally; usually; typically; normally; very;
        quite; strictly; officially; internally; today; at present; presently; at the moment; in
        general; in our case; must; should; shall; will; can; may; have to; has to; had to; need to;
        needs to; be sure to; make sure to; we decided to; we agreed to; we decided that; it was decided
        that; it was decided to; we chose to; decided to; agreed to; the team decided to; the team
        agreed to; fyi; we will; itself; themselves; about; approximately; roughly; around; circa;
        exactly; at least; or newer; or later; or higher; or above; or greater; or more; and up; and
        later; and above; and newer; there; required to; allowed to; supposed to; own; our own; freely;
        explicitly; by itself; on its own; any; over the weekend; overnight; this morning; this
        afternoon; this sprint; this quarter; we agreed that; agreed that; therefore; hence; thus; this
        pr; this change; this commit; this patch; this pull request; pls; straight
    """,
    "instead": """
        instead of; rather than; up from; down from; in place of; in lieu of; as opposed to; replacing;
        superseding
    """,
    "over": "over",
}
"""Wordings by what they do to a statement; the longest that fits counts, and its words carry nothing else."""

Wording = tuple[tuple[str, ...], Effect, str]
"""A wording, what it does, and what it is rewritten to."""

SINGLES: dict[str, Wording] = {}
"""Wordings of one word."""

COUPLES: dict[tuple[str, str], tuple[Wording, ...]] = {}
"""Longer wordings under their first two words, the longest first."""


def _index() -> None:
    entries: list[Wording] = [
        (tuple(phrase.split()), effect, "")
        for effect, phrases in PHRASES.items()
        for phrase in phrases.split(";")
    ]
    entries += [(phrase, "rewrite", meant) for phrase, meant in REWRITES.items()]
    for entry in sorted(entries, key=lambda entry: (-len(entry[0]), entry[0])):
        match entry[0]:
            case (first, second, *_):
                COUPLES[first, second] = (*COUPLES.get((first, second), ()), entry)
            case (only,):
                SINGLES[only] = entry


_index()

FIRST_WORDS = SINGLES.keys() | {first for first, _ in COUPLES}
"""Words that a wording may begin with."""

QUESTION_WORDS = frozenset(
    "are can could did do does how is should what where which who whom whose why".split()
)
"""A sentence that begins with one of these and ends in a question mark asks."""

CONDITIONS = frozenset("assuming if once provided suppose unless when whenever whether while".split())
"""A clause that begins with one of these says under which condition the rest holds."""

RETIRING = stems("""
    abandoned canceled cancelled decommissioned deleted deprecated disbanded discontinued dropped
    eliminated obsolete removed retired reverted revoked sunset undid undo undone withdraw withdrawn
    ditched reversed purged halted axed binned uninstalled terminated shelved scuttled
""")
"""What these verbs are said of has ceased to hold."""

CHANGING = stems("""
    adjusted brought bumped bumps changed converted cut decreased delayed delegated doubled downgraded
    extended extracted grew grown halved handed increased lifted loosened lowered lowers migrated moved
    moves outsourced passed ported postponed raised raises reassigned rebuilt reconfigured redesigned
    reduced regenerated reimaged relaxed relicensed relocated renamed renames repointed rescheduled
    resized retrained reverted rewritten rolled rolls scaled settled shifted shortened shrank slipped
    standardised standardized swapped switched switches tightened transferred transitioned updated
    upgraded upgrades advanced demoted diverted dialed eased enlarged expanded narrowed promoted
    pushed rebased recast redirected reinstated remapped repurposed rerouted reset restored retargeted
    retuned rewired rotated tuned turned widened flipped toggled climbed jumped nudged trimmed slashed
    hiked boosted stretched quadrupled tripled consolidated refactored rehomed rebranded reworked
    repackaged lengthened renewed prolonged shrunk deferred accelerated thinned rehosted replatformed
    relabelled relabeled
""")
"""What these verbs are said of has another value now, which follows "to"."""

REPLACING = stems("""
    displaced replace replaced replaces succeeded superseded supersedes supplanted swapped traded
    exchanged ousted
""")
"""The one takes the place of the other, "by" or "with" says which."""
