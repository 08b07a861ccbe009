"""What our own tools print is known for ours; what hides behind them is not."""

import pytest

from phantasm.session.own_tools import is_own


@pytest.mark.parametrize(
    "tool",
    [
        "mcp__phantasm__search",
        "mcp__plugin_phantasm_phantasm__compile",
        "mcp_phantasm_search",
        "phantasm_search",
        "phantasm.search",
        "phantasm/search",
    ],
)
def test_tools_of_our_server_are_ours(tool: str) -> None:
    assert is_own(tool, None)


@pytest.mark.parametrize("tool", ["Read", "Bash", "phantasms_search", "search", None])
def test_other_tools_are_not(tool: str | None) -> None:
    assert not is_own(tool, None)


@pytest.mark.parametrize(
    "command",
    [
        "phantasm search upload",
        "/work/.venv/bin/phantasm compile 'fix the upload' 2>&1 | head -50",
        "cd web && phantasm frame",
        "uv run phantasm list | jq .",
        "python3 -m phantasm search x",
        "PHANTASM_OFF=1 timeout 20 phantasm search x",
        "echo '{}' | phantasm handle-request",
        "phantasm search a; phantasm search b",
    ],
)
def test_our_commands_are_ours(command: str) -> None:
    assert is_own("Bash", command)


@pytest.mark.parametrize(
    "command",
    [
        "pytest; phantasm search x",
        "phantasm list | xargs pytest",
        "phantasm search x && make test",
        "grep -r phantasm .",
        "echo phantasm",
        "cat phantasm.toml",
        "pytest # phantasm search",
        "phantasm search x" + " " * 5_000 + "; pytest",
        "",
    ],
)
def test_nothing_hides_behind_us(command: str) -> None:
    assert not is_own("Bash", command)
