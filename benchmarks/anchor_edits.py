"""Which edits do people and agents make? Each takes a repository and leaves lines that know their origin."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from benchmarks.anchor_tree import Edit, Line, Repository, Source, combined
from phantasm.workspace.symbols.detection import language_of
from phantasm.workspace.symbols.grammars import parse

if TYPE_CHECKING:
    import random

    from phantasm.workspace.symbols.model import Symbol

Maker = Callable[["Repository", "random.Random"], "Edit | None"]
CODE = frozenset("py pyi js jsx ts tsx rs java c h cpp hpp cc go rb cs kt php swift".split())
CONFIG = frozenset("toml yaml yml json ini cfg".split())
_FREE_FUNCTIONS = frozenset("py js ts tsx rs c cc cpp go".split())
_TRAILING_COMMA = frozenset("py js ts tsx rs".split())
_EITHER_QUOTE = frozenset("py js ts tsx".split())
_COMMENT = {"py": "#", "toml": "#", "yaml": "#", "yml": "#", "rb": "#", "ini": ";", "cfg": "#"}
_KEYWORDS = frozenset(
    "def class async function export default const let var type interface enum namespace fn pub impl"
    " struct trait mod use static public private protected final abstract void int long extends"
    " implements import from module template typename typedef using extern union macro_rules for".split()
)
"""Words without which a line is no definition any more."""
_WORD = re.compile(r"[A-Za-z_]\w{2,}")
_CALL = re.compile(r"(\s*)([\w.=: \[\]]*\w\()([^()'\"#`]*,[^()'\"#`]*)(\)[\w\s>:;,.{-]*)")
_SIMPLE_STRING = re.compile(r"[^'\"`\\]*(?:'[^'\"`\\]*'[^'\"`\\]*)+|[^'\"`\\]*(?:\"[^'\"`\\]*\"[^'\"`\\]*)+")


def rename_file(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | CONFIG | {"md", "rst", "txt"})
    if source is None:
        return None
    return Edit("rename file", {source.path: None, _new_path(source, repository, choice): source.traced()})


def rename_file_edited(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | {"md", "rst"})
    if source is None or len(source.lines) < 12:
        return None
    lines = source.traced()
    for number in choice.sample(range(len(lines)), max(1, len(lines) // 12)):
        lines[number] = _touched(lines[number], choice, apart_from=_words(source))
    return Edit("rename file, edited", {source.path: None, _new_path(source, repository, choice): lines})


def move_function(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, _FREE_FUNCTIONS)
    symbol = _top_level(source, choice) if source else None
    if source is None or symbol is None:
        return None
    lines = source.traced()
    taken = _to_margin(lines[symbol.start - 1 : symbol.stop])
    rest = lines[: symbol.start - 1] + lines[symbol.stop :]
    others = [
        one
        for one in repository.sources.values()
        if one.suffix == source.suffix and one.path != source.path and not _names(one) & {symbol.name}
    ]
    if not any(line.text.strip() for line in rest):
        return None
    if others and choice.random() < 0.7:
        target = choice.choice(others)
        there, path = target.traced(), target.path
    else:
        there, path = [], _new_path(source, repository, choice)
    return Edit("move function", {source.path: rest, path: [*there, Line(""), *taken]})


def move_within(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, _FREE_FUNCTIONS | {"toml", "ini"})
    symbol = _top_level(source, choice) if source else None
    if source is None or symbol is None or symbol.stop >= len(source.lines) - 2:
        return None
    lines = source.traced()
    taken = lines[symbol.start - 1 : symbol.stop]
    moved = [*lines[: symbol.start - 1], *lines[symbol.stop :], Line(""), *taken]
    return Edit("move within file", {source.path: moved})


def reformat_indent(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE)
    if source is None:
        return None
    return _each_line(source, "reformat: indent", lambda text: text[: len(text) - len(text.lstrip())] + text)


def reformat_blank(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | {"toml"})
    if source is None:
        return None
    lines: list[Line] = []
    for line in source.traced():
        lines.append(line)
        if choice.random() < 0.15 and not line.text.endswith("\\"):
            lines.append(Line(""))
    return Edit("reformat: blank lines", {source.path: lines})


def reformat_quotes(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, _EITHER_QUOTE)
    if source is None or '"""' in "".join(source.lines):
        return None
    swapped = str.maketrans("'\"", "\"'")
    return _each_line(
        source,
        "reformat: quotes",
        lambda text: text.translate(swapped) if _SIMPLE_STRING.fullmatch(text) else text,
    )


def reformat_wrap(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, _TRAILING_COMMA | {"java"})
    if source is None:
        return None
    lines: list[Line] = []
    for line in source.traced():
        found = _CALL.fullmatch(line.text)
        if not found or choice.random() < 0.3:
            lines.append(line)
            continue
        space, head, inner, tail = found.groups()
        parts = [part.strip() for part in inner.split(",") if part.strip()]
        closing = "," if source.suffix in _TRAILING_COMMA and not parts[-1].startswith(("*", "..")) else ""
        texts = [f"{space}{head}", *(f"{space}    {part}," for part in parts[:-1])]
        texts += [f"{space}    {parts[-1]}{closing}", f"{space}{tail}"]
        lines += [Line(text, line.origin, "loose") for text in texts]
    return Edit("reformat: wrap", {source.path: lines}) if len(lines) > len(source.lines) else None


def reformat_ends(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | CONFIG | {"md"})
    if source is None:
        return None
    edit = _each_line(
        source, "reformat: line ends", lambda text: f"{text}  " if choice.random() < 0.3 else text
    )
    edit.line_end = choice.choice(["\n", "\r\n"])
    return edit


def change_signature(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE)
    symbol = _function(source, choice) if source else None
    if source is None or symbol is None:
        return None
    lines = source.traced()
    short = symbol.name.rpartition(".")[2]
    for number in range(symbol.start - 1, symbol.stop):
        text = lines[number].text
        if f"{short}(" in text:
            added = text.replace(f"{short}(", f"{short}(added_{choice.randrange(99)}, ", 1).replace(
                ", )", ")"
            )
            lines[number] = Line(added, lines[number].origin, "edited")
            return Edit("change signature", {source.path: lines})
    return None


def change_body(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE)
    symbol = _function(source, choice) if source else None
    if source is None or symbol is None or symbol.stop - symbol.start < 3:
        return None
    lines = source.traced()
    number = choice.randrange(symbol.start + 1, symbol.stop - 1)
    if choice.random() < 0.5 and lines[number].text.strip():
        lines[number] = _touched(lines[number], choice, apart_from=_words(source))
    else:
        space = re.match(r"\s*", lines[number].text)
        lines.insert(number, Line(f"{space[0] if space else ''}added_{choice.randrange(999)}()"))
    return Edit("change body", {source.path: lines})


def add_to_end(repository: Repository, choice: random.Random) -> Edit | None:
    """Add a statement after the last one of a function, which leaves every line of it as it was."""
    source = _any(repository, choice, frozenset({"py"}))
    symbol = _function(source, choice) if source else None
    if source is None or symbol is None or symbol.stop - symbol.start < 2:
        return None
    space = re.match(r"\s*", source.lines[symbol.start - 1])
    lines = source.traced()
    lines.insert(symbol.stop, Line(f"{space[0] if space else ''}    added_{choice.randrange(999)}()"))
    # What ends on the same line may or may not have grown: the statement is in one of them.
    first = {one.name: one for one in reversed(source.symbols)}
    around = [one for one in first.values() if one.start <= symbol.start and one.stop >= symbol.stop]
    return Edit("add to the end", {source.path: lines}, grown={(source.path, one.name) for one in around})


def change_value(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CONFIG)
    keys = [one for one in source.symbols if one.kind == "key" and one.start == one.stop] if source else []
    if source is None or not keys:
        return None
    lines = source.traced()
    key = choice.choice(keys)
    line = lines[key.start - 1]
    value = re.search(r"[:=]\s*\S", line.text)
    if value is None:
        return None
    changed = re.sub(r"\w+", lambda found: f"{found[0]}7", line.text[value.end() - 1 :], count=1)
    lines[key.start - 1] = Line(line.text[: value.end() - 1] + changed, line.origin, "edited")
    return Edit("change value", {source.path: lines}) if changed != line.text[value.end() - 1 :] else None


def delete_symbol(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | CONFIG)
    if source is None or not source.symbols:
        return None
    symbol = choice.choice(source.symbols)
    lines = source.traced()
    left = lines[: symbol.start - 1] + lines[symbol.stop :]
    few = sum(bool(line.text.strip()) for line in left) < 2
    if few or _cuts(source, symbol.start, symbol.stop) or _is_overloaded(source, symbol):
        return None
    return Edit("delete definition", {source.path: left})


def delete_span(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | {"md", "rst"})
    if source is None or len(source.lines) < 20:
        return None
    start = choice.randrange(1, len(source.lines) - 8)
    stop = start + choice.randrange(1, 8)
    if _cuts(source, start, stop):
        return None
    lines = source.traced()
    return Edit("delete span", {source.path: lines[: start - 1] + lines[stop:]})


def delete_file(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | CONFIG | {"md", "rst"})
    return Edit("delete file", {source.path: None}) if source else None


def edit_elsewhere(repository: Repository, choice: random.Random) -> Edit | None:
    """Add lines above, below or between definitions of a file."""
    source = _any(repository, choice, CODE | {"toml"})
    if source is None:
        return None
    tops = [symbol.start - 1 for symbol in _outer(source)]
    at = choice.choice([len(source.lines), *tops[1:]])
    mark = _COMMENT.get(source.suffix, "//")
    lines = source.traced()
    lines[at:at] = [Line(f"{mark} note {choice.randrange(9999)}: nothing of this matters") for _ in range(3)]
    return Edit("edit elsewhere in file", {source.path: lines})


def edit_other_files(repository: Repository, choice: random.Random) -> Edit | None:
    """Add files: a new one, or a copy of one that stays."""
    source = _any(repository, choice, CODE | CONFIG)
    if source is None:
        return None
    copied = (
        [Line(text) for text in source.lines] if choice.random() < 0.6 else [Line("nothing of this matters")]
    )
    return Edit(
        "other files, copies", {_new_path(source, repository, choice): copied, source.path: source.traced()}
    )


def rename_symbol(repository: Repository, choice: random.Random) -> Edit | None:
    source = _any(repository, choice, CODE | {"toml"})
    symbol = _renamable(source, choice) if source else None
    if source is None or symbol is None:
        return None
    outer, _, short = symbol.name.rpartition(".")
    new = f"{short}_{choice.choice(['again', 'anew', 'other'])}"
    word = re.compile(rf"(?<![\w]){re.escape(short)}(?!\w)")
    lines = source.traced()
    for number in range(symbol.start - 1, symbol.stop):
        text = word.sub(new, lines[number].text)
        if text != lines[number].text:
            lines[number] = Line(text, lines[number].origin, "edited")
    qualified = f"{outer}.{new}" if outer else new
    renamed = {(source.path, symbol.name): qualified}
    for inner in source.symbols:
        if (
            inner.name.startswith(f"{symbol.name}.")
            and symbol.start <= inner.start <= inner.stop <= symbol.stop
        ):
            renamed[source.path, inner.name] = qualified + inner.name.removeprefix(symbol.name)
    return Edit("rename definition", {source.path: lines}, renamed)


def several(repository: Repository, choice: random.Random) -> Edit | None:
    """Make several edits of different files at once, as a commit does."""
    made: list[Edit] = []
    touched: set[str] = set()
    for maker in choice.sample(SINGLE, 4):
        edit = maker(repository, choice)
        if edit is not None and not touched & set(edit.files) and edit.line_end == "\n":
            made.append(edit)
            touched |= set(edit.files)
    return combined(made) if len(made) > 1 else None


SINGLE: list[Maker] = [
    rename_file,
    rename_file_edited,
    move_function,
    move_within,
    reformat_indent,
    reformat_blank,
    reformat_quotes,
    reformat_wrap,
    reformat_ends,
    change_signature,
    change_body,
    add_to_end,
    change_value,
    delete_symbol,
    delete_span,
    delete_file,
    edit_elsewhere,
    edit_other_files,
    rename_symbol,
]
MAKERS: list[Maker] = [*SINGLE, several]


def _any(repository: Repository, choice: random.Random, suffixes: frozenset[str]) -> Source | None:
    sources = [source for source in repository.sources.values() if source.suffix in suffixes]
    return choice.choice(sources) if sources else None


def _new_path(source: Source, repository: Repository, choice: random.Random) -> str:
    folder, _, name = source.path.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    elsewhere = choice.choice([folder, f"{folder}/moved".lstrip("/"), "other/place"])
    named = (
        f"{stem}_new{choice.randrange(99)}{dot}{suffix}"
        if choice.random() < 0.7 or elsewhere == folder
        else name
    )
    path = f"{elsewhere}/{named}".lstrip("/")
    return path if path not in repository.sources else f"{path}.{suffix}"


def _touched(
    line: Line, choice: random.Random, *, last: bool = False, apart_from: frozenset[str] = frozenset()
) -> Line:
    """Replace a word, but none that names a definition or makes one; or change a number, or add a comment."""
    words = [word for word in _WORD.finditer(line.text) if word[0] not in apart_from]
    new = f"touched_{choice.randrange(999)}"
    if len(words) > 2 or (last and len(words) > 1):
        word = words[-1] if last else choice.choice(words)
        return Line(line.text[: word.start()] + new + line.text[word.end() :], line.origin, "edited")
    numbers = re.sub(r"(?<!\w)\d+(?!\w)(?=\D*$)", lambda found: f"{int(found[0]) + 7}", line.text)
    mark = _COMMENT.get(line.origin[0].rpartition(".")[2] if line.origin else "", "//")
    text = numbers if numbers != line.text else f"{line.text} {mark} {new}"
    return Line(text, line.origin, "edited")


def _words(source: Source) -> frozenset[str]:
    """Return the words that make the definitions of a file what they are."""
    return _KEYWORDS | {part for symbol in source.symbols for part in symbol.name.split(".")}


def _to_margin(lines: list[Line]) -> list[Line]:
    """Take away what all lines are indented by."""
    space = min(len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip())
    return [Line(line.text[space:], line.origin, "loose") for line in lines] if space else lines


def _each_line(source: Source, kind: str, change: Callable[[str], str]) -> Edit:
    lines = [
        Line(text, line.origin, "kept" if text == line.text else "loose")
        for line in source.traced()
        for text in [change(line.text)]
    ]
    return Edit(kind, {source.path: lines})


def _names(source: Source) -> set[str]:
    return {symbol.name for symbol in source.symbols}


def _outer(source: Source) -> list[Symbol]:
    """Return the definitions that lie in no other."""
    found: list[Symbol] = []
    for symbol in sorted(source.symbols, key=lambda one: (one.start, -one.stop)):
        if not found or symbol.start > found[-1].stop:
            found.append(symbol)
    return found


def _top_level(source: Source, choice: random.Random) -> Symbol | None:
    wide = [symbol for symbol in _outer(source) if symbol.stop - symbol.start >= 2]
    names = [symbol.name for symbol in source.symbols]
    alone = [symbol for symbol in wide if names.count(symbol.name) == 1 and "." not in symbol.name]
    alone = [symbol for symbol in alone if not _is_overloaded(source, symbol)]
    return choice.choice(alone) if alone else None


def _function(source: Source, choice: random.Random) -> Symbol | None:
    functions = [symbol for symbol in source.symbols if symbol.kind == "function"]
    return choice.choice(functions) if functions else None


def _renamable(source: Source, choice: random.Random) -> Symbol | None:
    """Return a definition whose name is its own: no other has it, and no inner one mentions it."""
    shorts = [symbol.name.rpartition(".")[2] for symbol in source.symbols]
    found: list[Symbol] = []
    for symbol, short in zip(source.symbols, shorts, strict=True):
        word = re.compile(rf"(?<!\w){re.escape(short)}(?!\w)")
        inner = [one for one in source.symbols if one.name.startswith(f"{symbol.name}.")]
        clash = any(word.search("\n".join(source.lines[one.start - 1 : one.stop])) for one in inner)
        written = word.search("\n".join(source.lines[symbol.start - 1 : symbol.stop]))
        alone = shorts.count(short) == 1 and not _is_overloaded(source, symbol)
        if written and not clash and alone and not short.startswith("__"):
            found.append(symbol)
    return choice.choice(found) if found else None


def _is_overloaded(source: Source, symbol: Symbol) -> bool:
    """Tell whether other declarations of the same function stay where this one is taken away or renamed."""
    return sum(f"function {symbol.name.rpartition('.')[2]}" in text for text in source.lines) > 1


def breaks(edit: Edit, repository: Repository) -> bool:
    """Tell whether an edit leaves a file that cannot be read any more, though it could be before."""
    olds = [path for path, lines in edit.files.items() if lines is None]
    for path, lines in edit.files.items():
        source = repository.sources.get(path) or (repository.sources.get(olds[0]) if olds else None)
        if lines is not None and source is not None and _has_error(path, [line.text for line in lines]):
            return not _has_error(source.path, source.lines)
    return False


def _has_error(path: str, lines: Sequence[str]) -> bool:
    text = "\n".join(lines) + "\n"
    tree = parse(language_of(path, text), text)
    return tree is not None and tree.root_node.has_error


def _cuts(source: Source, start: int, stop: int) -> bool:
    """Tell whether a stretch takes a part of a definition that holds its name, and leaves another part."""
    for symbol in source.symbols:
        whole = start <= symbol.start and symbol.stop <= stop
        head = range(symbol.start, min(symbol.start + 4, symbol.stop) + 1)
        if not whole and (
            any(start <= number <= stop for number in head) or symbol.start <= stop == symbol.stop
        ):
            return True
        if not whole and symbol.start <= stop and start <= symbol.stop <= stop:
            return True
    return False
