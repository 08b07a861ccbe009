"""Does a question without a verb name a time: "alerts before the Kafka upgrade"?

Nothing in it tells whether it is about the past, so the event has to be one that happens once: "checks before
the commit" are a procedure. And nothing in it may be an order: "drain the queue before the migration".
"""

from collections.abc import Sequence

from phantasm.retrieval.times.wording import DETERMINERS, PRONOUNS, Word

# A question without a verb has a few words beside its event; in a longer one a verb was not seen.
_MOST_BESIDE = 6


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What a project goes through once, or so rarely that each time has a name. Not what recurs: releases,
# deploys, commits, runs, transactions.
_ONCE = _set("""
    acquisition breach changeover conversion crash cutover decommissioning downgrade failover fork handover
    incident launch merger migration move outage overhaul redesign refactor refactoring relaunch relocation
    rename renaming reorg reorganisation reorganization restructuring rewrite rollout split switch switchover
    takeover transition upgrade
""")
_PREPOSITIONS = _set("""
    about at by during for from in into of off on onto out over per through to under via with within without
""")
_LINKS = _PREPOSITIONS | _set("and or which what whose")
# A request to be shown something, which is left off.
_ASKING = _set("find give list look search show tell me us please for up")
# Words that make a sentence, a wish or a list of things to do of it.
_MORE_THAN_NAMES = PRONOUNS | _set("""
    to if it there unless not no never don't do does did is are am be been being was were has have had can
    could would will shall should must may might need needs want wants let lets due upcoming next deadline
    plan plans planned planning scheduled tomorrow todo todos task tasks step steps checklist runbook
    procedure procedures precautions preparation preparations preparing requirements
""")
# With one of these at the beginning, something is to be done.
_ORDERS = _set("""
    add adjust always announce apply archive ask audit back backup block bring build bump cache call cancel
    capture change check clean clear clone close collect commit compare configure confirm convert copy create
    cut delete deploy disable disconnect do document double downgrade drain drop dump email enable ensure
    evaluate explain export extract finish fix flush force format freeze generate grant handle hold implement
    import improve increase inform inspect install investigate invite keep kill launch leave limit lint load
    lock log make mark measure merge migrate mirror mock monitor move never notify open optimise optimize
    order pause pin plan prepare prevent profile promote prune publish pull purge push put raise read reassign
    rebase rebuild reconcile record redirect reduce refactor refresh register reindex release reload remember
    remind remove rename repeat replace replay report request reset resolve restart restore resume retry
    return revert review revoke rewrite roll rotate run save scale schedule send set shut simplify sleep
    snapshot solve sort split squash stage start stop store stress submit swap switch sync tag take talk
    teach test tidy train transfer treat try turn uninstall unlock unpin update upgrade upload use validate
    verify wait walk warm warn wipe write
""")


def happens_once(said: Sequence[str]) -> bool:
    """Tell whether the words of an event are the name of what happens once: "the ledger migration"."""
    if said[0] not in DETERMINERS:
        return False
    ends = (at for at, text in enumerate(said) if text in _PREPOSITIONS or text.endswith("ed"))
    return said[next(ends, len(said)) - 1] in _ONCE and not _has_object(said)


def has_no_verb(words: Sequence[Word], event: range) -> bool:
    """Tell whether the sentence around an event only names something: "which database", or nothing at all."""
    first = next((at for at in reversed(range(event.start + 1)) if words[at].gap == "."), 0)
    ends = (at for at in range(event.stop, len(words)) if words[at].gap == ".")
    before = [word.text for word in words[first : event.start]]
    after = [word.text for word in words[event.stop : next(ends, len(words))]]
    return len(before) + len(after) <= _MOST_BESIDE and _only_names(before) and _only_names(after)


def _only_names(said: Sequence[str]) -> bool:
    asked = next((at for at, text in enumerate(said) if text not in _ASKING), len(said))
    named = said[asked:]
    if not named:
        return True
    amount = named[0] == "how" and named[1:2] in (["many"], ["much"])
    return (
        (amount or "how" not in named)
        and named[0] not in _ORDERS
        and _MORE_THAN_NAMES.isdisjoint(named)
        and not _has_object(named)
    )


def _has_object(said: Sequence[str]) -> bool:
    """Tell whether a thing stands behind another word than its preposition: "stop the workers" has a verb."""
    return any(
        text in DETERMINERS | {"a", "an"} and said[at] not in _LINKS for at, text in enumerate(said[1:])
    )
