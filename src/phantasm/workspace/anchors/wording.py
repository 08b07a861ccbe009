"""What in a text has the shape of a path, of a name in code, of a commit? Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

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
