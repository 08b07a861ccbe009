"""What speaks for a candidate, what against it, and is that enough? Pure."""

from collections.abc import Callable, Mapping, Sequence

from phantasm.learning.procedures.align import in_order
from phantasm.learning.procedures.candidate import MOST_MEMBERS, is_needed, steps_in
from phantasm.learning.procedures.cluster import Cluster
from phantasm.learning.procedures.model import (
    Attempt,
    Bundle,
    Candidate,
    Refused,
    Verdict,
    Verified,
    Waits,
)
from phantasm.learning.procedures.profiles import LEAST_STEPS, Corpus, profile
from phantasm.learning.procedures.traces import Trace

LEAST_SUCCESSES = 3
"""Independent successes with exit-code or test evidence (issue 7)."""
MOST_FRESH_FAILURES = 1
"""Unexplained failures after the last success that a procedure survives; two demote it (issue 7)."""
LEAST_REPLAYED = 0.8
"""The share of predicted steps that held-back sessions must have taken: four of five."""
HOPELESS_REPLAYED = 0.5
"""The share below which the sessions have no order in common: more would not help."""
MOST_REPLAYS = 8
"""Sessions that are held back, spread over time: enough for a share, and bounded work."""

Anchors = Callable[[str], bool] | Mapping[str, bool]
"""Whether a file of the repository is still there."""

# Reasons that lie outside the repository: the steps were right, and the world was not.
_OUTSIDE = frozenset(
    "timeout timedout timed unreachable network dns refused reset 429 502 503 504 quota ratelimit throttled "
    "econnrefused econnreset etimedout enotfound enospc unavailable connectionerror offline".split()
)
_EVIDENCE = ("exit_code", "test_result", "report")


def bundled(
    candidate: Candidate,
    cluster: Cluster,
    corpus: Corpus,
    *,
    anchors: Anchors | None = None,
    continues: Mapping[str, str] | None = None,
) -> Bundle:
    """Gather what speaks for a candidate and against it."""
    tries = sorted(
        ((attempt(trace, candidate), trace) for trace in (*cluster.members, *cluster.tried)),
        key=lambda one: (one[0].at, one[0].session),
    )
    good = [(one, trace) for one, trace in tries if one.result == "success"]
    firm = [(one, trace) for one, trace in good if one.evidence]
    independent = _independent(firm, continues or {})
    last = max((one.at for one, _ in good), default="")
    failures = [one for one, _ in tries if one.result == "failure"]
    late = [one for one in failures if one.at > last or not last]
    replayed, replays = _replayed(cluster, corpus)
    return Bundle(
        successes=independent,
        weak=tuple(one.session for one, _ in good if one.session not in set(independent)),
        failures=tuple(one.session for one in failures),
        fresh_failures=tuple(one.session for one in late if not one.explained),
        explained=tuple((one.session, one.explained) for one in late if one.explained),
        telling=tuple(
            step.form
            for step in candidate.steps
            if not step.optional and step.form in cluster.profile.telling
        ),
        gone=tuple(name for name in candidate.anchors if not _is_there(name, anchors)),
        replayed=replayed,
        replays=replays,
        last_success=last,
    )


def judged(candidate: Candidate, bundle: Bundle, *, least_successes: int = LEAST_SUCCESSES) -> Verdict:
    """Decide whether a candidate may be followed."""
    if refused := _refusals(candidate, bundle):
        return Refused(tuple(refused))
    waits = _gaps(candidate, bundle, least_successes)
    return Waits(tuple(waits)) if waits else Verified()


def _refusals(candidate: Candidate, bundle: Bundle) -> list[str]:
    """Return what more sessions would not mend."""
    found = []
    if not candidate.trigger.says_something:
        found.append("a habit: what was asked for has nothing in common")
    if len(candidate.acts) < LEAST_STEPS:
        found.append("one step only")
    if not bundle.telling:
        found.append("every step is everyday work")
    if bundle.replays and bundle.replayed < HOPELESS_REPLAYED:
        found.append(f"held-back sessions took {bundle.replayed:.0%} of the predicted steps")
    if len(bundle.fresh_failures) > MOST_FRESH_FAILURES:
        found.append(f"failed {len(bundle.fresh_failures)} times since it last worked")
    return found


def _gaps(candidate: Candidate, bundle: Bundle, least_successes: int) -> list[str]:
    """Return what is still missing."""
    found = []
    if len(bundle.successes) < least_successes:
        found.append(f"{len(bundle.successes)} of {least_successes} independent successes with evidence")
    if bundle.fresh_failures:
        found.append("failed since it last worked, and nothing explains it")
    if bundle.gone:
        found.append(f"no longer there: {', '.join(bundle.gone)}")
    if bundle.replayed < LEAST_REPLAYED:
        found.append(f"held-back sessions took {bundle.replayed:.0%} of the predicted steps")
    if candidate.text_from_untrusted:
        found.append("words come from text that nobody vouches for: a person decides")
    return found


def attempt(trace: Trace, candidate: Candidate) -> Attempt:
    """Say how one session's try at a procedure went, and what says so."""
    needed = {
        step.form for step in candidate.steps if not step.optional and not step.expected.startswith("fails")
    }
    runs = [action for action in trace.actions if action.form in needed]
    failed = [action for action in runs if action.worked is False]
    known = {action.form for action in runs if action.worked}
    outcome = trace.episode.outcome
    evidence = {basis.kind for basis in trace.episode.because if basis.says == "success"} & set(_EVIDENCE)
    if runs and not failed and known:
        evidence |= {"test_result"} if any(run.is_test and run.worked for run in runs) else {"exit_code"}
    last = {action.form: action.worked for action in runs}
    # A step that was given up in failure speaks against the steps, whatever else the session reached.
    if outcome in {"failure", "abandoned"} or (outcome != "success" and False in last.values()):
        return Attempt(
            trace.session, trace.at, "failure", explained=_explained(trace, needed, own_failed=bool(failed))
        )
    if not failed and (outcome == "success" or known >= needed):
        return Attempt(trace.session, trace.at, "success", tuple(sorted(evidence)))
    return Attempt(trace.session, trace.at, "unknown")


def _explained(trace: Trace, needed: set[str], *, own_failed: bool) -> str:
    """Say why a failure does not speak against the steps; nothing where it does."""
    if own_failed:
        for overcome in trace.episode.overcome:
            outside = {word.lower() for word in overcome.signature} & _OUTSIDE
            if outside and not overcome.way:
                return f"an outside reason: {min(outside)}"
        return ""
    others = [action.act for action in trace.actions if action.worked is False and action.form not in needed]
    if others:
        return f"another command failed: {others[-1]}"
    done = {action.form for action in trace.actions if action.worked}
    return "every step worked; the session failed elsewhere" if done >= needed else ""


def _independent(firm: Sequence[tuple[Attempt, Trace]], continues: Mapping[str, str]) -> tuple[str, ...]:
    """Return sessions that neither continue each other nor replay one another's commands on one day."""
    seen: set[object] = set()
    found = []
    for one, trace in firm:
        root = _root(one.session, continues)
        replay = (one.at[:10], tuple(action.words for action in trace.actions))
        if root not in seen and replay not in seen:
            found.append(one.session)
        seen |= {root, replay}
    return tuple(found)


def _root(session: str, continues: Mapping[str, str]) -> str:
    passed = {session}
    while (before := continues.get(session)) and before not in passed:
        passed.add(before)
        session = before
    return session


def _replayed(cluster: Cluster, corpus: Corpus) -> tuple[float, int]:
    """Hold sessions back, make the steps of the others, and see how many were taken, in order."""
    places = {trace.session: place for place, trace in enumerate(corpus.traces)}
    members = cluster.members[-MOST_MEMBERS:]
    stride = max(1, len(members) // MOST_REPLAYS)
    shares = []
    for held in members[::stride][:MOST_REPLAYS]:
        others = [trace for trace in members if trace.session != held.session]
        if len(others) < LEAST_STEPS:
            continue
        described = profile([places[trace.session] for trace in others], corpus)
        predicted = [column.form for column in steps_in(others, described) if is_needed(column, len(others))]
        taken = [action.form for action in held.actions]
        shares.append(in_order(predicted, taken) / len(predicted) if predicted else 0.0)
    return (round(sum(shares) / len(shares), 3), len(shares)) if shares else (0.0, 0)


def _is_there(name: str, anchors: Anchors | None) -> bool:
    if anchors is None:
        return True
    return anchors.get(name, True) if isinstance(anchors, Mapping) else anchors(name)
