"""The laws of what is handed over, on random lives of a real store."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.scenario.life import LIVES, Life, Step, a_life

# A life takes a few hundred milliseconds; a longer campaign runs this in a loop. Nothing is shrunk: that
# takes minutes on real stores, and an example is small as it is.
law = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)

SECTIONS_THAT_INSTRUCT = {"identity", "rules", "task_rules", "procedures"}
QUERIES = ("Which port is it?", "Who owns the database in Berlin?", "zebra quasar", None)
_PLACES = ("Berlin", "Bonn", "Kiel", "Jena", "Ulm")


@dataclass(frozen=True, slots=True)
class Wish:
    """How a context is to be handed over."""

    query: str | None
    model: str
    format: str
    handles: str

    def asked(self, **more: Any) -> dict[str, Any]:
        """Return it as a request has it."""
        return {
            "query": self.query,
            "model": self.model,
            "format": self.format,
            "handles": self.handles,
        } | more


WISHES = st.builds(
    Wish,
    st.sampled_from(QUERIES),
    st.sampled_from(["claude", "openai", "gemini", "small-local", "plain"]),
    st.sampled_from(["xml", "markdown", "json", "text"]),
    st.sampled_from(["all", "records", "none"]),
)
_SEEN = st.lists(st.tuples(st.sampled_from(_PLACES), st.integers(1, 6), st.booleans()), max_size=5)
_COUNT = st.integers(0, 9)


@pytest.fixture(autouse=True)
def embed_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the embedder that ships for tests: words are what is alike."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


@contextmanager
def furnished(steps: list[Step], rules: int, seen: list[tuple[str, int, bool]]) -> Iterator[Life]:
    """Yield a life with some rules, work and things that were seen."""
    with a_life() as life:
        kinds = ("constraint", "identity", "convention", "procedure", "task")
        items = [
            {"record_kind": kinds[n % 5], "statement": f"In {_PLACES[n % 4]} the number {n * 7} counts."}
            for n in range(rules)
        ]
        evidence = [
            {
                "text": f"The office in {place} has a port. "
                + "It was said that the database moved. " * often,
                "origin": "user" if ours else "web",
                "source": f"{place} {often}",
            }
            for place, often, ours in seen
        ]
        for batch in ({"items": items}, {"evidence": evidence}):
            if any(batch.values()):
                life.project.get("ingest", profile="cli", **batch)
        life.live_through(steps)
        yield life


def floor(life: Life, asked: dict[str, Any], limit: str = "token_budget") -> int:
    """Return the smallest number that works, as the refusal names it."""
    response = life.project.ask("compile", **(asked | {limit: 1}))
    assert response.error is not None
    assert response.error.code == "budget_too_small"
    assert response.error.field == f"params.{limit}"
    return int(str(response.error.expected).removeprefix("at least "))


def kept(data: dict[str, Any]) -> dict[str, set[int]]:
    """Return which characters of which items a context has."""
    found: dict[str, set[int]] = {}
    for line in data["manifest"]["lines"]:
        if "id" in line:
            shown = {place for start, stop in line["spans"] for place in range(start, stop)}
            found[line["id"]] = found.get(line["id"], set()) | shown
            for twin in line.get("also", ()):
                found.setdefault(twin, set())
    return found


@law
@given(
    steps=LIVES,
    rules=_COUNT,
    seen=_SEEN,
    wish=WISHES,
    more=st.lists(st.integers(0, 90), min_size=3, max_size=3),
)
def test_fits_and_more_never_keeps_less(
    steps: list[Step], rules: int, seen: list[tuple[str, int, bool]], wish: Wish, more: list[int]
) -> None:
    with furnished(steps, rules, seen) as life:
        for limit, measure, factor in (("token_budget", "tokens", 1), ("max_characters", "characters", 4)):
            least = floor(life, wish.asked(), limit)
            assert life.project.fail("compile", **wish.asked(**{limit: least - 1})) == "budget_too_small"
            answers = []
            for n in range(len(more) + 1):
                room = least + factor * sum(more[:n])
                answers.append(life.project.get("compile", **wish.asked(**{limit: room})))
                assert answers[-1][measure] <= room
            for less, larger in pairwise(map(kept, answers)):
                assert less.keys() <= larger.keys()
                assert all(shown <= larger[name] for name, shown in less.items())


@law
@given(steps=LIVES, rules=_COUNT, seen=_SEEN, wish=WISHES, more=st.integers(0, 200))
def test_says_the_same_again_and_again(
    steps: list[Step], rules: int, seen: list[tuple[str, int, bool]], wish: Wish, more: int
) -> None:
    with furnished(steps, rules, seen) as life:
        asked = wish.asked(token_budget=floor(life, wish.asked()) + more)
        first = life.project.get("compile", **asked)
        assert life.project.get("compile", **asked) == first
        explained = life.project.get("compile", explain=True, **asked)
        assert (explained["text"], explained["manifest"]) == (first["text"], first["manifest"])
        other = life.project.open()
        try:
            response = other.handle(life.project.request("compile", **asked))
        finally:
            other.close()
        assert response.data is not None
        assert response.data["text"] == first["text"]


def beginning(data: dict[str, Any]) -> str:
    """Return what is said to be the same for every task."""
    count: int = data["manifest"]["prefix"]["lines"]
    return "".join(data["text"].splitlines(keepends=True)[:count])


@law
@given(steps=LIVES, rules=_COUNT, seen=_SEEN, wish=WISHES, more=st.integers(200, 500))
def test_the_beginning_is_the_same_for_every_task(
    steps: list[Step], rules: int, seen: list[tuple[str, int, bool]], wish: Wish, more: int
) -> None:
    with furnished(steps, rules, seen) as life:
        ask = life.project.get
        tasks = [wish.asked(query=query) for query in QUERIES]
        budget = max(floor(life, asked) for asked in tasks) + more
        answers = [ask("compile", token_budget=budget, **asked) for asked in tasks]
        assert len({beginning(data) for data in answers}) == 1
        before = answers[0]
        ask("ingest", record_kind="fact", statement="A violin has four strings.")
        ask("ingest", evidence=[{"text": "Somebody played the violin.", "origin": "user"}])
        data = ask("compile", previous=before["manifest"], **(tasks[0] | {"token_budget": budget}))
        assert beginning(data) == beginning(before)
        shared = _shared(before["text"], data["text"])
        assert data["unchanged"]["bytes"] == shared >= len(beginning(data).encode())
        ask("ingest", profile="cli", record_kind="identity", statement="This project is about violins.")
        roomy = ask("compile", previous=before["manifest"], **tasks[0])
        assert "This project is about violins." in beginning(roomy)
        assert roomy["unchanged"]["bytes"] == _shared(before["text"], roomy["text"])


def _shared(one: str, other: str) -> int:
    shared = 0
    for old, new in zip(one.splitlines(keepends=True), other.splitlines(keepends=True), strict=False):
        if old != new:
            break
        shared += len(new.encode())
    return shared


@law
@given(steps=LIVES, rules=_COUNT, seen=_SEEN, wish=WISHES)
def test_says_nothing_that_it_should_not(
    steps: list[Step], rules: int, seen: list[tuple[str, int, bool]], wish: Wish
) -> None:
    with furnished(steps, rules, seen) as life:
        data = life.project.get("compile", explain=True, **wish.asked())
        lines = {line["id"]: line for line in data["lines"]}
        assert len(lines) == len(data["lines"]), "every item is one line"
        assert "secret" not in data["text"], "this profile may not read it"
        names = [name for name in lines if name.startswith("rec_")]
        records = {name: life.project.get("inspect", ids=[name])["records"][0] for name in names}
        for name, record in records.items():
            line = lines[name]
            _check(line, record)
            for one in data["findings"]:
                if one["kind"] == "conflict" and name in one["record_ids"]:
                    assert set(one["record_ids"]) <= lines.keys(), "both sides or none"
                    assert any(label.startswith("disputed") for label in line["labels"])
        for one in data["omitted"]:
            assert one["id"] not in lines


def _check(line: dict[str, Any], record: dict[str, Any]) -> None:
    """Check that one record may be said as it is said."""
    assert record["state"] != "tombstoned"
    if record["state"] in {"superseded", "archived"}:
        assert any(label.startswith("withdrawn") for label in line["labels"])
    if record["state"] == "suggested":
        assert line["section"] not in SECTIONS_THAT_INSTRUCT
    if record["origin"] in {"web", "import", "tool_output", "repository_file"}:
        assert line["section"] == "quoted"


@law
@given(steps=LIVES, later=LIVES, seen=_SEEN, wish=WISHES, erased=_COUNT)
def test_what_was_handed_over_can_be_written_again(
    steps: list[Step], later: list[Step], seen: list[tuple[str, int, bool]], wish: Wish, erased: int
) -> None:
    with furnished(steps, 4, seen) as life:
        data = life.project.get("compile", profile="cli", **wish.asked())
        manifest = json.loads(json.dumps(data["manifest"]))
        life.live_through(later)
        again = life.project.get("replay", profile="cli", manifest=manifest)
        assert (again["text"], again["identical"], again["differs"]) == (data["text"], True, [])
        named = [line["id"] for line in manifest["lines"] if line.get("id", "").startswith("rec_")]
        gone = named[erased % len(named)]
        life.project.get("set_state", profile="cli", ids=[gone], action="tombstone")
        after = life.project.get("replay", profile="cli", manifest=manifest)
        assert not after["identical"]
        assert {"id": gone, "why": "erased"} in after["missing"]
        assert all(one["why"] == "erased" for one in after["missing"])
        assert after["differs"] == []
