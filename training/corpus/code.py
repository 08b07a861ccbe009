"""What do Python packages teach: code and the words its authors used for it.

Seven kinds of pairs: what a function does and its code ("docstring"), the same as somebody would type it into
a search box ("query"), a name and what it stands for ("name"), a module and what it is for ("module"),
a heading and its text ("readme"), a comment and the code below it ("comment"), a test's name and what it does
("test").
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from training.corpus.code_limits import Origin, of_corpus, of_package
from training.corpus.code_views import views
from training.corpus.pair import Pair, write
from training.corpus.pypi import EVALUATED, Package, describe, download, plain, requirements, sources
from training.corpus.readmes import readme_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator


def pairs(workdir: Path) -> Iterator[Pair]:
    """Every pair of the corpus; wheels are downloaded into the folder and kept there."""
    yield from (origin.pair for origin in harvest(packages(workdir)))


def packages(workdir: Path) -> dict[Path, Package]:
    """The wheels that may be read, and what they say about themselves."""
    described = {wheel: describe(wheel) for wheel in download(requirements(), workdir / "wheels")}
    return {
        wheel: package
        for wheel, package in described.items()
        if package.licence and plain(package.name) not in EVALUATED
    }


def harvest(wheels: dict[Path, Package]) -> Iterator[Origin]:
    """The pairs of some wheels, within the limits of the corpus."""
    yield from of_corpus(origin for wheel, package in wheels.items() for origin in _package(wheel, package))


def _package(wheel: Path, package: Package) -> list[Origin]:
    def found() -> Iterator[Pair]:
        yield from readme_pairs(package.name, package.description)
        for module, text in sources(wheel):
            yield from views(module, text)

    return of_package(package.name, found())


def record(wheels: dict[Path, Package], counts: Counter[str]) -> list[dict[str, str | int]]:
    """Who contributed how much, under which licence: the model card cites it."""
    return [
        {"package": its.name, "version": its.version, "licence": its.licence, "pairs": counts[its.name]}
        for its in wheels.values()
        if counts[its.name]
    ]


def main(arguments: list[str] | None = None) -> int:
    """Build the corpus and the record of its sources."""
    parser = argparse.ArgumentParser(prog="python -m training.corpus.code", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="compressed JSON lines to write")
    parser.add_argument("--work", type=Path, default=Path("/tmp/corpus-work"), help="folder for downloads")  # noqa: S108
    options = parser.parse_args(arguments)
    # Syntax trees have no cycles, and the collector would walk all pairs kept so far over and over.
    gc.disable()
    wheels = packages(options.work)
    taken = list(harvest(wheels))
    written = write(options.out, (origin.pair for origin in taken))
    told = record(wheels, Counter(origin.package for origin in taken))
    sources_file = options.out.with_name(f"{options.out.name}.sources.json")
    sources_file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    kinds = Counter(origin.pair.source for origin in taken)
    sys.stdout.write(f"{written} pairs of {len(told)} packages: {dict(sorted(kinds.items()))}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
