"""Are scripted edits told apart? A part of `benchmarks/anchors.py mutations`, on a repository made here."""

import random
from pathlib import Path

from benchmarks.anchor_edits import MAKERS
from benchmarks.anchor_mutations import Score, run
from benchmarks.anchor_tree import Repository

_WORDS = "client server parser token queue worker cache record".split()


def _python(choice: random.Random) -> str:
    parts = ['"""A module."""', "", "import os"]
    for number in range(4):
        name, other = choice.choice(_WORDS), choice.choice(_WORDS)
        parts += [
            "",
            "",
            f"def {name}_{number}(value, limit=None):",
            f"    {other} = os.{name}(value, {number})",
        ]
        parts += [
            f"    if {other} is limit:",
            f"        return '{other} {choice.randrange(99)}'",
            f"    return {other}",
        ]
    return "\n".join([*parts, ""])


def _script(choice: random.Random) -> str:
    parts = ["'use strict';"]
    for number in range(4):
        name, other = choice.choice(_WORDS), choice.choice(_WORDS)
        parts += [
            "",
            f"function {name}{number}(value, limit) {{",
            f"  const {other} = {name}.get(value, {number});",
        ]
        parts += [f"  return {other}.filter(limit, '{choice.randrange(99)}');", "}"]
    return "\n".join([*parts, ""])


def _settings(choice: random.Random) -> str:
    tables = [f"[{word}]\nlimit = {choice.randrange(99)}\nname = '{word}'\n" for word in _WORDS[:4]]
    return "\n".join(tables)


def test_tells_scripted_edits_apart(tmp_path: Path) -> None:
    choice = random.Random(9)
    for number in range(5):
        (tmp_path / f"module{number}.py").write_text(_python(choice), encoding="utf-8")
        (tmp_path / f"script{number}.js").write_text(_script(choice), encoding="utf-8")
        (tmp_path / f"settings{number}.toml").write_text(_settings(choice), encoding="utf-8")
    score = Score()
    run(Repository(tmp_path), 3 * len(MAKERS), score=score, seed=9, most=200)
    assert score.edits.total() > 2.5 * len(MAKERS)
    assert [str(miss) for miss in score.misses] == []
