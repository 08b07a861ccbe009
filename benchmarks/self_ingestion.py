"""Is what Phantasm handed over known again in a transcript, and is nothing else taken for it?

Run: python benchmarks/self_ingestion.py [--fragments N] [--runs N ...] [--json]

The memory of this repository is filled with sentences of a quarter of its own pages and source. Contexts are
compiled from it for many tasks, in every format. Fragments of them (a line, a sentence, half a block, any run
of words), written in other ways (wrapped, as lists, quoted, in bold, escaped, inside a longer answer), are
looked for. The sentences of the rest are ordinary text: what is taken out of them is taken out wrongly,
unless both say the same. `--runs` shows what other lengths of a run would find and take.
"""

import argparse
import ast
import html
import io
import json
import random
import re
import sys
import tempfile
import textwrap
import time
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures import Figure, report
from benchmarks.retrieval_stores import ask
from phantasm.config.paths import Paths
from phantasm.context import echoes
from phantasm.context.echoes import HANDLE, fingerprints, without_echoes, words_of
from phantasm.contracts.client_text import without_injected
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.setup.project import lay_out_state

ROOT = Path(__file__).parents[1]
SEED = 8
TASKS, STATEMENTS = 30, 900
"""How many tasks contexts are compiled for, and how many records they are compiled from."""
FORMATS = ("xml", "markdown", "text", "json")
KINDS = ("fact", "decision", "convention", "constraint", "known_issue", "preference")
RECALL_TARGET, WRONG_TARGET, KEPT_TARGET, BYTES_TARGET = 0.99, 0.001, 0.999, 20_000
"""Shares of fragments found, of ordinary sentences touched, of surroundings that stay byte for byte; bytes of
JSON for 9,000 characters."""
LEFT_OVER = 3
"""A fragment is found when no more words than this are left for each of its ends, which are cut anywhere: the
first three words of a statement are anybody's (`echoes`)."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_TABLE_OR_CODE = re.compile(r"^\s*(?:\||```|#|[-+]{3,})")

Numbers = dict[str, Any]


class Fragment(NamedTuple):
    """A text that repeats a part of a context, and what in it does not."""

    kind: str
    text: str
    before: str
    after: str


def prose(path: Path) -> Iterator[str]:
    """Yield the sentences of a page, or of the docstrings and comments of a module."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        paragraphs = re.split(r"\n\s*\n", text)
        blocks = [part for part in paragraphs if not _TABLE_OR_CODE.match(part)]
    else:
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
        blocks = [node.value for node in nodes if isinstance(node.value, str) and node.value.count(" ") > 4]
        marks = tokenize.generate_tokens(io.StringIO(text).readline)
        blocks += [mark.string.strip("# ") for mark in marks if mark.type == tokenize.COMMENT]
    for block in blocks:
        plain = " ".join(re.sub(r"^\s*[-*+>]\s", "", line) for line in block.splitlines())
        for sentence in _SENTENCE.split(" ".join(plain.split())):
            if len(words_of(sentence)) >= 4 and len(sentence) <= 400 and sentence.isprintable():
                yield sentence


def parts() -> tuple[list[str], list[str]]:
    """Return the sentences of one quarter of the repository's files, and those of the others."""
    files = [path for place in ("docs", "examples") for path in sorted((ROOT / place).rglob("*.md"))]
    for place in ("src", "tests", "benchmarks", "campaigns", "training"):
        files += [path for path in sorted((ROOT / place).rglob("*.py")) if path.name != "__init__.py"]
    files += [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    both: tuple[list[str], list[str]] = ([], [])
    for number, path in enumerate(files):
        both[number % 4 > 0].extend(prose(path))
    one, other = (list(dict.fromkeys(half)) for half in both)
    # What both say word by word is repeated, not ordinary.
    said = {tuple(_words(sentence)) for sentence in one}
    return one, [text for text in other if tuple(_words(text)) not in said]


def contexts(sentences: list[str], choice: random.Random) -> list[str]:
    """Return contexts of a hook's size, compiled for tasks from a memory that holds sentences."""
    held = choice.sample([text for text in sentences if len(text) <= 250], STATEMENTS)
    items = [
        {"record_kind": KINDS[n % len(KINDS)], "subject_key": f"s.{n}", "statement": text}
        for n, text in enumerate(held)
    ]
    found: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        lay_out_state(Paths(Path(name)))
        with open_project(Path(name)) as runtime:
            for start in range(0, len(items), 300):
                ask(runtime, "ingest", {"items": items[start : start + 300]})
            for task in choice.sample(held, TASKS):
                for form in FORMATS:
                    told = {"query": task, "size": "hook", "format": form, "nearest": True}
                    found.append(str(ask(runtime, "compile", told)["text"]))
    return found


WAYS: dict[str, Callable[[str, random.Random], str]] = {
    "as it is": lambda text, _: text,
    "wrapped": lambda text, choice: textwrap.fill(
        text, choice.randrange(30, 90), break_long_words=False, break_on_hyphens=False
    ),
    "on one line": lambda text, _: " ".join(text.split()),
    "blanks": lambda text, choice: re.sub(" ", lambda _: " " * choice.randrange(1, 4), text),
    "list": lambda text, choice: _lines(text, choice.choice(("* ", "+ ", "  - ", "\u2022 "))),
    "numbered": lambda text, _: "\n".join(
        f"{n}. {line.strip(' -')}" for n, line in enumerate(text.split("\n"), 1)
    ),
    "quoted lines": lambda text, _: _lines(text, "> "),
    "in quotes": lambda text, _: f"\u201c{text}\u201d",
    "bold": lambda text, _: f"**{text}**",
    "emphasis": lambda text, choice: re.sub(r"(?<= )([a-z]{5,})(?= )", _marked(choice), text),
    "without citations": lambda text, _: HANDLE.sub("", text),
    "in a sentence": lambda text, _: text.strip(" -."),
    "other case": lambda text, _: text[:1].swapcase() + text[1:],
    "JSON": lambda text, _: json.dumps([text]),
    "JSON twice": lambda text, _: json.dumps(json.dumps([text], ensure_ascii=False)),
    "HTML": lambda text, _: html.escape(text),
    "HTML in JSON": lambda text, _: json.dumps(html.escape(html.escape(text))),
}


def _marked(choice: random.Random) -> str:
    mark = choice.choice(("*", "_", "`", "**"))
    return rf"{mark}\1{mark}"


def _lines(text: str, mark: str) -> str:
    return "\n".join(mark + line.strip(" -") for line in text.split("\n"))


def fragment(context: str, kind: str, fewest: int, choice: random.Random) -> str:
    """Return a part of a context that has at least so many words."""
    lines = [line for line in context.splitlines() if len(words_of(line)) >= fewest]
    match kind:
        case "line":
            return choice.choice(lines)
        case "sentence":
            sentences = [_SENTENCE.split(HANDLE.sub("", line).strip(" -"))[0] for line in lines]
            return choice.choice([text for text in sentences if len(words_of(text)) >= fewest])
        case "lines":
            start = choice.randrange(max(1, len(lines) - 3))
            return "\n".join(lines[start : start + 3])
        case "half":
            return context[len(context) // 2 :] if choice.random() < 0.5 else context[: len(context) // 2]
        case _:
            places = words_of(context).places()
            size = choice.randrange(fewest + 1, 40)
            start = choice.randrange(len(places) - size)
            return context[places[start][0] : places[start + size - 1][1]]


def fragments(texts: list[str], ordinary: list[str], count: int) -> Iterator[tuple[Fragment, int]]:
    """Yield fragments and the number of the context that each is a part of."""
    choice = random.Random(SEED)
    kinds, ways = ("line", "sentence", "lines", "half", "run"), list(WAYS)
    for number in range(count):
        place = choice.randrange(len(texts))
        kind, way = kinds[number % len(kinds)], ways[number // len(kinds) % len(ways)]
        inside = way == "in a sentence"
        fewest = echoes.INSIDE_WORDS if inside else echoes.RUN_WORDS
        text = WAYS[way](fragment(texts[place], kind, fewest, choice), choice)
        before, after = ("Since ", ", I go on with it.") if inside else ("", "")
        if not inside and choice.random() < 0.5:
            before = f"{choice.choice(ordinary)} From memory:\n\n"
            after = f"\n\n{choice.choice(ordinary)}"
        yield Fragment(f"{kind}, {way}", text, before, after), place


def _words(text: str) -> list[str]:
    return words_of(text).texts


def measure(texts: list[str], ordinary: list[str], count: int) -> Numbers:
    """Look for fragments, and look through ordinary sentences."""
    known = [frozenset(fingerprints(text)) for text in texts]
    found = whole = words = left = kept = 0
    missed: dict[str, int] = {}
    for one, place in fragments(texts, ordinary, count):
        text = one.before + one.text + one.after
        result = without_echoes(text, known[place])
        own = [*_words(one.before), *_words(one.after)]
        rest = len(_words(result)) - len(own)
        size = len(_words(one.text))
        found += rest <= 2 * LEFT_OVER
        whole += rest <= 0
        words, left = words + size, left + max(0, rest)
        kept += result.startswith(one.before.rstrip()) and result.endswith(one.after.lstrip())
        if rest > 2 * LEFT_OVER:
            missed[one.kind] = missed.get(one.kind, 0) + 1
    everything = frozenset().union(*known)
    touched = [text for text in ordinary if without_echoes(text, everything) != text]
    single = sum(without_echoes(text, known[n % len(known)]) != text for n, text in enumerate(ordinary))
    long = "\n\n".join(ordinary[:2_000])
    began = time.process_time()
    without_echoes(long, known[0])
    speed = len(long) / 1e6 / (time.process_time() - began)
    return {
        "contexts": len(texts),
        "characters_of_contexts": sum(map(len, texts)) // len(texts),
        "json_bytes_per_9000_characters": max(
            len(json.dumps(fingerprints(text), separators=(",", ":"))) * 9_000 // len(text) for text in texts
        ),
        "fragments": count,
        "found": round(found / count, 4),
        "found_to_the_word": round(whole / count, 4),
        "words_found": round(1 - left / words, 5),
        "surroundings_kept": round(kept / count, 4),
        "missed": dict(sorted(missed.items(), key=lambda item: -item[1])[:20]),
        "ordinary": len(ordinary),
        "touched_by_one_context": round(single / len(ordinary), 6),
        "touched_by_any_context": round(len(touched) / len(ordinary), 6),
        "examples": [[text, without_echoes(text, everything)] for text in touched[:40]],
        "megabytes_per_second": round(speed, 2),
        "fence_alone": round(sum(not without_injected(text).strip() for text in texts) / len(texts), 3),
    }


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fragments", type=int, default=4_000)
    parser.add_argument("--runs", type=int, nargs="*", default=[], help="other lengths of a run, in words")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    one, ordinary = parts()
    texts = contexts(one, random.Random(SEED))
    for run in chosen.runs:
        echoes.RUN_WORDS = run
        numbers = measure(texts, ordinary, chosen.fragments)
        print(run, {name: value for name, value in numbers.items() if name not in {"examples", "missed"}})
    if chosen.runs:
        return 0
    numbers = measure(texts, ordinary, chosen.fragments)
    if not chosen.json:
        print(json.dumps(numbers, indent=1, ensure_ascii=False))
    figures = [
        Figure("fragments found", numbers["found"], RECALL_TARGET),
        Figure("ordinary sentences touched", numbers["touched_by_one_context"], WRONG_TARGET, at_most=True),
        Figure(
            "bytes for 9,000 characters",
            numbers["json_bytes_per_9000_characters"],
            BYTES_TARGET,
            at_most=True,
        ),
        Figure("surroundings kept", numbers["surroundings_kept"], KEPT_TARGET),
    ]
    return report(figures, chosen.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
