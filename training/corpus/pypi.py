"""Which published packages may be learned from, and what do their wheels hold?

The licence is read from the wheel itself, not from a list of ours: a package that changes its licence, or a
name that was added without looking, must not slip in.
"""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from email import message_from_string
from email.policy import compat32
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

PACKAGES = Path(__file__).with_name("packages.txt")
"""One requirement per line, pinned, so that the same wheels give the same corpus."""

EVALUATED = frozenset({"httpx", "sqlite-utils", "datasette"})
"""Repositories the model is scored on; neither they nor copies of them inside other packages may be read."""

_BORROWED = EVALUATED | {"_vendor", "vendor", "vendored", "third_party", "thirdparty", "extern", "externals"}
_LARGEST = 400_000
"""Bytes of a source file; larger ones are tables and generated clients."""

_DOWNLOAD_SECONDS = 120
_PERMISSIVE = re.compile(
    r"\b(MIT|0?BSD|Apache|ISC|PSF|Python Software Foundation|Zlib|Unlicense|CC0|ZPL|Zope Public)\b",
    re.IGNORECASE,
)
_RESTRICTED = re.compile(
    r"GPL|GNU|MPL|Mozilla|EPL|Eclipse|CDDL|EUPL|SSPL|BUSL|Business Source|Elastic|Commons Clause|"
    r"CC[- ]BY|Proprietary|Commercial|SISSL|modified|NCSA",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"\.data$|^(pure|plat)lib$")
"""Folders of a wheel that say where a file is installed and are no part of a module's name."""

_LONGEST_NAME = 120
"""Characters of a licence's name; a longer field is its text, which also speaks of what it bundles."""


class Package(NamedTuple):
    """What a wheel says about itself."""

    name: str
    version: str
    licence: str
    description: str


def requirements(path: Path = PACKAGES) -> list[str]:
    """Pinned requirements in a fixed order, without the evaluated repositories whatever the file says."""
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    wanted = {line for line in lines if line and plain(line.partition("==")[0]) not in EVALUATED}
    return sorted(wanted, key=str.lower)


def plain(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def download(wanted: list[str], folder: Path) -> list[Path]:
    """The wheels of what is wanted, sorted; a package without a wheel for this machine is left out."""
    folder.mkdir(parents=True, exist_ok=True)
    for requirement in wanted:
        if _wheel(requirement, folder) is None:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
            command += ["--dest", str(folder), requirement]
            try:
                subprocess.run(command, check=True, capture_output=True, timeout=_DOWNLOAD_SECONDS)  # noqa: S603
            except subprocess.SubprocessError:
                sys.stderr.write(f"no wheel: {requirement}\n")
    found = (_wheel(requirement, folder) for requirement in wanted)
    return sorted({wheel for wheel in found if wheel is not None}, key=lambda wheel: wheel.name.lower())


def _wheel(requirement: str, folder: Path) -> Path | None:
    name, _, version = requirement.partition("==")
    for wheel in sorted(folder.glob("*.whl")):
        found, its, *_ = wheel.name.split("-")
        if plain(found) == plain(name) and version in {"", its}:
            return wheel
    return None


def describe(wheel: Path) -> Package:
    """Read a wheel's metadata; the licence is empty when it is not permissive."""
    with zipfile.ZipFile(wheel) as archive:
        entry = next(entry for entry in sorted(archive.namelist()) if entry.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(entry).decode("utf-8", "replace"), policy=compat32)
    description = metadata.get_payload()
    text = (
        description
        if isinstance(description, str) and description.strip()
        else metadata.get("Description", "")
    )
    return Package(metadata["Name"], metadata["Version"], permissive(metadata), str(text))


def permissive(metadata: Message) -> str:
    """The licence's name when it is a permissive one, else nothing. The most formal field decides."""
    classifiers = [
        str(value) for value in metadata.get_all("Classifier", []) if str(value).startswith("License ::")
    ]
    named = [value.rpartition("::")[2].strip() for value in classifiers if not value.endswith("OSI Approved")]
    field = str(metadata.get("License", "")).strip().split("\n", 1)[0]
    for licence in (str(metadata.get("License-Expression", "")), "; ".join(named), field):
        if licence and len(licence) <= _LONGEST_NAME:
            good = _PERMISSIVE.search(licence) and not _RESTRICTED.search(licence)
            return licence if good else ""
    return ""


def sources(wheel: Path) -> Iterator[tuple[str, str]]:
    """Dotted name and text of each Python module, without borrowed code: that has licences of its own."""
    with zipfile.ZipFile(wheel) as archive:
        for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
            path = PurePosixPath(entry.filename)
            if path.suffix != ".py" or entry.file_size > _LARGEST:
                continue
            parts = [part for part in path.with_suffix("").parts if not _SCHEME.search(part)]
            if any(plain(part) in _BORROWED or part.lower() in _BORROWED for part in parts):
                continue
            name = ".".join(part for part in parts if part != "__init__")
            yield name, archive.read(entry).decode("utf-8", "replace")
