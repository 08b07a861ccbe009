"""Which slash commands are there, and what does each become? Most are one request to an operation."""

from dataclasses import dataclass, field

from phantasm.contracts.errors import Code, PhantasmError


@dataclass(frozen=True, slots=True)
class Command:
    """One slash command."""

    name: str
    usage: str
    about: str
    operation: str = ""
    """The operation behind it; none for what the shell does by itself."""
    words: str = ""
    """The parameter that takes what is neither command nor key=value."""
    names: str = ""
    """Whose names the words are, for completion: record, session, write, kind, command; else free text."""
    needed: bool = False
    """Whether it says nothing without words."""
    fixed: dict[str, object] = field(default_factory=dict)
    """Parameters that the command stands for, unless others are given."""


_ALL = (
    Command(
        "search",
        "WORDS",
        "find what is remembered; also without a command, or behind a ?",
        "search",
        words="query",
        needed=True,
    ),
    Command(
        "compile",
        "[TASK]",
        "preview the context for a task, with a bar per section",
        "compile",
        words="query",
    ),
    Command("text", "", "print the whole text of the last preview"),
    Command("lines", "", "why each line of the last preview is there, and what was left out"),
    Command(
        "recall",
        "TASK",
        "what helped before with such a task or failure",
        "recall",
        words="task",
        needed=True,
    ),
    Command("list", "[KIND]", "list records, newest first", "list", words="record_kind", names="kind"),
    Command(
        "show",
        "ID...",
        "show records, evidence, sessions or writes in full",
        "inspect",
        words="ids",
        names="record",
        needed=True,
    ),
    Command(
        "why",
        "ID",
        "why something is held, or is not any more",
        "explain",
        words="id",
        names="record",
        needed=True,
    ),
    Command("history", "ID", "every version of a record", "history", words="id", names="record", needed=True),
    Command("add", "KIND WORDS", "hold something from now on", names="kind"),
    Command("review", "[ID...]", "decide what waits, one item at a time, with keys", names="record"),
    Command(
        "conflicts",
        "",
        "what contradicts each other, with both sides",
        "review_queue",
        fixed={"kinds": ["conflict"], "states": ["open", "deferred"]},
    ),
    Command(
        "undo",
        "[OPERATION...]",
        "take back what was written last in this shell, or writes by id",
        names="write",
    ),
    Command("audit", "", "who changed what, newest first", "audit"),
    Command("sessions", "", "sessions of agents, newest first", "sessions"),
    Command(
        "episodes", "[SESSION...]", "what sessions came to", "episodes", words="session_ids", names="session"
    ),
    Command("health", "", "whether memory is well", "health"),
    Command("status", "", "the project at a glance", "inspect"),
    Command("more", "", "the next page of the last answer"),
    Command("json", "[on|off]", "answers as JSON, one line each"),
    Command("live", "[on|off]", "answers while you type"),
    Command("help", "[NAME]", "commands and keys; one command or operation in full", names="command"),
    Command("quit", "", "leave; so does Ctrl-D"),
)
COMMANDS = {command.name: command for command in _ALL}
"""Every slash command by its name, in the order of the help."""
SHORT = {"exit": "quit", "q": "quit", "s": "search", "c": "compile", "r": "review", "h": "help", "?": "help"}
"""Other names of commands."""


def find(name: str) -> Command:
    """Return a command by any of its names."""
    found = COMMANDS.get(SHORT.get(name, name))
    if found is None:
        from phantasm.contracts.parse import did_you_mean  # noqa: PLC0415  the contract, which a prompt can wait for

        raise PhantasmError(
            Code.UNKNOWN_OPERATION,
            f"there is no command /{name}{did_you_mean(name, COMMANDS)}",
            expected="one of: " + ", ".join(f"/{known}" for known in COMMANDS),
        )
    return found
