"""Which value does a clause give by notation?"""

import pytest

from phantasm.state.claims.reader import read


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("nginx edge: worker_connections = 1024", "worker_connections of the nginx edge is 4096"),
        ("In .env: MLFLOW_PORT=5000", "In .env: MLFLOW_PORT=5001"),
        ("Who is on call for Kafka: Ana", "Kafka on-call: Ben"),
        ("All state sits in one bucket, acme-state-eu.", "All state sits in one bucket, acme-state-us."),
        ("Interpreter, per `.python-version`: 3.12", "Interpreter: 3.10"),
        ("`PGBOUNCER_PORT=6432` is what the apps connect to", "PGBOUNCER_PORT=6543"),
        ("LOG_LEVEL falls back to debug", "LOG_LEVEL falls back to info"),
        ("Session cookies are SameSite=Lax.", "Session cookies are SameSite=Strict."),
        ("workspace Cargo.toml: `rust-version = 1.82`", "`rust-version = 1.74` in the workspace Cargo.toml"),
    ],
)
def test_notations_of_one_setting_have_one_topic(one: str, other: str) -> None:
    assert read(one).topic == read(other).topic
    assert read(one).value != read(other).value


@pytest.mark.parametrize(
    ("statement", "gone", "value"),
    [
        ("kafka chart 26.4.2 -> 30.1.0", {"26.4.2"}, "30.1.0"),
        ("deploy user renamed alice -> deployer", {"alic"}, "deployer"),
        ("The importer reads UTF-8 now (was ISO-8859-1).", {"iso-8859-1"}, "utf-8"),
        ("loki retention -> 30d", set(), "2592000000ms"),
    ],
)
def test_arrows_and_brackets_name_the_old_value(statement: str, gone: set[str], value: str) -> None:
    reading = read(statement)
    assert reading.gone == gone
    assert reading.value == value
