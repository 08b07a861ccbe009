"""A file of checks is read strictly: what is wrong is named with its line."""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.checks.format import FILTERS, command_of, parse
from phantasm.runtime.registry import load

GOOD = """\
version = "v1"

[[check]]
name = "payments"
query = "may I match payments by amount?"
model = "openai"
token_budget = 2000
now = 2026-11-01
focus_subjects = ["payments.*"]
includes = ["never matched by amount"]
filters = {kinds = ["constraint"], as_of = 2026-11-01T12:00:00Z}

[[check]]
name = "standing"
excludes = ["password"]
size = "hook"
[check.filters]
everywhere = true
"""


def _problem(text: str) -> PhantasmError:
    with pytest.raises(PhantasmError) as raised:
        parse(text, "checks/a.toml")
    assert raised.value.code is Code.CONFIG_INVALID
    return raised.value


def test_reads_what_is_compiled_and_what_must_hold() -> None:
    first, second = parse(GOOD, "a.toml")
    assert first.params() == {
        "query": "may I match payments by amount?",
        "token_budget": 2000,
        "focus_subjects": ["payments.*"],
        "model": "openai",
        "now": "2026-11-01",
        "kinds": ["constraint"],
        "as_of": "2026-11-01T12:00:00+00:00",
    }
    assert first.includes == ["never matched by amount"]
    assert second.params() == {"size": "hook", "everywhere": True}
    assert parse("", "empty.toml") == ()


def test_says_how_to_look_closer() -> None:
    first, second = parse(GOOD, "a.toml")
    assert command_of(first) == (
        "phantasm compile --explain --budget 2000 --focus 'payments.*' --model openai --now 2026-11-01 "
        "--kind constraint --as-of 2026-11-01T12:00:00+00:00 'may I match payments by amount?'"
    )
    assert command_of(second) == "phantasm compile --explain --hook --everywhere"


def test_every_filter_is_one_of_compile() -> None:
    assert set(FILTERS) <= set(load("compile").params.model_fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[check]]\nname = \n", "checks/a.toml, line 2: is not valid TOML: Invalid value"),
        ('[[check]]\nname = "a', "checks/a.toml, line 2: is not valid TOML: "),
        (
            '[[check]]\nname = "a"\nincludes = ["x"]\n\n[[check]]\nname = "b"\nincluds = ["y"]\n',
            "checks/a.toml, line 7: unknown field check[1].includs (did you mean 'includes'?)",
        ),
        ('[[chek]]\nname = "a"\n', "checks/a.toml: unknown field chek (did you mean 'check'?)"),
        ('check = [{name = "a", includs = ["x"]}]\n', "checks/a.toml: unknown field check[0].includs"),
        ('[[check]]\nname = "a"\nincludes = "x"\n', "checks/a.toml, line 3: check[0].includes: "),
        ('[[check]]\nname = "a"\nincludes = [" "]\n', "checks/a.toml, line 3: check[0].includes[0]: "),
        ('[[check]]\nincludes = ["x"]\n', "checks/a.toml, line 1: check[0].name: Field required"),
        ('[[check]]\nname = "a"\n', "checks/a.toml, line 1: the check 'a' says nothing that must hold"),
        (
            '[[check]]\nname = "a"\nmatch = "good"\n',
            "checks/a.toml, line 3: check[0].match: Input should be 'strong_match'",
        ),
        ('[[check]]\nname = "a"\nmatch = "\\u001b[31m"\n', "checks/a.toml, line 3: check[0].match: "),
    ],
)
def test_says_what_is_wrong_and_where(text: str, message: str) -> None:
    assert _problem(text).message.startswith(message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('filters = {kind = ["fact"]}', "line 3: unknown filter kind (did you mean 'kinds'?)"),
        ('filters = {kinds = ["fakt"]}', "line 3: check[0].kinds[0]: "),
        ("token_budget = -1", "line 3: check[0].token_budget: "),
        ('model = "gpt"', "line 3: check[0].model: "),
        ('now = "soon"', "line 3: check[0].now: "),
        ("filters = {dry_run = true}", "line 3: unknown filter dry_run"),
    ],
)
def test_says_what_compile_would_refuse(line: str, message: str) -> None:
    text = f'[[check]]\nname = "a"\n{line}\nincludes = ["x"]\n'
    assert _problem(text).message.startswith(f"checks/a.toml, {message}")


def test_two_checks_have_two_names() -> None:
    text = '[[check]]\nname = "a"\nincludes = ["x"]\n' * 2
    assert _problem(text).message == "checks/a.toml, line 5: two checks are called 'a'"


def test_does_not_guess_a_line_that_the_text_does_not_tell() -> None:
    text = '[[check]]\nname = """\n[[check]]\n"""\nincludes = ["x"]\n\n[[check]]\nname = "b"\nincluds = []\n'
    assert _problem(text).message.startswith("checks/a.toml: unknown field check[1].includs")


def test_shows_no_control_characters() -> None:
    problem = _problem('[[check]]\nname = "a"\n"\\u001b[31m" = 1\n')
    assert "\x1b" not in problem.message
