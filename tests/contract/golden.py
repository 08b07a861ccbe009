"""What is promised on the outside? Collects the whole contract as one JSON value and keeps it in a file.

`python tests/contract/golden.py` rewrites operations.json, so that a change of the contract is a line in the
review. `--release` also keeps it as the promise of the current version, which later versions are held to.
"""

import json
import sys
from pathlib import Path

import phantasm
from phantasm.contracts.envelope import Request, Response
from phantasm.contracts.errors import STATUS
from phantasm.contracts.operation import Operation
from phantasm.runtime import registry

GOLDEN = Path(__file__).parent / "operations.json"
RELEASED = Path(__file__).parent / "released"


def contract() -> dict[str, object]:
    """Return everything that a client may rely on."""
    return {
        "operations": {operation.name: _entry(operation) for operation in registry.operations()},
        "aliases": {
            name: {"operation": operation, "fixed_params": fixed}
            for name, (operation, fixed) in registry.ALIASES.items()
        },
        "errors": {
            code.value: {"exit_status": status.exit, "http_status": status.http}
            for code, status in STATUS.items()
        },
        "request": Request.model_json_schema(),
        "response": Response.model_json_schema(),
    }


def render(value: dict[str, object]) -> str:
    """Return the golden file's text."""
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _entry(operation: Operation) -> dict[str, object]:
    return {
        "kind": operation.kind.value,
        "needs": operation.needs.value,
        "needs_store": operation.needs_store,
        "suggestible": operation.suggestible,
        "needs_confirmation": operation.confirmed,
        "params": operation.params.model_json_schema(),
        "result": operation.result.model_json_schema(),
    }


def _write(arguments: list[str]) -> None:
    text = render(contract())
    GOLDEN.write_text(text, encoding="utf-8")
    if "--release" in arguments:
        RELEASED.mkdir(exist_ok=True)
        (RELEASED / f"{phantasm.__version__}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _write(sys.argv[1:])
