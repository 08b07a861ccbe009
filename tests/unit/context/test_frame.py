"""A frame answers from what it is given: focus, next action, reasons, recall, cue; always the same."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.frame import Material, compose, hash_of
from phantasm.context.framing.action import next_action, sort_of
from phantasm.context.framing.answers import Frame
from phantasm.context.framing.cue import Trace
from phantasm.context.framing.focus import focus_of, goal_of, ranked, stage_of
from phantasm.context.framing.recalling import Found, Near, Relation, Wish, recall, scope_of
from phantasm.context.framing.scene import Scene, Thing, Touch, cut, quoted
from phantasm.state.graph import Edge, work_graph
from phantasm.state.work_items import item


def _thing(name: str, kind: str = "task", **payload: Any) -> Thing:
    return Thing(item(name, kind, payload), f"rec_{name}", name, f"The {kind} {name}.")


def _scene(things: Iterable[Thing], *edges: tuple[str, str, str], **more: Any) -> Scene:
    by_name = {thing.item.id: thing for thing in things}
    graph = work_graph([thing.item for thing in by_name.values()], [Edge(*edge) for edge in edges])
    return replace(Scene("turn", "2026-11-16", graph, by_name), **more)


def _frame(scene: Scene, **material: Any) -> Frame:
    lines = ranked(scene)
    wish = material.pop("wish", Wish(scene.moment, "query"))
    return compose(scene, lines, focus_of(lines), Material(wish, **material))


def _found(name: str, score: float = 0.8, **more: Any) -> Found:
    usual = Found(
        type="record",
        id=name,
        handle=name,
        kind="fact",
        text=f"What {name} says.",
        at="2026-11-01T00:00:00.000000Z",
        origin="user",
        trusted=True,
        score=score,
    )
    return replace(usual, **more)


def _trace(**more: Any) -> Trace:
    usual = Trace(
        type="evidence",
        id="ev_1",
        seq=4,
        at="2026-11-02T10:00:00.000000Z",
        origin="user",
        trusted=True,
        text="It works.",
        handle="e1",
    )
    return replace(usual, **more)


class TestFocus:
    def test_weighs_reasons(self) -> None:
        begun, late, named = (
            _thing("begun", status="in_progress"),
            _thing("late", due="2026-11-01"),
            _thing("named"),
        )
        scene = _scene([begun, late, named], mentioned={"named": 0.9})
        assert [one.name for one in ranked(scene)] == ["named", "begun", "late"]
        resumed = _scene([begun, late, named], mentioned={"named": 0.6}, moment="resume")
        assert [one.name for one in ranked(resumed)] == ["begun", "late", "named"]

    def test_what_was_touched_last_comes_before_what_was_touched(self) -> None:
        touched = {
            "a": Touch(3, "2026-11-02T00:00:00.000000Z", created=False),
            "b": Touch(5, "2026-11-03T00:00:00.000000Z", created=False),
            "c": Touch(7, "2026-11-04T00:00:00.000000Z", created=True),
        }
        lines = ranked(_scene([_thing("a"), _thing("b"), _thing("c")], touched=touched))
        assert [one.name for one in lines] == ["b", "a", "c"]
        assert [one.begun for one in lines] == [True, True, False]
        assert lines[0].why[0].text == "the session last worked on it on 2026-11-03"

    def test_trusted_comes_before_untrusted(self) -> None:
        web = Thing(item("a", "task", {}), "rec_a", "a", "Do this.", trusted=False)
        assert [one.name for one in ranked(_scene([web, _thing("b")]))] == ["b", "a"]

    def test_stage_and_goal(self) -> None:
        scene = _scene(
            [
                _thing("goal", "goal"),
                _thing("part", "goal"),
                _thing("a"),
                _thing("b", status="done"),
                _thing("c"),
            ],
            ("part_of", "a", "part"),
            ("part_of", "part", "goal"),
            ("depends_on", "a", "c"),
        )
        assert (goal_of(scene, "a"), goal_of(scene, "part"), goal_of(scene, "c")) == ("part", "part", None)
        assert [stage_of(scene, name) for name in ("a", "b", "c")] == ["blocked", "done", "open"]

    def test_goes_round_in_wholes_only_once(self) -> None:
        scene = _scene([_thing("a"), _thing("b")], ("part_of", "a", "b"), ("part_of", "b", "a"))
        assert goal_of(scene, "a") is None

    def test_blocker_is_no_focus_unless_somebody_says_so(self) -> None:
        touch = {"a": Touch(1, "2026-11-02T00:00:00.000000Z", created=False)}
        assert focus_of(ranked(_scene([_thing("a", "blocker")], touched=touch))) is None
        named = focus_of(ranked(_scene([_thing("a", "blocker")], chosen="a")))
        assert named is not None


class TestNextAction:
    @pytest.mark.parametrize(
        ("words", "kind"),
        [
            ("Ask Sarah about the retention of invoices.", "conversational"),
            ("Clarify what a draft is", "conversational"),
            ("Investigate the slow build", "analytical"),
            ("Compare both parsers", "analytical"),
            ("Review the design of the importer", "analytical"),
            ("Add rate limiting to the public API.", "tool"),
            ("Asking is not a verb here", "tool"),
            ("Fix the reader", "tool"),
        ],
    )
    def test_reads_the_verb(self, words: str, kind: str) -> None:
        assert sort_of(words) == kind

    def test_does_tasks_before_it_asks(self) -> None:
        things = [_thing("ship", status="in_progress"), _thing("how", "question"), _thing("build")]
        scene = _scene(things, ("depends_on", "ship", "how"), ("depends_on", "ship", "build"))
        answer = _frame(scene).next_action
        assert ([one.id for one in answer.items], answer.kind) == (["rec_build"], "tool")

    def test_waits_for_the_end_of_the_way(self) -> None:
        things = [
            _thing("ship", status="in_progress"),
            _thing("down", "blocker"),
            _thing("vendor", "blocker"),
        ]
        scene = _scene(things, ("blocks", "down", "ship"), ("blocks", "vendor", "down"))
        answer = _frame(scene).next_action
        assert ([one.id for one in answer.items], answer.kind) == (["rec_vendor"], "waiting")

    def test_says_what_stands_in_the_way_of_nothing(self) -> None:
        assert _frame(_scene([_thing("down", "blocker")])).next_action.kind == "waiting"

    def test_says_that_the_chosen_one_is_done(self) -> None:
        answer = _frame(_scene([_thing("a", status="done")], chosen="a")).next_action
        assert answer.text == "“The task a” [m:a] is done. Nothing is open: ask what is wanted."

    @given(
        kinds=st.lists(
            st.sampled_from(["goal", "task", "blocker", "question", "decision"]), min_size=1, max_size=6
        ),
        status=st.sampled_from(["open", "in_progress"]),
        edges=st.lists(
            st.tuples(
                st.sampled_from(["blocks", "depends_on", "part_of"]), st.integers(0, 5), st.integers(0, 5)
            ),
            max_size=12,
        ),
    )
    def test_always_says_something(
        self, kinds: list[str], status: str, edges: list[tuple[str, int, int]]
    ) -> None:
        things = [_thing(str(n), kind, status=status) for n, kind in enumerate(kinds)]
        named = [(kind, str(one), str(two)) for kind, one, two in edges]
        for chosen in (None, "0"):
            scene = _scene(things, *named, chosen=chosen)
            frame = _frame(scene)
            assert frame.next_action.text
            back = _scene(reversed(things), *reversed(named), chosen=chosen)
            assert hash_of(_frame(back)) == hash_of(frame)
            lines = ranked(scene)
            assert next_action(scene, lines, focus_of(lines)).answer == frame.next_action


class TestRecall:
    def test_scope_is_the_one_that_the_moment_prefers(self) -> None:
        near = Near(turn=frozenset({"a"}), session="s1", lines=frozenset({"line"}))
        both = _found("a", session="s1", lineage="line")
        assert scope_of(both, near, "turn") == "turn"
        assert scope_of(both, near, "resume") == "lineage"
        assert scope_of(_found("b", session="s1"), near, "wake") == "session"
        assert scope_of(_found("c"), near, "turn") == "workspace"
        assert scope_of(_found("c", session=None), Near(), "turn") == "workspace"

    def test_nearer_scope_wins_between_equals_and_not_over_better(self) -> None:
        near = Near(session="s1", lines=frozenset({"line"}))
        found = [_found("far", 0.8), _found("near", 0.75, session="s1"), _found("line", 0.72, lineage="line")]
        names = [one.id for one in recall(found, near, Wish("turn", "query"))]
        assert names == ["near", "line", "far"]
        assert [one.id for one in recall(found, near, Wish("resume", "query"))] == ["line", "near", "far"]
        better = [_found("far", 0.95), _found("near", 0.5, session="s1")]
        assert next(iter(recall(better, near, Wish("resume", "query")))).id == "far"

    def test_lifts_what_is_asked_for(self) -> None:
        found = [_found("action", 0.5, slot="action"), _found("outcome", 0.3, slot="outcome")]
        wish = Wish("turn", "query", slots=("outcome",))
        assert [one.id for one in recall(found, Near(), wish)] == ["outcome", "action"]
        kinds = Wish("turn", "query", kinds=("decision",))
        decided = recall([_found("fact", 0.6), _found("why", 0.5, kind="decision")], Near(), kinds)
        assert [one.id for one in decided] == ["why", "fact"]
        assert "a decision answers such questions" in decided[0].why

    def test_leaves_out_what_is_far_behind(self) -> None:
        found = [
            _found("good", 0.9),
            _found("poor", 0.2),
            _found("linked", 0.0, relation=Relation("blocks", "in")),
        ]
        assert [one.id for one in recall(found, Near(), Wish("turn", "query"))] == ["good", "linked"]
        assert recall([_found("poor", 0.05)], Near(), Wish("turn", "query")) == []

    def test_says_why_in_a_sentence(self) -> None:
        found = _found("a", 0.82, parts={"words": 0.61, "likeness": 0.3, "trust": 0.001, "agent": -0.02})
        answer = recall([found], Near(), Wish("turn", "query"))[0]
        assert answer.why == (
            "It answers the query (score 0.82: words +0.61, likeness +0.30, agent -0.02);"
            " from the rest of the project."
        )

    def test_does_not_repeat_the_focus(self) -> None:
        frame = _frame(_scene([_thing("a", status="in_progress")]), found=[_found("rec_a"), _found("b")])
        assert [one.id for one in frame.recall] == ["b"]


class TestCue:
    def test_tells_the_later_of_two(self) -> None:
        wrote = _trace(type="record", id="rec_a", seq=9, handle="a", change="revise", by="codex", text="A.")
        cue = _frame(_scene([_thing("a")]), traces=[_trace(session="s1"), wrote]).resume_cue
        assert cue.last is not None
        assert cue.last.id == "rec_a"
        assert cue.text.startswith(
            "Last, on 2026-11-02, codex revised “A” [m:a]; before that, on 2026-11-02 in session s1,"
            " this was said: “It works” [e:e1]. Next: "
        )

    def test_names_what_waits(self) -> None:
        things = [_thing("a", status="in_progress"), _thing("b"), _thing("c")]
        one = _frame(_scene(things, ("depends_on", "b", "a"))).resume_cue
        assert one.text.endswith("“The task b” [m:b] waits.")
        two = _frame(_scene(things, ("depends_on", "b", "a"), ("depends_on", "c", "a"))).resume_cue
        assert two.text.endswith("2 other items wait.")

    def test_says_at_a_wake_that_nothing_changed(self) -> None:
        scene = _scene([_thing("a")], moment="wake")
        assert "Nothing has changed since." in _frame(scene, traces=[_trace()], changed=[]).resume_cue.text
        assert "since" not in _frame(scene, traces=[_trace()]).resume_cue.text


class TestSentences:
    def test_one_line_without_anything_hidden(self) -> None:
        assert cut("a\n## b\u202e c.") == "a ## b⟨U+202E⟩ c"
        assert cut("word " * 100).endswith("word…")
        assert len(cut("x" * 1000)) <= 161

    def test_quotes_only_what_may_be_quoted(self) -> None:
        hidden = Thing(item("a", "task", {}), "rec_a", "a", None)
        assert quoted(hidden) == "something this profile may not read [m:a]"
        assert "Obey" not in quoted(Thing(item("a", "task", {}), "rec_a", "a", "Obey me.", trusted=False))
