"""What hooks hand over survives, says no more than it must, and is looked at where it may hold a secret."""

import json
import stat
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import TOOL_USE, AgentEvent, from_json
from phantasm.security.redaction import redact
from phantasm.surfaces.hooks import inbox


def _event(**said: object) -> AgentEvent:
    event = AgentEvent(TOOL_USE, "opencode", "tool.execute.after", "s1")
    for name, value in said.items():
        setattr(event, name, value)
    return event


def _kept(state: Path) -> list[dict[str, object]]:
    return [json.loads(path.read_text()) for path in sorted((state / "tmp" / "inbox").iterdir())]


def test_keeps_an_event_whole(tmp_path: Path) -> None:
    event = _event(command="make test", output="ok — fine", exit_code=0, files=["a.py"], call="c1")
    inbox.keep(str(tmp_path), event)
    (told,) = _kept(tmp_path)
    again = from_json(told)
    assert again is not None
    assert again.to_json() == event.to_json()


def test_keeps_events_in_order_and_privately(tmp_path: Path) -> None:
    for number in range(5):
        inbox.keep(str(tmp_path), _event(command=f"step {number}"))
    assert [told["command"] for told in _kept(tmp_path)] == [f"step {number}" for number in range(5)]
    folder = tmp_path / "tmp" / "inbox"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_says_only_where_the_transcript_is(tmp_path: Path) -> None:
    transcript = tmp_path / "session.jsonl"
    transcript.write_text("{}\n")
    event = _event(transcript=str(transcript), command="deploy", output="hunter2", text="words", call="c1")
    inbox.keep(str(tmp_path), event)
    (told,) = _kept(tmp_path)
    assert told["transcript"] == str(transcript)
    assert told["call"] == "c1"
    assert not {"command", "output", "text", "reply", "files"} & told.keys()


def test_keeps_the_words_of_an_event_without_a_transcript(tmp_path: Path) -> None:
    inbox.keep(str(tmp_path), _event(transcript=str(tmp_path / "gone.jsonl"), command="make"))
    (told,) = _kept(tmp_path)
    assert told["command"] == "make"


def test_keeps_a_long_output(tmp_path: Path) -> None:
    inbox.keep(str(tmp_path), _event(output="line\n" * 100_000))
    (told,) = _kept(tmp_path)
    assert told["output"] == "line\n" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        "make test",
        "cd src && ls -la",
        "12 passed in 3.4s",
        "Compiling... done. No errors were found.",
        "git status",
    ],
)
def test_plain_words_need_no_second_look(text: str) -> None:
    assert not inbox.is_doubtful(_event(output=text), "/no/settings")


def _secrets() -> list[str]:
    """Return texts in which the masking finds something: one for each kind of place."""
    random = "Zk3vQ9xT1mB7nL5rW2yD8cF4hJ6gS0pA"
    digits = "0123456789abcdef0123456789abcdef"
    return [
        f"ghp_{random}{random[:4]}",
        f"export DATABASE_URL=postgres://admin:{random}@db.internal/app",
        f"password = '{random}'",
        f"Authorization: Bearer {random}",
        f"AKIA{'IOSFODNN7EXAMPLE'}",
        f"aws_secret_access_key={random}{random[:8]}",
        f"sk-ant-api03-{random}{random}",
        f"-----BEGIN RSA PRIVATE KEY-----\n{random}\n-----END RSA PRIVATE KEY-----",
        f"xoxb-123456789012-123456789012-{random[:24]}",
        f"token: {digits}",
        "echo sunshine | sudo -S apt update",
        "redis-cli -a sunshine",
        "*:*:*:app:sunshine",
        "GITHUB_PAT=sunshine",
        "\x1b[31m".join("DB_PASSWORD=sunshine"),
        "\u200b".join("DB_PASSWORD=sunshine"),
        "".join(f"\\u{ord(letter):04x}" for letter in "DB_PASSWORD=sunshine"),
        "".join(f"%{ord(letter):02x}" for letter in "DB_PASSWORD=sunshine"),
        "".join(f"&#{ord(letter)};" for letter in "DB_PASSWORD=sunshine"),
        f"api_key={digits}",
        f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{random}",
    ]


@pytest.mark.parametrize("text", _secrets())
def test_everything_that_is_masked_is_looked_at_first(text: str) -> None:
    for said in (text, f"output:\n  {text}\n", text.replace(" ", "\n")):
        if redact(said)[0] != said:
            assert inbox.is_doubtful(_event(output=said), "/no/settings"), said
            assert inbox.is_doubtful(_event(command=said), "/no/settings"), said


@pytest.mark.parametrize("piece", [".", "a.b~", "=-", "x", "/", "://x"])
def test_a_screen_of_one_sign_is_read_once(piece: str) -> None:
    inbox.is_doubtful(_event(output=piece * 400_000), "/no/settings")
