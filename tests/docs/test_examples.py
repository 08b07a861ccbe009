"""What the docs and examples show can be run as it stands."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.party import Party
from tests.conftest import Project

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
# Stands for whichever record the reader means; a fresh project does not have it.
EXAMPLE_HANDLE = "k3v9qd2a"
# An example may name a record or a backup that a fresh project does not have, or need a person; nothing else.
_EXPECTED_REFUSALS = {
    "not_found",
    "confirmation_required",
    "profile_reduced",
    "not_allowed",
    "path_outside_project",
}


def _requests(path: Path) -> list[JsonObject]:
    found = [json.loads(block) for block in _BLOCK.findall(path.read_text(encoding="utf-8"))]
    return [
        value for value in found if isinstance(value, dict) and "operation" in value and "status" not in value
    ]


REFERENCE = _requests(ROOT / "docs" / "operations.md")
TOUR = [
    (page.name, request)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    if page.name != "operations.md"
    for request in _requests(page)
]


@pytest.mark.parametrize("request_", REFERENCE, ids=lambda request: str(request["operation"]))
def test_reference_example_is_a_valid_request(project: Project, request_: JsonObject) -> None:
    response = project.runtime.handle(request_, Party())
    if response.error is not None:
        assert response.error.code in _EXPECTED_REFUSALS, response.error
    jsonschema.validate(response.to_json_object(), Response.model_json_schema())


def test_tour_examples_succeed_in_order(project: Project) -> None:
    assert TOUR, "the README shows at least one request"
    for page, request in TOUR:
        response = project.runtime.handle(request, Party())
        if response.error is not None and EXAMPLE_HANDLE in json.dumps(request):
            assert response.error.code == "not_found", f"{page}: {response.error}"
        else:
            assert response.error is None, f"{page}: {response.error}"


def test_tour_commands_succeed_in_order(project: Project) -> None:
    project.hold("Deploys happen from the office.", subject_key="deploy.place")
    handle = project.get("list")["records"][0]["handle"]
    lines = re.findall(r"^phantasm .+$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert lines
    for line in lines:
        program, *arguments = shlex.split(line.replace("HANDLE", str(handle)))
        result = subprocess.run(
            [str(Path(sys.executable).parent / program), *arguments],
            cwd=project.root,
            env=os.environ | {"PHANTASM_CLIENT": "claude_code"},  # noqa: TID251  a child's environment
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            start_new_session=True,
        )
        assert result.returncode == 0, f"{line}\n{result.stdout}{result.stderr}"


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: str(path.name))
def test_example_script_runs(script: Path, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout
