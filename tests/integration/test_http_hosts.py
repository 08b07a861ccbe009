"""Is every route closed to other hosts and foreign pages? DNS rebinding, forged Origins, odd targets."""

import json
from collections.abc import Iterator

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime import registry
from phantasm.surfaces.serving.headers import ALWAYS
from tests.fixtures.http_client import Answer, Browser, Headers, ask, enter, send
from tests.fixtures.projects import lay_out_state
from tests.fixtures.serving import Served, served

OPERATIONS = [("POST", f"/v1/{name}") for name in registry.names()]
OTHERS = [
    ("POST", "/v1/handle-request"),
    ("POST", "/v1/session"),
    ("GET", "/v1/session"),
    ("DELETE", "/v1/session"),
    ("GET", "/v1/events"),
    ("GET", "/v1/health"),
    ("GET", "/openapi.json"),
    ("POST", "/v1/no-such-operation"),
    ("GET", "/v1/no/such/route"),
    ("GET", "/v1"),
]
PAGE = [("GET", path) for path in ("/", "/inbox", "/records/x", "/login", "/assets/app.js", "/favicon.ico")]
ROUTES = OPERATIONS + OTHERS + PAGE
OPEN = {("GET", "/v1/health"), ("POST", "/v1/session"), *PAGE}

WRONG_HOSTS: list[list[str]] = [
    ["evil.example"],
    ["evil.example:{port}"],
    ["127.0.0.1"],
    ["127.0.0.1:{other}"],
    ["127.0.0.1:80"],
    ["localhost:{other}"],
    ["127.0.0.1.evil.example:{port}"],
    ["evil.example.127.0.0.1:{port}"],
    ["localhost.evil.example:{port}"],
    ["localhost.:{port}"],
    ["127.0.0.1.:{port}"],
    ["sub.localhost:{port}"],
    ["user@127.0.0.1:{port}"],
    ["127.0.0.1:{port}@evil.example"],
    ["127.0.0.1:{port}/"],
    ["127.0.0.1:{port}, evil.example"],
    ["127.0.0.1:0{port}"],
    ["0.0.0.0:{port}"],
    ["127.1:{port}"],
    ["127.0.0.2:{port}"],
    ["0x7f000001:{port}"],
    ["2130706433:{port}"],
    ["::1:{port}"],
    ["[::]:{port}"],
    ["[::ffff:127.0.0.1]:{port}"],
    ["[0:0:0:0:0:0:0:1]:{port}"],
    ["127.0.0.1:{port}", "evil.example"],
    ["evil.example", "127.0.0.1:{port}"],
    ["127.0.0.1:{port}", "127.0.0.1:{port}"],
]
RIGHT_HOSTS = ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "LocalHost:{port}", "[::1]:{port}"]
WRONG_ORIGINS = [
    "null",
    "http://evil.example",
    "http://evil.example:{port}",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:{other}",
    "http://localhost:{other}",
    "http://localhost.evil.example:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://127.0.0.1:{port}@evil.example",
    "http://user@127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
    "http://localhost.:{port}",
    "127.0.0.1:{port}",
    "file://",
    "chrome-extension://abcdefghijklmnop",
    "http://127.0.0.1:{port} http://evil.example",
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield one served project for all tests here."""
    root = tmp_path_factory.mktemp("project")
    lay_out_state(Paths(root))
    with served(root) as made:
        yield made


@pytest.fixture(scope="module")
def token(place: Served) -> str:
    """Return a token: what is refused here is refused to whoever has one, too."""
    return place.token()


def _filled(text: str, place: Served) -> str:
    port = place.address.port
    return text.replace("{port}", str(port)).replace("{other}", str(port + 1))


def _asked(place: Served, token: str, route: tuple[str, str], headers: Headers) -> Answer:
    method, path = route
    body: object = {"params": {}} if method == "POST" else None
    return ask(place, method, path, body, token=token, headers=headers)


def _is_guarded(answer: Answer) -> bool:
    """Tell whether an answer has every security header, and allows no other origin anything."""
    kept = {name: value for name, value in answer.headers.items() if name in ALWAYS}
    allowed = [name for name in answer.headers if name.startswith("access-control-")]
    return not allowed and kept | {"cache-control": ALWAYS["cache-control"]} == ALWAYS


def _is_refusal(answer: Answer, status: int) -> bool:
    said = json.loads(answer.body)
    shape = (said["status"], said["data"], said["error"]["code"])
    return answer.status == status and shape == ("error", None, "not_allowed") and _is_guarded(answer)


@pytest.mark.parametrize("hosts", WRONG_HOSTS, ids=" ".join)
def test_refuses_a_wrong_host_on_some_routes(place: Served, token: str, hosts: list[str]) -> None:
    """Each wrong Host on a few routes; h11 itself refuses two Host headers, before anybody is asked."""
    told = [("Host", _filled(host, place)) for host in hosts]
    for route in (("POST", "/v1/search"), ("GET", "/"), ("GET", "/v1/health"), ("GET", "/v1/events")):
        answer = _asked(place, token, route, told)
        if len(hosts) > 1:
            assert answer.status == 400, route
        else:
            assert _is_refusal(answer, 421), route


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_refuses_wrong_hosts_and_origins_on_every_route(
    place: Served, token: str, route: tuple[str, str]
) -> None:
    for host in ("evil.example:{port}", "localhost.evil.example:{port}", "127.0.0.1:{other}", "localhost."):
        assert _is_refusal(_asked(place, token, route, [("Host", _filled(host, place))]), 421), host
    for origin in ("null", "http://evil.example", "http://127.0.0.1:{other}", "https://127.0.0.1:{port}"):
        assert _is_refusal(_asked(place, token, route, [("Origin", _filled(origin, place))]), 403), origin


@pytest.mark.parametrize("origin", WRONG_ORIGINS)
def test_refuses_a_wrong_origin_on_some_routes(place: Served, token: str, origin: str) -> None:
    told = [("Origin", _filled(origin, place))]
    for route in (("POST", "/v1/search"), ("GET", "/"), ("GET", "/v1/health"), ("POST", "/v1/session")):
        assert _is_refusal(_asked(place, token, route, told), 403), route


def test_refuses_one_wrong_origin_among_right_ones(place: Served, token: str) -> None:
    right, wrong = _filled("http://localhost:{port}", place), "http://evil.example"
    for pair in ((right, wrong), (wrong, right)):
        told = [("Origin", one) for one in pair]
        assert _is_refusal(_asked(place, token, ("POST", "/v1/health"), told), 403)


@pytest.mark.parametrize("host", RIGHT_HOSTS)
def test_answers_under_every_name_of_this_machine(place: Served, token: str, host: str) -> None:
    named = _filled(host, place)
    told = [("Host", named), ("Origin", f"http://{named}")]
    assert _asked(place, token, ("POST", "/v1/health"), told).status == 200
    assert _asked(place, token, ("GET", "/v1/health"), told).status == 200


def test_needs_a_host(place: Served, token: str) -> None:
    port = place.address.port
    assert send(port, b"GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n").status == 400
    said = f"GET /v1/health HTTP/1.0\r\nAuthorization: Bearer {token}\r\n\r\n"
    assert send(port, said.encode()).status == 421
    said = "GET /v1/health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"
    assert send(port, said.encode()).status == 421


@pytest.mark.parametrize(
    "target",
    [
        "http://evil.example/v1/health",
        "http://evil.example/",
        "http://127.0.0.1:{port}/v1/inspect",
        "//evil.example/v1/health",
        "evil.example:80",
        "*",
        "/../v1/inspect",
        "\\v1\\inspect",
    ],
)
def test_reads_a_target_only_as_a_path(place: Served, token: str, target: str) -> None:
    """A target that names a host reaches no operation, whatever the Host header says."""
    for method in ("GET", "POST", "OPTIONS", "CONNECT"):
        answer = ask(
            place, method, _filled(target, place), token=token, body={} if method == "POST" else None
        )
        assert "snapshot_seq" not in answer.body.decode()
        assert answer.status >= 400 or answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("route", [route for route in ROUTES if route not in OPEN], ids=" ".join)
def test_tells_nothing_without_a_token(place: Served, route: tuple[str, str]) -> None:
    method, path = route
    answer = ask(place, method, path, {"params": {}} if method == "POST" else None)
    assert _is_refusal(answer, 401)
    assert answer.headers["www-authenticate"] == "Bearer"


def test_tells_nearly_nothing_where_it_is_open(place: Served) -> None:
    assert ask(place, "GET", "/v1/health").json == {"status": "ok"}
    assert _is_refusal(ask(place, "POST", "/v1/session", {"code": "guessed"}), 401)
    for _, path in PAGE:
        assert _is_guarded(ask(place, "GET", path))


@pytest.mark.parametrize(
    "route", [("POST", "/v1/ingest"), ("GET", "/v1/session"), ("GET", "/")], ids=" ".join
)
def test_grants_no_preflight_anything(place: Served, route: tuple[str, str]) -> None:
    method, path = route
    for origin, status in (("http://evil.example", 403), (place.url, None)):
        wanted = [
            ("Origin", origin),
            ("Access-Control-Request-Method", method),
            ("Access-Control-Request-Headers", "x-phantasm-csrf, content-type"),
        ]
        answer = ask(place, "OPTIONS", path, headers=wanted)
        assert answer.status >= 400
        assert status is None or answer.status == status
        assert _is_guarded(answer)


class TestBrowsers:
    @pytest.fixture
    def browser(self, place: Served) -> Browser:
        return enter(place)

    def test_needs_both_secrets(self, place: Served, browser: Browser) -> None:
        cookie, word = browser.headers
        wrong: list[Headers] = [
            [cookie],
            [word],
            [cookie, ("X-Phantasm-CSRF", "")],
            [cookie, ("X-Phantasm-CSRF", browser.word[:-1])],
            [cookie, word, word],
            [word, ("Cookie", f"{browser.cookie}; {browser.cookie}")],
            [word, cookie, cookie],
            [word, ("Cookie", browser.cookie[:-1])],
            [word, ("Cookie", browser.cookie.replace("phantasm_", "phantasm-"))],
            [cookie, ("X-Phantasm-CSRF", enter(place).word)],
        ]
        for route in (("POST", "/v1/health"), ("GET", "/v1/session"), ("GET", "/v1/events")):
            body: object = {"params": {}} if route[0] == "POST" else None
            for headers in wrong:
                assert _is_refusal(ask(place, *route, body, headers=headers), 401), headers
        assert ask(place, "POST", "/v1/health", {"params": {}}, headers=browser.headers).status == 200

    def test_a_wrong_token_is_not_made_good_by_a_session(self, place: Served, browser: Browser) -> None:
        headers = [*browser.headers, ("Authorization", "Bearer wrong")]
        assert _is_refusal(ask(place, "POST", "/v1/health", {"params": {}}, headers=headers), 401)

    def test_what_a_form_can_send_is_no_request(self, place: Served, browser: Browser) -> None:
        for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain", ""):
            headers = [*browser.headers, ("Content-Type", kind)]
            answer = ask(place, "POST", "/v1/health", {"params": {}}, headers=headers)
            assert (answer.status, answer.code) == (415, "invalid_request"), kind

    def test_the_cookie_is_for_this_site_and_no_script(self, place: Served) -> None:
        answer = ask(place, "POST", "/v1/session", {"code": place.browsers.code()})
        name, *attributes = (part.strip().lower() for part in answer.headers["set-cookie"].split(";"))
        assert name.startswith(f"phantasm_{place.address.port}=")
        assert {"httponly", "samesite=strict", "path=/"} <= set(attributes)
        assert not any(one.startswith("domain") for one in attributes)

    def test_a_link_is_good_once(self, place: Served) -> None:
        code = place.browsers.code()
        assert ask(place, "POST", "/v1/session", {"code": code}).status == 200
        assert ask(place, "POST", "/v1/session", {"code": code}).status == 401

    def test_whoever_leaves_is_out(self, place: Served, browser: Browser) -> None:
        assert ask(place, "DELETE", "/v1/session", headers=browser.headers).status == 204
        assert ask(place, "GET", "/v1/session", headers=browser.headers).status == 401
