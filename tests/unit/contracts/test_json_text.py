"""JSON is read and written as json does it, without loading json."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.contracts.json_text import parsed, rendered

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_reads_and_writes_as_json_does(value: object) -> None:
    assert json.loads(rendered(value)) == value
    assert parsed(json.dumps(value)) == value
    assert parsed(json.dumps(value, ensure_ascii=False, indent=2)) == value
    assert rendered(value).isascii()


@given(st.text())
def test_refuses_what_json_refuses(text: str) -> None:
    try:
        expected = json.loads(text, strict=False)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            parsed(text)
    else:
        assert parsed(text) == expected


@pytest.mark.parametrize("text", ["", " ", "{", "[1,]", "{} {}", "nul", '{"a"}', "1" * 5_000, '"\\ud800'])
def test_refuses_what_is_no_json(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parsed(text)


def test_depth_ends_in_an_error_and_not_in_a_crash() -> None:
    with pytest.raises((RecursionError, ValueError)):
        parsed("[" * 200_000 + "]" * 200_000)


def test_reads_numbers_and_control_characters() -> None:
    assert parsed(' {"a": [1, -2.5e3, true, null, "x\x01y"]}\n') == {"a": [1, -2500.0, True, None, "x\x01y"]}
    assert rendered({"a": 1.5, "b": (1, None)}) == '{"a":"1.5","b":[1,null]}'


def test_loads_no_json() -> None:
    source = Path(__file__).parents[3] / "src"
    program = (
        f"import sys; sys.path.insert(0, {str(source)!r}); "
        "import phantasm.surfaces.hooks.clients; print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, check=True)
    assert not {"json", "re", "enum"} & set(loaded.stdout.decode().split())
