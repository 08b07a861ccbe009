"""Do `phantasm serve` and `phantasm open` serve, and end, as they say? Real processes, real requests."""

import os
import signal
import socket
import stat
from pathlib import Path

import pytest

from campaigns.leftovers import locked, processes_in, sockets_in, unfinished_in
from phantasm.config.paths import Paths
from tests.e2e.mcp_servers import GONE_SECONDS
from tests.e2e.processes import Place
from tests.e2e.serve_processes import Serving, Terminal, listening, rest, serving
from tests.fixtures.http_client import ask, call

USUAL_PORT = 4747


def _token(place: Place, name: str = "http") -> str:
    return place.run("token", "show", name).out.strip()


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _left(place: Place) -> list[object]:
    """Return everything that is left of a server that has ended."""
    paths = Paths(place.root)
    return [*processes_in(place.root), *locked(paths), *sockets_in(paths), *unfinished_in(paths)]


def test_serves_programs_with_the_token_that_it_made(project_place: Place) -> None:
    with serving(project_place, "--port", "0", umask=0) as server:
        tokens = project_place.root / ".phantasm" / "state" / "tokens"
        assert (_mode(tokens), _mode(tokens / "http.json")) == (0o700, 0o600)
        token = _token(project_place)
        assert token.encode() not in server.said
        assert ask(server, "GET", "/v1/health").json == {"status": "ok"}
        assert call(server, "health").status == 401
        answer = call(server, "health", token=token)
        assert (answer.status, answer.json["provenance"]["client_profile"]) == (200, "generic_mcp")
        told = ask(server, "GET", "/v1/session", token=token).json
        assert (told["scope"], told["is_person"]) == ("write", False)
    assert _left(project_place) == []


def test_serves_the_page_to_whoever_brings_the_link(project_place: Place) -> None:
    with serving(project_place, "--port", "0", "--scope", "review") as server:
        assert b"<!doctype html>" in ask(server, "GET", "/login").body
        entered = ask(server, "POST", "/v1/session", {"code": server.codes[0]})
        told = entered.json
        # Nobody is at a terminal, so that nobody is taken for the person.
        assert (told["profile"], told["scope"], told["is_person"]) == ("dashboard", "review", False)
        assert told["root"] == str(project_place.root)
        headers = [
            ("Cookie", entered.headers["set-cookie"].partition(";")[0]),
            ("X-Phantasm-CSRF", told["csrf"]),
        ]
        assert call(server, "review_queue", headers=headers).status == 200
        held = {"record_kind": "fact", "statement": "A fact."}
        assert call(server, "ingest", held, headers=headers).status == 403
        assert ask(server, "POST", "/v1/session", {"code": server.codes[0]}).status == 401


@pytest.mark.parametrize("command", [("serve",), ("open", "--no-browser")])
def test_takes_the_browser_of_whoever_is_at_the_terminal_for_them(
    project_place: Place, command: tuple[str, ...]
) -> None:
    terminal = Terminal(project_place, *command, "--port", "0")
    address, code = terminal.link()
    server = Serving(address, 0, b"")
    told = ask(server, "POST", "/v1/session", {"code": code}).json
    assert (told["profile"], told["scope"], told["is_person"]) == ("cli", "admin", True)
    terminal.type("\n")
    again, another = terminal.link()
    assert (again, another != code) == (address, True)
    assert ask(server, "POST", "/v1/session", {"code": another}).status == 200
    terminal.type("\x03")
    assert terminal.end() == 0
    assert _left(project_place) == []


def test_opens_for_this_machine_only(project_place: Place) -> None:
    with serving(project_place, "--no-browser", "--port", "0", command="open") as server:
        assert server.address.host == "127.0.0.1"
        listens = Path(f"/proc/{server.pid}/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        port = f"{server.address.port:04X}"
        found = [line.split()[1] for line in listens if line.split()[1].endswith(f":{port}")]
        assert set(found) == {f"0100007F:{port}"}


@pytest.mark.parametrize("one", [signal.SIGTERM, signal.SIGINT])
def test_ends_at_once_although_somebody_listens(project_place: Place, one: signal.Signals) -> None:
    with serving(project_place, "--port", "0") as server:
        token = _token(project_place)
        listeners = [listening(server.address, token) for _ in range(3)]
        idle = socket.create_connection((server.address.host, server.address.port))
        half = socket.create_connection((server.address.host, server.address.port))
        half.sendall(b"POST /v1/ingest HTTP/1.1\r\nHost: 127")
        os.kill(server.pid, one)
        for listener in listeners:
            assert b"event: changed" not in rest(listener)
        for connection in (idle, half):
            connection.settimeout(GONE_SECONDS)
            assert connection.recv(1) == b""
            connection.close()
    assert _left(project_place) == []
    with socket.create_server(("127.0.0.1", server.address.port)):
        pass  # the port is free again


def test_takes_no_port_that_is_taken(project_place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for command in (("serve",), ("open", "--no-browser")):
            ended = project_place.run(*command, "--port", str(taken.getsockname()[1]))
            assert (ended.status, ended.out) == (5, "")
            assert "cannot listen" in ended.err


def test_takes_another_port_than_the_usual_one_when_that_is_taken(project_place: Place) -> None:
    try:
        usual = socket.create_server(("127.0.0.1", USUAL_PORT))
    except OSError:  # somebody else has it, which is as good
        usual = socket.socket()
    with usual, serving(project_place) as server:
        assert server.address.port != USUAL_PORT
        assert ask(server, "GET", "/v1/health").status == 200


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (("--host", "0.0.0.0"), 3),  # noqa: S104  refused
        (("--host", "0.0.0.0", "--remote"), 3),  # noqa: S104  refused: no client can name it
        (("--host", "::", "--remote"), 3),
        (("--host", "127.0.0.2"), 3),
        (("--host", "192.0.2.1", "--remote"), 5),  # asked for, but no address of this machine
    ],
)
def test_lets_other_machines_in_only_when_asked_to(
    project_place: Place, options: tuple[str, ...], status: int
) -> None:
    ended = project_place.run("serve", "--port", "0", *options)
    assert (ended.status, ended.out) == (status, "")
    assert "Traceback" not in ended.err


def test_serves_under_the_name_that_was_chosen(project_place: Place) -> None:
    """With --remote only that name counts: every other one may be somebody's rebinding."""
    process = project_place.start(
        "serve", "--port", "0", "--host", "127.0.0.2", "--remote", stdin=-3, stdout=-3, stderr=-1
    )
    try:
        assert process.stderr is not None
        port = int(process.stderr.readline().rpartition(b":")[2].strip(b"/\n"))
        for host, status in ((f"127.0.0.2:{port}", b"200"), (f"127.0.0.1:{port}", b"421")):
            with socket.create_connection(("127.0.0.2", port), timeout=30) as connection:
                connection.sendall(f"GET /v1/health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                assert connection.recv(12).split()[1] == status
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(GONE_SECONDS) == 0
        process.communicate()


@pytest.mark.parametrize("wrong", ["open to others", "a link", "no token"])
def test_does_not_start_with_a_token_that_is_no_secret(project_place: Place, wrong: str) -> None:
    folder = project_place.root / ".phantasm" / "state" / "tokens"
    assert project_place.run("token", "add", "http").status == 0
    file = folder / "http.json"
    match wrong:
        case "open to others":
            file.chmod(0o644)
        case "a link":
            file.symlink_to(file.rename(project_place.root / "elsewhere.json"))
        case _:
            file.write_text("{}", encoding="ascii")
    ended = project_place.run("serve", "--port", "0")
    assert (ended.status, ended.out) == (3, "")
    assert "unsafe_project" in ended.err


def test_refuses_to_serve_without_a_project(place: Place) -> None:
    for command in (("serve",), ("open", "--no-browser")):
        ended = place.run(*command, "--port", "0")
        assert ended.status == 5
        assert "phantasm bootstrap" in ended.err
    assert list(place.root.iterdir()) == []


def test_a_token_that_was_taken_back_is_worth_nothing_at_once(project_place: Place) -> None:
    with serving(project_place, "--port", "0") as server:
        token = project_place.run("token", "add", "guest", "--scope", "read").out.strip()
        listener = listening(server.address, token)
        assert call(server, "health", token=token).status == 200
        assert project_place.run("token", "revoke", "guest").status == 0
        assert call(server, "health", token=token).status == 401
        held = {"record_kind": "fact", "statement": "Not for guests."}
        said = call(server, "ingest", held, token=_token(project_place), fields={"idempotency_key": "k"})
        assert said.status == 200
        assert b"event: changed" not in rest(listener)
