"""Which wordings say that something changed, is denied, holds besides others, or is only supposed?"""

from typing import Literal

from phantasm.state.claims.words import stems, table

Effect = Literal[
    "update", "ended", "negate", "add", "only", "hedge", "past", "drop", "instead", "over", "rewrite", "doubt"
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
        henceforth; effective immediately; these days; nowadays; instead; anymore; any more; any longer;
        as of now; as of today; newly; meanwhile; again; back to; back on; from here on; as of late; at
        last; finally; the new; our new; its new; a new; on again; from this release on; from this
        version on; as of this release; with this release; as of this version; from tomorrow on; from
        tomorrow; starting tomorrow; starting next week; from next week; from next week on; stepped
        down; steps down; no sooner
    """,
    "ended": """
        no longer; not anymore; not any more; not any longer; no more; stop; stopped; ceased; quit
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
        instead of; rather than; in place of; in lieu of; as opposed to; replacing; superseding
    """,
    "over": "over",
}
"""Wordings by what they do to a statement; the longest that fits counts, and its words carry nothing else."""

_REWRITES = """
    switching off = disabling; turning off = disabling; shutting down = disabling; doubled to = changed
    to; halved to = changed to; tripled to = changed to; went from = changed from; goes from = changes
    from; is obsolete = is deprecated; are obsolete = are deprecated; is history = is removed; are
    history = are removed; is dead = is removed; is legacy = is deprecated; has gone = is removed; have
    gone = are removed; is discontinued = is removed; by default = default; at most = maximum; up to =
    maximum; no more than = maximum; not more than = maximum; less than = maximum; more than = minimum;
    no less than = minimum; times out = timeout; time out = timeout; timed out = timeout; on call =
    on-call; turned on = enabled; switched on = enabled; turn on = enabled; switch on = enabled; turned
    off = disabled; switched off = disabled; turn off = disabled; switch off = disabled; shut down =
    retired; looked after by = owned by; looks after = owns; takes care of = owns; is responsible for =
    owns; are responsible for = own; is in charge of = owns; cared for by = owned by; carried out by =
    done by; asks for = requires; stay on = use; stays on = uses; took over = owns; take over = owns;
    has taken over = owns; takes over = owns; taken over = owns; end of life = end-of-life; code base =
    codebase; set up = setup; set-up = setup; fall back = fallback; falls back = fallback; time limit =
    timeout; rolled back = reverted; rolling back = reverted; backed out of = reverted; backed out =
    reverted; got rid of = dropped; pushed back to = postponed to; next to = beside; gave up = dropped;
    given up = dropped; give up = drop; is out = is removed; are out = are removed; parted with =
    dropped; walked back = reverted; get rid of = drop; phased out = retired; done away with = dropped;
    did away with = dropped; moved over = moved; moved away from = moved from; migrated away from =
    migrated from; moved off = moved from; migrated off = migrated from; switched over = switched; cut
    over = switched; changed over = switched; is gone = is removed; are gone = are removed; went away =
    is removed; in favor of = in-favor-of; in favour of = in-favor-of; have to be = are; has to be = is;
    due to = because; it is fine to = allow; it is ok to = allow; it is okay to = allow; feel free to =
    allow; took over from = replaced; taken over from = replaced; takes over from = replaces; takes the
    place of = replaces; took the place of = replaced; taken the place of = replaced; is welcome = is
    allowed; are welcome = are allowed; are fine = are allowed; is fine = is allowed; as well as = and;
    is ok = is allowed; is okay = is allowed; not need to = not; make use of = use; makes use of = uses;
    is called = is named; goes by = is named; with the help of = with; by means of = with; out of =
    from; made the switch = switched; made the move = moved; made the jump = moved; along with = with;
    alongside = with; was closed = was retired; were closed = were retired; went back to = switched to;
    gone back to = switched to; comes up on = listens on; come up on = listen on; answers on = listens
    on; answer on = listen on; has gone up to = changed to; has gone down to = changed to; gone up to =
    changed to; gone down to = changed to; given way to = replaced by; gave way to = was replaced by;
    gives way to = is replaced by; parted ways with = dropped
"""
"""Wordings of several words that mean something shorter."""

DENYING_VERBS = table("""
    disable=enable disables=enables disabling=enabling forbid=allow forbids=allows prohibits=allows
    bans=allows disallows=allows avoid=use avoids=uses rejects=accepts reject=accept refuses=accepts
    refuse=accept skip=run skips=runs excludes=includes exclude=include omit=include omits=includes
    ignore=respect ignores=respects denies=allows deny=allow fails=works fail=work lacks=has lack=have
    dont=not prevents=allows prevent=allow
""")
"""Verbs that deny another verb: "avoid X" is "do not use X"."""

DENYING_STATES = table("""
    disabled=enabled inactive=active forbidden=allowed prohibited=allowed banned=allowed
    disallowed=allowed optional=required unsupported=supported unsafe=safe irreversible=reversible
    serially=parallel sequentially=parallel serial=parallel rejected=accepted skipped=run
    asynchronous=synchronous async=sync asynchronously=synchronously invisible=visible
    unavailable=available unencrypted=encrypted insecure=secure immutable=mutable private=public
    unlimited=limited unsigned=signed untyped=typed uncached=cached unstable=stable
    incompatible=compatible unreachable=reachable excluded=included ignored=respected denied=allowed
    failed=worked manually=automatically manual=automatic offline=online down=up invalid=valid
    unused=used closed=open unlocked=locked impossible=possible broken=working unversioned=versioned
    stateless=stateful unmaintained=maintained hidden=visible discouraged=encouraged
""")
"""States that deny another one, where they are what is said: "is disabled" is "is not enabled"."""

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
    for rewrite in _REWRITES.split(";"):
        phrase, _, meant = rewrite.partition("=")
        entries.append((tuple(phrase.split()), "rewrite", meant.strip()))
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
""")
"""What these verbs are said of has ceased to hold."""

CHANGING = stems("""
    adjusted brought bumped bumps changed converted cut decreased delayed delegated doubled downgraded
    extended extracted grew grown halved handed increased lifted loosened lowered lowers migrated moved
    moves outsourced passed ported postponed raised raises reassigned rebuilt reconfigured redesigned
    reduced regenerated reimaged relaxed relicensed relocated renamed renames repointed rescheduled
    resized retrained reverted rewritten rolled rolls scaled settled shifted shortened shrank slipped
    standardised standardized swapped switched switches tightened transferred transitioned updated
    upgraded upgrades upped advanced demoted diverted dialed eased enlarged expanded narrowed promoted
    pushed rebased recast redirected reinstated remapped repurposed rerouted reset restored retargeted
    retuned rewired rotated tuned turned widened
""")
"""What these verbs are said of has another value now, which follows "to"."""

REPLACING = stems("""
    displaced replace replaced replaces succeeded superseded supersedes supplanted swapped
""")
"""The one takes the place of the other, "by" or "with" says which."""
