"""Which operations are there? One file each; a file is loaded when its operation is first asked for."""

import importlib
from functools import cache
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import DEFAULT_RIGHT
from phantasm.contracts.model import JsonObject
from phantasm.contracts.operation import Operation
from phantasm.contracts.parse import did_you_mean

# Names that the first seed system published: name -> (operation, parameters that the name fixes).
ALIASES: dict[str, tuple[str, JsonObject]] = {
    "ingest_many": ("ingest", {}),
    "tombstone": ("set_state", {"action": "tombstone"}),
    "tombstone_many": ("set_state", {"action": "tombstone"}),
    "archive": ("set_state", {"action": "archive"}),
    "lineage": ("history", {}),
    "accept_suggestion": ("review", {"action": "accept"}),
    "reject_suggestion": ("review", {"action": "reject"}),
    "defer_review": ("review", {"action": "defer"}),
    "resolve_review": ("review", {"action": "resolve"}),
    "resolve_conflict": ("review", {"action": "pick"}),
    "stale_review": ("review_queue", {"kinds": ["stale"]}),
    "duplicate_review": ("review_queue", {"kinds": ["duplicate"]}),
}

_PACKAGE = "phantasm.operations"


@cache
def names() -> tuple[str, ...]:
    """Return the name of every operation, sorted; reads the folder, imports nothing."""
    folder = Path(__file__).parent.parent / "operations"
    return tuple(sorted(path.stem for path in folder.glob("[a-z]*.py")))


def resolve(name: str) -> tuple[Operation, JsonObject]:
    """Return the operation behind a name or alias, and the parameters that the alias fixes."""
    canonical_name, fixed = ALIASES.get(name, (name, {}))
    if canonical_name not in names():
        known = [*names(), *ALIASES]
        raise PhantasmError(
            Code.UNKNOWN_OPERATION,
            f"unknown operation {name!r}{did_you_mean(name, known)}",
            field="operation",
            expected="one of: " + ", ".join(sorted(known)),
            remediation=(
                Remediation(
                    "List every operation.", request={"operation": "describe", "params": {"target": "all"}}
                ),
            ),
        )
    return load(canonical_name), fixed


@cache
def load(name: str) -> Operation:
    """Import one operation's file and read its declarations."""
    module = importlib.import_module(f"{_PACKAGE}.{name}")
    kind = module.KIND
    return Operation(
        name=name,
        summary=(module.__doc__ or "").strip().splitlines()[0],
        kind=kind,
        needs=getattr(module, "NEEDS", DEFAULT_RIGHT[kind]),
        params=module.Params,
        result=module.Result,
        handle=module.handle,
        prepare=getattr(module, "prepare", None),
        target=getattr(module, "target", None),
        example=module.EXAMPLE,
        suggestible=getattr(module, "SUGGESTIBLE", False),
        needs_store=getattr(module, "NEEDS_STORE", True),
    )


def operations() -> list[Operation]:
    """Return every operation, loaded, by name."""
    return [load(name) for name in names()]
