"""What every test may use: a real project in a temporary folder, and short ways to ask it things."""

import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from phantasm.capabilities.clock import FixedClock
from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.party import Party
from tests.fixtures.projects import approve_variables, lay_out_state

# The same examples on every run: a gate that fails today failed yesterday. To look further:
# pytest --hypothesis-profile=default
settings.register_profile("steady", derandomize=True, database=None)

# A shell starts what runs in its background with Ctrl-C ignored, and every process of ours would inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

PERSON = Party(at_terminal=True, ask=lambda question: True)
"""A person at a terminal who says yes."""
LONG = "Seen for longer than a row holds. " * 300
"""Evidence that lies in a file of its own."""


class Project:
    """One bootstrapped project and its opened runtime."""

    def __init__(self, root: Path, first_key: int = 1) -> None:
        self.root = root
        self.paths = Paths(root)
        self.clock = FixedClock(datetime(2026, 11, 1, 12, tzinfo=UTC), timedelta(milliseconds=1))
        self.runtime = self.open()
        self._numbers = count(first_key)

    def open(self) -> Runtime:
        """Open the project once more, as another process would."""
        return open_project(self.root, clock=self.clock)

    def request(self, operation: str, *, profile: str = "claude_code", **params: Any) -> JsonObject:
        """Return a whole request with fresh ids."""
        number = next(self._numbers)
        return {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"req-{number}",
            "client": {"profile": profile},
            "idempotency_key": f"key-{number}",
            "params": params,
        }

    def ask(self, operation: str, *, profile: str = "claude_code", **params: Any) -> Response:
        """Send a request and return whatever comes back."""
        party = PERSON if profile == "cli" else Party()
        return self.runtime.handle(self.request(operation, profile=profile, **params), party)

    def get(self, operation: str, *, profile: str = "claude_code", **params: Any) -> dict[str, Any]:
        """Send a request that must succeed and return its data."""
        response = self.ask(operation, profile=profile, **params)
        assert response.error is None, response.error
        assert response.data is not None
        return response.data

    def fail(self, operation: str, *, profile: str = "claude_code", **params: Any) -> str:
        """Send a request that must fail and return the error's code."""
        response = self.ask(operation, profile=profile, **params)
        assert response.error is not None, response.data
        return response.error.code

    def confirm(self, operation: str, target: JsonObject, **params: Any) -> Response:
        """Send a confirmed request as a person at the terminal."""
        confirmations = {"approved_by": "tester", "reason": "test", "operation": operation, "target": target}
        request = self.request(operation, profile="cli", **params) | {"confirmations": confirmations}
        return self.runtime.handle(request, PERSON)

    def hold(self, statement: str, **fields: Any) -> str:
        """Hold one fact and return its record id."""
        data = self.get("ingest", **({"record_kind": "fact", "statement": statement} | fields))
        return str(data["results"][0]["record_id"])


@pytest.fixture(scope="session")
def user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield one user folder after another: pytest's own way looks at all there are each time."""
    root = tmp_path_factory.mktemp("homes")
    return (root / str(number) for number in count())


@pytest.fixture(scope="session", autouse=True)
def no_users_folder(user_folders: Iterator[Path]) -> Iterator[None]:
    """Keep fixtures that are made once away from the folder of whoever runs the tests as well."""
    with pytest.MonkeyPatch.context() as patched:
        folder = next(user_folders)
        folder.mkdir(parents=True)
        patched.setenv("PHANTASM_HOME", str(folder))
        approve_variables()
        yield


@pytest.fixture(autouse=True)
def own_user_folder(user_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from what whoever runs it has accepted; variables count without being approved."""
    folder = next(user_folders)
    folder.mkdir()
    monkeypatch.setenv("PHANTASM_HOME", str(folder))
    approve_variables()


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Yield a fresh project."""
    lay_out_state(Paths(tmp_path))
    made = Project(tmp_path)
    yield made
    made.runtime.close()
