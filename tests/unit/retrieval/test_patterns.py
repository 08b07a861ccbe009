"""A pattern is found quickly or refused with a reason; a literal is found where it stands."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.literal import MOST_TEXTS, compile_pattern, contains, literal_words

# A piece of a pattern, and texts that it matches.
PIECES = st.sampled_from(
    [
        ("abc", ["abc", "ABC", "aBc"]),
        ("defg+", ["defg", "defggg"]),
        ("hij?", ["hi", "hij"]),
        ("klm*", ["kl", "klmm"]),
        ("nop{2}", ["nopp"]),
        ("qrst{0,2}", ["qrs", "QRStt"]),
        ("(uvw)?", ["", "uvw"]),
        ("(?:xyz|zyx)", ["xyz", "zyx"]),
        ("[]abc]", ["]", "a"]),
        (r"[[:alpha:]\]]{12}", ["q" * 12]),
        (r"\d{3}", ["123"]),
        (r"\.", ["."]),
        (r"\(key", ["(key"]),
        ("größe", ["Größe", "GRÖẞE"]),
        ("ski", ["\u017f\u212ai"]),
        ("(?i)", [""]),
        (r"\s", [" ", "\n", "\u3000"]),
        ("(a(b|c)[)(])", ["ab(", "ac)"]),
        (r"\x41bc", ["abc"]),
        (r"\Qa.c\E", ["a.c"]),
        ("{,300}", ["{,300}"]),
    ]
)


def found(pattern: str, text: str) -> str | None:
    span = compile_pattern(pattern).find(text)
    return None if span is None else text[slice(*span)]


def held(text: str, wanted: str) -> str | None:
    span = contains(text, wanted)
    return None if span is None else text[slice(*span)]


class TestFinding:
    def test_finds_the_first_match(self) -> None:
        assert compile_pattern(r"e\d+").find("the E12 and the E13") == (4, 7)

    def test_finds_nothing_where_nothing_is(self) -> None:
        assert compile_pattern("xyz").find("abc") is None

    def test_takes_small_letters_for_both(self) -> None:
        assert found("timeout", "A TimeOut") == "TimeOut"

    @pytest.mark.parametrize("pattern", ["TimeOut", "[T]imeout|xx", r"\QTimeout\E"])
    def test_takes_capitals_as_they_are(self, pattern: str) -> None:
        assert found(pattern, "a timeout") is None

    @pytest.mark.parametrize(
        "pattern", [r"\Simeout", r"(?P<What>timeout)", r"\btimeout\B|\btimeout", r"\p{L}imeout"]
    )
    def test_sees_no_capital_in_what_is_no_letter(self, pattern: str) -> None:
        assert found(pattern, "a TIMEOUT") == "TIMEOUT"

    def test_gives_places_in_characters(self) -> None:
        assert compile_pattern("b+").find("a→漢😀bb") == (4, 6)

    def test_knows_lines(self) -> None:
        assert found("^def .*$", "import os\ndef run():\n    pass") == "def run():"

    @pytest.mark.parametrize(
        ("pattern", "text", "match"),
        [
            (r"\w+", "«größe»", "größe"),
            (r"\w+", "“漢字”", "漢字"),
            (r"\W+", "größe → x", " → "),
            (r"[\w.]+", "→ é.ü →", "é.ü"),
            (r"[^\w ]+", "größe → x", "→"),
            (r"\w+", "\uff1f\uff21\uff22\uff1a", "\uff21\uff22"),
            (r"a\sb", "a\u00a0b", "a\u00a0b"),
            (r"end\Z", "the end", "end"),
        ],
    )
    def test_knows_every_script(self, pattern: str, text: str, match: str) -> None:
        assert found(pattern, text) == match

    def test_reads_a_text_with_half_of_a_pair(self) -> None:
        assert compile_pattern("b").find("\ud800ab") == (2, 3)

    def test_points_at_whole_characters(self) -> None:
        assert compile_pattern(r"x\C").find("漢xö") == (1, 2)

    @given(st.text(), st.text(min_size=1, max_size=20))
    def test_finds_every_quoted_text(self, around: str, wanted: str) -> None:
        pattern = "(?-i)" + "".join(rf"\x{{{ord(sign):x}}}" for sign in wanted)
        assert found(pattern, f"{around}{wanted}{around}") == wanted

    def test_lets_a_long_pattern_see_fewer_texts(self) -> None:
        assert compile_pattern("time(d )?out").most_texts == MOST_TEXTS
        assert 0 < compile_pattern(r"x\w{8,40}x").most_texts < MOST_TEXTS


class TestRefusing:
    @pytest.mark.parametrize(
        ("pattern", "reason"),
        [
            ("a(b", "missing ), see '(b' at character 2"),
            ("ab)", "unexpected ), see ')' at character 3"),
            ("x[abc", "missing ], see '[abc' at character 2"),
            ("*a", "see '*a' at character 1"),
            ("a(?=b)", "see '(?=b)' at character 2"),
            ("(?<!a)b", "see '(?<!a)b' at character 1"),
            (r"(a)\1", r"see '\\1' at character 4"),
            ("[z-a]", "see 'z-a]' at character 2"),
            (r"[+-\w]x", "at character 4"),
            ("a\\", "trailing"),
            ("a{1001}", "see '{1001}' at character 2"),
            ("\ud800", "character 1 is half of a pair"),
            ("a" * 501, "501 characters"),
            (".{0,900}x", "steps; at most 2000"),
            ("(?:(?:a{9}){9}){9}" * 3, "steps; at most 2000"),
        ],
    )
    def test_says_what_is_wrong_and_where(self, pattern: str, reason: str) -> None:
        with pytest.raises(PhantasmError) as refused:
            compile_pattern(pattern)
        assert refused.value.code is Code.INVALID_PARAMS
        assert refused.value.field == "params.query"
        assert reason in refused.value.message
        assert refused.value.expected

    @pytest.mark.parametrize("pattern", ["", "x*", "^$", "foo|", "(?i)", "$"])
    def test_refuses_what_every_text_has(self, pattern: str) -> None:
        with pytest.raises(PhantasmError, match="matches an empty text"):
            compile_pattern(pattern)

    @given(st.text(max_size=40) | st.text(r"ab\()[]{}*+?|^$.,-:<>=!?PQEdwsbpx019", max_size=40))
    def test_compiles_anything_or_refuses_it(self, pattern: str) -> None:
        literal_words(pattern)
        with suppress(PhantasmError):
            compile_pattern(pattern).find("a (b) [c] {1} ü漢 \\ $ ^")

    @pytest.mark.parametrize(
        "pattern", ["(a+)+$x", "(a|aa)+z", "(?:a?){100}a{100}z", "(.*a){30}z", "(x+x+)+y"]
    )
    def test_ends_where_others_run_forever(self, pattern: str) -> None:
        assert compile_pattern(pattern).find("a" * 5_000 + "x" * 5_000) is None


class TestLiteralWords:
    @pytest.mark.parametrize(
        ("pattern", "words"),
        [
            ("connection refused", ["connection", "refused"]),
            ("Connection", ["connection"]),
            ("errors?", ["error"]),
            ("abcd*", ["abc"]),
            ("abcd+efg", ["abcd", "efg"]),
            ("abcd{2,3}efg", ["abc", "efg"]),
            ("a{123}", []),
            (r"timeout after \d+ ms", ["timeout", "after"]),
            ("foo(bar)?baz", ["foo", "baz"]),
            ("foo(bar|x)baz[abcd]", ["foo", "baz"]),
            ("foo|bar", []),
            ("(foo|bar)", []),
            (r"foo\.bar", ["foo", "bar"]),
            (r"\bfoobar\b", ["foobar"]),
            (r"\Qfoobar\E*", []),
            (r"\x66oobar", []),
            (r"\012345", []),
            (r"\pLetter", []),
            ("foo(bar", []),
            ("(?i)straße", ["strasse"]),
            ("foo foo", ["foo"]),
            ("ab", []),
            ("", []),
        ],
    )
    def test_returns_only_what_is_certain(self, pattern: str, words: list[str]) -> None:
        assert literal_words(pattern) == words

    @given(st.lists(PIECES, min_size=1, max_size=6), st.data())
    def test_returns_words_that_every_match_holds(
        self, pieces: list[tuple[str, list[str]]], data: st.DataObject
    ) -> None:
        pattern = "=" + "".join(piece for piece, _ in pieces)
        text = "=" + "".join(data.draw(st.sampled_from(samples)) for _, samples in pieces)
        assert compile_pattern(pattern).find(f"<<{text}>>") is not None
        assert all(word in text.casefold() for word in literal_words(pattern))


class TestContaining:
    def test_finds_the_literal_text(self) -> None:
        assert contains("costs $5 (a.b*c) or so", "(a.b*c)") == (9, 16)

    def test_finds_nothing_where_nothing_is(self) -> None:
        assert contains("abc", "abd") is None
        assert contains("größe", "grösser") is None

    @pytest.mark.parametrize("text", ["", "abc", "größe"])
    def test_finds_no_empty_text(self, text: str) -> None:
        assert contains(text, "") is None

    def test_takes_small_letters_for_both_and_capitals_as_they_are(self) -> None:
        assert held("An ERROR", "error") == "ERROR"
        assert held("an error", "Error") is None
        assert held("Die GRÖSSE", "größe") == "GRÖSSE"
        assert held("die größe", "Größe") is None

    @pytest.mark.parametrize(
        ("text", "wanted", "match"),
        [
            ("une Cafe\u0301 noir", "café", "Cafe\u0301"),
            ("une Café noir", "cafe\u0301", "Café"),
            ("a ﬁne day", "fine", "ﬁne"),
            ("a ﬁne day", "in", "ﬁn"),
            ("a ﬁne day", "i", "ﬁ"),
            ("\uff21\uff22\uff11", "ab1", "\uff21\uff22\uff11"),
            ("\u1112\u1161\u11ab글", "한", "\u1112\u1161\u11ab"),
            ("ｶﾞｽ", "ガス", "ｶﾞｽ"),
            ("x Ϊ\u0301 y", "ΐ", "Ϊ\u0301"),
            ("İstanbul", "stan", "stan"),
            ("漢字 ok", "OK".lower(), "ok"),
            ("é", "e", None),
        ],
    )
    def test_compares_what_looks_the_same(self, text: str, wanted: str, match: str | None) -> None:
        assert held(text, wanted) == match

    @given(st.text(max_size=30), st.text(min_size=1, max_size=10), st.text(max_size=30))
    def test_finds_every_text_between_spaces(self, before: str, wanted: str, after: str) -> None:
        text = f"{before} {wanted} {after}"
        span = contains(text, wanted)
        assert span is not None
        assert 0 <= span[0] < span[1] <= len(text)
        assert contains(text[slice(*span)], wanted) is not None

    def test_is_not_held_up_by_marks(self) -> None:
        text = "a" + "\u0301\u0316" * 30_000 + " end"
        assert contains(text, "end") == (60_002, 60_005)
        assert contains(text, "ends") is None
        assert contains("end", text) is None
