"""How often is a claim about versions, commands, ports and environment names judged right?

Run: python benchmarks/claims_against_manifests.py [--seed N] [--misses]

Claims are generated from what was written into the files: true ones, false ones, and ones that the files
leave open. Target (issue 9): at least 300 claims over the manifest formats, at least 99 % right.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.claim_constraints import constraint_cases
from benchmarks.claim_declarations import declared_cases
from benchmarks.claim_second_look import second_look
from benchmarks.claim_texts import text_cases
from benchmarks.manifest_formats import LOCKED, TOOLS
from phantasm.workspace.anchors.references import PREFIXES, read
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared import commands, ports, variables
from phantasm.workspace.declared import mentions as declared_mentions
from phantasm.workspace.manifests import checking
from phantasm.workspace.manifests import mentions as version_mentions

TARGET = 0.99
LEAST_CLAIMS = 300
SEED = 20261116
NONE = "none"
"""What is expected of a text that cites nothing."""
_BY_KIND = {"dependency": checking, "command": commands, "port": ports, "variable": variables}


@dataclass(frozen=True)
class Claim:
    """A reference or a sentence, the files it is held against, and the verdict that is right."""

    group: str
    cited: str
    expected: str
    before: dict[str, str]
    after: dict[str, str] | None = field(default=None)


def locked_claims(random_source: random.Random) -> Iterator[Claim]:
    """Give claims about versions that a file settles, and what becomes of them when it changes."""
    for form in LOCKED:
        for name in form.names:
            major, minor, patch = (
                random_source.randint(2, 9),
                random_source.randint(1, 9),
                random_source.randint(1, 9),
            )
            version = f"{major}.{minor}.{patch}"
            files = form.write(name, version)
            reference = f"dependency:{form.ecosystem}/{name}"
            true = [
                f"{major}",
                f"{major}.{minor}",
                version,
                f"v{major}.{minor}",
                f"{major}.x",
                f">={major}.{minor}",
            ]
            true += [
                f"^{major}",
                f"~> {major}.{minor}",
                f"{major - 1}+",
                f"{major}.{minor} LTS",
                f"{major - 1} to {major + 1}",
                "",
            ]
            false = [f"{major + 1}", f"{major - 1}", f"{major}.{minor + 1}", f"{major}.{minor}.{patch + 1}"]
            false += [
                f">={major + 1}",
                f"<{major}",
                f"^{major + 1}.0",
                f"~> {major}.{minor + 1}",
                f"{major + 1}+",
            ]
            for claim in random_source.sample(true, 4):
                yield Claim(form.label, f"{reference}@{claim}", "unchanged", files)
            for claim in random_source.sample(false, 4):
                yield Claim(form.label, f"{reference}@{claim}", "changed", files)
            yield Claim(form.label, f"{reference}@latest", "unknown", files)
            yield Claim(form.label, f"dependency:{form.ecosystem}/not-there@1", "unknown", files)
            yield Claim(
                form.label, f"{reference}@{major}", "changed", files, form.write(name, f"{major + 1}.0.0")
            )
            yield Claim(
                form.label,
                f"{reference}@{major}",
                "unchanged",
                files,
                form.write(name, f"{major}.{minor + 1}.0"),
            )
            other = "org.example:other" if form.ecosystem == "java" else "entirely-other"
            yield Claim(form.label, f"{reference}@{major}", "gone", files, form.write(other, version))


def tool_claims() -> Iterator[Claim]:
    """Give claims about tools; a version that is settled to its first parts leaves the rest open."""
    for tool, version, files in TOOLS:
        numbers = [int(part) for part in version.split(".")]
        major = numbers[0]
        expected = {
            f"{major}": "unchanged",
            version: "unchanged",
            f"{major + 1}": "changed",
            f">={major}": "unchanged",
        }
        if len(numbers) > 1:
            expected[f"{major}.{numbers[1] + 1}"] = "changed"
        for claim, verdict in expected.items():
            yield Claim("tools", f"dependency:{tool}@{claim}", verdict, files)
        yield Claim("tools", f"dependency:{tool}@{major}", "gone", files, {"README.md": "nothing\n"})


def all_claims(seed: int = SEED) -> list[Claim]:
    """Return every claim, in one order."""
    random_source = random.Random(seed)
    found = [*locked_claims(random_source), *tool_claims()]
    found += [
        Claim("constraints", reference, expected, files) for reference, expected, files in constraint_cases()
    ]
    found += [
        Claim(group, cited, expected, before, after)
        for group, cited, expected, before, after in declared_cases()
    ]
    found += [Claim("second look", *case) for case in second_look()]
    found += [Claim("texts", text, expected, files) for text, expected, files in text_cases(random_source)]
    return found


def judged(claim: Claim, folder: Path) -> str:
    """Return the verdict on a claim: of a sentence, the one on what it cites."""
    before = _laid_out(claim.before, folder / "before")
    after = before if claim.after is None else _laid_out(claim.after, folder / "after")
    if claim.cited.startswith(PREFIXES):
        reference = read(claim.cited)
        references = [reference] if reference else []
    else:
        references = version_mentions.mentioned(claim.cited, before) + declared_mentions.mentioned(
            claim.cited, before
        )
    verdicts = []
    for reference in references:
        module = _BY_KIND[reference.kind]
        seen = module.see(reference, before)
        verdicts.append(module.verify(reference, seen or {}, after).status)
    return "+".join(verdicts) or NONE


def _laid_out(files: dict[str, str], folder: Path) -> Checkout:
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    folder.mkdir(parents=True, exist_ok=True)
    return Checkout(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--misses", action="store_true", help="show every claim that was judged wrongly")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    outcomes: Counter[tuple[str, str]] = Counter()
    for claim in all_claims(arguments.seed):
        with tempfile.TemporaryDirectory() as folder:
            verdict = judged(claim, Path(folder))
        total[claim.group] += 1
        right[claim.group] += verdict == claim.expected
        outcomes[claim.expected, verdict] += 1
        if verdict != claim.expected and arguments.misses:
            print(
                f"MISS {claim.group}: {claim.cited!r}: {verdict}, not {claim.expected}; {list(claim.before)}"
            )
    for group, count in total.items():
        print(f"{group:28} {right[group]:4} of {count:4}")
    claims, correct = sum(total.values()), sum(right.values())
    for (expected, verdict), count in sorted(outcomes.items()):
        print(f"expected {expected:12} judged {verdict:12} {count:5}")
    share = correct / claims
    print(f"{correct} of {claims} right: {share:.2%} (target {TARGET:.0%} of at least {LEAST_CLAIMS})")
    if share < TARGET or claims < LEAST_CLAIMS:
        sys.exit(1)


if __name__ == "__main__":
    main()
