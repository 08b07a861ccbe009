"""The shape of the source: a ratchet over its size, and rules about names and roles that no linter knows.

`tests/shape.json` holds the figures that may only fall. `python tests/test_shape.py` prints them beside what
is measured now; with `--lower` it writes down what has fallen.
"""

import ast
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "phantasm"
MODULES = sorted(SOURCE.rglob("*.py"))
LIMITS = Path(__file__).with_name("shape.json")

# The end of a module; most are a third of it.
MAX_MODULE_LINES = 800
# A function that fits a screen can be checked by eye.
MAX_FUNCTION_LINES = 60
# From here on a constant of words is a word list, which knows what somebody happened to think of.
WORD_LIST_WORDS = 12
# A class of at most so many fields and no method only carries values.
VALUE_CLASS_FIELDS = 3

# Words that name no idea: what is inside such a module nobody can tell from outside.
_EMPTY_WORDS = "utils?|helpers?|common|misc|support|impl|manager|service|base|core|v[0-9]+"
BANNED_NAME = re.compile(rf"(^|_)({_EMPTY_WORDS})$")

_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def _relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def _module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(_text(path), filename=str(path))


# The ratchet.


def _code_lines(path: Path) -> int:
    """Count the lines that hold code: no blank lines, comments and docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(_text(path)).readline)
    lines = {
        line
        for token in tokens
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


def _importers() -> dict[str, set[Path]]:
    """Map each module to the modules that import it, by whichever form of the statement."""
    known = {_module_name(path) for path in MODULES}
    importers: dict[str, set[Path]] = defaultdict(set)
    for path in MODULES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                inside = [f"{node.module}.{alias.name}" for alias in node.names]
                names = [name if name in known else node.module for name in inside]
            else:
                continue
            for name in names:
                importers[name].add(path)
    return importers


def _only_for_a_neighbour() -> list[str]:
    """Return the modules that exactly one module imports, and that one stands beside them."""
    importers = _importers()
    return [
        _relative(path)
        for path in MODULES
        if path.stem != "__init__"
        and len(users := importers[_module_name(path)]) == 1
        and next(iter(users)).parent == path.parent
    ]


def _repeated_classes() -> list[str]:
    homes = Counter(
        node.name
        for path in MODULES
        for node in _tree(path).body
        # Every operation has its own parameters and its own result under the same two names.
        if isinstance(node, ast.ClassDef) and node.name not in {"Params", "Result"}
    )
    return sorted(name for name, count in homes.items() if count > 1)


def _value_classes() -> list[str]:
    """Return the classes that only carry up to three values."""
    return [
        f"{_relative(path)}: {node.name}"
        for path in MODULES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ClassDef)
        and (node.decorator_list or [base for base in node.bases if ast.unparse(base) == "NamedTuple"])
        and 0 < sum(isinstance(part, ast.AnnAssign) for part in node.body) <= VALUE_CLASS_FIELDS
        and all(isinstance(part, ast.AnnAssign | ast.Expr) for part in node.body)
    ]


def _words_of(node: ast.AST) -> int:
    """Return how many words a node lists: strings, a string that is split, alternatives of a pattern."""
    match node:
        case ast.List(elts=parts) | ast.Set(elts=parts) | ast.Tuple(elts=parts) if all(
            isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts
        ):
            return len(parts)
        case ast.Dict(keys=keys) if keys and all(
            isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys
        ):
            return len(keys)
        case ast.Call(func=ast.Attribute(attr="split" | "splitlines", value=ast.Constant(value=str(text)))):
            return len(text.split())
        case ast.Constant(value=str(text)):
            return text.count("|") + 1
    return 0


def _word_lists() -> list[int]:
    """Return the size of each word list in the source."""
    sizes = [_words_of(node) for path in MODULES for node in ast.walk(_tree(path))]
    return [size for size in sizes if size >= WORD_LIST_WORDS]


def _patterns() -> int:
    """Count the regular expressions that are compiled."""
    return sum(
        isinstance(node, ast.Call) and ast.unparse(node.func).endswith("compile") and bool(node.args)
        for path in MODULES
        for node in ast.walk(_tree(path))
    )


# Runs a command in this process and writes the files of the package that had a function running.
_TRACED = """
import os, sys, threading
seen = set()
def note(frame, event, _):
    if event == "call" and frame.f_code.co_name != "<module>":
        seen.add(frame.f_code.co_filename)
threading.setprofile(note)
sys.setprofile(note)
sys.argv = ["phantasm", *sys.argv[2:]]
from phantasm.surfaces.cli.entry import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
finally:
    sys.setprofile(None)
    source = os.environ["SHAPE_SOURCE"]
    files = sorted(name for name in seen if name.startswith(source))
    open(os.environ["SHAPE_FILES"], "w").write("\\n".join(files))
"""


def _files_that_run(project: Path, *command: str) -> list[str]:
    """Return the files of the package in which a function ran while a command was carried out."""
    written = project.parent / "files"
    environment = {"PATH": os.defpath, "SHAPE_SOURCE": f"{SOURCE}/", "SHAPE_FILES": str(written)}
    environment |= {"HOME": str(project.parent), "XDG_CONFIG_HOME": str(project.parent / "config")}
    subprocess.run(
        [sys.executable, "-c", _TRACED, "--", *command],
        cwd=project,
        env=environment,
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    return written.read_text().splitlines()


def _flows() -> dict[str, int]:
    """Count the files that run for the everyday flows, in a fresh repository with two records."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(name) / "project"
        project.mkdir()
        subprocess.run(["git", "init", "-q", "."], cwd=project, check=True)  # noqa: S607 - as a user would
        _files_that_run(project, "bootstrap")
        _files_that_run(project, "add", "--kind", "fact", "--text", "The API listens on port 8443.")
        second = ("add", "--kind", "decision", "--text", "We deploy from the release branch.")
        ingest = len(_files_that_run(project, *second))
        search = len(_files_that_run(project, "search", "which port does the API use?"))
        context = len(_files_that_run(project, "compile", "change the port of the API"))
    return {
        "files that run for a search": search,
        "files that run for an ingest": ingest,
        "files that run for a compile": context,
    }


def measured() -> dict[str, int]:
    """Measure everything that the ratchet holds."""
    lists = _word_lists()
    return {
        "modules": len(MODULES),
        "code lines": sum(map(_code_lines, MODULES)),
        "modules that only a neighbour imports": len(_only_for_a_neighbour()),
        "class names in several modules": len(_repeated_classes()),
        "classes that only carry up to three values": len(_value_classes()),
        "word lists": len(lists),
        "entries of word lists": sum(lists),
        "regular expressions": _patterns(),
        **_flows(),
    }


def test_the_ratchet_only_falls() -> None:
    limits = json.loads(LIMITS.read_text())
    now = measured()
    assert now.keys() == limits.keys()
    risen = [f"{name}: {now[name]}, at most {limit}" for name, limit in limits.items() if now[name] > limit]
    assert not risen, "what has risen (house.md says where to bring it down): " + "; ".join(risen)


# Rules.


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (
        node for node in ast.walk(_tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_modules_keep_their_shape() -> None:
    assert not [problem for path in MODULES for problem in _problems_of_module(path)]


def _problems_of_module(path: Path) -> Iterator[str]:
    name = _relative(path)
    lines = _text(path).count("\n")
    if lines > MAX_MODULE_LINES:
        yield f"{name} has {lines} lines, at most {MAX_MODULE_LINES}"
    for part in Path(name).with_suffix("").parts:
        if BANNED_NAME.search(part):
            yield f"{name}: {part!r} names no idea"
    if lines and not ast.get_docstring(_tree(path)):
        yield f"{name}: a module's docstring says what it is, in the words somebody would search for"


def test_functions_keep_their_shape() -> None:
    assert not [problem for path in MODULES for problem in _problems_of_functions(path)]


def _problems_of_functions(path: Path) -> Iterator[str]:
    name = _relative(path)
    is_migration = "/migrations/versions/" in name  # one long list of tables is what it is
    for function in _functions(path):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        if length > MAX_FUNCTION_LINES and not is_migration:
            yield f"{name}: {function.name} has {length} lines, at most {MAX_FUNCTION_LINES}"
        if isinstance(function, ast.AsyncFunctionDef) and not name.startswith("surfaces/"):
            yield f"{name}: {function.name} is async"
    for node in _tree(path).body:
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            yield f"{name}: a module's attributes are what it says they are"


def test_only_one_module_reads_the_environment() -> None:
    readers = {
        _relative(path)
        for path in MODULES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "environb"}
    }
    # A hook must not pay for more than it uses, so its entry reads its own switch.
    assert readers <= {"config/environment.py", "surfaces/hooks/project.py"}


def test_only_the_door_catches_everything() -> None:
    catchers = {
        _relative(path)
        for path in MODULES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"})
        and not isinstance(node.body[-1], ast.Raise)  # cleaning up on the way out catches nothing
    }
    door = {"runtime/bootstrap.py", "surfaces/cli/entry.py", "surfaces/hooks/entry.py"}
    door |= {"runtime/scheduler/worker.py"}
    assert catchers <= door


def test_tests_use_no_mocks() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for word in ("unittest" + ".mock", "monkeypatch" + ".setattr", "MagicMock" + "("):
            assert word not in text, f"{path.name} uses {word}"


def test_tests_mirror_the_source() -> None:
    for path in sorted((ROOT / "tests" / "unit").rglob("test_*.py")):
        package = path.parent.relative_to(ROOT / "tests" / "unit").as_posix()
        # Training stands beside the source.
        mirrored = any((root / package).is_dir() for root in (SOURCE, ROOT))
        assert mirrored, f"{path.name} mirrors no package"


def test_decision_records_are_numbered_without_gaps() -> None:
    numbers = sorted(int(path.name[:4]) for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))


def test_locks_name_hashes_and_no_host() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.lock")):
        text = lock.read_text(encoding="utf-8")
        pins = re.findall(r"^[a-z0-9]", text, re.MULTILINE)
        assert pins
        assert all(line.startswith((" ", "#")) or " \\" in line for line in text.splitlines() if line), (
            lock.name
        )
        assert not re.search(r"https?:|index-url|find-links|trusted-host| @ ", text), lock.name
        assert text.count("--hash=sha256:") >= len(pins), lock.name


def test_the_compiler_is_pure_but_for_its_reading() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    pure = {name for contract in contracts for name in contract.get("source_modules", ())}
    parts = {path.stem for path in (SOURCE / "context").iterdir() if not path.stem.startswith("__")}
    assert {f"phantasm.context.{part}" for part in parts - {"reading"}} <= pure


def _report(*, lower: bool) -> None:
    limits = json.loads(LIMITS.read_text())
    now = measured()
    for name, value in now.items():
        print(f"{name:45} {value:7}  at most {limits.get(name, '-'):>7}")  # noqa: T201 - this is the report
    if lower:
        fallen = {name: min(value, limits.get(name, value)) for name, value in now.items()}
        LIMITS.write_text(json.dumps(fallen, indent=2) + "\n")


if __name__ == "__main__":
    _report(lower="--lower" in sys.argv)
