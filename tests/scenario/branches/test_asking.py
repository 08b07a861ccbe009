"""What waits, what would a dry run do, what was held at a commit, and who was quicker?"""

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import Right
from phantasm.learning import watching
from phantasm.operations import branches_follow
from phantasm.storage.work import Caller, Work
from tests.scenario.branches.world import World

_MERGED = """
    git switch -q -c feature
    commit a
    branch The port is 8500
    git switch -q main
    git merge -q --ff-only feature"""


def test_shows_what_waits_and_changes_nothing(world: World) -> None:
    world.live_through(_MERGED)
    shown = world.ask("branches")
    (branch,) = shown["branches"]
    assert (branch["name"], branch["state"], branch["how"], branch["records"]) == (
        "feature",
        "merged",
        "fast-forward",
        1,
    )
    (event,) = shown["waiting"]
    assert event["why"].startswith("branch feature was merged into main by fast-forward at ")
    assert event["records"] == [world.id_of("The port is 8500")]
    dry = world.ask("branches_follow", dry_run=True)
    assert [one["outcome"] for one in dry["records"]] == ["promoted"]
    world.live_through("sees")


def test_the_journal_says_what_happened_and_at_which_commit(world: World) -> None:
    world.live_through(_MERGED)
    (step,) = world.follow()
    assert step["commit"] == world.git("rev-parse", "feature")
    entry = next(one for one in world.ask("audit")["entries"] if one.get("reason"))
    assert (entry["operation"], entry["reason"]) == ("branches_follow", step["why"])
    why = world.ask("explain", id=world.id_of("The port is 8500"))
    assert step["why"] in str(why)


def test_does_as_much_at_once_as_it_may(world: World) -> None:
    world.live_through(
        _MERGED.replace("8500", "8500\n    branch The cache is Redis\n    branch The owner is Sarah")
    )
    first = world.ask("branches_follow", profile="scheduler", limit=2)
    assert (first["changes"], first["left"]) == (2, 1)
    second = world.ask("branches_follow", profile="scheduler", limit=2)
    assert (second["changes"], second["left"]) == (1, 0)
    world.live_through("sees The port is 8500; The cache is Redis; The owner is Sarah")


def test_whoever_was_quicker_is_not_followed_twice(world: World) -> None:
    world.live_through("keyed port The port is 8400")
    world.live_through(_MERGED.replace("branch The", "keyed@branch port The"))
    runtime = world.runtime()
    late = watching.look(runtime.environment)
    world.follow()
    environment = runtime.environment
    with environment.database.write("the one who came late") as (connection, head):
        now = to_timestamp(environment.clock.now())
        work = Work(connection, head, now, environment.ids, Caller("scheduler", frozenset(Right)))
        assert branches_follow.handle(branches_follow.Params(), work, late).records == []
    world.live_through("suggests The port is 8500")


def test_what_only_a_person_may_say_waits_for_one(world: World) -> None:
    world.live_through("""
        git switch -q -c feature
        commit a""")
    world.hold("Amounts are integers", record_kind="constraint", scope="branch")
    world.live_through("""
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees
        suggests Amounts are integers
        asks person_only""")


def test_searches_and_compiles_what_was_held_at_a_commit(world: World) -> None:
    world.live_through("""
        commit a
        hold The billing service listens on port 8500
        git tag v1.0
        commit b""")
    old = world.id_of("The billing service listens on port 8500")
    world.ask("revise", id=old, statement="The billing service listens on port 9100")
    now, then = ([hit["text"] for hit in _search(world, at)] for at in ({}, {"at_commit": "v1.0"}))
    assert now == ["The billing service listens on port 9100"]
    assert then == ["The billing service listens on port 8500"]
    text = world.ask("compile", query="which port does the billing service use?", at_commit="v1.0")["text"]
    assert "8500" in text
    assert "9100" not in text
    assert world.ask("inspect", ids=[old], at_commit="v1.0")["records"][0]["state"] == "live"
    assert world.ask("inspect", ids=[old])["records"][0]["state"] == "superseded"


def _search(world: World, at: dict[str, str]) -> list[dict[str, str]]:
    hits = world.ask("search", query="billing service port", arms="lexical", tiers=["record"], **at)["hits"]
    return [hit for hit in hits if "billing" in hit["text"]]
