"""Which sentences claim a version? The large set is in benchmarks/claims_against_manifests.py."""

from pathlib import Path

import pytest

from benchmarks.claim_texts import FILES
from phantasm.workspace.anchors.references import write
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests.mentions import mentioned


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
        ("We use Rails 8.", ["dependency:ruby/rails@8"]),
        ("Next.js 14 with TypeScript 5.3", ["dependency:node/next@14", "dependency:node/typescript@5.3"]),
        ("Python 3.11+ everywhere", ["dependency:python@>=3.11"]),
        ("`pnpm@9` it is", ["dependency:node/pnpm@9"]),
        ("We use django 4 and PostgreSQL 16", ["dependency:python/django@4", "dependency:postgres@16"]),
        ("Written in Ruby 3.3", ["dependency:ruby@3.3"]),
        ("A library introduced in Python 3.11", []),
        ("Migrate to Rails 8", []),
        ("Rails 7.0 or 7.1", []),
        ("Python 3-only code", []),
        ("React 18 nodes and 3 trees", []),
        ("No number here, only Rails", []),
    ],
)
def test_cites_what_is_stated_of_now(text: str, expected: list[str], checkout: Checkout) -> None:
    assert [write(reference) for reference in mentioned(text, checkout)] == expected


def test_looks_at_no_file_without_a_claim(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "not there")
    assert mentioned("Nothing to see.", checkout) == []
    assert "paths" not in vars(checkout)
    assert mentioned("We will have 3 of them in 2027.", checkout) == []
    assert "paths" not in vars(checkout)
