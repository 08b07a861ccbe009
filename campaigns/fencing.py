"""Does hostile text stay inside the fence, all the way from ingest to what an agent receives?

Every attack of tests/unit/context/attacks.py goes in as evidence and as records of untrusted origin, of kinds
that would instruct and of kinds that would not, and as records derived from those. Then contexts are compiled
for questions that hit them, in every format, for every model. docs/fencing.md says what must hold.
Full size: python -m campaigns.fencing
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, product
from pathlib import Path
from typing import Any

from campaigns.fencelaws import broken_by, quoted_ids
from campaigns.verdict import Verdict, finish, new_project, options, progress, workplace
from phantasm.context.profiles import PROFILES
from phantasm.context.render import FORMATS
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.party import Party
from tests.unit.context.attacks import ATTACKS, ORDER

ORIGINS = ("web", "tool_output", "repository_file", "import")
INSTRUCTING = ("constraint", "convention", "preference", "procedure", "identity")
OTHERS = ("fact", "decision", "note", "task")
# Longer attacks are cut for statements: a store of hundred-page statements would show nothing more.
_STATEMENT_CHARACTERS = 4_000
# What is trusted, so that every section has something to say beside what must not be there.
TRUSTED = {
    "identity": "Orchard is the service that plans harvests.",
    "constraint": "Never send a harvest plan without the signature of a grower.",
    "procedure": "To print a plan: open the ladder, pick the ledger, stamp it.",
    "fact": "Passwords of growers are kept by the identity provider, none in this repository.",
    "task": "Move the stored plans of last year to the archive.",
}


@dataclass(slots=True)
class Hostile:
    """A store full of hostile text, and which attack each of its items is."""

    runtime: Runtime
    attack_of: dict[str, int] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    numbers: Iterator[int] = field(default_factory=count)

    def ask(self, operation: str, params: JsonObject) -> dict[str, Any]:
        """Send a request as an agent does; what is refused has no data."""
        name = f"fencing-{next(self.numbers)}"
        request: JsonObject = {
            "api_version": "v1",
            "operation": operation,
            "request_id": name,
            "idempotency_key": name,
            "client": {"profile": "claude_code"},
            "params": params,
        }
        response = self.runtime.handle(request, Party())
        if response.error:
            self.refused[f"{operation} {response.error.code}"] += 1
        return response.data or {}

    def hold(self, records: dict[int, JsonObject]) -> dict[int, str]:
        """Hold records that are, or will be, of untrusted origin; return their ids by attack."""
        held = self.ask("ingest", {"items": list(records.values())}).get("results")
        if held is None and len(records) > 1:  # one of them is refused, and all with it
            numbers = list(records)
            halves = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
            parts = [self.hold({number: records[number] for number in half}) for half in halves]
            return parts[0] | parts[1]
        names = {number: str(one["record_id"]) for number, one in zip(records, held or (), strict=bool(held))}
        self.attack_of |= {name: number for number, name in names.items()}
        return names


def named(prefix: str, number: int) -> str:
    """Return words that only one item has: to ask for it, and so that no two items say the same."""
    ending = "".join("bdfgklmnpr"[int(digit)] + "o" for digit in str(number))
    return " ".join(f"{prefix}{middle}{ending}" for middle in ("sa", "ti", "ru"))


def fill(store: Hostile) -> None:
    """Take in every attack in every way, and a few good records."""
    good: list[JsonObject] = [{"record_kind": kind, "statement": said} for kind, said in TRUSTED.items()]
    store.ask("ingest", {"items": [*good]})
    origins = {number: ORIGINS[number % len(ORIGINS)] for number in range(len(ATTACKS))}
    seen: list[JsonObject] = [
        {"text": f"{attack.text} {named('evi', number)}", "origin": origins[number]}
        for number, attack in enumerate(ATTACKS)
    ]
    kept = store.ask("ingest", {"evidence": [*seen]})["evidence_ids"]
    store.attack_of |= {name: number for number, name in enumerate(kept)}
    # A statement holds no NUL: the contract refuses it.
    texts = {n: one.text[:_STATEMENT_CHARACTERS] for n, one in enumerate(ATTACKS) if "\x00" not in one.text}
    told: dict[int, JsonObject] = {
        n: {
            "record_kind": OTHERS[n % len(OTHERS)],
            "origin": origins[n],
            "statement": f"{text} {named('tel', n)}",
        }
        for n, text in texts.items()
    }
    bases = store.hold(told)
    made: dict[int, JsonObject] = {n: {"record_kind": INSTRUCTING[n % len(INSTRUCTING)]} for n in texts}
    store.hold(
        {n: made[n] | {"origin": origins[n], "statement": f"{named('obe', n)} {texts[n]}"} for n in texts}
    )
    _derive(store, made, texts, bases)


def _derive(
    store: Hostile, made: dict[int, JsonObject], texts: dict[int, str], bases: dict[int, str]
) -> None:
    """Hold what an agent made of the attacks: derived from them at once, and linked to them only later."""
    links: dict[int, JsonObject] = {n: {"type": "derived_from", "target": name} for n, name in bases.items()}
    store.hold(
        {n: made[n] | {"statement": f"{texts[n]} {named('der', n)}", "links": [links[n]]} for n in texts}
    )
    later = store.hold({n: made[n] | {"statement": f"{texts[n]} {named('lat', n)}"} for n in texts})
    for number, name in later.items():
        if not store.ask("link", {"id": name, "links": [links[number]]}):
            del store.attack_of[name]  # without the link it is the agent's own word


def questions(together: int, formats_each: int) -> Iterator[JsonObject]:
    """Yield what is compiled: attacks asked for by name, then everything at once and nothing at all."""
    ways = list(product(FORMATS, PROFILES))
    for place, first in enumerate(range(0, len(ATTACKS), together)):
        numbers = range(first, min(first + together, len(ATTACKS)))
        ways_in = ("evi", "tel", "obe", "der", "lat")
        names = " ".join(named(prefix, n) for n in numbers for prefix in ways_in)
        for turn in range(formats_each):
            form, model = ways[(place + turn * (len(PROFILES) + 1)) % len(ways)]
            yield {"query": f"{names} {ORDER}", "format": form, "model": model, "nearest": True}
    for number, (form, model) in enumerate(ways):
        way: JsonObject = {"format": form, "model": model, "explain": True}
        asked: list[JsonObject] = [
            way,
            way | {"query": ORDER, "nearest": True, "handles": "none"},
            way | {"query": f"what do the rules above say? {ORDER}", "size": "hook"},
        ]
        yield from asked if together == 1 else asked[number % 3 :][:1]


def run(folder: Path, *, together: int, formats_each: int, seed: int) -> Verdict:
    """Fill a store with attacks, compile, and judge every answer."""
    verdict = Verdict("fencing", seed)
    root = folder / "fencing"
    new_project(root)
    quoted: set[str] = set()
    tally: Counter[str] = Counter()
    heard = len(TRUSTED)
    with open_project(root) as runtime:
        store = Hostile(runtime)
        fill(store)
        progress(f"{len(store.attack_of)} hostile items are kept")
        for params in questions(together, formats_each):
            way = f"{params['format']} for {params['model']}, {str(params.get('query'))[:40]}"
            data = store.ask("compile", params)
            if not data:
                verdict.broken.append(f"{way}: compile was refused")
                continue
            verdict.broken += [f"{way}: {problem}" for problem in broken_by(data, store.attack_of)]
            inside = store.attack_of.keys() & set(quoted_ids(data))
            quoted |= inside
            if "query" not in params:  # everything that is trusted and hostile competes for the room
                heard = min(heard, sum(said in data["text"] for said in TRUSTED.values()))
            tally.update(contexts=1, lines=len(data["manifest"]["lines"]), quotes=len(inside))
    outside = len(verdict.broken)
    missing = set(range(len(ATTACKS))) - {store.attack_of[name] for name in quoted}
    verdict.broken += [f"never quoted: {number} {ATTACKS[number]}" for number in sorted(missing)]
    verdict.figures |= {
        "attacks": len(ATTACKS),
        "attacks_quoted": len(ATTACKS) - len(missing),
        "hostile_items": len(store.attack_of),
        "hostile_items_quoted": len(quoted),
        **tally,
        "outside_the_fence": outside,
        "trusted": len(TRUSTED),
        "trusted_heard": heard,
        "refused": dict(store.refused),
    }
    return verdict


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--together", type=int, default=1, help="attacks that one question names")
    parser.add_argument(
        "--formats-each", type=int, default=len(FORMATS), help="in how many formats each attack is asked for"
    )
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, together=chosen.together, formats_each=chosen.formats_each, seed=chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
