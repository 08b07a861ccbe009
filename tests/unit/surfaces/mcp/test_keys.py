"""When is a call taken for a retry of the one before?"""

from itertools import count

from phantasm.surfaces.mcp.calls import Meant
from phantasm.surfaces.mcp.identity import Caller
from phantasm.surfaces.mcp.keys import RETRY_SECONDS, Keys

CALLER, OTHER = Caller("claude_code"), Caller("codex")
ARCHIVE, RESTORE = Meant("set_state", {"action": "archive"}), Meant("set_state", {"action": "restore"})


class _Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def _keys(time: _Time | None = None) -> Keys:
    numbers = count()
    return Keys(now=time or _Time(), fresh=lambda: f"drawn-{next(numbers)}")


def test_gives_the_same_call_the_same_key() -> None:
    keys = _keys()
    first = keys.key(CALLER, ARCHIVE)
    keys.wrote(CALLER, ARCHIVE)
    assert keys.key(CALLER, ARCHIVE) == first


def test_gives_other_calls_and_other_callers_keys_of_their_own() -> None:
    keys = _keys()
    drawn = [keys.key(CALLER, ARCHIVE), keys.key(CALLER, RESTORE), keys.key(OTHER, ARCHIVE)]
    assert len(set(drawn)) == 3


def test_does_again_what_another_write_has_undone() -> None:
    keys = _keys()
    drawn = []
    for one in (ARCHIVE, RESTORE, ARCHIVE, RESTORE):
        drawn.append(keys.key(CALLER, one))
        keys.wrote(CALLER, one)
    assert len(set(drawn)) == 4


def test_knows_a_retry_also_after_a_read() -> None:
    keys = _keys()
    first = keys.key(CALLER, ARCHIVE)
    keys.wrote(CALLER, ARCHIVE)
    keys.key(CALLER, Meant("search", {"query": "x"}))
    assert keys.key(CALLER, ARCHIVE) == first


def test_forgets_after_a_while() -> None:
    time = _Time()
    keys = _keys(time)
    first = keys.key(CALLER, ARCHIVE)
    time.now = RETRY_SECONDS + 1
    assert keys.key(CALLER, ARCHIVE) != first


def test_takes_the_key_of_the_agent() -> None:
    assert _keys().key(CALLER, Meant("ingest", {}, "mine")) == "mine"


def test_remembers_only_so_many() -> None:
    keys = _keys()
    first = keys.key(CALLER, ARCHIVE)
    for number in range(100):
        keys.key(CALLER, Meant("search", {"query": f"{number}"}))
    assert keys.key(CALLER, ARCHIVE) != first
