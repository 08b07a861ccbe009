"""How does the time of a regular expression grow with the text? Worst cases from its own parse tree.

What repeats in a pattern is what a hostile text repeats: each repetition of the tree is pumped behind what
the tree wants before it, and then what follows cannot match. No time counts by itself, only how it grows.
"""

import ast
import importlib
import pkgutil
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from math import inf, log
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final, NamedTuple

# The parser of `re` itself: it is private, and the only one that reads patterns as the engine does.
_parser: Any = importlib.import_module("re._parser")
_codes: Any = importlib.import_module("re._constants")

COMMON: Final = (
    *("a", "1", " ", "\n", "\t", "-", "_", ".", "/", "A", "(", "'", '"', "`", "=", ":", "\\", "*", "|", "<"),
    *(",", "[", "{", "a ", "1 ", "a/", "a.", "a=", "11 a", "1 a, ", "aB "),
)
"""What attackers try first."""
SUFFIXES: Final = ("\x00", "!a")
LENGTHS: Final = (200, 250, 1_000)
"""Characters. What explodes does so within the first; the ratio is that of the other two. With the
square they take a few milliseconds: a busy machine interrupts longer ones, and repeating is no help."""
_GIVEN_UP_SECONDS: Final = 2.0
"""A linear search of the longest takes a thousandth of that, and a quadratic one a tenth."""
_UNSUSPICIOUS_SECONDS: Final = 0.001
_TICK_SECONDS: Final = 1e-6
_MOST_PUMPS: Final = 12
_REPEATS: Final = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_TIMES: Final = 3
_MANY: Final = 6
"""A repetition that may come so often can be pumped."""
_CATEGORIES: Final = {
    "DIGIT": "1",
    "SPACE": " ",
    "WORD": "a",
    "NOT_SPACE": "a",
    "NOT_WORD": "-",
    "NOT_DIGIT": "a",
}


class Pattern(NamedTuple):
    """A pattern of the package, and how it is used."""

    text: str
    flags: int
    where: str
    methods: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.where} {self.text[:80]!r}"


class Growth(NamedTuple):
    """How the time of a pattern grows at worst: 1 is linear, 2 with the square."""

    exponent: float
    pump: str


@cache
def patterns() -> list[Pattern]:
    """Return every pattern that a module of the package holds, whenever it is compiled."""
    found: dict[tuple[str, int], Pattern] = {}
    for module in _modules():
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        names = _methods(tree)
        for name, value in [*_held(module), *_late(module, tree)]:
            if isinstance(value.pattern, str):
                key = (value.pattern, value.flags & ~re.UNICODE)
                before = found[key].methods if key in found else ()
                methods = tuple(sorted(names.get(name, {"search"}) | {*before}))
                found[key] = Pattern(*key, module.__name__, methods)
    return sorted(found.values())


def _modules() -> Iterator[ModuleType]:
    spec = find_spec("phantasm")
    assert spec is not None
    for found in pkgutil.walk_packages(spec.submodule_search_locations, "phantasm."):
        if "migrations" not in found.name and not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _held(module: ModuleType) -> Iterator[tuple[str, "re.Pattern[Any]"]]:
    """Yield the patterns under a module's names; those in tables may be used in any way."""
    for name, value in list(vars(module).items()):
        for one in _flat(value, 3):
            yield name if value is one else "", one


def _flat(value: object, depth: int) -> Iterator["re.Pattern[Any]"]:
    match value:
        case re.Pattern():
            yield value
        case tuple() | list() | frozenset() | dict() if depth:
            for one in value.values() if isinstance(value, dict) else value:
                yield from _flat(one, depth - 1)
        case _ if isinstance(text := getattr(value, "pattern", None), str):  # a rule that names its pattern
            yield re.compile(text)


def _late(module: ModuleType, tree: ast.Module) -> Iterator[tuple[str, "re.Pattern[str]"]]:
    """Yield the patterns that are compiled where they are used."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="compiled"), args=[ast.Name(id=name)]):
                if isinstance(text := vars(module).get(name), str):
                    yield "", re.compile(text)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(value=str(text)), *_]
            ):
                yield "", re.compile(text)


def _methods(tree: ast.Module) -> dict[str, set[str]]:
    """Return by which methods a module uses the patterns that it only matches."""
    called: dict[str, list[str]] = {}
    loaded: list[str] = []
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr="match" | "fullmatch" as method):
                called.setdefault(name, []).append(method)
            case ast.Name(id=name, ctx=ast.Load()):
                loaded.append(name)
    uses = Counter(loaded)
    return {name: set(methods) for name, methods in called.items() if len(methods) == uses[name]}


def growth(pattern: Pattern, rng: random.Random) -> Growth:
    """Return how a pattern grows on the worst that was tried."""
    engine = re.compile(pattern.text, pattern.flags)
    own = list(_pumped(_parser.parse(pattern.text, pattern.flags), "", rng))
    rng.shuffle(own)
    tried = dict.fromkeys([*own[:_MOST_PUMPS], *(("", pump) for pump in COMMON)])
    worst = Growth(1.0, "")
    for method in pattern.methods:
        for before, pump in tried:
            for suffix in SUFFIXES if pump else ():
                found = inf
                for _ in range(_TIMES):
                    # What looks suspicious is measured again: a busy machine slows one of them, not all.
                    if found > worst.exponent:
                        found = min(found, _exponent(getattr(engine, method), before, pump, suffix))
                if found > worst.exponent:
                    worst = Growth(found, f"{before[:30]!r} + {pump[:30]!r} * n + {suffix!r}")
                if found == inf:
                    return worst
    return worst


def _exponent(run: Any, before: str, pump: str, suffix: str) -> float:
    short, middle, long = (before + pump * max(1, length // len(pump)) + suffix for length in LENGTHS)
    if _seconds(run, short) == inf:
        return inf
    if _seconds(run, long) < _UNSUSPICIOUS_SECONDS:
        return 1.0
    # The least of a few is what a busy machine did not disturb.
    least = min(_seconds(run, middle) for _ in range(5))
    most = min(_seconds(run, long) for _ in range(5))
    if inf in {least, most}:
        return inf
    return log(max(most, _TICK_SECONDS) / max(least, _TICK_SECONDS)) / log(LENGTHS[2] / LENGTHS[1])


def _seconds(run: Any, text: str) -> float:
    """Return how long a pattern itself works on a text; infinitely long when it is given up."""

    def give_up(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    begun = time.thread_time()
    signal.setitimer(signal.ITIMER_REAL, _GIVEN_UP_SECONDS)
    try:
        run(text)
    except TimeoutError:
        return inf
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return time.thread_time() - begun


def _pumped(parsed: Any, before: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what to write once and what to repeat, for each repetition of a parsed pattern."""
    items = list(parsed)
    for place, (code, value) in enumerate(items):
        start = before + _sample(items[:place], rng)
        name = str(code)
        if name in _REPEATS:
            _, most, inner = value
            if most >= _MANY:
                for _ in range(2):
                    yield start, _sample(inner, rng)
                yield start, _sample(inner, rng) + _sample(items[place + 1 : place + 2], rng)
            yield from _pumped(inner, start, rng)
        for inner in _inside(name, value):
            yield from _pumped(inner, start, rng)
    if not before:
        yield "", _sample(items, rng)


def _inside(name: str, value: Any) -> list[Any]:
    match name:
        case "SUBPATTERN":
            return [value[3]]
        case "BRANCH":
            return list(value[1])
        case "ATOMIC_GROUP":
            return [value]
        case "ASSERT" | "ASSERT_NOT":
            return [value[1]]
        case _:
            return []


def _sample(items: Any, rng: random.Random) -> str:
    """Return a text that a parsed pattern matches, mostly."""
    found: list[str] = []
    for code, value in items:
        match str(code):
            case "LITERAL":
                found.append(chr(value))
            case "NOT_LITERAL":
                found.append("b" if chr(value) == "a" else "a")
            case "ANY":
                found.append("a")
            case "IN":
                found.append(_member(value, rng))
            case name if name in _REPEATS:
                least, most, inner = value
                count = max(least, min(most, rng.choice((least, 1, 2))))
                found.append("".join(_sample(inner, rng) for _ in range(count)))
            case "BRANCH":
                found.append(_sample(rng.choice(value[1]), rng))
            case "SUBPATTERN":
                found.append(_sample(value[3], rng))
            case "ATOMIC_GROUP":
                found.append(_sample(value, rng))
    return "".join(found)


def _member(members: Any, rng: random.Random) -> str:
    """Return a character of a class."""
    signs: list[str] = []
    is_negated = False
    for code, value in members:
        match str(code):
            case "NEGATE":
                is_negated = True
            case "LITERAL":
                signs.append(chr(value))
            case "RANGE":
                signs.append(chr(rng.randint(value[0], min(value[1], value[0] + 60))))
            case "CATEGORY":
                signs.append(_CATEGORIES.get(str(value).removeprefix("CATEGORY_"), "a"))
    if is_negated:
        return next((sign for sign in "a1 -._/=" if sign not in signs), "\u20ac")
    return rng.choice(signs) if signs else "a"
