"""A file that is to be imported: its format, its records or statements without secrets, its faults. Pure.

Markdown is read by its block structure (CommonMark). Paragraphs and list items are prose; headings say where
it stands; what ends with a colon leads into the list or the code behind it. HTML, tables and images are no
statements, and what Phantasm itself wrote is left out.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import ValidationError

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import MAX_STATEMENT_CHARACTERS, JsonObject
from phantasm.security.redaction import Masked, redact
from phantasm.state.exchange.lines import Numbered, is_export, read_lines, wrong_field
from phantasm.state.exchange.markdown import is_page
from phantasm.state.exchange.masking import masked_draft, masked_line
from phantasm.state.exchange.text import NotJsonError, Problem, object_of, text_of
from phantasm.state.inputs import RecordInput
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Content, Draft, Quality, Sensitivity

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode


# The names under which other programs keep the same thing; the first that is there counts.
_STATEMENT = ("statement", "text", "content", "memory")
_KIND = ("record_kind", "kind", "type")
_KEY = ("subject_key", "key")
_AS_THEY_ARE = ("sensitivity", "valid_from", "valid_to")
# What says nothing about itself is kept as what it is.
_DEFAULT_KIND = "note"


def read_plain(text: str) -> Iterator[tuple[int, RecordInput] | Problem]:
    """Yield each line's record with its number, or what is wrong with the line."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, _record(object_of(line))
        except NotJsonError as problem:
            yield Problem(number, str(problem))
        except ValidationError as problem:
            yield Problem(number, wrong_field(problem))


def _record(value: JsonObject) -> RecordInput:
    rest = dict(value)
    statement = _taken(rest, _STATEMENT)
    named = next((name for name in _KIND if str(rest.get(name)) in CATALOGUE), None)
    kind = rest.pop(named) if named else _DEFAULT_KIND
    fields: JsonObject = {"statement": statement, "record_kind": kind}
    key = _taken(rest, _KEY)
    if key is not None:
        fields["subject_key"] = key
    fields |= {name: rest.pop(name) for name in _AS_THEY_ARE if rest.get(name) is not None}
    if isinstance(rest.get("confidence"), int | float):
        fields["quality"] = {"confidence": float(rest.pop("confidence"))}  # type: ignore[arg-type]
    if statement is None:
        raise NotJsonError("there is no statement")
    return RecordInput.model_validate(fields | ({"payload": rest} if rest else {}))


def _taken(rest: JsonObject, names: tuple[str, ...]) -> str | None:
    """Take the first text under one of some names out of an object."""
    for name in names:
        value = rest.get(name)
        if isinstance(value, str) and value.strip():
            del rest[name]
            return value
    return None


MAX_CHARACTERS = 1_000_000
"""A file of Markdown is a few pages; one of this length is read in some seconds."""
LONGEST_CHARACTERS = 8_000
"""A longer paragraph is no statement; inside it nobody looks for links and images."""

# What headings of CLAUDE.md, AGENTS.md and their kind are called; the first match in this order decides.
_HEADINGS: tuple[tuple[KindName, str], ...] = (
    ("known_issue", r"known issues?|gotchas?|pitfalls?|caveats?|troubleshooting|quirks?|limitations?|bugs?"),
    ("glossary", r"glossary|terminology|vocabulary|definitions?|terms"),
    ("decision", r"decisions?|adrs?|rationale"),
    ("dependency", r"dependenc(?:y|ies)"),
    ("person", r"team|people|contacts?|owners?|maintainers?|who"),
    ("preference", r"preferences?|likes|tone"),
    ("goal", r"goals?|roadmap|vision"),
    ("task", r"todos?|tasks?|next steps|backlog"),
    ("procedure", r"workflows?|process|procedures?|releas(?:e|es|ing)|deploy(?:ing|ment)?|how to|steps"),
    ("constraint", r"constraints?|never|must|forbidden|don'?ts?|do not|security|safety|boundar(?:y|ies)"),
    ("constraint", r"restrictions?|rules?|critical|important|requirements?"),
    ("environment", r"commands?|environment|set ?up|install(?:ation|ing)?|build(?:ing)?|running|run"),
    ("environment", r"prerequisites?|getting started|quick ?start|tooling|scripts?|develop(?:ment|ing)?"),
    (
        "convention",
        r"conventions?|style|naming|guidelines?|format(?:ting)?|standards?|practices?|test(?:s|ing)?",
    ),
    ("fact", r"architecture|overview|structure|stack|layout|about|background|components?|design|directory"),
)
_PATTERNS = tuple((kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for kind, words in _HEADINGS)
_BINDING = re.compile(
    r"\b(?:never|must(?: not|n't)?|do not|don't|always|forbidden|required)\b", re.IGNORECASE
)
# Under these headings a binding word makes a constraint; a command "must" be run, but stays a command.
_MAY_BIND: frozenset[KindName] = frozenset({"convention", "fact", "preference"})

_MANAGED = re.compile(r"<!-- phantasm:begin v\d+ -->.*?(?:<!-- phantasm:end -->|\Z)", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---(?=\n|\Z)", re.DOTALL)
_ROUND_BULLET = re.compile(r"(?m)^(\s*)•(?=\s)")
_TASK = re.compile(r"\[[ xX]\]\s+")
_ALERT = re.compile(r"\[!\w+\]\s*")  # how GitHub marks a quote as a note or a warning
_INCLUDE = re.compile(r"@\S+")
_WORD = re.compile(r"\w\w")
_SENTENCE_END = re.compile(r"[.!?][\"')*_`]*\s+(?=\S)")
_CODE = frozenset({"fence", "code_block"})
_LISTS = frozenset({"bullet_list", "ordered_list"})


class ProseBlock(NamedTuple):
    """A paragraph or a list item."""

    line: int
    text: str
    """As it is written, on one line."""
    plain: str
    """As it is read: without marks of emphasis, links as their words."""
    headings: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    """What leads into the list that it is an item of, the outermost first."""
    code: str = ""
    """The blocks of code that it leads into, each behind a line feed."""

    @property
    def leads_on(self) -> bool:
        """Tell whether it ends with a colon: what follows belongs to it."""
        return self.plain.endswith(":")

    def and_then(self, other: "ProseBlock") -> "ProseBlock":
        """Return it with another paragraph of the same item."""
        return self._replace(text=f"{self.text} {other.text}", plain=f"{self.plain} {other.plain}")

    @property
    def statement(self) -> str:
        """Return it as a statement; the context stands behind: in front it would read as an attribute."""
        context = " > ".join(lead.rstrip(": ") for lead in self.leads)
        return f"{self.text} ({context}){self.code}" if context else f"{self.text}{self.code}"


def prose_of(text: str) -> tuple[list[ProseBlock], Counter[str]]:
    """Return the prose of a file, in order, and how many tables, images and blocks of HTML there are."""
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415  only where a file of Markdown is read

    reader = _Reader()
    tokens = _markdown().parse(_ROUND_BULLET.sub(r"\1-", _own_words(text)), reader.known)
    found = [one for one in reader.blocks(SyntaxTreeNode(tokens).children, ()) if _WORD.search(one.statement)]
    return found, reader.left_out


@cache
def _markdown() -> "MarkdownIt":
    """Return a reader of blocks; what stands inside of them is read one by one, where it is short enough."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  only where a file of Markdown is read

    return MarkdownIt("commonmark").enable("table").disable("inline")


@dataclass(slots=True)
class _Reader:
    """What is known of a file while it is read."""

    known: dict[str, Any] = field(default_factory=dict)
    """The links that are defined somewhere in it."""
    left_out: Counter[str] = field(default_factory=Counter)
    headings: list[tuple[int, str]] = field(default_factory=list)

    def blocks(self, nodes: "Sequence[SyntaxTreeNode]", leads: tuple[str, ...]) -> Iterator[ProseBlock]:
        """Yield the prose of some blocks that stand beside each other."""
        held: ProseBlock | None = None
        """What ends with a colon, or is code: more of it may follow."""
        for node in nodes:
            if node.type in _CODE:
                held = held or self._block(node, f"{self.headings[-1][1]}:" if self.headings else "", leads)
                held = held._replace(code=held.code + _code(node))
                continue
            inside = leads
            if held is not None and node.type in _LISTS and not held.code:
                held, lead = _parted(held)
                inside = (*leads, lead)
            if held is not None:
                yield held
            held = self._paragraph(node, leads) if node.type == "paragraph" else None
            if held is not None and not held.leads_on:
                yield held
                held = None
            yield from self._inner(node, inside)
        if held is not None:
            yield held

    def _inner(self, node: "SyntaxTreeNode", leads: tuple[str, ...]) -> Iterator[ProseBlock]:
        """Yield the prose of a block that has others inside, and take note of a heading."""
        match node.type:
            case "heading":
                level = int(node.tag[1:])
                self.headings = [*(one for one in self.headings if one[0] < level), (level, _content(node))]
            case "bullet_list" | "ordered_list":
                for item in node.children:
                    yield from self._item(item.children, leads)
            case "blockquote":
                yield from self.blocks(node.children, leads)
            case "table" | "html_block":
                self.left_out[node.type] += 1

    def _item(self, nodes: "Sequence[SyntaxTreeNode]", leads: tuple[str, ...]) -> Iterator[ProseBlock]:
        """Yield an item with its paragraphs and its code, then the lists inside of it."""
        own: ProseBlock | None = None
        inner: list[SyntaxTreeNode] = []
        for node in nodes:
            found = self._paragraph(node, leads) if node.type == "paragraph" else None
            if found is not None:
                own = own.and_then(found) if own else found
            elif node.type in _CODE and own is not None:
                own = own._replace(code=own.code + _code(node))
            elif node.type != "paragraph":
                inner.append(node)
        if own is not None:
            own = own._replace(text=_TASK.sub("", own.text, 1), plain=_TASK.sub("", own.plain, 1))
            if own.leads_on and not own.code and any(node.type in _LISTS for node in inner):
                leads = (*leads, own.text)
            else:
                yield own
        yield from self.blocks(inner, leads)

    def _paragraph(self, node: "SyntaxTreeNode", leads: tuple[str, ...]) -> ProseBlock | None:
        text = _content(node)
        if _INCLUDE.fullmatch(text):
            return None
        block = self._block(node, text, leads)
        if len(text) > LONGEST_CHARACTERS:
            return block
        inside: list[Token] = []
        reader = _markdown()
        reader.inline.parse(text, reader, self.known, inside)
        plain = _plain(inside)
        if not _WORD.search(plain) and any(one.type in {"image", "html_inline"} for one in inside):
            self.left_out["image"] += 1
            return None
        return block._replace(plain=plain)

    def _block(self, node: "SyntaxTreeNode", text: str, leads: tuple[str, ...]) -> ProseBlock:
        line = node.map[0] + 1 if node.map else 1
        return ProseBlock(line, text, text, tuple(name for _, name in self.headings), leads)


def _content(node: "SyntaxTreeNode") -> str:
    content = node.children[0].content if node.children else ""
    whole = " ".join(line.strip().removesuffix("\\") for line in content.split("\n"))
    return _ALERT.sub("", whole, count=1).strip()


def _plain(inside: "Sequence[Token]") -> str:
    """Return what a reader of the page sees, without images."""
    breaks = {"softbreak", "hardbreak"}
    seen = (
        one.content if one.type == "text" else f"`{one.content}`" if one.type == "code_inline" else " "
        for one in inside
        if one.type in {"text", "code_inline", *breaks}
    )
    return "".join(seen).strip()


def _parted(block: ProseBlock) -> tuple[ProseBlock | None, str]:
    """Return what stands before the last sentence of a block, and that sentence, which leads into a list."""
    ends = [found.end() for found in _SENTENCE_END.finditer(block.text)]
    if not ends:
        return None, block.text
    before = block.text[: ends[-1]].strip()
    plain = [found.start() + 1 for found in _SENTENCE_END.finditer(block.plain)]
    return block._replace(text=before, plain=block.plain[: plain[-1]] if plain else before), block.text[
        ends[-1] :
    ]


def _code(node: "SyntaxTreeNode") -> str:
    fence = node.markup or "```"
    return f"\n{fence}{node.info}\n{node.content.rstrip()}\n{fence}"


def _own_words(text: str) -> str:
    """Return a file without front matter and managed blocks; every line keeps its number."""
    for pattern in (_FRONT_MATTER, _MANAGED):
        text = pattern.sub(lambda found: "\n" * found[0].count("\n"), text)
    return text


def kind_of(statement: str, headings: Sequence[str]) -> KindName:
    """Return the kind of a statement that stands under some headings, the outermost first."""
    by_heading = (_of_heading(heading) for heading in reversed(headings))
    kind: KindName = next((found for found in by_heading if found), "convention")
    return "constraint" if kind in _MAY_BIND and _BINDING.search(statement) else kind


def _of_heading(heading: str) -> KindName | None:
    return next((kind for kind, pattern in _PATTERNS if pattern.search(heading)), None)


Format = Literal["jsonl", "plain_jsonl", "agent_file", "document"]
Lasting = Callable[[str], Sequence[tuple[KindName, str]]]
"""Which sentences of a text state something lasting, each with its kind."""
_PLAIN_ENDINGS = frozenset({"jsonl", "ndjson"})
_TEXT_ENDINGS = frozenset({"md", "markdown", "txt", "rst", "adoc"})
_AGENT_FILE = re.compile(
    r"(?i)(?:.*/)?(?:\..+|(?:claude|agents?|gemini|memory)(?:\.\w+)?\.md|[^/]*instructions\.md|[^/]*\.mdc)"
)
"""What coding agents read by its name, or lies hidden; there every paragraph is meant for them."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A file as it was handed over."""

    name: str
    """Relative to the project."""
    data: bytes
    lasting: Lasting
    format: Literal["auto", "jsonl", "plain_jsonl", "agent_file", "document"] = "auto"
    sensitivity: Sensitivity = "normal"
    """What its statements are where they do not say."""
    mask: bool = True


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds."""

    format: Format
    lines: list[Numbered] = field(default_factory=list)
    """The records of an export."""
    drafts: list[tuple[int, Draft]] = field(default_factory=list)
    """The statements of any other file, each with the line it begins at."""
    problems: list[Problem] = field(default_factory=list)
    masked: tuple[Masked, ...] = ()
    left_out: Counter[str] = field(default_factory=Counter)
    """What of a file of Markdown is no statement: how many, by what it is."""


def read_file(handed: Handed) -> ReadFile:
    """Read a file of any known format."""
    text = text_of(handed.data, handed.name)
    match _format_of(handed, text):
        case "jsonl":
            return _read_export(handed, text)
        case "plain_jsonl":
            return _read_plain(handed, text)
        case "agent_file" | "document" as form:
            return _read_prose(handed, text, form)


def _format_of(handed: Handed, text: str) -> Format:
    if is_page(text):
        raise _unknown(handed, "is a page that Phantasm wrote for reading; import the .jsonl export")
    if handed.format != "auto":
        return handed.format
    ending = handed.name.rpartition(".")[2].lower()
    if is_export(text):
        return "jsonl"
    if ending in _PLAIN_ENDINGS:
        return "plain_jsonl"
    if _AGENT_FILE.fullmatch(handed.name):
        return "agent_file"
    if ending in _TEXT_ENDINGS:
        return "document"
    raise _unknown(handed, "has no format that its name or first line would tell")


def _read_export(handed: Handed, text: str) -> ReadFile:
    found, problems = read_lines(text)
    masked: list[Masked] = []
    lines = []
    for one in found:
        line, more = masked_line(one.line, one.number) if handed.mask else (one.line, ())
        masked += more
        lines.append(replace(one, line=line))
    return ReadFile("jsonl", lines=lines, problems=problems, masked=tuple(masked))


def _read_plain(handed: Handed, text: str) -> ReadFile:
    drafts: list[tuple[int, Draft]] = []
    problems: list[Problem] = []
    masked: list[Masked] = []
    for one in read_plain(text):
        if isinstance(one, Problem):
            problems.append(one)
            continue
        number, given = one
        draft = _of_input(given, handed)
        if handed.mask:
            draft, more = masked_draft(draft, number)
            masked += more
        drafts.append((number, _from(draft, handed, line=number)))
    return ReadFile("plain_jsonl", drafts=drafts, problems=problems, masked=tuple(masked))


def _read_prose(handed: Handed, text: str, form: Literal["agent_file", "document"]) -> ReadFile:
    if len(text) > MAX_CHARACTERS:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{handed.name} has {len(text)} characters; at most {MAX_CHARACTERS} are read as prose",
            field="params.path",
            remediation=(Remediation("Split the file, and import its parts one after the other."),),
        )
    # As a whole: a key may reach over many lines, and a statement is only a part of them.
    clean, masked = redact(text, where=handed.name) if handed.mask else (text, ())
    blocks, left_out = prose_of(clean)
    if form == "agent_file":
        stated = [(one, kind_of(one.statement, one.headings), one.statement) for one in blocks]
    else:
        stated = _lasting(blocks, handed.lasting, left_out)
    drafts: list[tuple[int, Draft]] = []
    problems: list[Problem] = []
    for block, kind, statement in stated:
        if len(statement) > MAX_STATEMENT_CHARACTERS or "\x00" in statement:
            problems.append(Problem(block.line, "the statement is too long, or holds the NUL character"))
            continue
        draft = Draft(
            kind=kind,
            content=Content(statement),
            origin="repository_file",
            sensitivity=handed.sensitivity,
            quality=Quality(source_type="file"),
        )
        heading = " > ".join(block.headings)
        drafts.append((block.line, _from(draft, handed, line=block.line, heading=heading)))
    return ReadFile(form, drafts=drafts, problems=problems, masked=masked, left_out=left_out)


def _lasting(
    blocks: Sequence[ProseBlock], lasting: Lasting, left_out: Counter[str]
) -> list[tuple[ProseBlock, KindName, str]]:
    """Return the sentences that state something lasting, and count what else there is."""
    stated: list[tuple[ProseBlock, KindName, str]] = []
    for block in blocks:
        left_out["code"] += bool(block.code)
        # What ends with a colon says nothing without what it leads into.
        is_whole = not block.leads_on and len(block.plain) <= LONGEST_CHARACTERS
        found = lasting(block.plain) if is_whole else ()
        left_out["passing"] += bool(not found and block.text and not (block.leads_on and block.code))
        stated += [(block, kind, statement) for kind, statement in found]
    return stated


def _of_input(given: RecordInput, handed: Handed) -> Draft:
    return Draft(
        kind=given.record_kind,
        content=given.to_content(),
        origin="import",
        subject_key=given.subject_key,
        sensitivity=given.sensitivity or handed.sensitivity,
        quality=given.quality.to_quality(),
        valid_from=given.valid_from,
        valid_to=given.valid_to,
    )


def _from(draft: Draft, handed: Handed, *, line: int, heading: str = "") -> Draft:
    provenance: dict[str, object] = {
        "file": handed.name,
        "line": line,
        "sha256": hashlib.sha256(handed.data).hexdigest(),
    }
    if heading:
        provenance["heading"] = heading
    return draft._replace(content=draft.content._replace(provenance=provenance))


def _unknown(handed: Handed, reason: str) -> PhantasmError:
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"{handed.name} {reason}",
        field="params.format",
        expected="jsonl, plain_jsonl, agent_file or document",
    )
