"""A configured server is asked, missed and asked again; nothing is decided for good."""

from datetime import timedelta

import pytest

from phantasm.retrieval.vectors.qdrant_choice import REST, Absent, Present, server_of, suffix_of
from phantasm.runtime.bootstrap import Runtime
from tests.conftest import Project
from tests.unit.retrieval.vectors.qdrant_stand_in import StandIn

pytest.importorskip("qdrant_client")


def _opened(project: Project, monkeypatch: pytest.MonkeyPatch, url: str) -> Runtime:
    monkeypatch.setenv("PHANTASM_QDRANT__URL", url)
    return project.open()


def test_asks_nobody_where_none_is_configured(project: Project) -> None:
    assert server_of(project.runtime.environment) is None


def test_tells_a_server_that_answers_from_one_that_does_not(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = StandIn()
    with _opened(project, monkeypatch, stand_in.url) as runtime:
        missed = server_of(runtime.environment)
        assert isinstance(missed, Absent)
        assert "Check that the server runs" in missed.why
        stand_in.start()
        try:
            found = server_of(runtime.environment, insist=True)
            assert isinstance(found, Present)
            assert (found.prefix, found.suffix) == ("phantasm", suffix_of(stand_in.url, "phantasm"))
        finally:
            stand_in.stop()


def test_rests_a_while_before_it_asks_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = StandIn()
    with _opened(project, monkeypatch, stand_in.url) as runtime:
        assert isinstance(server_of(runtime.environment), Absent)
        stand_in.start()
        try:
            assert isinstance(server_of(runtime.environment), Absent)
            assert stand_in.asked == []
            project.clock.advance(REST + timedelta(seconds=1))
            assert isinstance(server_of(runtime.environment), Present)
        finally:
            stand_in.stop()


def test_folders_of_different_servers_and_prefixes_differ() -> None:
    url = "http://127.0.0.1:6333"
    assert len({suffix_of(url, "a"), suffix_of(url, "b"), suffix_of(url + "/", "a")}) == 3


def test_sends_the_key_that_the_named_variable_holds(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "-".join(("made", "up", "key"))  # noqa: FLY002  not to be written literally
    monkeypatch.setenv("OWN_QDRANT_KEY", key)
    monkeypatch.setenv("PHANTASM_QDRANT__API_KEY_ENV", "OWN_QDRANT_KEY")
    stand_in = StandIn()
    stand_in.start()
    try:
        with (
            _opened(project, monkeypatch, stand_in.url) as runtime,
            pytest.warns(UserWarning, match="insecure connection"),
        ):
            assert isinstance(server_of(runtime.environment), Present)
        assert stand_in.keys == {key}
    finally:
        stand_in.stop()
