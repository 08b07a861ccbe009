"""The distribution is whole: it builds, installs without development packages, and does the main job."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import phantasm

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).parent / "uv"
pytestmark = pytest.mark.package


def _try(*command: str | Path, cwd: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        start_new_session=True,
        env=os.environ | {"PHANTASM_CLIENT": "claude_code", "PHANTASM_HOME": str(cwd / "home")},  # noqa: TID251
    )


def _run(*command: str | Path, cwd: Path, text: str = "") -> str:
    result = _try(*command, cwd=cwd, text=text)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


def _install_locked(python: Path, folder: Path) -> None:
    """Install the runtime lock, nothing else: from what scripts/setup fetched, or else as pip is set up."""
    locked = ("--quiet", "--require-hashes", "-r", ROOT / "requirements" / "runtime.lock")
    if _try(UV, "pip", "install", "--offline", "--python", python, *locked, cwd=folder).returncode != 0:
        _run(python, "-m", "ensurepip", cwd=folder)
        _run(python, "-m", "pip", "install", *locked, cwd=folder)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both distributions once."""
    folder = tmp_path_factory.mktemp("dist")
    # Without isolation: the build backend comes from the lock, nothing is fetched.
    _run(
        UV,
        "build",
        "--quiet",
        "--offline",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "-o",
        folder,
        cwd=ROOT,
    )
    return folder


def test_wheel_holds_what_it_needs_and_nothing_else(built: Path) -> None:
    wheel = next(built.glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name == f"phantasm-{phantasm.__version__}-py3-none-any.whl"
    assert "phantasm/py.typed" in names
    assert "phantasm/storage/migrations/versions/m0001_spine.py" in names
    foreign = [
        name
        for name in names
        if not name.startswith(("phantasm/", f"phantasm-{phantasm.__version__}.dist-info/"))
    ]
    assert not foreign
    sources = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == sources


def test_sdist_holds_the_project(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"pyproject.toml", "LICENSE", "README.md", "CHANGELOG.md", "src/phantasm/__init__.py"} <= names
    assert not [name for name in names if ".venv" in name or name.startswith(".phantasm")]


def test_installed_wheel_does_the_main_job(built: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean"
    _run(sys.executable, "-m", "venv", "--without-pip", clean, cwd=tmp_path)
    python = clean / "bin" / "python"
    _install_locked(python, tmp_path)
    wheel = next(built.glob("*.whl"))
    _run(UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, wheel, cwd=tmp_path)
    _run(UV, "pip", "check", "--quiet", "--python", python, cwd=tmp_path)
    program, project = clean / "bin" / "phantasm", tmp_path / "project"
    project.mkdir()

    assert _run(program, "--version", cwd=project).strip() == f"phantasm {phantasm.__version__}"
    assert _run(clean / "bin" / "phm", "--version", cwd=project).strip() == f"phantasm {phantasm.__version__}"
    _run(program, "bootstrap", cwd=project)
    request = {
        "api_version": "v1",
        "operation": "ingest",
        "request_id": "package-1",
        "client": {"profile": "claude_code"},
        "idempotency_key": "package-1",
        "params": {"record_kind": "fact", "statement": "The wheel works."},
    }
    answered = json.loads(_run(program, "handle-request", "--stdin", cwd=project, text=json.dumps(request)))
    assert answered["status"] == "ok"
    assert "The wheel works." in _run(program, "list", cwd=project)
