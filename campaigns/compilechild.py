"""Who makes stores, compiles, writes on and replays in the compiling campaign? One process each.

Run by the campaign, with this or another Python: python -m campaigns.compilechild ROLE FOLDER ...
Every role goes through its stores and notes one line of JSON for each.
"""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from campaigns import memories, storelife
from campaigns.storelife import ASKED_AT, Store
from phantasm.capabilities.clock import FixedClock
from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject

REQUESTS, MANIFESTS = "requests.json", "manifests.json"
"""What a store is asked for, and what came of it the first time; both lie beside it."""


def make(root: Path, provider: str, name: str, count: int) -> JsonObject:
    """Make a store, and draw so many things that it will be asked for."""
    asked = memories.requests(random.Random(f"{name}/requests"), count)
    root.mkdir(parents=True)
    (root / REQUESTS).write_text(json.dumps(asked), encoding="utf-8")
    return storelife.make(root, provider, name)


def compile_all(root: Path, provider: str, name: str, _: int) -> JsonObject:
    """Ask a store for everything that it is to be asked; the first process to do so keeps the manifests."""
    store = Store(root, provider, FixedClock(ASKED_AT), name)
    answers, manifests, broken = [], [], []
    with store.runtime:
        for one in _read(root / REQUESTS):
            said = store.send("compile", one["params"], profile=one["profile"], session=one["session"])
            answers.append(_hashes(said))
            if said.data is None:
                store.tally[said.error.code if said.error else "no answer"] += 1
                continue
            data: dict[str, Any] = said.data
            most = one["params"].get("max_characters", len(data["text"]))
            if data["tokens"] > data["token_budget"] or len(data["text"]) > most:
                broken.append(f"{root.name}: over its budget: {one}")
            manifests.append({"profile": one["profile"], "manifest": data["manifest"]})
            store.tally[data["match"]] += 1
            store.tally["by_words_only"] += (
                bool(one["params"].get("query")) and not data["manifest"]["vectors"]
            )
            store.tally["lines"] += len(data["manifest"]["lines"])
            store.tally["tokens"] += data["tokens"]
    if not (root / MANIFESTS).exists():
        (root / MANIFESTS).write_text(json.dumps(manifests), encoding="utf-8")
    return {"answers": answers, "tally": dict(store.tally), "broken": broken}


def _hashes(said: Response) -> list[str]:
    """Return what tells one answer from another: of its text, of its manifest, of all of it."""
    if said.data is None:
        return [str(said.error)] * 3
    parts = (said.data["text"], said.data["manifest"], [said.data, [one.code for one in said.warnings]])
    return [hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest() for part in parts]


def move_on(root: Path, provider: str, name: str, _: int) -> JsonObject:
    """Write to a store what comes after its contexts were handed over."""
    handed = [item for one in _read(root / MANIFESTS) for item in _items(one["manifest"])]
    return storelife.move_on(root, provider, name, list(dict.fromkeys(handed)))


def replay_some(root: Path, provider: str, name: str, count: int) -> JsonObject:
    """Write so many contexts again from their manifests; in every store another one comes first."""
    kept = _read(root / MANIFESTS)
    first = int(root.name) % max(1, len(kept))
    store = Store(root, provider, FixedClock(ASKED_AT), name)
    found = []
    with store.runtime:
        for one in (kept[first:] + kept[:first])[:count]:
            said = store.send("replay", {"manifest": one["manifest"]}, profile=one["profile"])
            data: dict[str, Any] = said.data or {
                "identical": False,
                "missing": [],
                "differs": str(said.error),
            }
            gone = sorted(one["id"] for one in data["missing"] if one["why"] == "erased")
            found.append(
                {
                    "items": sorted(_items(one["manifest"])),
                    "identical": data["identical"] and data["hash"] == one["manifest"]["hash"],
                    "erased": gone,
                    "otherwise": [data["differs"], len(data["missing"]) - len(gone)],
                }
            )
    return {"replays": found}


def _items(manifest: dict[str, Any]) -> list[str]:
    return [line["id"] for line in manifest["lines"] if "id" in line]


def _read(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


ROLES: dict[str, Callable[[Path, str, str, int], JsonObject]] = {
    "make": make,
    "compile": compile_all,
    "move-on": move_on,
    "replay": replay_some,
}


def main() -> int:
    """Read the arguments and play the part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("role", choices=sorted(ROLES))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--provider", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--share", required=True, help="the numbers of the stores, as first:end:step")
    parser.add_argument("--count", type=int, default=0, help="requests or manifests of each store")
    parser.add_argument("--report", type=Path, required=True)
    chosen = parser.parse_args()
    with chosen.report.open("w", encoding="utf-8") as report:
        for number in range(*map(int, chosen.share.split(":"))):
            root = chosen.folder / f"{number:05}"
            done = ROLES[chosen.role](root, chosen.provider, f"{chosen.seed}/{number}", chosen.count)
            report.write(json.dumps({"store": root.name, "python": sys.version.split()[0]} | done) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
