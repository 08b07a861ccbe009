"""What does a text name? Files, lines, definitions and commits that it can mean only one of, and claims.

Nothing is read for a text that has nothing of code about it, and little for one that has.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from phantasm.workspace.anchors import commits
from phantasm.workspace.anchors.content import lines_of
from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.checkout import Checkout

_SIGNS = ("`", "/", "_", "()", "::", "file")
_SHAPES = (re.compile(r"\.(?<=\w\.)\w"), re.compile(r"[A-Z](?<=[a-z0-9][A-Z])"), re.compile(r"[0-9a-f]{7}"))
"""A text with none of these is prose, and is looked at no further. Each looks for one letter first: prose is
most of what there is, and this is all that it costs."""
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+|\b[\w.+-]+@[\w-]+\.[\w.]+")
_QUOTED = re.compile(r"`([^`\n]{1,200})`")
_PATH = re.compile(
    r"(?<![\w@:/.-])(?P<path>(?:\.{1,2}/|/)?(?:(?:[\w.@+~-]|\(\w+\)|\[[\w.-]+\])+/)*"
    r"(?:[\w.@+~-]|\[[\w.-]+\])*\w)"
    r"(?:(?::|\#L)(?P<start>\d{1,7})(?:-L?(?P<stop>\d{1,7}))?(?::\d+)?)?(?![\w/])"
)
_NAME = re.compile(
    r"(?<![\w./@:#$-])[A-Za-z_]\w*(?:(?:\.|::|\#)[A-Za-z_][\w-]*)*[?!]?(?P<call>\(\))?(?![\w/@])"
)
_QUOTED_NAME = re.compile(
    r"(?P<name>[A-Za-z_$][\w$-]*(?:(?:\.|::|\#)[A-Za-z_][\w-]*)*[?!]?)(?:\(.{0,120}\))?"
)
_CODE_SHAPE = re.compile(
    r"[A-Za-z0-9]_[A-Za-z0-9]|^_+[a-z]\w{2,}|[a-z0-9][A-Z]|^[A-Z][a-z0-9]+[A-Z]|[A-Z]{2,}[a-z]{2,}"
)
_COMMIT = re.compile(
    r"(?:\b(?:commits?|revisions?|rev|sha|reverts?|reverted|cherry-pick(?:ed)?|hash)\b[\s:]{1,2}"
    r"(?:of |in |by )?`?"
    r"|[(`])(?P<sha>[0-9a-f]{7,40})(?![0-9A-Za-z])",
    re.IGNORECASE,
)
# What a path, a name or a commit cannot do without; most texts that are looked at have one of them at most.
_LIKE_PATHS = re.compile(r"[./][\w.@+~()\[-]")
_LIKE_NAMES = re.compile(r"\w(?:\.|::|#)[A-Za-z_]|\(\)|_|[a-z0-9][A-Z]|[A-Z]{2}")
_LIKE_COMMITS = re.compile(r"[0-9A-Fa-f]{7}")
_PARTS = re.compile(r"\.|::|#")
_EXTENSIONS = frozenset(
    "bash bat bzl c cc cfg cjs clj cmake cmd conf cpp cs csproj css csv cts cu cxx dart edn el env"
    " erl ex exs fish fs fsproj gemspec go gql gradle graphql h hcl hh hpp hrl hs htm html ini ipynb"
    " java jl js json json5 jsonc jsonl jsx kt kts less lock lua m mako md mdx mjs mk ml mli mm mod"
    " mts nim nix php pl pm po properties proto ps1 psm1 py pyi pyx r rake rb rego rs rst rules sass"
    " sbt scala scss sh sol sql styl sum svelte svg swift tcl tf tfvars thrift toml tmpl tpl ts tsx"
    " txt vb vim vue wasm xml yaml yml zig zsh".split()
)
_WHOLE_NAMES = frozenset(
    "Makefile Dockerfile Containerfile Jenkinsfile Procfile Rakefile Gemfile Pipfile Vagrantfile"
    " Justfile justfile Brewfile CODEOWNERS CMakeLists.txt .gitignore .gitattributes .dockerignore"
    " .editorconfig .env".split()
)
_BRANDS = frozenset(
    "github gitlab javascript typescript postgresql mysql openai macos ios ipados youtube linkedin"
    " devops graphql mongodb redis sqlite fastapi numpy pytorch tensorflow nodejs webassembly intellij"
    " jetbrains vscode phpstorm pycharm webstorm clickhouse duckdb cockroachdb dynamodb opentelemetry"
    " openapi oauth grpc saas paas iaas rubygems pypi mcp llm llms ci qa ux ui api apis urls ids".split()
)
"""Names of products that are written like classes; in backticks they may be one."""


class Path(NamedTuple):
    """What may be a file, and perhaps lines of it."""

    at: int
    path: str
    lines: tuple[int, int] | None


class Name(NamedTuple):
    """What may be defined somewhere: its parts, as a name that is qualified by dots."""

    at: int
    name: str


class Commit(NamedTuple):
    """What may be a commit."""

    at: int
    sha: str


Word = Path | Name | Commit


def words_of(text: str) -> list[Word]:
    """Return what has the shape of code, in the order of the text."""
    if not any(sign in text for sign in _SIGNS) and not any(shape.search(text) for shape in _SHAPES):
        return []
    plain = text
    if "://" in text or "@" in text:
        plain = _ADDRESS.sub(lambda found: " " * len(found[0]), text)
    found: list[Word] = [*_paths(plain), *_quoted_names(plain), *_bare_names(plain), *_commits(plain)]
    return sorted(found, key=lambda one: one.at)


def _paths(text: str) -> Iterator[Path]:
    if not _LIKE_PATHS.search(text) and not any(name in text for name in _WHOLE_NAMES):
        return
    for found in _PATH.finditer(text):
        path = found["path"].removeprefix("./")
        last = path.rpartition("/")[2]
        known = last.rpartition(".")[2].lower() in _EXTENSIONS and "." in last
        if not (known or last in _WHOLE_NAMES or path.count("/") > 1):
            continue
        start = int(found["start"]) if found["start"] else 0
        stop = int(found["stop"] or start)
        yield Path(found.start(), path, (min(start, stop), max(start, stop)) if start else None)


def _quoted_names(text: str) -> Iterator[Name]:
    if "`" not in text:
        return
    for found in _QUOTED.finditer(text):
        name = _QUOTED_NAME.fullmatch(found[1].strip())
        if name and len(name["name"]) > 1:
            yield Name(found.start(1), _dotted(name["name"]))


def _bare_names(text: str) -> Iterator[Name]:
    if not _LIKE_NAMES.search(text):
        return
    plain = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    for found in _NAME.finditer(plain):
        name = found[0].removesuffix("()")
        if name.isalpha() and (name.islower() or name.istitle()) and not found["call"]:
            continue  # a plain word, as most are
        parts = _PARTS.split(name)
        if name.lower() in _BRANDS or parts[-1].lower() in _EXTENSIONS:
            continue
        if found["call"] or any(_CODE_SHAPE.search(part) for part in parts) or _is_method(parts):
            yield Name(found.start(), _dotted(name))


def _is_method(parts: list[str]) -> bool:
    """Tell whether it reads like `Client.send`; `Thanks.Next` at the end of a sentence does not."""
    return len(parts) > 1 and parts[0][:1].isupper() and parts[-1][:1].islower() and len(parts[-1]) > 1


def _commits(text: str) -> Iterator[Commit]:
    if not _LIKE_COMMITS.search(text):
        return
    for found in _COMMIT.finditer(text):
        sha = found["sha"].lower()
        if any(letter.isdigit() for letter in sha) or found[0].lower().startswith("commit"):
            yield Commit(found.start("sha"), sha)


def _dotted(name: str) -> str:
    return ".".join(part for part in _PARTS.split(name) if part)


MOST_REFERENCES: Final = 8
"""In one text. One that names more is a list, and rests on none of them in particular."""
_MOST_NAMES = 12
"""Names that are looked for: each asks git once for where the word occurs."""
_MOST_COMMITS = 3
_MOST_FILES = 60
"""Files that are read for one name; a word that occurs in more is none that tells things apart."""
# Those read a checkout as this package does, and this package is read by them: loaded by name, and late.
_CLAIMS: Final = ("phantasm.workspace.manifests.mentions", "phantasm.workspace.declared.mentions")


def expect(texts: Iterable[str], checkout: Checkout) -> None:
    """Prepare for what many texts name: where each name may be defined is looked for at once."""
    names = (word.name for text in texts for word in words_of(text) if isinstance(word, Name))
    checkout.expect(part for name in names for part in name.split("."))


def mentioned(text: str, checkout: Checkout) -> list[Reference]:
    """Return what a text names, in its order, and what it claims about versions, commands and settings."""
    words = words_of(text)
    claimed = list(_claims(text, checkout))
    taken = {reference.name for reference in claimed if reference.kind == "variable"}
    found: dict[Reference, int] = {}
    for number, path in enumerate(word for word in words if isinstance(word, Path)):
        reference = _file(path, checkout) if number < _MOST_NAMES else None
        if reference is not None:
            found.setdefault(reference, path.at)
    files = {reference.name for reference in found}
    names = dict.fromkeys(word.name for word in words if isinstance(word, Name) and word.name not in taken)
    for name in list(names)[:_MOST_NAMES]:
        reference = _symbol(name, files, checkout)
        if reference is not None:
            at = min(word.at for word in words if isinstance(word, Name) and word.name == name)
            found.setdefault(reference, at)
            # The file of a definition that is named as well says nothing more.
            found.pop(Reference("file", reference.name), None)
    for commit in [word for word in words if isinstance(word, Commit)][:_MOST_COMMITS]:
        sha = commits.full_name(commit.sha, checkout)
        if sha is not None:
            found.setdefault(Reference("commit", sha), commit.at)
    ordered = sorted(found, key=lambda reference: found[reference])
    return list(dict.fromkeys([*ordered, *claimed]))[:MOST_REFERENCES]


def _file(word: Path, checkout: Checkout) -> Reference | None:
    top = f"{checkout.root.as_posix()}/"
    path = word.path.removeprefix(top)
    if path.startswith(("/", "../", "~")):
        return None
    if not checkout.has(path):
        meant = checkout.named(path)
        if len(meant) != 1:
            return None
        path = meant[0]
    if word.lines and word.lines[1] <= len(lines_of(checkout.read(path) or "")):
        return Reference("file", path, lines=word.lines)
    return Reference("file", path)


def _symbol(name: str, files: set[str], checkout: Checkout) -> Reference | None:
    """Return the one definition that a name may mean; one in a file that is named as well goes first."""
    for paths in (sorted(files), None):
        meant: set[tuple[str, str, bool]] = set()
        where = _holding_all(name.split("."), checkout) if paths is None else paths
        if len(where) > _MOST_FILES:
            continue
        for path in where:
            defined = checkout.outline(path).find(name)
            meant |= {(path, one.name, one.kind in {"function", "class"}) for one in defined}
            if len(meant) > 1:
                break
        if len(meant) == 1:
            path, qualified, does = meant.pop()
            # A plain word, such as `gap`, is many a thing's property: only what does something is called so.
            is_plain = paths is None and name.isalpha() and name.islower()
            if is_plain and qualified != name and not does:
                return None
            return Reference("symbol", path, qualified)
        if meant:
            return None
    return None


def _holding_all(words: list[str], checkout: Checkout) -> list[str]:
    """Return the files in which every part of a name occurs: a method is defined where its class is."""
    found = [checkout.holding(word) for word in words]
    common = set(found[0]).intersection(*found[1:])
    return [path for path in found[-1] if path in common]


def _claims(text: str, checkout: Checkout) -> Iterator[Reference]:
    for read in _readers():
        yield from read(text, checkout)


@cache
def _readers() -> "list[Callable[[str, Checkout], list[Reference]]]":
    return [import_module(module).mentioned for module in _CLAIMS]
