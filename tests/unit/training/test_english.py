"""The pure parts of the English corpus: parsing, saying otherwise, limits."""

from __future__ import annotations

import struct
import zlib

from training.corpus.debian import licence_of
from training.corpus.english import record
from training.corpus.english_limits import Keeper, sampled, shares, without_refrains
from training.corpus.english_manuals import block_pairs, title
from training.corpus.english_packages import changelog_pairs, description_pairs, descriptions
from training.corpus.english_paraphrase import past_forms, questions, reordered, substituted
from training.corpus.english_tales import campaign_pairs, fortune_pairs, prose_pairs, r_strings
from training.corpus.english_words import exchangeable, gcide_pairs, synset, term_pairs, wordnet_pairs
from training.corpus.pair import Pair
from training.corpus.sentences import lead_and_rest, sentences
from training.corpus.text_blocks import Block, html_blocks, man_blocks

CONTACT = (
    '1 04 n 02 contact 2 touch 0 001 @ 00039021 n 0000 | close interaction; "they kept in daily contact"'
)
GCIDE = """
Dichotomous \\Di*chot"o*mous\\, a. [L. dichotomos, Gr. in
   two, asunder.]
   Regularly dividing by pairs from bottom to top; as, a
   dichotomous stem of the plant. -- {Di*chot"o*mous*ly}, adv.
   [1913 Webster]

         A general breach.          --Bp. Hall.

   2. To cut off. [Obs.]
"""


class TestDictionaries:
    def test_a_synset_has_names_meaning_and_examples(self) -> None:
        entry = synset(CONTACT)
        assert entry is not None
        assert entry.names == ("contact", "touch")
        assert entry.meaning == "close interaction"
        assert entry.examples == ("they kept in daily contact",)

    def test_a_synonym_takes_the_place_of_a_word_in_an_example(self) -> None:
        entry = synset(CONTACT)
        assert entry is not None
        found = list(wordnet_pairs(entry, {}))
        assert Pair("paraphrase", "they kept in daily touch", "they kept in daily contact") in found
        assert Pair("gloss", "contact, touch (noun)", "close interaction") in found

    def test_only_words_with_one_meaning_are_exchanged(self) -> None:
        lines = ["1 04 n 02 car 0 auto 0 000 | a vehicle", "2 04 n 02 auto 0 robot 0 000 | a machine"]
        entries = [entry for line in lines if (entry := synset(line))]
        assert exchangeable(entries) == {}
        assert exchangeable(entries[:1]) == {"car": "auto", "auto": "car"}

    def test_gcide_keeps_modern_senses_and_their_use(self) -> None:
        found = list(gcide_pairs(GCIDE))
        assert found[0] == Pair(
            "gloss", "dichotomous (adjective)", "Regularly dividing by pairs from bottom to top"
        )
        assert found[1].b == "a dichotomous stem of the plant"
        assert not any("breach" in pair.b or "cut off" in pair.b for pair in found)

    def test_a_term_is_asked_for_by_name(self) -> None:
        text = "\n\nbroket\n\n   <character> Either of two characters.  Used as {brackets}.\n"
        asked, led = term_pairs(text)
        assert "broket" in asked.a
        assert led == Pair("gloss", "broket: Either of two characters.", "Used as brackets.")


class TestSayingOtherwise:
    VERBS = past_forms("went go\nsaw see\n", "  licence\nwalk v 1\nmove v 1\ncarry v 1\n")

    def test_past_forms_are_led_back(self) -> None:
        assert self.VERBS == {
            "went": "go", "saw": "see", "walked": "walk", "moved": "move", "carried": "carry",
        }  # fmt: skip

    def test_a_time_asks_when(self) -> None:
        asked = list(questions("Anna went to the market last week.", self.VERBS))
        assert asked == ["When did Anna go to the market?", "Who went to the market last week?"]

    def test_a_place_asks_where(self) -> None:
        assert next(questions("The dog was asleep in the garden.", self.VERBS)) == "Where was the dog asleep?"

    def test_what_is_no_statement_of_somebody_asks_nothing(self) -> None:
        assert not list(questions("There was nothing in the garden.", self.VERBS))
        assert not list(questions("Anna, who went home, slept.", self.VERBS))

    def test_clauses_change_places(self) -> None:
        assert (
            reordered("If the file is missing, then it is created.")
            == "It is created if the file is missing."
        )
        assert reordered("The file is created.") is None

    def test_words_are_substituted_whole(self) -> None:
        assert substituted("a car in a carpet", {"car": "auto"}) == "a auto in a carpet"


class TestText:
    def test_sentences_keep_titles_and_quotes_together(self) -> None:
        text = 'Mr. Hill said "Go." He went. It was late.'
        assert sentences(text) == ['Mr. Hill said "Go."', "He went.", "It was late."]
        assert list(lead_and_rest("One.")) == []

    def test_html_gives_paragraphs_under_headings(self) -> None:
        page = (
            "<html><head><title>Logs - Manual</title></head><body><h1>2.1 Logs</h1><p>First <b>words</b></p>"
            "<pre>code</pre><h3>Note</h3><h2>Levels</h2><p>Second</p></body></html>"
        )
        assert html_blocks(page) == [
            Block(("Logs", "Logs"), "First words"),
            Block(("Logs", "Logs", "Levels"), "Second"),
        ]

    def test_a_man_page_gives_terms_and_leaves_examples_out(self) -> None:
        page = '.SH OPTIONS\n.TP\n.BR \\-v ", --verbose"\nSay \\fBmore\\fP.\n'
        page += ".nf\ncode\n.fi\n.PP\nName\n.RS 4\nText\n"
        assert man_blocks("tool", page) == [
            Block(("tool", "Options", "-v, --verbose"), "Say more."),
            Block(("tool", "Options", "Name"), "Text"),
        ]
        assert man_blocks("tool", ".Dd today\n.Sh NAME\n") == []

    def test_a_heading_names_page_and_place(self) -> None:
        assert title(("tool", "Options", "-v, --verbose")) == "tool: -v, --verbose"
        block = Block(("tool", "See also"), "Another tool that does much the same thing.")
        assert not list(block_pairs([block]))

    def test_dialogue_pairs_what_is_said_with_the_answer(self) -> None:
        found = list(prose_pairs('"Where are you going?"\n\n"Home, as I said."\n\nHe left.', {}))
        assert found == [Pair("prose", '"Where are you going?"', '"Home, as I said."')]

    def test_campaign_messages_follow_each_other(self) -> None:
        said = '[message]\nspeaker={}\nmessage= _ "{}"\n[/message]\n'
        event = (
            "[event]\n"
            + said.format("Ann", "Who goes there?")
            + said.format("narrator", "Nobody.")
            + "[/event]"
        )
        assert list(campaign_pairs(event)) == [Pair("prose", "Ann: Who goes there?", "Nobody.")]

    def test_a_cookie_is_somebodys(self) -> None:
        found = list(fortune_pairs("Be brief.\n\t\t-- A. Writer\n%\n"))
        assert found == [Pair("prose", "what did A. Writer say?", "Be brief.")]

    def test_r_text_vectors_are_read(self) -> None:
        lines = [b"One", b"", b"Two"]
        body = b"".join(b"\0\4\0\x09" + struct.pack(">i", len(line)) + line for line in lines)
        raw = b"X\n" + b"\0\0\0\5UTF-8" + b"\0\0\0\x10" + struct.pack(">i", len(lines)) + body
        data = struct.pack(">i", len(raw)) + zlib.compress(raw)
        assert list(r_strings(data + data)) == ["One\n\nTwo", "One\n\nTwo"]


class TestPackages:
    def test_a_variant_gives_nothing_new(self) -> None:
        record_of = "Package: {}\nDescription-en: small tool{}\n It does one thing.\n It does it well.\n"
        text = record_of.format("tool", "") + "\n" + record_of.format("tool-dev", " (development)")
        (only,) = descriptions(text)
        assert only.name == "tool"
        assert list(description_pairs(only)) == [
            Pair("description", "small tool", "It does one thing. It does it well."),
            Pair("description", "It does one thing.", "It does it well."),
        ]

    def test_changes_of_one_entry_belong_together(self) -> None:
        text = "tool (1-1) unstable; urgency=low\n\n  * New upstream release\n  * Fix a leak (Closes: #1)\n"
        text += "  * Read the file once\n\n -- Ann <a@b>  today\n"
        assert list(changelog_pairs("tool", text)) == [
            Pair("changelog", "tool: Fix a leak", "Read the file once")
        ]

    def test_licences_are_named(self) -> None:
        assert licence_of("Files: *\nLicense: MIT\n\nLicense: GPL-2+\n") == "MIT; GPL-2+"
        assert licence_of("This text is in the public domain.") == "public domain"


class TestLimits:
    def test_a_pair_is_kept_once_and_a_question_three_times(self) -> None:
        keeper = Keeper()
        kept = [
            keeper.add("p", Pair("s", "a question", f"an answer of enough words {word}"))
            for word in ("one", "one", "two", "three", "four")
        ]
        assert kept == [True, False, True, True, False]

    def test_what_is_no_english_is_left_out(self) -> None:
        keeper = Keeper()
        assert not keeper.add("p", Pair("s", "short", "an answer of enough words"))
        assert not keeper.add("p", Pair("s", "a table", "1 2 3 4 5 6 7 8 9"))
        assert not keeper.add("p", Pair("s", "the licence", "all rights reserved by their several owners"))

    def test_no_package_is_above_its_share(self) -> None:
        counts = {"big": 5000, "small": 10} | {f"p{number}": 100 for number in range(12)}
        kept = shares(counts, most=10_000)
        assert kept["small"] == 10
        assert kept["big"] <= 0.15 * sum(kept.values())

    def test_what_does_not_fit_is_taken_from_what_is_not_preferred(self) -> None:
        kept = shares({f"p{number}": 100 for number in range(10)}, 900, {"p1"})
        assert kept["p1"] == 100
        assert sum(kept.values()) <= 900

    def test_a_draw_repeats(self) -> None:
        pairs = {f"p{n}": [Pair("s", f"{n} {i}", "b") for i in range(50)] for n in range(9)}
        assert sampled(pairs, 300) == sampled(pairs, 300)

    def test_what_answers_everything_is_left_out(self) -> None:
        pairs = [Pair("s", f"a {number}", "Home, contents, index") for number in range(9)]
        assert without_refrains({"p": [*pairs, Pair("s", "a", "b")]}) == {"p": [Pair("s", "a", "b")]}

    def test_the_record_names_licences(self) -> None:
        made = record({"dict-gcide": [Pair("gloss", "a", "b")]}, {"dict-gcide": ("1", "GPL")})
        assert made["pairs"] == made["everyday"] == 1
        assert made["packages"] == [{"package": "dict-gcide", "version": "1", "licence": "GPL", "pairs": 1}]
