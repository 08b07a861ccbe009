"""Every known model is told what its makers say, under every name it goes by."""

import pytest

from phantasm.capabilities.embedding.prefixes import KNOWN, Habits, habits_of

REPRESENT = "Represent this sentence for searching relevant passages: "


@pytest.mark.parametrize(
    ("model", "query", "document"),
    [
        ("nomic-embed-text", "search_query: ", "search_document: "),
        ("nomic-embed-text:v1.5", "search_query: ", "search_document: "),
        ("nomic-ai/nomic-embed-text-v2-moe", "search_query: ", "search_document: "),
        ("hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0", "search_query: ", "search_document: "),
        ("intfloat/e5-small-v2", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("BAAI/bge-small-en-v1.5", REPRESENT, ""),
        ("bge-large", REPRESENT, ""),
        ("bge-m3", "", ""),
        ("mxbai-embed-large", REPRESENT, ""),
        ("snowflake-arctic-embed:22m", REPRESENT, ""),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", ""),
        ("snowflake-arctic-embed2", "query: ", ""),
        ("granite-embedding:30m", "", ""),
        ("sentence-transformers/all-MiniLM-L6-v2", "", ""),
        ("embeddinggemma", "task: search result | query: ", "title: none | text: "),
        ("llm-semantic-router/mmbert-embed-32k-2d-matryoshka", "", ""),
        ("text-embedding-3-small", "", ""),
        ("something-else", "", ""),
    ],
)
def test_both_sides_get_their_words(model: str, query: str, document: str) -> None:
    habits = habits_of(model)
    assert (habits.before("query"), habits.before("document")) == (query, document)


def test_instructions_end_where_the_question_begins() -> None:
    assert habits_of("qwen3-embedding:0.6b").query.endswith("\nQuery:")
    assert habits_of("intfloat/multilingual-e5-large-instruct").query.endswith("\nQuery: ")
    assert habits_of("qwen3-embedding").document == ""
    assert len(habits_of("BAAI/bge-base-zh-v1.5").query) == 19


def test_widths_are_those_that_were_trained() -> None:
    assert habits_of("nomic-embed-text").trained == (64, 128, 256, 512, 768)
    assert habits_of("nomic-embed-text").centred
    assert habits_of("nomic-embed-text-v1").trained == ()
    assert {64, 256, 768} <= set(habits_of("mmbert-embed-32k-2d-matryoshka").trained)
    assert habits_of("all-minilm").trained == ()
    for _, habits in KNOWN:
        assert list(habits.trained) == sorted(set(habits.trained))


def test_every_row_of_the_table_can_be_reached() -> None:
    shown = [start.replace("(multilingual-)?", "").replace(".*", "x").replace("$", "") for start, _ in KNOWN]
    assert [habits_of(name) for name in shown] == [habits for _, habits in KNOWN]
    assert habits_of("") == Habits()
