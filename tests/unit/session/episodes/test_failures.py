"""The telling words of a failure: the same in every run, others for another failure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.episodes.error_lines import error_line, is_trouble
from phantasm.session.episodes.failures import signature_of

TRACE = """Traceback (most recent call last):
  File "/home/{user}/app/run.py", line {line}, in <module>
    import yaml
ModuleNotFoundError: No module named 'yaml'
"""
CARGO = """error[E0308]: mismatched types
  --> src/{file}.rs:{line}:9
   |
   = note: expected `u32`, found `String`
error: could not compile `clock` (bin "clock") due to 1 previous error
"""
NODE = """node:internal/modules/cjs/loader:1{line}
  throw err;
Error: Cannot find module 'left-pad'
Require stack:
- /home/{user}/app/index.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1{line}:15)
  code: 'MODULE_NOT_FOUND'
"""
PYTEST = """E       AssertionError: assert '2026-03-0{line}' == 'today'
tests/{file}.py:{line}: AssertionError
FAILED tests/{file}.py::test_zone - AssertionError: assert '2026-03-0{line}' == 'today'
1 failed in 0.{line}s
"""


@pytest.mark.parametrize(
    ("output", "telling"),
    [
        (TRACE, {"modulenotfounderror", "yaml"}),
        (CARGO, {"e0308", "mismatched", "types"}),
        (NODE, {"left-pad", "module"}),
        (PYTEST, {"assertionerror", "test_zone"}),
        ("npm ERR! code ERESOLVE\nnpm ERR! unable to resolve dependency tree", {"eresolve"}),
        ("src/a.ts({line},5): error TS2345: Argument of type 'string' is not assignable", {"ts2345"}),
        ("bash: poetry: command not found", {"poetry", "command"}),
        (
            "psql: error: connection to server at 10.0.0.{line} refused: Connection refused",
            {"connection", "refused"},
        ),
        ("Error response from daemon: port is already allocated 0x{line}ab", {"daemon", "allocated"}),
    ],
)
def test_is_the_same_in_every_run(output: str, telling: set[str]) -> None:
    one = signature_of(
        "run", output.replace("{user}", "ada").replace("{line}", "17").replace("{file}", "test_a")
    )
    other = signature_of(
        "run", output.replace("{user}", "bob").replace("{line}", "93").replace("{file}", "test_b")
    )
    assert one == other
    assert telling <= set(one)


@pytest.mark.parametrize(
    ("output", "telling"),
    [
        ("handlers.go:340:2: no required module provides package redis; to add it:", {"redis", "module"}),
        (
            "a.go:3:2: no required module provides package github.com/redis/go-redis/v9; to add it:",
            {"github.com/redis/go-redis/v9"},
        ),
        ("main.go:12:2: undefined: foo", {"undefined", "foo"}),
        ("LoadError:\n  cannot load such file -- mini_magick", {"loaderror", "mini_magick"}),
        ("a.c:1:10: fatal error: libpq-fe.h: No such file or directory", {"libpq-fe.h"}),
        (
            "/usr/bin/ld: main.o: in function `main':\nmain.c:(.text+0x1): undefined reference to `deflate'",
            {"deflate"},
        ),
        (
            'npm ERR! code ERESOLVE\nnpm ERR! peer react@"^17" from react-table@7.8.0',
            {"eresolve", "react", "react-table"},
        ),
        ("SQLSTATE[42S02]: Base table or view not found: 'orders'", {"42s02", "orders"}),
        (
            "django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.",
            {"improperlyconfigured", "secret_key"},
        ),
        (
            "curl: (60) SSL certificate problem: unable to get local issuer certificate",
            {"ssl", "certificate"},
        ),
        ("make: *** No rule to make target 'docs', needed by 'all'.  Stop.", {"docs", "rule", "target"}),
        ("FileNotFoundError: [Errno 2] No such file or directory: 'app.py'", {"filenotfounderror", "app.py"}),
    ],
)
def test_keeps_the_name_that_tells(output: str, telling: set[str]) -> None:
    assert telling <= set(signature_of("make", output))


def test_keeps_no_half_of_an_id() -> None:
    assert set(signature_of("run", "Error: no access, request id: 8F3A21")) == {
        "no",
        "access",
        "request",
        "id",
    }


def test_tells_one_failure_from_another() -> None:
    assert signature_of("run", TRACE) != signature_of("run", TRACE.replace("yaml", "toml"))


def test_puts_names_first() -> None:
    assert signature_of("run", TRACE.format(user="ada", line=3))[:2] == ("modulenotfounderror", "yaml")


def test_has_no_words_where_nothing_is_told() -> None:
    assert signature_of("make", "") == ()
    assert signature_of("make", "Exit code 2\nmake: *** [all] Error 2\n") == ()


def test_takes_the_line_that_tells_most() -> None:
    assert error_line("run", TRACE) == "ModuleNotFoundError: No module named 'yaml'"
    assert error_line("cargo build", CARGO) == "error[E0308]: mismatched types"


def test_sees_trouble_only_where_it_is_plain() -> None:
    assert is_trouble(TRACE)
    assert not is_trouble("345\n")
    assert not is_trouble("0 errors, all handled, see error handling")


@given(st.text(max_size=400))
def test_never_raises(output: str) -> None:
    assert all(word == word.lower() for word in signature_of("x", output))
