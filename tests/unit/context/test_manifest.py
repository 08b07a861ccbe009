"""From a manifest and what the items say, the same bytes are written again, or it is said what differs."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.context.manifest import GONE, Measured, line_entries, rewrite, text_hash, unchanged
from phantasm.context.profiles import FormatName
from phantasm.context.render import lines_of
from tests.unit.context.samples import (
    FORMATS,
    Request,
    chosen,
    made,
    order,
    quote,
    record,
    refused,
    requests,
    style,
    text_of,
)

SALT = "5a17"
law = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
ITEMS = {"a": "The port is 8400.", "ev_1": "0123456789 Alice: It is 8500. And more."}


def lines() -> list[Measured]:
    part = quote("1", ITEMS["ev_1"][11:], offset=11)
    said = [chosen(record("a", ITEMS["a"]), "facts"), chosen(part, "quoted", (0, 18))]
    how = style()
    return [Measured(line, how.count(line.text)) for line in lines_of(said, how, (), SALT)]


def entries() -> list[dict[str, Any]]:
    return list(line_entries(lines(), SALT))


def test_keeps_no_statement() -> None:
    kept = json.dumps(entries())
    assert "8400" not in kept
    assert "Alice" not in kept


def test_says_which_characters_of_the_whole() -> None:
    named = {one["id"]: one for one in entries() if "id" in one}
    assert named["a"]["spans"] == [[0, 17]]
    assert named["ev_1"]["spans"] == [[11, 29]]
    assert "also" not in named["a"]


def test_writes_the_same_again() -> None:
    text = "".join(line.line.text for line in lines())
    again = rewrite(json.loads(json.dumps(entries())), "xml", SALT, ITEMS.get)
    assert (again.text, again.differs) == (text, [])


def test_says_what_differs() -> None:
    changed = ITEMS | {"a": "The port is 8401."}
    found = rewrite(entries(), "xml", SALT, changed.get)
    number = next(n for n, one in enumerate(entries(), 1) if one.get("id") == "a")
    assert found.differs == [("a", number)]
    assert "8401" in found.text


def test_names_what_is_gone() -> None:
    found = rewrite(entries(), "xml", SALT, {"a": ITEMS["a"]}.get)
    assert f"- [{GONE}] [e:00000001]\n" in found.text
    assert found.differs == [], "what is gone is no difference"


def test_another_store_has_other_digests() -> None:
    assert len(rewrite(entries(), "xml", "5a18", ITEMS.get).differs) == 2


@pytest.mark.parametrize("spans", [None, [], [[0, 10**9]], [[5, 2]], [[999, 1000]], [["x", None]]])
def test_strange_spans_do_no_harm(spans: Any) -> None:
    broken = [one | {"spans": spans} if one.get("id") == "ev_1" else one for one in entries()]
    assert [name for name, _ in rewrite(broken, "xml", SALT, ITEMS.get).differs] == ["ev_1"]


def test_counts_what_is_shared_up_to_the_first_difference() -> None:
    before = entries()
    whole = (sum(one["bytes"] for one in before), sum(one["tokens"] for one in before))
    assert unchanged(before, before) == whole
    assert unchanged(before[:2], before) == tuple(
        sum(one[key] for one in before[:2]) for key in ("bytes", "tokens")
    )
    other = [before[0], {**before[1], "digest": "0" * 16}, *before[2:]]
    assert unchanged(other, before) == (before[0]["bytes"], before[0]["tokens"])
    assert unchanged([], before) == (0, 0)
    assert unchanged([{}], before) == (0, 0)


def test_hash_is_that_of_the_bytes() -> None:
    assert text_hash("\u00fc") == hashlib.sha256("\u00fc".encode()).hexdigest()


@law
@given(request=requests(), more=st.integers(0, 300), form=st.sampled_from(FORMATS))
def test_every_context_can_be_written_again(request: Request, more: int, form: FormatName) -> None:
    how = style(form, handles=request.style.handles)
    budget = refused(request.material, order(1), how).needed.tokens + more
    context = made(request.material, order(budget), how)
    measured = [Measured(line, how.count(line.text)) for line in context.lines]
    kept = json.loads(json.dumps(line_entries(measured, SALT)))
    texts = {one.id: one.text for one in (*request.material.stable, *request.material.task)}
    again = rewrite(kept, how.format, SALT, texts.get)
    assert (again.text, again.differs) == (text_of(context), [])
    assert sum(one["bytes"] for one in kept) == len(text_of(context).encode())
