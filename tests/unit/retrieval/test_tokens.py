"""Words are found whole and in parts, in every script, and the index takes each for one word."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.retrieval.tokens import tokens
from phantasm.storage.driver import driver

# The same as in the migration that makes the index.
TOKENIZER = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
JOINTS = "./:\\@#+,-_"
SCRIPTS = "aZéßø9٣Жяאبकி漢字テ한ไท😀→ﬁⅧ½"


def shown(text: str) -> list[str]:
    """Return the words of a text with their joints as people write them."""
    return [
        "".join(JOINTS[ord(sign) - 0xE000] if "\ue000" <= sign <= "\ue009" else sign for sign in token)
        for token in tokens(text)
    ]


def indexed(words: Sequence[str]) -> list[str]:
    """Return what a real index makes of words, in their order."""
    with driver.connect(":memory:") as connection:
        connection.execute(f'CREATE VIRTUAL TABLE words USING fts5(body, tokenize="{TOKENIZER}")')
        connection.execute("CREATE VIRTUAL TABLE found USING fts5vocab('words', 'instance')")
        connection.execute("INSERT INTO words (body) VALUES (?)", (" ".join(words),))
        rows = connection.execute("SELECT term FROM found ORDER BY offset").fetchall()
    connection.close()
    return [term for (term,) in rows]


class TestNames:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("getUserName", ["getusername", "get", "user", "name"]),
            ("HTTPServer2", ["httpserver2", "http", "server", "2"]),
            ("user_name", ["user_name", "user", "name"]),
            ("ERR_CONN_REFUSED", ["err_conn_refused", "err", "conn", "refus"]),
            ("__init__", ["init"]),
            ("src/app.py", ["src/app.py", "src", "app", "py"]),
            ("Users\\me\\x.txt", ["users\\me\\x.txt", "user", "me", "x", "txt"]),
            ("std::vector", ["std::vector", "std", "vector"]),
            ("me@host.org", ["me@host.org", "me", "host", "org"]),
            ("e-mail", ["e-mail", "e", "mail"]),
            ("v1.2.3", ["v1.2.3", "v", "1", "2", "3"]),
            ("E0502", ["e0502", "e", "0502"]),
            ("i18n", ["i18n", "i", "18", "n"]),
            ("C++, C# and F#", ["c++", "c#", "and", "f#"]),
            ("g++", ["g++"]),
            ("C++17", ["c++17", "c", "17"]),
            ("--flag #include", ["flag", "includ"]),
            ("KEY=value", ["key", "valu"]),
        ],
    )
    def test_keeps_a_name_whole_and_in_parts(self, text: str, words: list[str]) -> None:
        assert shown(text) == words

    @pytest.mark.parametrize(("one", "other"), [("User_Name", "USER_NAME"), ("Src/App.py", "src/app.PY")])
    def test_finds_a_name_in_any_case(self, one: str, other: str) -> None:
        assert tokens(one) == tokens(other)

    def test_finds_the_name_that_is_counted_up(self) -> None:
        assert "count" in shown("count++;")


class TestProse:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("The dogs' and the user's", ["the", "dog", "and", "the", "user"]),
            ("John\u2019s", ["john"]),
            ("don't don\u2019t", ["dont", "dont"]),
            ("running runs", ["run", "run"]),
            ("1,234 and 1234", ["1234", "and", "1234"]),
            ("12,34", ["12,34", "12", "34"]),
            ("3.14", ["3.14", "3", "14"]),
            ("$5, 100%", ["5", "100"]),
            ("", []),
            (" ... '' -- →😀", []),
        ],
    )
    def test_reads_words_and_numbers(self, text: str, words: list[str]) -> None:
        assert shown(text) == words

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("café", "CAFE"),
            ("cafe\u0301", "café"),
            ("naïve", "naive"),
            ("ﬁne", "fine"),
            ("İstanbul", "istanbul"),
        ],
    )
    def test_finds_a_word_with_and_without_its_accents(self, one: str, other: str) -> None:
        assert tokens(one) == tokens(other)

    @pytest.mark.parametrize(("one", "other"), [("Straße", "STRASSE"), ("københavn", "København")])
    def test_keeps_words_of_mixed_letters_together(self, one: str, other: str) -> None:
        assert tokens(one) == tokens(other)
        assert len(tokens(one)) == 1

    def test_keeps_a_long_number_one_word(self) -> None:
        assert tokens("1,234.56") == tokens("1234.56")[:1]
        assert indexed(tokens("1,234.56")) == tokens("1,234.56")


class TestUnspacedScripts:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("漢字テスト", ["漢字", "字テ", "テス", "スト"]),
            ("한국어", ["한국", "국어"]),
            ("ไทย", ["ไท", "ทย"]),
            ("日", ["日"]),
            ("漢字\uff0c漢字。", ["漢字", "漢字"]),
            ("mixed漢字abc", ["mix", "漢字", "abc"]),
            ("日本のuser_name", ["日本", "本の", "user_name", "user", "name"]),
        ],
    )
    def test_makes_pairs(self, text: str, words: list[str]) -> None:
        assert shown(text) == words

    def test_finds_what_is_inside_a_sentence(self) -> None:
        assert set(tokens("東京都")) <= set(tokens("私は東京都に住んでいます"))

    def test_makes_pairs_of_a_long_sentence(self) -> None:
        assert len(tokens("漢字" * 100)) == 199

    @pytest.mark.parametrize(("text", "fewest"), [("ที่นี่", 2), ("हिन्दी", 3), ("שָׁלוֹם", 3)])
    def test_keeps_a_word_with_its_marks_together(self, text: str, fewest: int) -> None:
        assert all(len(word) > 1 for word in tokens(text))
        assert max(map(len, tokens(text))) >= fewest


class TestHostileInput:
    def test_cuts_a_very_long_run(self) -> None:
        assert tokens("x" * 1_000) == ["x" * 64]

    def test_keeps_the_names_in_a_long_path(self) -> None:
        assert tokens("/".join(["node"] * 40)) == ["node"] * 40

    @pytest.mark.parametrize(
        ("text", "most"),
        [
            ("a" * 500_000, 1),
            ("a" + "." * 500_000, 1),
            ("a." * 250_000, 250_000),
            ("1," * 250_000, 250_000),
            ("'s" * 250_000, 250_000),
            ("a++" * 150_000, 150_000),
            ("aB" * 250_000, 500_000),
            ("\\" * 500_000, 0),
            ("ａ-" * 100_000, 100_000),  # noqa: RUF001 - wide letters are the point
        ],
    )
    def test_reads_half_a_million_signs(self, text: str, most: int) -> None:
        assert len(tokens(text)) <= most

    @pytest.mark.parametrize("text", ["_", "__ x", "日_本"])
    def test_makes_no_empty_words(self, text: str) -> None:
        assert "" not in tokens(text)


class TestIndexing:
    @given(st.text(st.sampled_from("aB1.:/\\@#+-'’ \"*()" + SCRIPTS), max_size=80))  # noqa: RUF001 - typed so
    def test_gives_the_index_one_word_for_each(self, text: str) -> None:
        assert indexed(tokens(text)) == tokens(text)

    @given(st.text(max_size=40))
    def test_has_only_letters_digits_and_private_signs(self, text: str) -> None:
        for word in tokens(text.replace("_", " ").replace(",", " ")):
            assert all(sign.isalnum() or "\ue000" <= sign <= "\ue009" for sign in word)

    @given(st.text("aB1,._- ", max_size=80))
    def test_gives_the_index_one_word_for_each_with_any_joint(self, text: str) -> None:
        assert indexed(tokens(text)) == tokens(text)

    @given(
        st.lists(
            st.sampled_from(["getUserName", "src/a.py", "漢字", "1,234", "v1.2", "C++", "don't"]), max_size=8
        )
    )
    def test_reads_a_text_word_by_word(self, words: list[str]) -> None:
        assert tokens(" ".join(words)) == [token for word in words for token in tokens(word)]
