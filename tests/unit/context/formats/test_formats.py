"""Formats write whole lines: what opens is closed, labels and citations follow what is said."""

import json

import pytest

from phantasm.context.fence import NOTE
from phantasm.context.formats.json import JSON
from phantasm.context.formats.markdown import MARKDOWN
from phantasm.context.formats.shape import Format, as_it_is, suffix
from phantasm.context.formats.text import TEXT
from phantasm.context.formats.xml import XML
from phantasm.context.sections import SECTIONS
from phantasm.contracts.client_text import MARK

ALL = [XML, MARKDOWN, JSON, TEXT]


@pytest.mark.parametrize("form", ALL)
def test_first_and_last_line_are_marked(form: Format) -> None:
    assert MARK in form.opening
    assert form is JSON or MARK in form.closing


@pytest.mark.parametrize("form", ALL)
def test_nothing_of_a_format_is_more_than_a_line(form: Format) -> None:
    before, after = form.item("m:k3v9qd2a", "disputed", False)  # noqa: FBT003  the shape of a format
    pieces = [form.opening, form.closing, before, after, form.group("8 May 2023", False)]  # noqa: FBT003
    pieces += [form.note("Mind this.", False)]  # noqa: FBT003
    for section in SECTIONS.values():
        pieces += [form.heading(section, False), form.ending(section)]  # noqa: FBT003
    assert not any("\n" in piece for piece in pieces)


def test_labels_and_citation_follow() -> None:
    assert suffix("m:k3v9qd2a", "disputed") == " (disputed) [m:k3v9qd2a]"
    assert suffix("", "disputed") == " (disputed)"
    assert suffix("m:k3v9qd2a", "") == " [m:k3v9qd2a]"
    assert suffix("", "") == ""
    assert as_it_is("<x>") == "<x>"


def test_tags_are_closed() -> None:
    for section in SECTIONS.values():
        assert XML.heading(section, True) == f"<{section.name}>"  # noqa: FBT003
        assert XML.ending(section) == f"</{section.name}>"


def test_json_is_one_object() -> None:
    before, after = JSON.item("m:k3v9qd2a", JSON.escape('a "label"'), True)  # noqa: FBT003
    said = JSON.escape('He said: "so\\ be it"\t\u00fc')
    following, end = JSON.item("", "", False)  # noqa: FBT003
    lines = [
        JSON.opening,
        JSON.note("Mind this.", True),  # noqa: FBT003
        JSON.heading(SECTIONS["quoted"], False),  # noqa: FBT003
        JSON.group("8 May 2023", True),  # noqa: FBT003
        f",{before}{said}{after}",
        f"{following}more{end}",
        JSON.ending(SECTIONS["quoted"]),
        JSON.closing,
    ]
    assert json.loads("\n".join(lines)) == {
        "memory": MARK,
        "sections": [
            {"note": "Mind this."},
            {
                "section": "quoted",
                "note": NOTE,
                "lines": [
                    {"day": "8 May 2023"},
                    {"text": 'He said: "so\\ be it"\t\u00fc', "note": 'a "label"', "cite": "m:k3v9qd2a"},
                    {"text": "more"},
                ],
            },
        ],
    }
