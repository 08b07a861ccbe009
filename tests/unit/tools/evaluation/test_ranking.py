"""What a person wrote says how to search."""

import pytest

from phantasm.contracts.errors import PhantasmError
from tools.evaluation.retrieval import Searching, asking_for_rankings, searching_of
from tools.evaluation.running import Taking


def test_understands_what_a_person_wrote() -> None:
    assert searching_of("lexical, hybrid,lexical", limit=5) == Searching(("lexical", "hybrid"), 5)
    assert searching_of("dense", limit=1000).limit == 1000
    with pytest.raises(PhantasmError, match="there is no arm 'grep'"):
        searching_of("lexical,grep", limit=5)
    for limit in (0, 1001):
        with pytest.raises(PhantasmError, match="out of range"):
            searching_of("dense", limit=limit)


def test_vectors_are_taken_otherwise_only_where_they_are_used() -> None:
    wide = Taking(dimensions=768)
    assert searching_of("lexical,dense", limit=5, taking=wide).taking == wide
    with pytest.raises(PhantasmError, match="words alone"):
        searching_of("lexical", limit=5, taking=wide)


def test_needs_vectors_for_every_arm_but_words() -> None:
    assert not asking_for_rankings(Searching(("lexical",))).uses_vectors
    for arms in (("dense",), ("lexical", "hybrid")):
        asking = asking_for_rankings(Searching(arms))
        assert asking.uses_vectors
        assert asking.weight == len(arms)
