"""Debian packages as a source of text: fetched and unpacked into a folder, never installed."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_DEP5 = re.compile(r"^License:[ \t]*(\S[^\n]*)", re.MULTILINE)
_KNOWN = {
    "GPL": r"GNU (?:Library |Lesser )?General Public Licen|/common-licenses/L?GPL",
    "GFDL": r"Free Documentation Licen|/common-licenses/GFDL",
    "BSD": r"Redistribution and use in source and binary|/common-licenses/BSD",
    "MIT": r"Permission is hereby granted, free of charge",
    "Apache-2.0": r"Apache License",
    "Artistic": r"Artistic License|/common-licenses/Artistic",
    "public domain": r"(?i)public[- ]domain",
}
_MOST_LICENCES = 6


@dataclass(frozen=True)
class Package:
    """An unpacked package and what has to be said about it."""

    name: str
    version: str
    root: Path
    licence: str

    def files(self, *suffixes: str) -> list[Path]:
        """Plain files whose name (without .gz) ends so, in a stable order."""
        return sorted(
            path
            for path in self.root.rglob("*")
            if path.is_file() and not path.is_symlink() and path.name.removesuffix(".gz").endswith(suffixes)
        )


def read_text(path: Path) -> str:
    """A file's text, unpacked where it is compressed; bytes that are no UTF-8 are Latin-1 by habit."""
    data = path.read_bytes()
    if path.suffix in {".gz", ".dz"}:
        data = gzip.decompress(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def licence_of(copyright_text: str) -> str:
    """The licences a copyright file names, shortest form first found; `see copyright` when it is prose."""
    named = list(dict.fromkeys(name.strip() for name in _DEP5.findall(copyright_text)))
    if not named:
        named = [name for name, pattern in _KNOWN.items() if re.search(pattern, copyright_text)]
    return "; ".join(named[:_MOST_LICENCES]) or "see copyright file"


def fetch(names: Iterable[str], workdir: Path) -> Iterator[Package]:
    """Unpack each package under `workdir`, fetching what is not there yet; one that is gone is left out."""
    debs, trees = workdir / "debs", workdir / "x"
    debs.mkdir(parents=True, exist_ok=True)
    trees.mkdir(parents=True, exist_ok=True)
    for name in sorted(set(names)):
        archive = _archive(name, debs)
        if archive is None:
            continue
        root = trees / name
        if not root.is_dir():
            _run(["dpkg-deb", "-x", str(archive), str(root)], trees)
        version = archive.stem.split("_")[1].replace("%3a", ":")
        notice = root / "usr/share/doc" / name / "copyright"
        licence = licence_of(read_text(notice)) if notice.is_file() else "see source package"
        yield Package(name, version, root, licence)


def _archive(name: str, debs: Path) -> Path | None:
    """The package's .deb file, downloaded with the machine's own package sources."""
    if not any(debs.glob(f"{name}_*.deb")):
        _run(["apt-get", "download", name], debs)
    return next(iter(sorted(debs.glob(f"{name}_*.deb"))), None)


def _run(command: list[str], folder: Path) -> bool:
    """Run a tool of the packaging system; whether it succeeded."""
    tool = shutil.which(command[0])
    if tool is None:
        return False
    done = subprocess.run([tool, *command[1:]], cwd=folder, check=False, capture_output=True)  # noqa: S603 - fixed tools
    return done.returncode == 0
