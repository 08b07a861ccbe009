"""What a person wrote says how to compile, and a question becomes a context within each budget."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from tests.unit.tools.evaluation.folders import document, write_case
from tools.evaluation.contexts import Context, asking_for_contexts, compiling_of
from tools.evaluation.running import ask_case

WANTED: JsonObject = {"model": "openai", "format": "text", "handles": "none", "nearest": True}
NOTHING = Context(text="", items=(), tokens=0, match="no_match")
CORPUS = [
    document("d1", "The port of the API server is 8400.", timestamp="0"),
    document("d2", "The worker depends on Redis.", timestamp="1"),
    document("d3", "The port of the API server is 8400.", timestamp="2"),
    document("d4", "The API server also listens on a socket.", group="S1", role="user"),
]


def test_understands_what_a_person_wrote() -> None:
    compiling = compiling_of("2000, 500,500", WANTED)
    assert (compiling.budgets, compiling.wanted) == ((500, 2000), WANTED)
    assert asking_for_contexts(compiling).weight == 2
    for budgets in ("", "500,", "many", "1.5"):
        with pytest.raises(PhantasmError, match="no numbers of tokens") as refused:
            compiling_of(budgets, WANTED)
        assert (refused.value.code, refused.value.field) == (Code.INVALID_PARAMS, "--budgets")


@pytest.mark.parametrize("wrong", [{"model": "abacus"}, {"format": "svg"}, {"handles": "some"}])
def test_refuses_before_the_work_what_compile_would_refuse(wrong: JsonObject) -> None:
    with pytest.raises(PhantasmError) as refused:
        compiling_of("500", WANTED | wrong)
    assert refused.value.code is Code.INVALID_PARAMS
    assert next(iter(wrong)) in str(refused.value.field)
    with pytest.raises(PhantasmError, match="token_budget"):
        compiling_of("-3", WANTED)


def test_compiles_when_only_the_first_documents_exist(tmp_path: Path) -> None:
    question = "Where does the API server listen?"
    questions = [
        document("late", question),
        document("early", question, before=3),
        document("never", question, before=0),
        document("empty", " "),
    ]
    folder = write_case(tmp_path / "case", CORPUS, questions)
    asking = asking_for_contexts(compiling_of("300,600", WANTED))
    steps: list[int] = []
    found = ask_case(folder, asking, None, steps.append)
    assert {*found} == {"late", "early", "never", "empty"}
    assert all(list(contexts) == [300, 600] for contexts in found.values())
    late, early = found["late"][600], found["early"][600]
    # Documents that say the same are one record, and a line that excerpts it excerpts both.
    assert {"d1", "d3", "d4"} <= {*late.items}
    assert {"d1", "d3"} <= {*early.items}
    assert "d4" not in early.items
    assert "listens on a socket" in late.text
    assert "socket" not in early.text
    assert 0 < late.tokens <= 600
    assert found["never"] == found["empty"] == {300: NOTHING, 600: NOTHING}
    assert sum(steps) == len(CORPUS) + 2 * len(questions)
