"""Do hooks work? What they noted when they did not, and what waits to be taken in."""

from datetime import datetime

from phantasm.config.paths import Paths
from phantasm.contracts.agent_event import OUT_OF_TIME
from phantasm.contracts.diagnosis import Finding, fine, look
from phantasm.runtime.hook_traces import recent_failures, waiting_in

# A session that goes on leaves a few events until its turn ends; more than these, nobody takes them in.
_MANY = 100


def check_hooks(paths: Paths, now: datetime) -> Finding:
    """Say whether hooks are paused, failed within a day, or left more than anybody took in."""
    if paths.paused.exists():
        return look("hooks", "paused for this project", "phantasm resume")
    told = recent_failures(paths, now)
    failed = [one for one in told if one.get("problem") != OUT_OF_TIME]
    if failed:
        last = failed[-1]
        what = f"{last.get('problem')} at {last.get('place')}, {last.get('at')}"
        return look("hooks", f"failed {len(failed)} times in the last day, last with {what}; see state/logs")
    waiting = len(waiting_in(paths.inbox))
    late = f", ran out of time {len(told)} times in the last day" if told else ""
    if waiting > _MANY:
        return look("hooks", f"{waiting} events wait to be taken in{late}", "phantasm sessions")
    return fine("hooks", f"{waiting} events wait to be taken in{late}" if waiting or late else "well")
