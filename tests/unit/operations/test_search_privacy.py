"""Who may not read sensitive texts cannot guess at them: a right guess is answered as a wrong one is."""

from typing import Any

import pytest

from tests.conftest import Project

_HIDDEN = "The vault opens with marmalade, quokka and 4711."
_RIGHT_AND_WRONG = [
    ("marmalade", "marmelady"),
    ("quokka", "wombat"),
    ("4711", "4712"),
    ("vault marmalade", "vault wombats"),
    ("which invoices are in the marmalade?", "which invoices are in the gooseberry?"),
]


@pytest.fixture(autouse=True)
def embed_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the embedder that ships for tests: words are what is alike."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


@pytest.fixture
def guarded(project: Project) -> Project:
    project.hold("Invoices are stored in PostgreSQL.")
    project.hold("The vault is on the second floor.")
    _say(project, evidence=[{"text": "Ann: where do we keep it?"}])
    hidden: dict[str, Any] = {"sensitivity": "sensitive", "raw_evidence": [{"text": f"Ben: {_HIDDEN}"}]}
    _say(project, record_kind="fact", statement=_HIDDEN, **hidden)
    _say(project, evidence=[{"text": "Ann: thank you, that is what I need."}])
    return project


def _say(project: Project, **params: Any) -> None:
    request = project.request("ingest", **params)
    request["client"] = {"profile": "claude_code", "session_id": "s1"}
    assert project.runtime.handle(request).error is None


def _asked(project: Project, query: str, **params: Any) -> dict[str, Any]:
    found = project.get("search", query=query, profile="generic_mcp", explain=True, **params)
    assert "4711" not in str(found["hits"])
    return found


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("marmalade", "marmalady"),
        ("m", "%"),
        ("opens with marmalade", "opens with gooseberry"),
        ("quokka and 4711", "quokka and 4712"),
    ],
)
@pytest.mark.parametrize("mode", ["exact", "regex"])
def test_signs_cannot_be_guessed(guarded: Project, mode: str, right: str, wrong: str) -> None:
    found = _asked(guarded, right, mode=mode)
    assert found["withheld"] == 0
    if right != "m":  # other texts have that
        assert found == _asked(guarded, wrong, mode=mode)
    assert len(guarded.get("search", query=right, mode=mode, profile="cli")["hits"]) >= 2


def test_nothing_is_learned_letter_by_letter(guarded: Project) -> None:
    answers = [_asked(guarded, f"opens with {sign}", mode="regex") for sign in "amz"]
    assert answers[0] == answers[1] == answers[2]
    answers = [_asked(guarded, f"47{digit}1", mode="exact") for digit in "0123456789"]
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize(("right", "wrong"), _RIGHT_AND_WRONG)
def test_words_of_sensitive_texts_are_not_confirmed(guarded: Project, right: str, wrong: str) -> None:
    guess, miss = (_asked(guarded, query, arms="lexical") for query in (right, wrong))
    # How many are withheld is told, and documented (docs/security.md); nothing else differs.
    assert guess.pop("withheld") >= miss.pop("withheld")
    assert guess == miss
    told = [_asked(guarded, query) for query in (right, wrong)]
    # What the two mean differs, and with it the scores: not what is said of their words.
    assert told[0]["words"] == told[1]["words"] == guess["words"]
    assert told[0]["dropped"] == told[1]["dropped"]


def test_words_are_confirmed_to_who_may_read_them(guarded: Project) -> None:
    assert "marmalad" in guarded.get("search", query="marmalade", profile="cli")["words"]
    guarded.hold("Marmalade is served at nine.")
    assert "marmalad" in _asked(guarded, "marmalade")["words"]


@pytest.mark.parametrize(
    ("right", "wrong"), [("marmelade", "mxrmxlxde"), ("qoukka", "quaggx"), ("vautl", "vautl")]
)
def test_misspelt_words_lead_to_no_sensitive_ones(guarded: Project, right: str, wrong: str) -> None:
    guess, miss = (_asked(guarded, query, mode="fuzzy") for query in (right, wrong))
    assert guess == miss
    assert guarded.get("search", query=right, mode="fuzzy", profile="cli")["words"]


def test_what_stands_beside_a_sensitive_text_is_not_found_by_it(guarded: Project) -> None:
    assert _asked(guarded, "marmalade", arms="lexical")["hits"] == []
    beside = guarded.get("search", query="marmalade", arms="lexical", profile="cli")["hits"]
    assert any("thank you" in hit["text"] for hit in beside)


def test_that_something_is_withheld_is_still_told(guarded: Project) -> None:
    assert _asked(guarded, "which marmalade opens the vault?", arms="lexical")["withheld"] == 2
    assert _asked(guarded, "invoices", arms="lexical")["withheld"] == 0


def test_words_withdrawn_are_not_confirmed_either(guarded: Project) -> None:
    record = guarded.hold("The old vault opened with tamarind.", sensitivity="sensitive")
    guarded.get("set_state", ids=[record], action="archive")
    params: dict[str, Any] = {"states": ["live", "archived"], "arms": "lexical"}
    guess, miss = (_asked(guarded, query, **params) for query in ("tamarind", "gooseberry"))
    assert (guess.pop("withheld"), miss.pop("withheld")) == (1, 0)
    assert guess == miss


def test_events_that_only_sensitive_texts_tell_of_are_not_known(guarded: Project) -> None:
    guarded.hold("The marmalade migration went well.", sensitivity="sensitive", valid_from="2026-06-01")
    guarded.hold("The port was 80.", valid_from="2026-05-01")
    guarded.hold("The port is 81.", valid_from="2026-07-01")
    guarded.hold("A migration of the port was planned.", valid_from="2026-04-01")
    guess, miss = (
        _asked(guarded, f"what was the port before the {word} migration?", arms="lexical")
        for word in ("marmalade", "gooseberry")
    )
    guess.pop("withheld")
    miss.pop("withheld")
    assert guess == miss
