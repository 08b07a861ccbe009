"""Is every manifest read, with the line on which it says so?"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.manifest_formats import LOCKED, Format
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests import catalogue as manifests
from phantasm.workspace.manifests.catalogue import catalogue
from phantasm.workspace.manifests.model import Dependency, Reader
from phantasm.workspace.manifests.names import fold

_READERS: list[Reader] = [*manifests._NAMED.values(), *(reader for _, reader in manifests._ALIKE)]  # noqa: SLF001


def _lay_out(folder: Path, files: dict[str, str]) -> Checkout:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return Checkout(folder)


def _said(checkout: Checkout, ecosystem: str, name: str) -> list[Dependency]:
    return catalogue(checkout).get((ecosystem, fold(name, ecosystem)), [])


@pytest.mark.parametrize("form", LOCKED, ids=lambda form: form.label)
def test_finds_the_settled_version_and_its_line(form: Format, tmp_path: Path) -> None:
    name = form.names[0]
    checkout = _lay_out(tmp_path, form.write(name, "7.8.9"))
    settled = [one for one in _said(checkout, form.ecosystem, name) if one.locked]
    assert {one.locked.removeprefix("v") for one in settled} == {"7.8.9"}
    for one in settled:
        text = checkout.read(one.file) or ""
        near = text.split("\n")[max(0, one.line - 2) : one.line + 4]
        assert name.rpartition(":")[2].lower() in "\n".join(near).lower()


def test_reads_tables_of_other_tools(tmp_path: Path) -> None:
    checkout = _lay_out(
        tmp_path,
        {
            "pyproject.toml": '[tool.hatch.envs.lint]\ndependencies = ["ruff~=0.4"]\n'
            '[tool.pdm.dev-dependencies]\ntest = ["pytest>=8"]\n[build-system]\nrequires = ["hatchling"]\n',
            "setup.py": "from setuptools import setup\nsetup(\n"
            '  install_requires=["click>=8"],\n  python_requires=">=3.9",\n)\n',
            "pnpm-workspace.yaml": "packages:\n  - a\ncatalog:\n  react: ^18.2.0\n",
            "Cargo.toml": '[package]\nname = "a"\nedition = "2021"\n'
            '[target."cfg(unix)".dependencies]\nnix = "0.27"\n'
            'alias = { package = "real-name", version = "2" }\nshared.workspace = true\n',
        },
    )
    said = {
        (one.name, one.spec or one.locked, one.file, one.line)
        for many in catalogue(checkout).values()
        for one in many
    }
    assert said == {
        ("ruff", "~=0.4", "pyproject.toml", 2),
        ("pytest", ">=8", "pyproject.toml", 4),
        ("hatchling", "", "pyproject.toml", 6),
        ("click", ">=8", "setup.py", 3),
        ("python", ">=3.9", "setup.py", 4),
        ("react", "^18.2.0", "pnpm-workspace.yaml", 4),
        ("edition", "2021", "Cargo.toml", 3),
        ("nix", "0.27", "Cargo.toml", 5),
        ("real-name", "2", "Cargo.toml", 6),
    }


def test_leaves_projects_of_others_alone(tmp_path: Path) -> None:
    checkout = _lay_out(tmp_path, {"vendor/x/requirements.txt": "django==1.0\n"})
    assert catalogue(checkout) == {}


def test_reads_each_manifest_once_per_checkout(tmp_path: Path) -> None:
    checkout = _lay_out(tmp_path, {"requirements.txt": "django==1.0\n"})
    assert catalogue(checkout) is catalogue(checkout)


def test_ends_when_requirements_include_each_other(tmp_path: Path) -> None:
    files = {
        "requirements.txt": "-r base.pip\n",
        "base.pip": "-r requirements.txt\n-r ../../out.txt\ndjango==1.0\n",
    }
    said = _said(_lay_out(tmp_path, files), "python", "Django")
    assert [(one.locked, one.file, one.line) for one in said] == [("1.0", "base.pip", 3)]


@settings(max_examples=30, deadline=None)
@given(text=st.text(alphabet=" \n\t-:=<>[]{}\"'#/@.,()$|&*ab1", max_size=120))
def test_reads_whatever_stands_in_a_file(text: str) -> None:
    for reader in _READERS:
        reader(text, "a/b.toml", lambda _path: text)
