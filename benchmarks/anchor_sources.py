"""Which real repositories are edited? Published packages, fetched once, unpacked and put under git.

Needs the network once: source packages of PyPI, and packages of npm by `npm pack`. Nothing of them enters the
repository.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from typing import TYPE_CHECKING
from urllib.parse import urljoin
from urllib.request import urlopen

if TYPE_CHECKING:
    from pathlib import Path

PYPI = ("flask", "pydantic-core", "jpype1", "click")
"""Python; Rust; Java, C++ and Python; Python."""
NPM = ("rxjs", "express")
"""TypeScript; JavaScript."""
_MOST_SECONDS = 120


def fetched(folder: Path) -> list[Path]:
    """Return the folders of the unpacked packages, fetched where they are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    found = [_unpacked(folder, name, _from_pypi) for name in PYPI]
    if shutil.which("npm"):
        found += [_unpacked(folder, name, _from_npm) for name in NPM]
    return found


def _unpacked(folder: Path, name: str, fetch: object) -> Path:
    place = folder / name
    if place.exists():
        return place
    assert callable(fetch)
    archive: Path = fetch(folder, name)
    staged = folder / f"{name}.partial"
    with tarfile.open(archive) as opened:
        opened.extractall(staged, filter="data")
    next(staged.iterdir()).rename(place)
    shutil.rmtree(staged)
    return place


def _from_pypi(folder: Path, name: str) -> Path:
    with urlopen(f"https://pypi.org/pypi/{name}/json", timeout=_MOST_SECONDS) as answer:
        files = json.load(answer)["urls"]
    url = next(file["url"] for file in files if file["packagetype"] == "sdist")
    whole = urljoin("https://files.pythonhosted.org/packages/", url.removeprefix("../../packages/packages/"))
    with urlopen(whole, timeout=_MOST_SECONDS) as answer:  # noqa: S310  likewise
        (folder / f"{name}.tar.gz").write_bytes(answer.read())
    return folder / f"{name}.tar.gz"


def _from_npm(folder: Path, name: str) -> Path:
    command = ["npm", "pack", "--silent", name]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, check=True, encoding="utf-8", timeout=_MOST_SECONDS
    )
    return folder / done.stdout.strip().splitlines()[-1]
