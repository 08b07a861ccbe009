"""The source keeps its shape: names, sizes, and who may do what; everything a linter does not know about."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "phantasm"
MODULES = sorted(SOURCE.rglob("*.py"))

# A module answers one question; a long one answers two. 250 lines is what two screens and a table of
# constants need; a longer one is split.
MAX_MODULE_LINES = 250
# A function that fits a screen can be checked by eye.
MAX_FUNCTION_LINES = 60
# A surface translates; more than this means that it decides something.
MAX_SURFACE_LINES = 200

# Words that name no question: what is inside such a module nobody can tell from outside.
_EMPTY_WORDS = "utils?|helpers?|common|misc|support|impl|manager|service|base|core|v[0-9]+"
BANNED_NAME = re.compile(rf"(^|_)({_EMPTY_WORDS})$")


def _relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (
        node for node in ast.walk(_tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_modules_keep_their_shape() -> None:
    assert not [problem for path in MODULES for problem in _problems_of_module(path)]


def _problems_of_module(path: Path) -> Iterator[str]:
    name = _relative(path)
    lines = path.read_text(encoding="utf-8").count("\n")
    limit = MAX_SURFACE_LINES if name.startswith("surfaces/") else MAX_MODULE_LINES
    if lines > limit:
        yield f"{name} has {lines} lines, at most {limit}"
    for part in Path(name).with_suffix("").parts:
        if BANNED_NAME.search(part):
            yield f"{name}: {part!r} names no question"
    if lines and not ast.get_docstring(_tree(path)):
        yield f"{name}: a module's docstring says which question it answers"


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
