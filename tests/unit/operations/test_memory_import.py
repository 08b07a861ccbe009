"""memory_import: the three-way merge of an export, and what other files suggest."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state

PATH = ".phantasm/memory.jsonl"


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Yield a second project: a colleague's clone."""
    root = tmp_path_factory.mktemp("other")
    lay_out_state(Paths(root))
    made = Project(root, first_key=1000)
    yield made
    made.runtime.close()


def hand_over(giver: Project, taker: Project, profile: str = "cli", **params: Any) -> dict[str, Any]:
    giver.get("memory_export", profile="cli", include_sensitive=True)
    (taker.root / PATH).write_bytes((giver.root / PATH).read_bytes())
    return taker.get("memory_import", profile=profile, path=PATH, **params)


def edit(project: Project, old: str, new: str) -> None:
    path = project.root / PATH
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def statements(project: Project, *states: str) -> list[str]:
    found = project.get("list", profile="cli", states=list(states or ("live",)), everywhere=True)
    return sorted(record["statement"] for record in found["records"])


def record_of(project: Project, name: str) -> dict[str, Any]:
    return dict(project.get("inspect", profile="cli", ids=[name])["records"][0])


class TestMerge:
    def test_a_person_keeps_ids_handles_origins_and_the_frozen_mark(
        self, project: Project, other: Project
    ) -> None:
        name = project.get("ingest", profile="cli", record_kind="constraint", statement="Never log tokens.")
        name = name["results"][0]["record_id"]
        project.get("set_state", profile="cli", action="freeze", ids=[name], reason="x")
        assert hand_over(project, other)["outcomes"] == {"created": 1}
        mine, theirs = record_of(project, name), record_of(other, name)
        for field in ("id", "handle", "origin", "frozen", "valid_from", "lineage"):
            assert mine[field] == theirs[field]
        at = theirs["recorded_at"]
        assert other.get("list", known_at=at)["records"][0]["frozen"]

    def test_an_agent_brings_in_no_instruction_and_no_trust(self, project: Project, other: Project) -> None:
        project.get("ingest", profile="cli", record_kind="constraint", statement="Never log tokens.")
        fact = project.get("ingest", profile="cli", record_kind="fact", statement="The port is 8400.")
        result = hand_over(project, other, profile="claude_code")
        assert result["outcomes"] == {"created": 1, "suggested": 1}
        assert record_of(other, fact["results"][0]["record_id"])["origin"] == "import"
        assert statements(other, "suggested") == ["Never log tokens."]
        again = hand_over(project, other, profile="claude_code")
        assert again["outcomes"] == {"unchanged": 1, "waiting": 1}

    def test_who_may_only_suggest_only_suggests(self, project: Project, other: Project) -> None:
        project.hold("The port is 8400.")
        result = hand_over(project, other, profile="generic_mcp")
        assert result["outcomes"] == {"suggested": 1}
        assert statements(other) == []

    def test_nothing_is_taken_over_when_nothing_is_accepted(self, project: Project, other: Project) -> None:
        project.hold("The port is 8400.")
        assert hand_over(project, other, accept="nothing")["outcomes"] == {"suggested": 1}

    def test_goes_forward_where_only_they_changed(self, project: Project, other: Project) -> None:
        old = project.hold("The port is 8400.", subject_key="port")
        hand_over(project, other)
        new = project.get("revise", id=old, statement="The port is 8500.")["record_id"]
        assert hand_over(project, other)["outcomes"] == {"updated": 1}
        assert statements(other) == ["The port is 8500."]
        versions = other.get("history", id=new)["versions"]
        assert [version["id"] for version in versions] == [old, new]

    def test_takes_over_an_edit_in_the_file_once(self, project: Project) -> None:
        project.hold("The port is 8400.", subject_key="port")
        project.get("memory_export")
        edit(project, "8400", "8500")
        assert project.get("memory_import", profile="cli", path=PATH)["outcomes"] == {"updated": 1}
        assert statements(project) == ["The port is 8500."]
        assert project.get("memory_import", profile="cli", path=PATH)["outcomes"] == {"unchanged": 1}

    def test_keeps_ours_where_only_we_changed(self, project: Project, other: Project) -> None:
        old = project.hold("The port is 8400.")
        hand_over(project, other)
        other.get("revise", id=old, statement="The port is 8500.")
        assert hand_over(project, other)["outcomes"] == {"kept_ours": 1}
        assert statements(other) == ["The port is 8500."]

    def test_shows_a_conflict_where_both_changed_and_overwrites_nothing(
        self, project: Project, other: Project
    ) -> None:
        old = project.hold("The port is 8400.")
        hand_over(project, other)
        ours = other.get("revise", id=old, statement="The port is 8600.")["record_id"]
        project.get("revise", id=old, statement="The port is 8500.")
        project.get("memory_export")
        (other.root / PATH).write_bytes((project.root / PATH).read_bytes())
        response = other.ask("memory_import", profile="cli", path=PATH)
        data: dict[str, Any] = response.data or {}
        assert data["outcomes"] == {"conflict": 1}
        assert data["results"][0]["reasons"] == ["import_diverged"]
        assert [item.kind for item in response.review_items] == ["conflict"]
        assert statements(other) == ["The port is 8600."]
        assert statements(other, "suggested") == ["The port is 8500."]
        assert record_of(other, ours)["marks"] == ["in_conflict"]
        assert hand_over(project, other)["outcomes"] == {"waiting": 1}

    def test_what_was_withdrawn_here_is_not_brought_back(self, project: Project, other: Project) -> None:
        old = project.hold("The port is 8400.")
        hand_over(project, other)
        other.get("set_state", action="archive", ids=[old], reason="x")
        assert hand_over(project, other)["outcomes"] == {"withdrawn_here": 1}
        assert statements(other, "live", "suggested") == []
        project.get("revise", id=old, statement="The port is 8500.")
        result = hand_over(project, other)
        assert result["outcomes"] == {"suggested": 1}
        assert result["results"][0]["reasons"] == ["import_withdrawn"]
        assert statements(other) == []

    def test_what_was_erased_here_stays_erased(self, project: Project, other: Project) -> None:
        old = project.hold("The code word is swordfish.")
        hand_over(project, other)
        target: dict[str, Any] = {"action": "tombstone", "ids": [old]}
        assert other.confirm("set_state", target, reason="x", **target).error is None
        assert hand_over(project, other)["outcomes"] == {"erased_here": 1}
        assert statements(other, "live", "suggested", "archived", "superseded") == []

    def test_a_key_that_another_record_holds_is_a_conflict(self, project: Project, other: Project) -> None:
        project.hold("The port is 8400.", subject_key="port")
        other.hold("The gate is number nine.", subject_key="port")
        result = hand_over(project, other)
        assert result["outcomes"] == {"conflict": 1}
        assert statements(other) == ["The gate is number nine."]

    def test_what_is_held_under_another_id_is_a_duplicate(self, project: Project, other: Project) -> None:
        project.hold("The port is 8400.", subject_key="port")
        other.hold("The port is 8400.", subject_key="port")
        assert hand_over(project, other)["outcomes"] == {"duplicate": 1}

    def test_an_agent_does_not_replace_what_a_person_said_or_froze(
        self, project: Project, other: Project
    ) -> None:
        said = project.get("ingest", profile="cli", record_kind="fact", statement="The port is 8400.")
        name = said["results"][0]["record_id"]
        hand_over(project, other)
        project.get("revise", profile="cli", id=name, statement="The port is 8500.")
        result = hand_over(project, other, profile="claude_code")
        assert result["results"][0]["reasons"] == ["import_less_trusted"]
        assert statements(other) == ["The port is 8400."]

    def test_links_come_along_and_ended_ones_do_not_come_back(self, project: Project, other: Project) -> None:
        basis = project.hold("The port is 8400.")
        project.hold("Clients use 8400.", links=[{"type": "depends_on", "target": basis}])
        hand_over(project, other)
        newer = other.get("revise", id=basis, statement="The port is 8500.")
        assert newer["record_id"]
        doubted = other.get("list", record_kind="fact")["records"]
        assert [one["marks"] for one in doubted if one["statement"].startswith("Clients")] == [["doubtful"]]

    def test_two_versions_that_a_union_merge_left_are_a_conflict(
        self, project: Project, other: Project
    ) -> None:
        old = project.hold("The port is 8400.")
        hand_over(project, other)
        project.get("revise", id=old, statement="The port is 8500.")
        other.get("revise", id=old, statement="The port is 8600.")
        for one in (project, other):
            one.get("memory_export")
        both = (project.root / PATH).read_text(encoding="utf-8") + (other.root / PATH).read_text(
            encoding="utf-8"
        )
        (project.root / PATH).write_text(both, encoding="utf-8")
        result = project.get("memory_import", profile="cli", path=PATH)
        assert result["outcomes"] == {"conflict": 1, "unchanged": 1}
        assert statements(project) == ["The port is 8500."]

    def test_a_sensitive_record_confirms_no_guess(self, project: Project, other: Project) -> None:
        project.hold("The code word is swordfish.", sensitivity="sensitive")
        hand_over(project, other)
        assert hand_over(project, other, profile="claude_code")["outcomes"] == {"withheld": 1}

    def test_a_dry_run_shows_the_plan_and_changes_nothing(self, project: Project, other: Project) -> None:
        project.hold("The port is 8400.")
        plan = hand_over(project, other, dry_run=True)
        assert plan["outcomes"] == {"created": 1}
        assert statements(other) == []
        assert hand_over(project, other) == plan

    def test_evidence_comes_along(self, project: Project, other: Project) -> None:
        seen = [{"text": "LISTEN 8400", "origin": "tool_output", "source": "ss"}]
        name = project.hold("The port is 8400.", raw_evidence=seen)
        project.get("memory_export", include_evidence=True)
        exported = (project.root / PATH).read_bytes()
        (other.root / PATH).write_bytes(exported)
        other.get("memory_import", profile="cli", path=PATH)
        assert len(record_of(other, name)["evidence_ids"]) == 1
        other.get("memory_export", include_evidence=True)
        assert (other.root / PATH).read_bytes() == exported

    def test_prune_only_asks(self, project: Project) -> None:
        project.hold("The port is 8400.")
        project.get("memory_export")
        later = project.hold("The cache is Redis.")
        assert project.get("memory_import", path=PATH)["absent"] == []
        response = project.ask("memory_import", path=PATH, prune=True)
        assert response.data is not None
        assert response.data["absent"] == [later]
        assert [item.kind for item in response.review_items] == ["stale"]
        assert len(statements(project)) == 2

    def test_bad_lines_are_told_and_the_others_merged(self, project: Project, other: Project) -> None:
        project.hold("The port is 8400.")
        project.get("memory_export")
        text = (project.root / PATH).read_text(encoding="utf-8")
        (other.root / PATH).write_text(
            "\ufeff" + (text + "\n{broken\n").replace("\n", "\r\n"), encoding="utf-8"
        )
        result = other.get("memory_import", profile="cli", path=PATH, prune=True)
        assert result["outcomes"] == {"created": 1}
        assert result["problems"] == [{"line": 5, "problem": "not valid JSON"}]

    def test_an_id_of_another_record_is_refused(self, project: Project) -> None:
        first = project.hold("The port is 8400.")
        second = project.hold("The cache is Redis.")
        project.get("memory_export")
        edit(project, f'"id":"{first}"', f'"id":"{second}"')
        result = project.get("memory_import", profile="cli", path=PATH)
        assert result["outcomes"] == {"refused": 1, "unchanged": 1}

    def test_secrets_in_the_file_are_masked(self, project: Project) -> None:
        project.hold("The port is 8400.", payload={"note": "none"})
        project.get("memory_export")
        edit(project, "8400.", "8400, key AKIAIOSFODNN7EXAMPQX.")
        edit(project, '"note":"none"', '"password":"hunter2hunter2x"')
        response = project.ask("memory_import", profile="cli", path=PATH)
        assert {warned.code for warned in response.warnings} == {"secret_masked"}
        record = project.get("list")["records"][0]
        assert "AKIA" not in json.dumps(record)
        assert "hunter2" not in json.dumps(record)
        assert b"hunter2" not in project.paths.store.read_bytes()


class TestDecisions:
    """What people decide after an import travels on, and an import can be taken back."""

    @pytest.mark.parametrize("winner", ["8500", "8600"])
    def test_a_picked_winner_ends_the_conflict_in_both_stores(
        self, project: Project, other: Project, winner: str
    ) -> None:
        old = project.hold("The port is 8400.")
        hand_over(project, other)
        names = {
            "8500": project.get("revise", id=old, statement="The port is 8500.")["record_id"],
            "8600": other.get("revise", id=old, statement="The port is 8600.")["record_id"],
        }
        assert hand_over(project, other)["outcomes"] == {"conflict": 1}
        review = other.get("review_queue", profile="cli")["items"][0]["id"]
        target: dict[str, Any] = {"ids": [review], "winner": names[winner]}
        target |= {"losers": [], "loser_state": "superseded"}
        picked = other.confirm("review", target, action="pick", ids=[review], winner=names[winner])
        assert picked.error is None, picked.error
        result = hand_over(other, project)
        assert result["outcomes"] == ({"unchanged": 1} if winner == "8500" else {"updated": 1})
        assert statements(project) == statements(other) == [f"The port is {winner}."]
        assert hand_over(project, other)["changed"] == 0

    def test_an_import_is_undone_as_one(self, project: Project, other: Project) -> None:
        old = project.hold("The port is 8400.")
        hand_over(project, other)
        before = other.get("memory_export", dry_run=True)["sha256"]
        project.get("revise", id=old, statement="The port is 8500.")
        project.hold("The cache is Redis.", links=[{"type": "relates_to", "target": old}])
        project.get("memory_export")
        (other.root / PATH).write_bytes((project.root / PATH).read_bytes())
        response = other.ask("memory_import", profile="cli", path=PATH)
        assert response.provenance is not None
        after = other.get("memory_export", dry_run=True)["sha256"]
        undone = other.get("undo", profile="cli", operations=[response.provenance.operation_id])
        assert len(undone["records"]) == 3
        assert other.get("memory_export", dry_run=True)["sha256"] == before
        again = hand_over(project, other)
        assert response.data is not None
        assert again["outcomes"] == response.data["outcomes"] == {"created": 1, "updated": 1}
        # Under the same names, with the link: the next export of either side meets what it knows.
        assert other.get("memory_export", dry_run=True)["sha256"] == after
        assert hand_over(other, project)["outcomes"] == {"unchanged": 2}

    def test_what_was_undone_comes_in_again_as_the_file_has_it_now(
        self, project: Project, other: Project
    ) -> None:
        project.hold("The port is 8400.")
        hand_over(project, other)
        first = other.get("audit", limit=1)["entries"][0]["id"]
        other.get("undo", profile="cli", operations=[first])
        edit(other, "8400", "8500")
        again = other.ask("memory_import", profile="cli", path=PATH)
        assert again.data is not None
        assert again.data["outcomes"] == {"created": 1}
        assert statements(other) == ["The port is 8500."]
        # It is the same lineage: the first words are a conflict with it, not a record beside it.
        assert hand_over(project, other)["outcomes"] == {"conflict": 1}

    def test_a_withdrawal_by_a_person_stands_after_an_undo_of_something_else(
        self, project: Project, other: Project
    ) -> None:
        old = project.hold("The port is 8400.")
        hand_over(project, other)
        archived = other.ask("set_state", profile="cli", action="archive", ids=[old])
        undone = other.ask("undo", profile="cli", operations=[archived.provenance.operation_id])
        assert hand_over(project, other)["outcomes"] == {"unchanged": 1}
        other.get("undo", profile="cli", operations=[undone.provenance.operation_id])
        assert hand_over(project, other)["outcomes"] == {"withdrawn_here": 1}

    def test_an_undone_import_of_an_agents_file_suggests_the_same_again(self, project: Project) -> None:
        (project.root / "AGENTS.md").write_text("- Use tabs\n- Never push to main\n", encoding="utf-8")
        for _ in range(3):
            made = project.ask("memory_import", path="AGENTS.md")
            assert made.data is not None
            assert made.data["outcomes"] == {"suggested": 2}
            project.get("undo", operations=[made.provenance.operation_id])
            assert statements(project, "suggested") == []

    def test_a_rejected_suggestion_is_not_made_again(self, project: Project) -> None:
        (project.root / "AGENTS.md").write_text("- Use tabs\n", encoding="utf-8")
        made = project.get("memory_import", path="AGENTS.md")["results"][0]
        project.get("review", profile="cli", action="reject", ids=[made["record_id"]])
        assert project.get("memory_import", path="AGENTS.md")["outcomes"] == {"turned_down": 1}


class TestOtherFiles:
    AGENTS = (
        "# Rules\n\n- Never push to main\n- Ask before deleting\n\n"
        "## Architecture\n\nThe API is one process.\n"
    )

    def bring(self, project: Project, name: str, text: str | bytes, **params: Any) -> dict[str, Any]:
        path = project.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return project.get("memory_import", path=name, **params)

    README = """\
# Ledger

<p align="center"><img src="logo.png" alt="The ledger"></p>

[![build](https://example.org/build.svg)](https://example.org/build) ![coverage](coverage.svg)

Ledger stores its invoices in PostgreSQL. What would you like to do today?

![A ledger with two columns](docs/ledger.png)

## Install

Install it with pip:

```bash
pip install ledger
```

The server listens on port 8400.

| setting | meaning |
|---|---|
| PORT | The port is 8400. |

<details>
<summary>The old server listened on port 8000.</summary>
</details>

    The worker listens on port 9000.

Ledger needs:

- Python 3.11 or later
- a [PostgreSQL](https://example.org) server, which stores the invoices
- **Never** delete an invoice.

Thanks to everybody who helped!
"""

    @pytest.mark.parametrize("name", ["README.md", "docs/guide.markdown", "notes.txt"])
    def test_a_document_suggests_only_sentences_that_last(self, project: Project, name: str) -> None:
        path = project.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.README, encoding="utf-8")
        response = project.ask("memory_import", path=name)
        assert response.data is not None
        assert response.data["format"] == "document"
        assert statements(project, "suggested") == [
            "Ledger stores its invoices in PostgreSQL.",
            "Never delete an invoice.",
            "The server listens on port 8400.",
        ]
        told = {one.code: one.message for one in response.warnings}
        assert "(blocks of HTML: 2, images: 2, tables: 1, blocks of code: 2)" in told["left_out"]
        assert told["nothing_lasting"].startswith("3 paragraphs and list items")

    def test_every_paragraph_of_a_document_is_suggested_on_request(self, project: Project) -> None:
        self.bring(project, "README.md", self.README, format="agent_file")
        found = statements(project, "suggested")
        assert "Thanks to everybody who helped!" in found
        assert "Install it with pip:\n```bash\npip install ledger\n```" in found
        assert "Python 3.11 or later (Ledger needs)" in found
        assert not any("<" in one or "![" in one or "|" in one for one in found)

    @pytest.mark.parametrize(
        "text",
        [
            "[" * 20_000,
            "*a_" * 7_000,
            "> " * 10_000,
            "![" * 10_000,
            "- " * 5_000,
            "<!--" * 5_000,
            "`a" * 9_000,
        ],
        ids=lambda text: text[:3],
    )
    @pytest.mark.parametrize("name", ["AGENTS.md", "README.md"])
    def test_hostile_markdown_is_read_as_any_other(self, project: Project, name: str, text: str) -> None:
        self.bring(project, name, f"{text}\n\nThe server listens on port 8400.\n")
        assert len(statements(project, "suggested")) <= 2

    @pytest.mark.parametrize(
        "name",
        [
            "CLAUDE.md",
            "AGENTS.md",
            "MEMORY.md",
            "GEMINI.md",
            ".cursorrules",
            ".github/copilot-instructions.md",
        ],
    )
    def test_an_agents_file_only_suggests(self, project: Project, name: str) -> None:
        result = self.bring(project, name, self.AGENTS, profile="cli")
        assert (result["format"], result["outcomes"]) == ("agent_file", {"suggested": 3})
        found = project.get("list", states=["suggested"])["records"]
        assert {record["origin"] for record in found} == {"repository_file"}
        provenance = {record["statement"]: record["provenance"] for record in found}["Ask before deleting"]
        assert (provenance["file"], provenance["line"], provenance["heading"]) == (name, 4, "Rules")
        assert len(provenance["sha256"]) == 64

    def test_twice_adds_nothing_and_an_edit_adds_what_changed(self, project: Project) -> None:
        self.bring(project, "AGENTS.md", self.AGENTS)
        assert self.bring(project, "AGENTS.md", self.AGENTS)["outcomes"] == {"duplicate": 3}
        edited = "Preface.\n\n" + self.AGENTS + "\nIt runs on Linux.\n"
        assert self.bring(project, "AGENTS.md", edited)["outcomes"] == {"duplicate": 3, "suggested": 2}

    def test_what_is_held_already_is_a_duplicate(self, project: Project) -> None:
        project.hold("The API is one process.")
        assert self.bring(project, "AGENTS.md", self.AGENTS)["outcomes"] == {"duplicate": 1, "suggested": 2}

    def test_plain_lines_suggest_and_bad_ones_are_told(self, project: Project) -> None:
        text = '{"text":"The cache is Redis.","kind":"fact","team":"core"}\nnonsense\n{"text":"Second."}\n'
        result = self.bring(project, "facts.jsonl", text)
        assert (result["format"], result["outcomes"]) == ("plain_jsonl", {"suggested": 2})
        assert result["problems"] == [{"line": 2, "problem": "not valid JSON"}]
        assert self.bring(project, "facts.jsonl", text)["outcomes"] == {"duplicate": 2}
        found = project.get("list", states=["suggested"], record_kind="fact")["records"][0]
        assert (found["payload"], found["origin"]) == ({"team": "core"}, "import")

    def test_secrets_never_reach_the_store(self, project: Project) -> None:
        text = "- The key is AKIAIOSFODNN7EXAMPQX\n"
        self.bring(project, "AGENTS.md", text)
        self.bring(project, "facts.jsonl", '{"text":"x y","password":"hunter2hunter2x"}\n')
        shown = json.dumps(project.get("list", states=["suggested"]))
        assert "AKIA" not in shown
        assert "hunter2" not in shown

    def test_its_own_page_is_not_taken_for_somebodys_words(self, project: Project) -> None:
        project.hold("The port is 8400.")
        project.get("memory_export", format="markdown")
        assert project.fail("memory_import", path=".phantasm/memory.md") == "invalid_params"

    @pytest.mark.parametrize(
        ("name", "data", "code"),
        [
            ("gone.md", None, "not_found"),
            ("../out.md", None, "path_outside_project"),
            (".phantasm/state/store.sqlite", None, "path_outside_project"),
            ("a.md", b"caf\xe9", "invalid_params"),
            ("a.bin", b"text", "invalid_params"),
            ("AGENTS.md", b"- word\n" * 10_001, "invalid_params"),
            ("a.md", b"word " * 200_001, "invalid_params"),
        ],
    )
    def test_refuses(self, project: Project, name: str, data: bytes | None, code: str) -> None:
        if data is not None:
            (project.root / name).write_bytes(data)
        assert project.fail("memory_import", path=name) == code

    def test_prune_needs_an_export(self, project: Project) -> None:
        (project.root / "AGENTS.md").write_text(self.AGENTS, encoding="utf-8")
        assert project.fail("memory_import", path="AGENTS.md", prune=True) == "invalid_params"

    def test_a_folder_is_no_file(self, project: Project, tmp_path: Path) -> None:
        (tmp_path / "folder.md").mkdir()
        assert project.fail("memory_import", path="folder.md") == "not_found"
