"""Which commands, ports and environment names does a text cite? Only those that are declared."""

from pathlib import Path

import pytest

from benchmarks.claim_texts import FILES
from phantasm.workspace.anchors.references import write
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared.mentions import mentioned


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    folder = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return Checkout(folder)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Run `make test` before each commit.", ["command:make test"]),
        ("If it fails, make lint tells why.", ["command:make lint"]),
        ("Make sure that it works; make nothing else.", []),
        ("`make test` was removed.", []),
        ("It answers on port 8080 and reads DATABASE_URL.", ["port:8080", "variable:DATABASE_URL"]),
        ("Port 9999 and OTHER_NAME are not ours.", []),
        ("`pnpm dev` and `ledger import`", ["command:pnpm dev", "command:ledger import"]),
    ],
)
def test_cites_what_is_declared(text: str, expected: list[str], checkout: Checkout) -> None:
    assert [write(reference) for reference in mentioned(text, checkout)] == expected


def test_looks_at_no_file_without_the_look_of_one(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "not there")
    assert mentioned("We keep the settings in one place.", checkout) == []
    assert "paths" not in vars(checkout)
