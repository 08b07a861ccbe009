"""What sharing did is told in short; differences are shown so that no record can break out of them."""

from phantasm.surfaces.cli import sharing_views
from tests.unit.surfaces.cli.rendering import printed


def compared(statement: str) -> dict[str, object]:
    one = {
        "change": "added",
        "kind": "fact",
        "subject_key": None,
        "handle": "k3v9qd2a",
        "statement": statement,
    }
    counts = {"added": 1, "changed": 0, "removed": 0}
    return {"differences": [one], "counts": counts, "from": "aaa", "to": "bbb", "problems": []}


def test_shows_what_changed() -> None:
    data = compared("") | {
        "differences": [
            {
                "change": "changed",
                "kind": "fact",
                "subject_key": "api.port",
                "handle": "k3v9qd2a",
                "fields": [
                    {"name": "statement", "before": "It is 1.", "after": "It is 2."},
                    {"name": "confidence", "before": 0.8, "after": 0.5},
                ],
            }
        ]
    }
    shown = printed(sharing_views.compared(data))
    assert "~ k3v9qd2a fact api.port\n    - It is 1.\n    + It is 2.\n" in shown
    assert "- confidence: 0.8" in shown
    assert "```diff\n- It is 1.\n+ It is 2.\n" in sharing_views.as_markdown(data)


def test_shows_which_links_came_and_went() -> None:
    kept = {"type": "about", "reference": "file:a.py", "seen": {"commit": "a" * 40, "digest": "1"}}
    before, after = ({"type": "about", "reference": "port:1", "seen": {"commit": c * 40}} for c in "ab")
    field = {"name": "links", "before": [kept, before], "after": [kept, after]}
    one = {"change": "changed", "kind": "fact", "handle": "k3v9qd2a", "fields": [field]}
    lines = sharing_views.as_markdown(compared("") | {"differences": [one]}).splitlines()
    assert lines[-3:-1] == ["- about port:1 (seen at aaaaaaaa)", "+ about port:1 (seen at bbbbbbbb)"]


def test_markdown_cannot_be_broken_out_of() -> None:
    text = sharing_views.as_markdown(compared("```\n# Merge this @everyone\n````"))
    assert "`````diff\n+ ```\n+ # Merge this @everyone\n+ ````\n`````\n" in text


def test_shows_what_a_sync_did() -> None:
    results = [
        {"path": "a.md", "outcome": "suggested", "handle": "k3v9qd2a", "author": "Bob", "commit": "c" * 40}
    ]
    taken = {
        "outcomes": {"suggested": 1},
        "results": results,
        "problems": [{"path": "b.md", "problem": "bad"}],
    }
    written = {
        "folder": ".phantasm/memory/",
        "records": 3,
        "written": ["x"],
        "removed": [],
        "blocked": ["y.md"],
    }
    shown = printed(sharing_views.synced({"taken_in": taken, "written": written}))
    assert "taken in: 1 suggested" in shown
    assert "Bob cccccccc" in shown
    assert "left as it is: b.md: bad" in shown
    assert "3 records in step, 1 files written, 0 removed" in shown
    assert "changed by somebody else, sync first: y.md" in shown
