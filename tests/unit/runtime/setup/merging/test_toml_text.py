"""Does one table get into a TOML text and out of it, and does every other byte stay?"""

import tomllib

import pytest

from phantasm.runtime.setup.merging.json_text import UnreadableError
from phantasm.runtime.setup.merging.toml_text import Table, put_table, table_at, take_table

PATH = ("mcp_servers", "phantasm")
TABLE: Table = {"command": "phantasm", "args": ["mcp"], "startup_timeout_sec": 30}
BLOCK = '[mcp_servers.phantasm]\ncommand = "phantasm"\nargs = ["mcp"]\nstartup_timeout_sec = 30\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        'model = "x"\n',
        'model = "x"',
        'model = "x"\r\n',
        "[mcp_servers.other]\ncommand = 'x'\n",
        "[[hooks.Stop]]\ncommand = 'x'\n",
        "# only a comment\n",
        'text = """\n[mcp_servers.phantasm]\ncommand = "no"\n"""\n',
        "a = 1\n\n\n",
    ],
)
def test_in_and_out_gives_the_same_text(text: str) -> None:
    longer = put_table(text, PATH, dict(TABLE))
    assert table_at(longer, PATH) == TABLE
    assert longer.startswith(text)
    assert put_table(longer, PATH, dict(TABLE)) == longer
    assert take_table(longer, PATH).rstrip("\r\n") == text.rstrip("\r\n")


def test_a_table_is_updated_where_it_stands() -> None:
    text = '[mcp_servers.phantasm]\ncommand = "old"\nargs = ["mcp"]\n\n# next\n[tui]\nx = 1\n'
    assert put_table(text, PATH, dict(TABLE)) == f"{BLOCK}\n# next\n[tui]\nx = 1\n"


def test_what_stands_below_goes_with_it() -> None:
    text = f"a = 1\n\n{BLOCK}\n[mcp_servers.phantasm.env]\nX = '1'\n\n[tui]\nx = 1\n"
    assert tomllib.loads(take_table(text, PATH)) == {"a": 1, "tui": {"x": 1}}


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { other = { command = "x" } }\n',
        'mcp_servers = "x"\n',
        "broken = \n",
        "[a]\n[a]\n",
    ],
)
def test_what_cannot_be_added_to_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        put_table(text, PATH, dict(TABLE))


def test_an_inline_entry_of_ours_is_not_guessed_at() -> None:
    text = '[mcp_servers]\nphantasm = { command = "phantasm", args = ["mcp"] }\n'
    with pytest.raises(UnreadableError, match="changed alone"):
        put_table(text, PATH, dict(TABLE))
    with pytest.raises(UnreadableError, match="changed alone"):
        take_table(text, PATH)
