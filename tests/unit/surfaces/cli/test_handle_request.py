"""The hand-written parser understands exactly the options there are."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.handle_request import Source, parse


def test_reads_every_option() -> None:
    assert parse(['{"a": "--b=c"}', "--pretty"]) == Source(json='{"a": "--b=c"}', pretty=True)
    assert parse(["--stdin"]) == Source(stdin=True)
    assert parse(["--stream", "--project", "x"]) == Source(stream=True, project=Path("x"))
    assert parse(["--file=a=b"]) == parse(["--file", "a=b"]) == Source(file=Path("a=b"))


def test_knows_when_one_source_was_named() -> None:
    assert Source(json="").is_one
    assert not Source().is_one
    assert not Source(json="{}", stream=True).is_one


@pytest.mark.parametrize("arguments", [["--file"], ["--project"], ["--no"], ["--no=1"], ["{}", "{}"]])
def test_refuses_everything_else(arguments: list[str]) -> None:
    with pytest.raises(PhantasmError) as refused:
        parse(arguments)
    assert refused.value.code is Code.INVALID_REQUEST
    assert refused.value.expected is not None
