"""Two people share memory through git, with the commands themselves and git's own merges."""

from pathlib import Path

from tests.e2e.processes import Ended, Place
from tests.sharing import FOLDER, commit, edit, git


def run(place: Place, *arguments: str) -> Ended:
    ended = place.run(*arguments, PHANTASM_SHARING__TRACKED="true")
    assert ended.status == 0, ended.err
    return ended


def test_shares_merges_and_compares(project_place: Place) -> None:
    place, root = project_place, project_place.root
    git(root, "init", "-q")
    run(place, "add", "--kind", "fact", "--subject", "api.port", "--text", "The server listens on port 8500.")
    run(place, "add", "--kind", "fact", "--text", "The lunch is at noon.")
    assert "2 records in step" in run(place, "share", "on").out
    assert "merge driver" in run(place, "share", "status").out
    commit(root, "memory")
    (port,) = (root / FOLDER).glob("fact/api-port-*")
    assert git(root, "check-ignore", "-q", str(port), fails=True) == ""

    # Two branches edit different fields of one record: git asks the driver, and there is no conflict.
    git(root, "checkout", "-q", "-b", "side")
    edit(port, "8500", "8600")
    commit(root, "port", author="Bob")
    git(root, "checkout", "-q", "main")
    edit(port, "confidence: 0.8", "confidence: 0.5")
    commit(root, "less sure")
    git(root, "merge", "-q", "-m", "both", "side")
    text = port.read_text(encoding="utf-8")
    assert "8600" in text
    assert "confidence: 0.5" in text
    assert "1 changed" in run(place, "diff", "HEAD~1..HEAD").out
    assert "```diff\n- The server" in run(place, "diff", "HEAD~1", "HEAD", "--markdown").out
    # Any command takes it in, as a suggestion.
    assert "8500" in run(place, "list").out
    queue = run(place, "review", "--json").json["data"]
    assert [item["kind"] for item in queue["items"]] == ["suggestion"]
    assert run(place, "share", "sync", "--json").json["data"]["written"]["waiting"] == [
        str(port.relative_to(root))
    ]


def test_a_true_conflict_is_left_to_people(project_place: Place) -> None:
    place, root = project_place, project_place.root
    git(root, "init", "-q")
    run(place, "add", "--kind", "fact", "--subject", "api.port", "--text", "The server listens on port 8500.")
    run(place, "share", "on")
    commit(root, "memory")
    (port,) = (root / FOLDER).glob("fact/*")
    git(root, "checkout", "-q", "-b", "side")
    edit(port, "8500", "8600")
    commit(root, "8600", author="Bob")
    git(root, "checkout", "-q", "main")
    edit(port, "8500", "8700")
    commit(root, "8700")
    assert "CONFLICT" in git(root, "merge", "-q", "-m", "both", "side", fails=True)
    line = "The server listens on port {}.\n"
    sides = f"<<<<<<< ours\n{line.format(8700)}=======\n{line.format(8600)}>>>>>>> theirs\n"
    assert port.read_text(encoding="utf-8").endswith(f"---\n\n{sides}")
    problem = run(place, "share", "sync", "--json").json["data"]["taken_in"]["problems"][0]["problem"]
    assert problem.startswith("has an unresolved merge conflict at line")
    port.write_text(port.read_text(encoding="utf-8").replace(sides, line.format(8600)), encoding="utf-8")
    commit(root, "decided")
    assert run(place, "share", "sync", "--json").json["data"]["taken_in"]["outcomes"] == {"suggested": 1}
    off = run(place, "share", "off")
    assert "merge.phantasm removed" in off.out
    assert Path(port).exists()


def test_a_person_switches_it_on(project_place: Place) -> None:
    git(project_place.root, "init", "-q")
    ended = project_place.type("share", "on", answers=(("Approve", "y\n"),))
    assert ended.status == 0, ended.out
    assert "waits for your approval" not in ended.out
    added = project_place.run("add", "--kind", "fact", "--text", "The lunch is at noon.")
    assert (added.status, added.err) == (0, "")
    assert len(list((project_place.root / FOLDER).glob("fact/*"))) == 1


def _tracked(place: Place) -> dict[str, str]:
    """Return everything that says whether memory is shared."""
    folder = place.root / ".phantasm"
    found = {
        name: (folder / name).read_text(encoding="utf-8") for name in ("phantasm.toml", ".gitattributes")
    }
    config = place.root / ".git/config"
    return found | ({"config": config.read_text(encoding="utf-8")} if config.exists() else {})


def test_without_a_repository_nothing_is_switched_on(project_place: Place) -> None:
    before = _tracked(project_place)
    refused = project_place.run("share", "on")
    assert refused.status == 4
    assert "is in no git repository" in refused.err
    assert "git init" in refused.err
    assert _tracked(project_place) == before
    assert project_place.run("share", "status", "--json").json["data"]["tracked"] is False
    assert project_place.run("share", "off").status == 0  # there is nothing to switch off, and that is fine


def test_without_git_nothing_is_switched_on(project_place: Place, tmp_path: Path) -> None:
    git(project_place.root, "init", "-q")
    before = _tracked(project_place)
    empty = tmp_path / "bin"
    empty.mkdir()
    refused = project_place.run("share", "on", fresh=True, PATH=str(empty))
    assert refused.status == 4
    assert "git is not installed" in refused.err
    assert _tracked(project_place) == before


def test_what_fails_later_is_put_back(project_place: Place) -> None:
    place = project_place
    git(place.root, "init", "-q")
    assert place.run("add", "--kind", "fact", "--text", "The lunch is at noon.").status == 0
    before = _tracked(place)
    # A client that may only suggest may not write the files.
    assert place.run("share", "on", client="generic_mcp").status == 3
    assert _tracked(place) == before
    # Somebody has put a link where the files go, or git's configuration is locked.
    (place.root / FOLDER).symlink_to(place.root)
    assert place.run("share", "on").status == 3
    assert _tracked(place) == before
    (place.root / FOLDER).unlink()
    (place.root / ".git/config.lock").write_text("", encoding="utf-8")
    refused = place.run("share", "on")
    assert refused.status == 5
    assert "could not lock config file" in refused.err
    assert _tracked(place) == before
    (place.root / ".git/config.lock").unlink()
    assert place.run("share", "on").status == 0
    on = _tracked(place)
    (place.root / ".git/config.lock").write_text("", encoding="utf-8")
    assert place.run("share", "off").status == 5
    assert _tracked(place) == on
    (place.root / ".git/config.lock").unlink()
    assert place.run("share", "off").status == 0
    assert "tracked = false" in _tracked(place)["phantasm.toml"]


def test_uninstall_names_everything_that_it_leaves(project_place: Place) -> None:
    place = project_place
    git(place.root, "init", "-q")
    config = (place.root / ".git/config").read_text(encoding="utf-8")
    run(place, "add", "--kind", "fact", "--text", "The lunch is at noon.")
    assert place.type("share", "on", answers=(("Approve", "y\n"),)).status == 0
    run(place, "export")
    (place.root / ".phantasm/notes").mkdir()
    told = run(place, "uninstall", "--dry-run").out
    done = run(place, "uninstall", "--confirm", "project").out
    left = sorted(path.name for path in (place.root / ".phantasm").iterdir())
    assert left == ["memory", "memory.jsonl", "notes"]
    for out in (told, done):
        assert "keep     .phantasm/memory  " in out
        assert "git rm -r .phantasm/memory" in out
        assert (
            "keep     .phantasm/memory.jsonl  an export of memory; to remove it: rm .phantasm/memory.jsonl"
            in out
        )
        assert "not made by bootstrap; to remove it: rm -r .phantasm/notes" in out
        assert "merge.phantasm removed" in out
    assert (place.root / ".git/config").read_text(encoding="utf-8") == config
    # What was approved for that memory is not approved for the next one.
    run(place, "bootstrap")
    assert "waits for your approval" not in place.run("share", "status").out
    assert "Approve these settings" in place.type("share", "on", answers=(("Approve", "y\n"),)).out
