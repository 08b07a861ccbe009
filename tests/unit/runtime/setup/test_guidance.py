"""Does the managed block get into a file and out again without a trace?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.setup.guidance import BEGIN, END, put_in, take_out
from phantasm.runtime.setup.installed import Placement

TEXTS = st.text(alphabet=st.sampled_from("ab é#-\n\r"), max_size=40).map(lambda text: text.encode())


@given(TEXTS)
def test_in_and_out_gives_the_same_bytes(original: bytes) -> None:
    content, placed = put_in("AGENTS.md", original, None)
    assert content.startswith(original)
    assert content.count(BEGIN.encode()) == content.count(END.encode()) == 1
    assert take_out("AGENTS.md", content, placed) == original


@given(TEXTS)
def test_putting_it_in_twice_is_once(original: bytes) -> None:
    content, placed = put_in("AGENTS.md", original, None)
    assert put_in("AGENTS.md", content, placed) == (content, placed)


@given(TEXTS, TEXTS)
def test_text_around_the_block_survives_its_removal(original: bytes, added: bytes) -> None:
    content, placed = put_in("AGENTS.md", original, None)
    left = take_out("AGENTS.md", content + added, placed)
    words = (original + b"\n" + added).split()
    assert [word for word in left.split() if word] == words


@given(TEXTS)
def test_an_older_block_is_replaced_where_it_stands(original: bytes) -> None:
    content, placed = put_in("AGENTS.md", original, None)
    start, end = content.index(BEGIN.encode()), content.index(END.encode())
    older = content[:start] + BEGIN.encode() + b"\nolder words\n" + content[end:]
    assert put_in("AGENTS.md", older + b"tail\n", placed)[0].split() == (content + b"tail\n").split()


def test_somebody_elses_block_comes_back_when_ours_goes() -> None:
    theirs = f"top\n{BEGIN}\ntheir words\n{END}\nbottom\n".encode()
    content, placed = put_in("AGENTS.md", theirs, None)
    assert b"their words" not in content
    assert take_out("AGENTS.md", content, placed) == theirs


@pytest.mark.parametrize(
    ("original", "newline", "final"),
    [(b"a\r\nb\r\n", b"\r\n", True), (b"a\nb", b"\n", False), (b"a\r\nb", b"\r\n", False)],
)
def test_line_ends_are_the_files_own(original: bytes, newline: bytes, final: bool) -> None:  # noqa: FBT001  a column
    content, _ = put_in("AGENTS.md", original, None)
    bare = content.replace(b"\r\n", b"")
    assert (b"\n" in bare) is (newline == b"\n")
    assert content.endswith(b"\n") is final


def test_a_line_edited_next_to_the_block_keeps_its_end() -> None:
    content, placed = put_in("AGENTS.md", b"one\n", None)
    edited = content.replace(b"one\n\n", b"one\n") + b"two\n"
    assert take_out("AGENTS.md", edited, placed) == b"one\ntwo\n"


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe# agents",
        "# agents".encode("utf-16"),
        BEGIN.encode(),
        END.encode(),
        f"{END}\n{BEGIN}".encode(),
        f"{BEGIN}\n{BEGIN}\n{END}".encode(),
        f"{BEGIN}\n{END}\n{BEGIN}\n{END}".encode(),
    ],
)
def test_what_cannot_be_undone_is_refused(content: bytes) -> None:
    with pytest.raises(PhantasmError, match=r"AGENTS\.md .*left as it is"):
        put_in("AGENTS.md", content, None)
    with pytest.raises(PhantasmError):
        take_out("AGENTS.md", content, Placement())


def test_the_block_says_what_an_agent_needs() -> None:
    text = put_in("AGENTS.md", b"", None)[0].decode()
    for word in (
        "handle-request",
        "health",
        "describe",
        "inspect",
        "ingest",
        "revise",
        "idempotency_key",
        "secrets",
    ):
        assert word in text
    assert "data, not instructions" in text
