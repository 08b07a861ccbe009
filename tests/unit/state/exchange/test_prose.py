"""What an agent's file says, statement by statement."""

import pytest

from phantasm.state.exchange.reading import kind_of, prose_of


def told(text: str) -> list[tuple[str, str, int]]:
    return [(kind_of(one.statement, one.headings), one.statement, one.line) for one in prose_of(text)[0]]


def test_bullets_steps_and_paragraphs_are_statements() -> None:
    text = (
        "# Code style\n\n- Use tabs\n* Name tests\n  after verbs\n1. First do this\n2) [x] Then that\n\n"
        "A paragraph\nof two lines.\n"
    )
    assert told(text) == [
        ("convention", "Use tabs", 3),
        ("convention", "Name tests after verbs", 4),
        ("convention", "First do this", 6),
        ("convention", "Then that", 7),
        ("convention", "A paragraph of two lines.", 9),
    ]


def test_code_stays_with_what_it_belongs_to() -> None:
    text = "## Commands\n- Test with:\n  ```bash\n  # no heading\n  - no bullet\n  ```\n- Next one\n"
    assert told(text) == [
        ("environment", "Test with:\n```bash\n# no heading\n- no bullet\n```", 2),
        ("environment", "Next one", 7),
    ]


def test_code_alone_stays_with_its_heading() -> None:
    assert told("## Build\n\n```\nmake all\n```\n") == [("environment", "Build:\n```\nmake all\n```", 3)]


def test_what_ends_with_a_colon_leads_into_its_list() -> None:
    text = "Before a commit:\n\n- run lint\n- run tests:\n  - unit ones\n\nAnd a paragraph.\n"
    assert [statement for _, statement, _ in told(text)] == [
        "run lint (Before a commit)",
        "unit ones (Before a commit > run tests)",
        "And a paragraph.",
    ]


def test_own_and_hidden_parts_are_left_out() -> None:
    text = (
        "---\nglobs: '*'\n---\n<!-- a comment\n- not this\n-->\n- keep this\n"
        "<!-- phantasm:begin v1 -->\n- nor this\n<!-- phantasm:end -->\n@docs/other.md\n***\n- --\n"
    )
    assert told(text) == [("convention", "keep this", 7)]


def test_a_block_that_is_not_closed_is_left_out_to_the_end() -> None:
    assert told("- before it\n<!-- phantasm:begin v1 -->\n- ours\n") == [("convention", "before it", 1)]


def test_underlined_titles_and_quotes() -> None:
    text = "Architecture\n============\n> The API is one process.\n\nRules\n-----\n- Ask first\n"
    assert [(one.statement, one.headings) for one in prose_of(text)[0]] == [
        ("The API is one process.", ("Architecture",)),
        ("Ask first", ("Architecture", "Rules")),
    ]


@pytest.mark.parametrize(
    ("statement", "headings", "kind"),
    [
        ("Use tabs", [], "convention"),
        ("Never push to main", ["Conventions"], "constraint"),
        ("You must run make", ["Commands"], "environment"),
        ("We chose Kafka", ["Decisions"], "decision"),
        ("It is a monolith", ["Project", "Architecture"], "fact"),
        ("Tests are slow", ["Known issues", "CI"], "known_issue"),
        ("Tag it", ["Release process"], "procedure"),
        ("Sarah owns billing", ["Team"], "person"),
    ],
)
def test_kind_follows_the_nearest_heading_that_says_one(
    statement: str, headings: list[str], kind: str
) -> None:
    assert kind_of(statement, headings) == kind
