"""Which wordings of several words mean something shorter? Said shortly, one rule reads them all."""

_MEANT = """
    switching off = disabling; turning off = disabling; shutting down = disabling; by default = default;
    unless told otherwise = default; unless configured otherwise = default; unless specified otherwise =
    default; unless stated otherwise = default; unless overridden = default; at most = maximum; up to =
    maximum; no more than = maximum; not more than = maximum; smaller than = maximum; shorter than =
    maximum; fewer than = maximum; lower than = maximum; larger than = minimum; longer than = minimum;
    less than = maximum; more than = minimum; no less than = minimum; not fall below = minimum; not drop
    below = minimum; not go below = minimum; not exceed = maximum; can be found = is found; may be found =
    is found; times out = timeout; time out = timeout; timed out = timeout; on call = on-call; turned on =
    enabled; switched on = enabled; turn on = enabled; switch on = enabled; turned off = disabled;
    switched off = disabled; turn off = disabled; switch off = disabled; looked after by = owned by; looks
    after = owns; takes care of = owns; is responsible for = owns; are responsible for = own; is in charge
    of = owns; cared for by = owned by; in the hands of = owned by; carried out by = done by; asks for =
    requires; calls for = requires; stay on = use; stays on = uses; end of life = end-of-life; code base =
    codebase; set up = setup; set-up = setup; fall back = fallback; falls back = fallback; time limit =
    timeout; next to = beside; in favor of = in-favor-of; in favour of = in-favor-of; have to be = are;
    has to be = is; due to = because; it is fine to = allow; it is ok to = allow; it is okay to = allow;
    feel free to = allow; is welcome = is allowed; are welcome = are allowed; are fine = are allowed; is
    fine = is allowed; as well as = and; is ok = is allowed; is okay = is allowed; not need to = not;
    fails to = not; fail to = not; refuses to = not; refuse to = not; declines to = not; unable to = not;
    refrain from = avoid; refrains from = avoids; stay away from = avoid; stays away from = avoids; steer
    clear of = avoid; do without = avoid; does without = avoids; goes without = lacks; go without = lack;
    is missing = lacks; are missing = lack; is free of = lacks; are free of = lack; left out of = excluded
    from; left out = excluded; leaves out = omits; leave out = omit; is off limits = is forbidden; are off
    limits = are forbidden; is taboo = is forbidden; are taboo = are forbidden; by hand = manually; takes
    place = is; take place = are; in use = used; make use of = use; makes use of = uses; opted for = use;
    went with = use; is called = is named; goes by = is named; with the help of = with; by means of =
    with; out of order = not in order; out of sync = not in sync; out of = from; along with = with;
    alongside = with; comes up on = listens on; come up on = listen on; answers on = listens on; answer on
    = listen on; is read from = is stored in; are read from = are stored in; msrv = minimum supported rust
    version
"""

_CHANGED = """
    got shorter = changed; got longer = changed; got bigger = changed; got smaller = changed; got larger =
    changed; went up = changed; went down = changed; upped = raised; upping = raising; doubled to =
    changed to; halved to = changed to; tripled to = changed to; went from = changed from; goes from =
    changes from; went to = changed to; went up to = changed to; went down to = changed to; goes up to =
    changes to; goes down to = changes to; has gone up to = changed to; has gone down to = changed to;
    gone up to = changed to; gone down to = changed to; moved up to = moved to; bumped up to = bumped to;
    scaled up to = scaled to; brought up to = changed to; brought down to = changed to; brought forward to
    = moved to; moved on to = moved to; down to = to; pushed back to = postponed to; pushed back =
    postponed; put off = postponed; pushed out to = postponed to; put off until = postponed to; put off to
    = postponed to; moved over = moved; moved away from = moved from; migrated away from = migrated from;
    moved off = moved from; migrated off = migrated from; moved on from = moved from; got off = moved
    from; switched over = switched; cut over = switched; changed over = switched; was merged into = moved
    to; were merged into = moved to; been merged into = moved to; folded into = moved to; absorbed into =
    moved to; made the switch = switched; made the move = moved; is back in = is reinstated in; are back
    in = are reinstated in; found a new home in = moved to; found a new home at = moved to; made the jump
    = moved; moved house = moved; ended up in = moved to; ended up at = moved to; ended up on = moved to;
    ended up under = moved to; went back to = switched to; gone back to = switched to; goes back to =
    switched to; fell back to = switched to; came back to = switched to; returned to = switched to; has
    become = is; have become = are; turned into = became; took over = owns; take over = owns; has taken
    over = owns; takes over = owns; taken over = owns
"""

_ENDED = """
    is obsolete = is deprecated; are obsolete = are deprecated; is legacy = is deprecated; are legacy =
    are deprecated; is history = was removed; are history = were removed; is dead = was removed; are dead
    = were removed; has gone = was removed; have gone = were removed; is discontinued = was removed; is
    gone = was removed; are gone = were removed; went away = was removed; is out = was removed; are out =
    were removed; was closed = was retired; were closed = were retired; is a thing of the past = was
    removed; are a thing of the past = were removed; is off the table = was removed; are off the table =
    were removed; is eol = was retired; are eol = were retired; reached end of life = was retired; hit end
    of life = was retired; ran out = was retired; has ended = was retired; have ended = were retired; was
    ended = was retired; fell out of use = was retired; shut down = retired; wound down = retired; phased
    out = retired; taken offline = retired; taken down = retired; rolled back = reverted; rolling back =
    reverted; backed out of = reverted; backed out = reverted; walked back = reverted; got rid of =
    dropped; gets rid of = drops; get rid of = drop; scrapped = dropped; called off = cancelled; taken out
    of = removed from; taken out = removed; torn down = removed; taken back = reverted; was stopped = was
    cancelled; were stopped = were cancelled; been stopped = been cancelled; is end of life = was retired;
    are end of life = were retired; is on its way out = is deprecated; are on their way out = are
    deprecated; is on the way out = is deprecated; gave up on = dropped; gave up = dropped; given up =
    dropped; give up = drop; parted with = dropped; parted ways with = dropped; done away with = dropped;
    did away with = dropped; thrown out = dropped; threw out = dropped; kicked out = dropped; ripped out =
    dropped; torn out = dropped; tore out = dropped; said goodbye to = dropped; left behind = dropped;
    pulled the plug on = dropped; gave up on = dropped; turned away from = dropped; walked away from =
    dropped; turned our back on = dropped; took over from = replaced; taken over from = replaced; takes
    over from = replaces; takes the place of = replaces; took the place of = replaced; taken the place of
    = replaced; stands in for = replaces; stepped in for = replaced; fills in for = replaces; given way to
    = replaced by; gave way to = was replaced by; gives way to = is replaced by; made way for = was
    replaced by; makes way for = is replaced by
"""


def _pairs(text: str) -> dict[tuple[str, ...], str]:
    entries = (entry.partition("=") for entry in text.split(";"))
    return {tuple(phrase.split()): " ".join(meant.split()) for phrase, _, meant in entries}


CHANGING_REWRITES = _pairs(_CHANGED) | _pairs(_ENDED)
"""Wordings that say that something changed or ended, and how that is said in one word."""

REWRITES = _pairs(_MEANT) | CHANGING_REWRITES
"""Wordings of several words and what they mean."""
