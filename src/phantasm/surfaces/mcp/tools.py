"""Which tools are offered? At most eight, in this order, with schemas small enough to be paid for every turn.

A tool's parameters have the names of the operation behind it, so that nothing is learned twice. What is left
out of a schema still works through `call`; its `describe` shows everything.
"""

from mcp.types import Tool, ToolAnnotations

from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import JsonObject

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
REMOVES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

ACTIONS = {
    "revise": "revise",
    "archive": "archive",
    "retract": "retract",
    "restore": "restore",
    "forget": "tombstone",
}
"""What `correct` can do, and what the operation behind it calls that."""
DECISIONS = ("accept", "reject", "defer", "resolve", "pick", "merge", "confirm")


def text(says: str = "") -> JsonObject:
    """Describe a text."""
    return _described({"type": "string"}, says)


def number(says: str = "") -> JsonObject:
    """Describe a whole number."""
    return _described({"type": "integer"}, says)


def flag(says: str = "") -> JsonObject:
    """Describe a yes or no."""
    return _described({"type": "boolean"}, says)


def choice(*values: str) -> JsonObject:
    """Describe one of a few words."""
    return {"enum": list(values)}


def listed(items: JsonObject, says: str = "") -> JsonObject:
    """Describe a list."""
    return _described({"type": "array", "items": items}, says)


def names(says: str) -> JsonObject:
    """Describe a list of ids or handles."""
    return listed(text(), says)


def rows(**properties: JsonObject) -> JsonObject:
    """Describe a list of objects by what is worth reading in them."""
    return listed(schema(dict(properties)))


def structure() -> JsonObject:
    """Describe an object whose inside `describe` shows."""
    return {"type": "object"}


def schema(properties: JsonObject, *required: str) -> JsonObject:
    """Describe the arguments of a tool, or a part of them."""
    shown: JsonObject = {"type": "object", "properties": properties}
    return shown | ({"required": list(required)} if required else {})


def answer(*required: str, **properties: JsonObject) -> JsonObject:
    """Describe what a tool gives back: the operation's data; warnings and next steps may stand beside it."""
    return schema(dict(properties), *required)


def tool(name: str, title: str, *, says: str, hints: ToolAnnotations, **schemas: JsonObject) -> Tool:
    """Describe a tool: what it is for, how it acts, what it takes and what it gives."""
    return Tool(
        name=name,
        title=title,
        description=says,
        input_schema=schemas["takes"],
        output_schema=schemas["gives"],
        annotations=hints,
    )


def _described(shown: JsonObject, says: str) -> JsonObject:
    return shown | ({"description": says} if says else {})


OUTPUTS: dict[str, JsonObject] = {
    "search": answer(
        "match",
        "hits",
        match=choice("strong_match", "weak_match", "no_match"),
        hits=rows(type=text(), id=text(), handle=text(), kind=text(), text=text(), marks=listed(text())),
        next_cursor=text(),
    ),
    "compile": answer("text", "match", "tokens", text=text(), match=text(), tokens=number()),
    "remember": answer(
        "results", results=rows(outcome=text(), record_id=text(), handle=text()), suggested=number()
    ),
    "correct": answer(
        records=rows(handle=text(), before=text(), after=text()), record_id=text(), handle=text()
    ),
    "review": answer(
        items=rows(kind=text(), state=text(), records=listed(structure())),
        total=number(),
        next_cursor=text(),
        decisions=rows(outcome=text()),
    ),
    "session": answer(sessions=rows(session_id=text(), added=number()), session=structure()),
    "report": answer("counted", "new", counted=rows(id=text(), uses=number()), new=number()),
    "call": answer(),
}
"""The output schema of each tool, by name."""


# Given or not, every write has one; the server's instructions say what happens without it.
_KEY: JsonObject = {"idempotency_key": text()}
_DRY_RUN: JsonObject = {"dry_run": flag("Only show what would change")}

SEARCH = tool(
    "search",
    "Search memory",
    says="Find what this project remembers: decisions, facts, past sessions, evidence. Use before asking the "
    "user about earlier work and before deciding something that may have been decided. Cite hits by handle.",
    hints=READS,
    takes=schema(
        {
            "query": text("Question or keywords"),
            "limit": number("Default 10"),
            "mode": choice("tokens", "exact", "fuzzy", "regex"),
            "kinds": listed(text(), "Record kinds, as in remember"),
            "everywhere": flag("Also other branches, worktrees, sessions"),
            "as_of": text("ISO time: what was true then"),
            "cursor": text("next_cursor of the page before"),
        },
        "query",
    ),
    gives=OUTPUTS["search"],
)

COMPILE = tool(
    "compile",
    "Compile context",
    says="Get ready-made context for a task within a token budget: rules, decisions, facts, procedures, open "
    "work. Use once when a task starts or changes; without query, what holds for every task.",
    hints=READS,
    takes=schema(
        {
            "query": text("The task"),
            "token_budget": number("Default 8000, at most 10000"),
            "focus_subjects": listed(text(), "Subject keys that must be there"),
            "given": listed(text(), "Ids you already have; left out"),
            "explain": flag("Why each line is there"),
        }
    ),
    gives=OUTPUTS["compile"],
)

REMEMBER = tool(
    "remember",
    "Remember",
    says="Keep one lasting statement that later sessions need: a decision with its reason, a constraint, a "
    "convention, a known issue. Not for what the code already says. Contradictions go to review, never over "
    "what is held.",
    hints=ADDS,
    takes=schema(
        {
            "record_kind": choice(*KindName.__args__),  # type: ignore[attr-defined]
            "statement": text("One self-contained sentence"),
            "subject_key": text("What it is about, dotted: storage.engine"),
            "scope": choice("project", "branch", "worktree", "session"),
            "raw_evidence": listed(
                schema({"text": text("Verbatim"), "source": text("Path, URL or command")}, "text")
            ),
            "links": listed(schema({"type": text(), "target": text()}), "about file:…, depends_on handle"),
            **_KEY,
        },
        "record_kind",
        "statement",
    ),
    gives=OUTPUTS["remember"],
)

CORRECT = tool(
    "correct",
    "Correct or forget",
    says="Change what is held, by handle: revise (new statement, the old one stays in history), archive (no "
    "longer used), retract (never was true), restore, forget (erased for good).",
    hints=REMOVES,
    takes=schema(
        {
            "id": text("Handle or id"),
            "action": choice(*ACTIONS),
            "statement": text("revise: what it says from now on"),
            "reason": text(),
            **_DRY_RUN,
            **_KEY,
        },
        "id",
        "action",
    ),
    gives=OUTPUTS["correct"],
)

REVIEW = tool(
    "review",
    "Review queue",
    says="See what waits for a person's decision (action list), or carry out a decision that the user just "
    "made. Most clients may only list; the user decides with `phantasm review`.",
    hints=REMOVES,
    takes=schema(
        {
            "action": choice("list", *DECISIONS),
            "ids": listed(text(), "Reviews or records; for all but list"),
            "kinds": listed(text(), "list: suggestion, conflict, duplicate, stale, …"),
            "limit": number(),
            "cursor": text(),
            "winner": text("pick, merge: the record that holds"),
            "reason": text(),
            **_KEY,
        },
        "action",
    ),
    gives=OUTPUTS["review"],
)

SESSION = tool(
    "session",
    "Session log",
    says="Hand over a session where no hook does it: start, append turns, end. When it ends, it becomes an "
    "episode that later sessions find.",
    hints=ADDS,
    takes=schema(
        {
            "action": choice("start", "append", "end"),
            "session_id": text("Yours; the client's when left out"),
            "title": text(),
            "turns": listed(
                schema(
                    {
                        "id": text("Same at each retry"),
                        "role": choice("user", "assistant", "tool"),
                        "text": text(),
                        "command": text(),
                        "exit_code": number(),
                    },
                    "id",
                    "role",
                )
            ),
            **_KEY,
        },
        "action",
    ),
    gives=OUTPUTS["session"],
)

REPORT = tool(
    "report",
    "Report outcome",
    says="Say how the task went and which remembered items you used. Use at the end of a task: it decides "
    "what is trusted and shown next time.",
    hints=ADDS,
    takes=schema(
        {
            "outcome": choice("success", "failure", "partial", "abandoned", "unknown"),
            "used": names("Handles, as cited"),
            "session_id": text(),
            "reason": text("What shows it"),
            **_KEY,
        },
        "outcome",
    ),
    gives=OUTPUTS["report"],
)

CALL = tool(
    "call",
    "Any other operation",
    says="Run any operation: explain, history, recall (what got past a failing command), work_graph, "
    'inspect, undo, health, …. Operation describe lists them; params {"target": NAME} shows one in full.',
    hints=REMOVES,
    takes=schema({"operation": text(), "params": structure(), **_KEY}, "operation"),
    gives=OUTPUTS["call"],
)

TOOLS = (SEARCH, COMPILE, REMEMBER, CORRECT, REVIEW, SESSION, REPORT, CALL)
