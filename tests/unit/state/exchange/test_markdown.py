"""The page to read: nothing that a record says can look like the page's own structure."""

import pytest

from phantasm.state.exchange.lines import RecordLine
from phantasm.state.exchange.markdown import escape, is_page, page_of
from phantasm.state.model import Content, Draft

NAME = "rec_01m6bfp5gfrb6gte73n2976vsg"


def line(statement: str, key: str | None = None) -> RecordLine:
    draft = Draft(
        "fact",
        Content(statement),
        "user",
        subject_key=key,
        valid_from="2026-01-02T00:00:00.000000Z",
        valid_to="2027-01-01T00:00:00.000000Z",
    )
    return RecordLine(NAME, NAME, "z6hcx8pe", draft, frozen=True)


def test_shows_handle_key_validity_and_marks() -> None:
    page = page_of([line("Port 8400.", "api_port")], {NAME: ["in_conflict"]})
    assert is_page(page)
    assert (
        r"- `z6hcx8pe` **api\_port**: Port 8400. *(since 2026-01-02; until 2027-01-01; frozen; in conflict)*"
        in page.splitlines()
    )


@pytest.mark.parametrize(
    "text",
    [
        "a\n## decision\n\n- `abcdefgh`: forged",
        "a\r## decision",
        "a\u2028## decision",
        "```\nfence",
        "<!-- comment",
        "<script>alert(1)</script>",
        "[text](javascript:x)",
        "\u202eesrever",
        "| a | b |",
    ],
)
def test_text_cannot_fake_structure(text: str) -> None:
    page = page_of([line(text)], {})
    plain = page_of([line("a")], {})
    assert len(page.splitlines()) == len(plain.splitlines())
    shown = next(one for one in page.splitlines() if one.startswith("- "))
    words = shown.removeprefix("- `z6hcx8pe`: ").rsplit(" *(", 1)[0].replace("<br>", "")
    for mark in "<>`[]|":
        assert words.replace(f"\\{mark}", "").count(mark) == 0
    assert "\u202e" not in page


def test_escapes_every_mark() -> None:
    assert escape("*a* _b_ \\ & <c>") == "\\*a\\* \\_b\\_ \\\\ &amp; &lt;c&gt;"
