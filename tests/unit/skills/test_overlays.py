"""Edits of the project survive, conflicts are marked, nothing is lost."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.skills.packaging import frontmatter_of, package
from phantasm.skills.plan import (
    MIDDLE_MARK,
    OURS_MARK,
    THEIRS_MARK,
    Merged,
    Untold,
    has_marks,
    merge,
    with_notice,
    without_notice,
)
from tests.unit.skills.samples import RELEASE, with_steps

BASE = package(RELEASE, "release").text
OURS = package(with_steps("make check", "git tag {version}"), "release").text


def merged(base: str | None, theirs: str, ours: str) -> Merged:
    found = merge(base, theirs, ours)
    assert isinstance(found, Merged)
    return found


def test_an_untouched_file_is_replaced_even_where_nobody_remembers_it() -> None:
    assert merged(None, BASE, OURS) == Merged(OURS, 0)
    assert merged(BASE, BASE, OURS) == Merged(OURS, 0)
    assert merged(BASE, BASE.replace("\n", "\r\n"), OURS).text == OURS.replace("\n", "\r\n")


def test_a_section_of_the_project_stays() -> None:
    theirs = BASE + "\n## Our own section\n\nAsk Sarah first.\n"
    found = merged(BASE, theirs, OURS)
    assert found.conflicts == 0
    assert "## Our own section\n\nAsk Sarah first.\n" in found.text
    assert "make check" in found.text
    assert "make test" not in found.text


def test_changed_and_deleted_lines_stay_changed_and_deleted() -> None:
    theirs = BASE.replace("- The working tree is clean.", "- The tree is clean and main is green.")
    theirs = theirs.replace("   Note: annotated tags only\n", "")
    ours = package(replace(RELEASE, successes=9, failures=1), "release").text
    found = merged(BASE, theirs, ours)
    assert found.conflicts == 0
    assert "main is green" in found.text
    assert "annotated tags only" not in found.text
    assert "9 sessions of this project. Failed in 1." in found.text


def test_what_both_changed_is_marked_and_neither_is_lost() -> None:
    theirs = BASE.replace("   make test\n", "   make test-all\n")
    found = merged(BASE, theirs, OURS)
    assert found.conflicts == 1
    lines = found.text.split("\n")
    first, middle, last = (lines.index(mark) for mark in (THEIRS_MARK, MIDDLE_MARK, OURS_MARK))
    assert "   make test-all" in lines[first:middle]
    assert "   make check" in lines[middle:last]
    assert has_marks(found.text)
    assert merge(OURS, found.text, OURS) == Untold("undecided")


def test_a_decided_conflict_is_an_edit_like_any_other() -> None:
    theirs = BASE.replace("   make test\n", "   make test-all\n")
    decided = OURS.replace("   make check\n", "   make test-all\n")
    assert merged(BASE, theirs, OURS).conflicts == 1
    found = merged(OURS, decided, OURS)
    assert (found.conflicts, found.text) == (0, decided)


def test_the_frontmatter_is_merged_by_field_and_never_marked() -> None:
    theirs = BASE.replace("description: ", "license: MIT\ndescription: >\n  Ours is better.\nold: ", 1)
    theirs = theirs.replace("metadata:\n", 'metadata:\n  team: "billing"\n', 1)
    found = merged(BASE, theirs, OURS)
    head = frontmatter_of(found.text)
    assert head is not None
    assert not has_marks(head)
    assert "description: >\n  Ours is better.\n" in head
    assert "license: MIT\n" in head
    assert '  team: "billing"\n' in head
    assert found.fields == ("description",)
    assert found.conflicts == 1


def test_the_name_is_the_folders_and_our_metadata_ours() -> None:
    theirs = BASE.replace('name: "release"', 'name: "other"').replace("rec_01release", "rec_02stolen")
    head = frontmatter_of(merged(BASE, theirs + "\nmore\n", OURS).text) or ""
    assert 'name: "release"' in head
    assert head.count("phantasm-procedure") == 1
    assert "rec_01release" in head


def test_a_missing_description_comes_back() -> None:
    lines = [line for line in BASE.split("\n") if not line.startswith("description:")]
    head = frontmatter_of(merged(BASE, "\n".join(lines), OURS).text) or ""
    assert "description: " in head


@pytest.mark.parametrize(
    ("base", "theirs", "reason"),
    [
        (None, BASE + "edited\n", "no_base"),
        (BASE, "no frontmatter at all\n", "no_frontmatter"),
        (BASE, "---\nname: x\n", "no_frontmatter"),
        (BASE, BASE + "x" * 500_000, "too_large"),
        (BASE, f"{BASE}{OURS_MARK}\n", "undecided"),
    ],
)
def test_says_why_a_file_is_left_alone(base: str | None, theirs: str, reason: str) -> None:
    assert merge(base, theirs, OURS) == Untold(reason)


def test_a_notice_stands_once_at_the_top_and_goes_again() -> None:
    edited = BASE + "\nours\n"
    noticed = with_notice(edited, "2026-11-16")
    assert noticed.split("---\n", 2)[2].startswith("\n> **Withdrawn by Phantasm:** on 2026-11-16")
    assert without_notice(with_notice(noticed, "2026-11-17")) == edited
    assert merged(BASE, noticed, OURS).text == merged(BASE, edited, OURS).text
    assert with_notice("no frontmatter", "2026-11-16").startswith("\n> **Withdrawn")


LINES = st.lists(st.sampled_from([f"line {n}" for n in range(12)]), max_size=14, unique=True)
HEAD = BASE[: BASE.index("# Release") if "# Release" in BASE else BASE.index("# release")]


def skill(lines: list[str]) -> str:
    return HEAD + "\n".join([*lines, ""])


@settings(max_examples=300)
@given(LINES, LINES, LINES)
def test_whatever_is_edited_nothing_that_somebody_wrote_is_lost(
    base: list[str], theirs: list[str], ours: list[str]
) -> None:
    found = merge(skill(base), skill(theirs), skill(ours))
    assert isinstance(found, Merged)
    lines = set(found.text.split("\n"))
    assert set(theirs) - set(base) <= lines
    assert set(ours) - set(base) <= lines
    kept = set(base) & set(theirs) & set(ours)
    assert kept <= lines


@settings(max_examples=150)
@given(LINES, LINES)
def test_merging_what_did_not_change_changes_nothing(base: list[str], theirs: list[str]) -> None:
    assert merge(skill(base), skill(theirs), skill(base)) == Merged(skill(theirs), 0)
    assert merge(skill(base), skill(base), skill(theirs)) == Merged(skill(theirs), 0)
