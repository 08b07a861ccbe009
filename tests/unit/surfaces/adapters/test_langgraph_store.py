"""A LangGraph store over a project keeps what the package's own in-memory store keeps."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.adapters.langgraph_store import PhantasmStore
from phantasm.surfaces.python.project import Project
from tests.fixtures.projects import lay_out_state, trust_store


@pytest.fixture
def store(root: Path) -> Iterator[PhantasmStore]:
    with PhantasmStore(root, profile="claude_code") as opened:
        yield opened


def test_an_item_is_put_got_changed_and_erased(store: PhantasmStore, root: Path) -> None:
    store.put(("users", "7"), "prefs", {"theme": "dark", "size": 1.5, "tags": ["a", None], "none": None})
    first = store.get(("users", "7"), "prefs")
    assert first is not None
    assert first.value == {"theme": "dark", "size": 1.5, "tags": ["a", None], "none": None}
    store.put(("users", "7"), "prefs", {"theme": "light"})
    second = store.get(("users", "7"), "prefs")
    assert second is not None
    assert second.value == {"theme": "light"}
    assert second.created_at == first.created_at
    assert second.updated_at > first.updated_at
    store.delete(("users", "7"), "prefs")
    assert store.get(("users", "7"), "prefs") is None
    with Project.open(root, profile="claude_code") as project:
        left = project.list(states=["live", "superseded", "archived", "tombstoned"]).records
        assert [record.state for record in left] == ["tombstoned", "tombstoned"]
        assert [record.payload for record in left] == [None, None]


def test_a_question_finds_items_by_their_words(store: PhantasmStore) -> None:
    store.put(("docs",), "one", {"title": "Python tutorial", "kind": "guide"})
    store.put(("docs", "deep"), "two", {"title": "Baking bread at home", "kind": "recipe"})
    store.put(("docs",), "three", {"title": "Advanced Python typing", "kind": "paper"})
    store.put(("docs",), "hidden", {"title": "Python secrets"}, index=False)
    store.put(
        ("docs",), "part", {"title": "Nothing", "body": {"text": "A python in the zoo"}}, index=["title"]
    )
    found = store.search(("docs",), query="python")
    assert {item.key for item in found[:2]} == {"one", "three"}
    assert "hidden" not in {item.key for item in found}
    assert all(item.score is not None and item.score > 0 for item in found)
    assert [item.score for item in found] == sorted((item.score or 0 for item in found), reverse=True)
    assert [item.key for item in store.search(("docs",), query="python", filter={"kind": "paper"})] == [
        "three"
    ]
    assert [item.key for item in store.search(("docs", "deep"), query="bread")] == ["two"]
    assert store.search(("elsewhere",), query="python") == []
    assert store.search(("docs",), query="python", limit=0) == store.search(("docs",), limit=0) == []
    both = [item.key for item in store.search(("docs",), query="python", limit=1)]
    both += [item.key for item in store.search(("docs",), query="python", limit=1, offset=1)]
    assert sorted(both) == ["one", "three"]


def test_items_are_found_in_the_project_too(store: PhantasmStore, root: Path) -> None:
    store.put(("team",), "coffee", {"text": "The espresso machine needs descaling on Mondays."})
    with Project.open(root) as project:
        assert "descaling" in project.search("when is the espresso machine descaled?").hits[0].text


def test_storing_replaces_no_record_of_another_kind(store: PhantasmStore, root: Path) -> None:
    with Project.open(root, profile="claude_code") as project:
        held = project.remember("The development server listens on port 8400.").results[0].record_id
    store.put(("facts",), "port", {"text": "The development server listens on port 8500."})
    with Project.open(root) as project:
        assert project.inspect(held).records[0].state == "live"


def test_reads_of_a_batch_see_what_was_there_before(store: PhantasmStore) -> None:
    key = (("a",), "x")
    store.put(*key, {"n": 1})
    results = store.batch(
        [
            PutOp(*key, {"n": 2}),
            GetOp(*key),
            SearchOp(("a",)),
            ListNamespacesOp(),
            PutOp(*key, {"n": 3}),
            PutOp(("b",), "y", {"n": 4}),
        ]
    )
    assert isinstance(results[1], Item)
    assert results[1].value == {"n": 1}
    assert results[3] == [("a",)]
    assert results[0] is results[4] is results[5] is None
    now = store.get(*key)
    assert now is not None
    assert now.value == {"n": 3}


def test_an_event_loop_may_use_it(store: PhantasmStore) -> None:
    async def work() -> list[str]:
        await asyncio.gather(*(store.aput(("loop",), f"k{number}", {"n": number}) for number in range(5)))
        found = await store.asearch(("loop",), filter={"n": {"$gte": 2}})
        await store.adelete(("loop",), "k0")
        assert await store.aget(("loop",), "k0") is None
        return sorted(item.key for item in found)

    assert asyncio.run(work()) == ["k2", "k3", "k4"]


@pytest.mark.parametrize("wanted", [{"a' OR 1=1 --": 1}, {"a": {"$where": "1"}}, {"a": {"b c": 1}}, {"": 1}])
def test_a_filter_has_plain_keys_and_known_operators(store: PhantasmStore, wanted: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"filter key|operator"):
        store.search(("a",), filter=wanted)
    with pytest.raises(ValueError, match=r"filter key|operator"):
        store.search(("a",), filter=wanted, query="anything")


def test_what_cannot_be_kept_is_refused(store: PhantasmStore) -> None:
    with pytest.raises(NotImplementedError):
        store.put(("a",), "x", {"n": 1}, ttl=5)
    with pytest.raises(NotImplementedError):
        store.batch([PutOp(("a",), "x", {"n": 1}, ttl=5)])
    with pytest.raises(InvalidNamespaceError):
        store.batch([GetOp(("a.b",), "x")])
    with pytest.raises(TypeError, match="not JSON serializable"):
        store.put(("a",), "x", {"n": object()})
    with pytest.raises(PhantasmError, match="not finite"):
        store.put(("a",), "x", {"n": float("nan")})
    with pytest.raises(TypeError, match="Unknown operation"):
        store.batch(["nonsense"])  # type: ignore[list-item]


def test_a_profile_that_only_suggests_is_refused(root: Path) -> None:
    with pytest.raises(PhantasmError, match="may only suggest") as refused:
        PhantasmStore(root)
    assert refused.value.code is Code.NOT_ALLOWED


def test_a_persons_words_are_not_overwritten(store: PhantasmStore, root: Path) -> None:
    store.put(("a",), "x", {"n": 1})
    with Project.open(root, profile="claude_code") as project:
        note = project.list(record_kind="note").records[0]
        params = {
            "record_kind": "note",
            "subject_key": note.subject_key,
            "statement": "Mine.",
            "origin": "user",
        }
        project.call("ingest", on_conflict="supersede", **params)
    with pytest.raises(PhantasmError) as refused:
        store.put(("a",), "x", {"n": 2})
    assert refused.value.code is Code.CONFLICT_UNRESOLVED


def test_a_tuple_comes_back_as_a_list(store: PhantasmStore) -> None:
    store.put(("a",), "x", {"pair": (1, 2)})
    kept = store.get(("a",), "x")
    assert kept is not None
    assert kept.value == {"pair": [1, 2]}


def test_long_and_like_keys_stay_apart(store: PhantasmStore) -> None:
    long = "k" * 600
    for number, (namespace, key) in enumerate(
        [(("a", "b"), "c"), (("a",), "b/c"), (("a",), long), (("a",), long + "x")]
    ):
        store.put(namespace, key, {"n": number})
    values = [
        store.get(*place)
        for place in [(("a", "b"), "c"), (("a",), "b/c"), (("a",), long), (("a",), long + "x")]
    ]
    assert [item.value["n"] for item in values if item] == [0, 1, 2, 3]


def test_keys_that_are_secrets_are_masked_and_stay_apart(store: PhantasmStore, root: Path) -> None:
    secrets = ["ghp_" + letters * 4 for letters in ("a1B2c3D4e5", "f6G7h8I9j0")]
    for number, secret in enumerate(secrets):
        store.put(("tokens",), secret, {"n": number, "said": f"use {secret}"})
    kept = [store.get(("tokens",), secret) for secret in secrets]
    assert [item.value["n"] for item in kept if item] == [0, 1]
    listed = store.search(("tokens",))
    assert len(listed) == 2
    with Project.open(root) as project:
        everything = f"{listed} {kept} {project.call('list').data}"
    assert not any(secret in everything for secret in secrets)


LABELS = st.sampled_from(["a", "b", "c", "été", "x y"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
KEYS = st.sampled_from(["k1", "k2", "k 3", "ключ"])
LEAVES = st.one_of(
    st.integers(-3, 3), st.sampled_from(["red", "blue", ""]), st.booleans(), st.none(), st.just(0.5)
)
VALUES = st.dictionaries(
    st.sampled_from(["n", "colour", "deep", "tags"]),
    st.one_of(
        LEAVES, st.dictionaries(st.sampled_from(["n", "m"]), LEAVES, max_size=2), st.lists(LEAVES, max_size=2)
    ),
    max_size=3,
)
NUMBERED = VALUES.map(lambda value: value | {"size": len(value)})
FILTERS = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"colour": LEAVES}),
    st.fixed_dictionaries(
        {"size": st.fixed_dictionaries({"$gte": st.integers(0, 3), "$lt": st.integers(0, 4)})}
    ),
    st.fixed_dictionaries({"n": st.fixed_dictionaries({"$ne": LEAVES})}),
    st.fixed_dictionaries({"deep": st.dictionaries(st.sampled_from(["n", "m"]), LEAVES, max_size=2)}),
    st.fixed_dictionaries({"tags": st.lists(LEAVES, max_size=2)}),
)
PATTERNS = st.lists(st.one_of(LABELS, st.just("*")), min_size=1, max_size=2).map(tuple)
CONDITIONS = st.lists(
    st.builds(MatchCondition, st.sampled_from(["prefix", "suffix"]), PATTERNS), max_size=2
).map(tuple)
WRITES = st.tuples(NAMESPACES, KEYS, st.one_of(NUMBERED, NUMBERED, st.none())).map(
    lambda parts: PutOp(*parts)
)
READS = st.one_of(
    st.tuples(NAMESPACES, KEYS).map(lambda parts: GetOp(*parts)),
    st.tuples(st.one_of(NAMESPACES, st.just(())), FILTERS, st.just(1000)).map(lambda parts: SearchOp(*parts)),
    st.tuples(CONDITIONS, st.one_of(st.none(), st.integers(1, 3)), st.integers(1, 5), st.integers(0, 2)).map(
        lambda parts: ListNamespacesOp(*parts)
    ),
)


def _shown(result: Any) -> Any:
    """Return a result without its moments; a list of items in an order of its own."""
    if isinstance(result, Item):
        return (result.namespace, result.key, result.value)
    if isinstance(result, list) and result and isinstance(result[0], Item):
        return sorted((_shown(item) for item in result), key=repr)
    return result


def _without_emptied(memory: InMemoryStore) -> InMemoryStore:
    """Return the same store without empty namespaces; the package's own makes one whenever it looks."""
    fresh = InMemoryStore()
    for item in memory.search((), limit=10_000):
        fresh.put(item.namespace, item.key, item.value)
    return fresh


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh project to copy: laying one out takes longer than all that is asked of it."""
    made = tmp_path_factory.mktemp("template")
    lay_out_state(Paths(made))
    return made


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(st.one_of(WRITES, WRITES, READS), min_size=1, max_size=4), min_size=1, max_size=8))
def test_batches_are_answered_as_the_packages_own_store_does(
    template: Path, batches: list[list[Any]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(template, Path(folder) / "project")
        trust_store(root)
        memory = InMemoryStore()
        with PhantasmStore(root, profile="claude_code") as store:
            for ops in batches:
                expected = [_shown(_without_emptied(memory).batch([one])[0]) for one in ops]
                memory.batch(ops)
                assert list(map(_shown, store.batch(ops))) == expected, ops
            everything = store.search((), limit=1000)
            paged = [item for start in range(0, 20, 3) for item in store.search((), limit=3, offset=start)]
            assert [item.key for item in paged] == [item.key for item in everything][: len(paged)]
