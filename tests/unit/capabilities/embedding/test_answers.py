"""Only one vector of numbers per text gets through, whatever a server sends."""

import re

import numpy as np
import pytest

from phantasm.capabilities.embedding.servers import MAX_WIDTH, packed_vectors_of, vectors_of
from phantasm.capabilities.endpoint import Endpoint
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from tests.unit.capabilities.embedding.servers import packed

ENDPOINT = Endpoint("http://127.0.0.1:1", 1.0, Remediation("look"))


def test_numbers_come_through() -> None:
    found = vectors_of(ENDPOINT, [[1, 0.5], [-2.0, 3]], 2)
    assert found.dtype == np.float32
    assert found.tolist() == [[1, 0.5], [-2, 3]]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (None, "without vectors"),
        ("abc", "without vectors"),
        ([1.0, 2.0], "without vectors"),
        ([[1.0]], "1 vectors for 2 texts"),
        ([[1.0]] * 3, "3 vectors for 2 texts"),
        ([[[1.0], [2.0]], [[1.0]]], "one vector per token"),
        ([[1.0], [1.0, 2.0]], "[1, 2] numbers"),
        ([[], []], "[0] numbers"),
        ([[0.0] * (MAX_WIDTH + 1)] * 2, f"[{MAX_WIDTH + 1}] numbers"),
        ([["1.0"], ["2.0"]], "not all numbers"),
        ([[True], [False]], "not all numbers"),
        ([[0.5, True], [0.5, 0.5]], "not all numbers"),
        ([[0.5, [0.5]], [0.5, 0.5]], "not all numbers"),
        ([[0.5, "0.5"], [0.5, 0.5]], "not all numbers"),
        ([[None], [1.0]], "not all numbers"),
        ([[float("nan")], [1.0]], "infinite"),
        ([[float("inf")], [1.0]], "infinite"),
        ([[1e300], [1.0]], "absurd"),
        ([[10**400], [1.0]], "absurd"),
    ],
)
def test_anything_else_is_refused(rows: object, says: str) -> None:
    with pytest.raises(PhantasmError, match=re.escape(says)) as refused:
        vectors_of(ENDPOINT, rows, 2)
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE


def test_packed_numbers_come_through_to_the_bit() -> None:
    rows = [[1, 0.1], [-2.5e-7, 3e7]]
    found = packed_vectors_of(ENDPOINT, [packed(row) for row in rows], 2)
    assert found.dtype == np.float32
    assert found.tobytes() == vectors_of(ENDPOINT, rows, 2).tobytes()


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([packed([1.0])], "1 vectors for 2 texts"),
        ([packed([1.0])] * 3, "3 vectors for 2 texts"),
        ([packed([1.0]), packed([1.0, 2.0])], "[1, 2] numbers"),
        (["", ""], "[0] numbers"),
        ([packed([0.0] * (MAX_WIDTH + 1))] * 2, f"[{MAX_WIDTH + 1}] numbers"),
        (["AAAAAAA=", "AAAAAAA="], "32-bit numbers"),
        (["AAAA AA==", "AAAAAA=="], "not base64"),
        (["AAAAA", "AAAAAA=="], "not base64"),
        (["\u0661", "AAAAAA=="], "not base64"),
        ([packed([float("nan")]), packed([1.0])], "infinite"),
        ([packed([float("-inf")]), packed([1.0])], "infinite"),
        ([packed([1e16]), packed([1.0])], "absurd"),
    ],
)
def test_packed_numbers_are_believed_no_sooner(rows: list[str], says: str) -> None:
    with pytest.raises(PhantasmError, match=re.escape(says)) as refused:
        packed_vectors_of(ENDPOINT, rows, 2)
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE
