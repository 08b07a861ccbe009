"""How compressed transcripts are read."""

import io
import random
from importlib import import_module

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.session.transcripts import codex
from phantasm.session.transcripts.lines import lines
from phantasm.session.transcripts.zstd import MODULES, decompressed, module_of


def packed(*parts: bytes) -> bytes:
    module = import_module(module_of().__name__)
    return b"".join(module.compress(part) for part in parts)


def whole(read: object, size: int) -> bytes:
    pieces = []
    while piece := read(size):  # type: ignore[operator]
        assert len(piece) <= size
        pieces.append(piece)
    return b"".join(pieces)


@pytest.mark.parametrize("size", [1, 7, 4096, 1 << 20])
def test_gives_back_what_was_compressed(size: int) -> None:
    data = b"".join(b'{"n": %d}\n' % number for number in range(500))
    assert whole(decompressed(io.BytesIO(packed(data)).read), size) == data
    assert whole(decompressed(io.BytesIO(packed(data, b"", data)).read), size) == data + data


def test_reads_in_pieces_however_few_bytes_come_at_once() -> None:
    data = random.Random(4).randbytes(100_000)
    source = io.BytesIO(packed(data))
    assert whole(decompressed(lambda size: source.read(min(size, 13))), 1000) == data


def test_reads_on_behind_what_was_read() -> None:
    data = b"".join(b'{"n": %d}\n' % number for number in range(50_000))
    found = list(lines(decompressed(io.BytesIO(packed(data)).read)))
    middle = found[30_000].start
    assert list(lines(decompressed(io.BytesIO(packed(data)).read, middle), middle)) == found[30_000:]
    assert decompressed(io.BytesIO(packed(data)).read, len(data) + 9)(10) == b""


def test_gives_a_rollout_the_same_events_and_offsets() -> None:
    message = b'{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go on"}]}\n'
    data = b'{"id": "s", "timestamp": "2026-01-02T03:04:05Z", "instructions": null}\n' + message * 3
    plain = list(codex.events(lines(io.BytesIO(data).read)))
    assert len(plain) == 4
    assert list(codex.events(lines(decompressed(io.BytesIO(packed(data)).read)))) == plain


def test_holds_little_of_a_file_that_unpacks_to_much() -> None:
    source = io.BytesIO(packed(b"\0" * 64_000_000))
    read = decompressed(source.read)
    assert len(read(1000)) == 1000
    assert whole(read, 1 << 20).count(b"\0") == 64_000_000 - 1000


def test_ends_where_a_file_is_cut_off() -> None:
    data = random.Random(5).randbytes(400_000)
    cut = packed(data)[:200_000]
    assert data.startswith(whole(decompressed(io.BytesIO(cut).read), 4096))
    assert decompressed(io.BytesIO(b"").read)(10) == b""


def test_refuses_what_is_not_compressed() -> None:
    with pytest.raises(PhantasmError, match="no valid Zstandard") as refused:
        decompressed(io.BytesIO(b'{"type": "session_meta"}\n').read)(10)
    assert refused.value.code is Code.INVALID_PARAMS


def test_says_which_package_is_missing() -> None:
    with pytest.raises(PhantasmError, match="not installed") as refused:
        module_of(("no.such.module",))
    assert refused.value.code is Code.PROVIDER_UNAVAILABLE
    assert refused.value.remediation[0].command == "pip install backports.zstd"
    assert module_of(("no.such.module", *MODULES)).ZstdDecompressor
