"""How long do the adapters take, with many other notes in the project?

Run: python benchmarks/adapters.py [--notes 10000] [--rounds 30]

The memory tool and the LangGraph store keep what they store as notes. Every command is timed in process, in a
project that holds many notes of others; "search" is the client's own, for comparison.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from phantasm import Project
from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state
from phantasm.surfaces.adapters.anthropic_memory import MemoryTool
from phantasm.surfaces.adapters.langgraph_store import PhantasmStore

BATCH_NOTES = 1_000


def fill(project: Project, notes: int) -> None:
    """Hold notes that belong to nobody's store."""
    for start in range(0, notes, BATCH_NOTES):
        project.ingest(
            [
                {
                    "record_kind": "note",
                    "statement": f"The component number {number} talks to service {number * 7 % 113}.",
                }
                for number in range(start, min(start + BATCH_NOTES, notes))
            ]
        )


def timed(name: str, work: Callable[[int], object], rounds: int) -> None:
    """Print the median and the worst time of some work."""
    taken = []
    for number in range(rounds):
        started = time.perf_counter()
        work(number)
        taken.append((time.perf_counter() - started) * 1000)
    print(f"{name:28} {statistics.median(taken):8.1f} ms median {max(taken):8.1f} ms worst", flush=True)


def time_memory(tool: MemoryTool, rounds: int) -> None:
    """Time every command of the memory tool."""

    def command(name: str, **fields: str | int) -> Callable[[int], object]:
        return lambda number: tool.call(
            {
                "command": name,
                **{
                    key: value.format(number=number) if isinstance(value, str) else value
                    for key, value in fields.items()
                },
            }
        )

    path, moved = "/memories/old/{number}.md", "/memories/new/{number}.md"
    timed("memory create", command("create", path=path, file_text="one line of text\n" * 20), rounds)
    timed("memory view, a file", command("view", path=path), rounds)
    timed("memory view, all", command("view", path="/memories"), rounds)
    timed("memory insert", command("insert", path=path, insert_line=0, insert_text="new"), rounds)
    timed("memory str_replace", command("str_replace", path=path, old_str="new", new_str="old"), rounds)
    timed("memory rename", command("rename", old_path=path, new_path=moved), rounds)
    timed("memory delete", command("delete", path=moved), rounds)


def time_store(store: PhantasmStore, rounds: int) -> None:
    """Time the operations of the LangGraph store."""
    place = ("users", "7")
    timed(
        "store put", lambda number: store.put(place, f"k{number}", {"text": f"likes dish {number}"}), rounds
    )
    timed("store get", lambda number: store.get(place, f"k{number}"), rounds)
    timed("store search, no query", lambda number: store.search(("users",)), rounds)
    timed("store search, a query", lambda number: store.search(("users",), query=f"dish {number}"), rounds)
    timed("store list_namespaces", lambda number: store.list_namespaces(), rounds)
    timed("store delete", lambda number: store.delete(place, f"k{number}"), rounds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=30)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lay_out_state(Paths(Path(folder)))
        with Project.open(folder, profile="claude_code") as project:
            fill(project, chosen.notes)
            time_memory(MemoryTool(project), chosen.rounds)
            timed("search", lambda number: project.search(f"what talks to service {number}?"), chosen.rounds)
        with PhantasmStore(folder, profile="claude_code") as store:
            time_store(store, chosen.rounds)


if __name__ == "__main__":
    main()
