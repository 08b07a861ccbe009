"""The text of a file, whatever its line ends."""

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.state.exchange.text import NotJsonError, object_of, text_of


def test_takes_a_byte_order_mark_and_windows_line_ends() -> None:
    assert text_of(b"\xef\xbb\xbfa\r\nb\n", "f") == "a\nb\n"


@pytest.mark.parametrize(("data", "position"), [(b"ab\xff", 2), (b"\xef\xbb\xbfa\xff", 4)])
def test_says_at_which_byte_it_is_no_text(data: bytes, position: int) -> None:
    with pytest.raises(PhantasmError, match=f"at byte {position}"):
        text_of(data, "f")


@pytest.mark.parametrize("line", ["", "1", "{", '{"a":Infinity}', '{"a":1e999}', "{" * 10_000])
def test_refuses_what_is_no_object(line: str) -> None:
    with pytest.raises(NotJsonError):
        object_of(line)
