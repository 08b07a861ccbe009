"""What helped before is shown with its steps and why it is told."""

from pathlib import Path

import typer
from typer.testing import CliRunner

from phantasm.surfaces.cli import recalling
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed

OUTPUT = "ModuleNotFoundError: No module named 'psycopg2'\n"


def invoke(root: Path, *arguments: str, stdin: str = "") -> tuple[int, str]:
    app = typer.Typer()

    @app.callback()
    def choose(context: typer.Context) -> None:
        context.obj = root

    app.command()(recalling.recall)
    result = CliRunner().invoke(app, ["recall", *arguments], input=stdin)
    return result.exit_code, result.output


def remember(project: Project) -> None:
    turns = [{"id": "0", "role": "user", "text": "Make the tests pass."}]
    for number, (command, text, code) in enumerate(
        [("pytest", OUTPUT, 1), ("pip install psycopg2-binary", "ok", 0), ("pytest", "1 passed", 0)]
    ):
        call = f"c{number}"
        turns += [
            {"id": f"{number}a", "role": "assistant", "tool": "Bash", "command": command, "call": call},
            {"id": f"{number}b", "role": "tool", "text": text, "call": call, "exit_code": code},  # type: ignore[dict-item]
        ]
    project.get("session_append", session_id="one", turns=turns)
    project.get("session_end", session_id="one")


def test_reads_the_output_from_stdin_a_file_or_the_line(project: Project) -> None:
    remember(project)
    file = project.root / "log.txt"
    file.write_bytes(b"\xff\x00" + OUTPUT.encode() + b"x" * 300_000)
    for arguments, stdin in (
        (("--output-file", "-"), OUTPUT),
        (("--output-file", str(file)), ""),
        (("--output", OUTPUT), ""),
    ):
        code, out = invoke(project.root, "--command", "pytest", *arguments, stdin=stdin)
        assert code == 0
        assert "1. pip install psycopg2-binary" in out
        assert "why: the same command failed; both errors name psycopg2" in out


def test_says_when_nothing_is_known(project: Project) -> None:
    assert "nothing like it is known" in invoke(project.root, "--command", "pytest", "--output", OUTPUT)[1]
    assert "nothing fits" in invoke(project.root, "--task", "release it")[1]
    assert invoke(project.root, "--command", "pytest")[0] == 2
    assert invoke(project.root, "--output-file", str(project.root / "missing"))[0] != 0


def test_shows_procedures_with_their_steps() -> None:
    data: dict[str, object] = {
        "words": [],
        "procedures": [
            {
                "handle": "k3v9qd2a",
                "title": "release [red]",
                "steps": ["make test", "git tag {version}\x1b[2J"],
                "why": ["asked for: release"],
                "uses": 4,
                "successes": 3,
            }
        ],
        "episodes": [],
    }
    assert printed(recalling.found(data)).splitlines()[:2] == [
        "m:k3v9qd2a  release [red]  used 4 times, 3 well",
        "  1. make test",
    ]
    assert "\x1b" not in printed(recalling.found(data))
