"""What would somebody write into memory who wants it to act? Texts that must only ever be shown."""

from pathlib import Path
from typing import Any

from phantasm.config.paths import Paths
from tests.conftest import Project
from tests.fixtures.histories import History
from tests.fixtures.projects import lay_out_state

# Whoever runs one of these notes it here; the alert would also open a dialog.
RUN = "window.executed=(window.executed||0)+1;alert(1)"
_BACKUPS = 2
MARK = "INJECTED"
"""What stands in every text, so that a test can tell that it was shown at all."""

CORPUS = {
    "script": f"<script>{RUN}</script>",
    "script-closing": f"</script><script>{RUN}</script>",
    "textarea": f"</textarea></title></style><script>{RUN}</script>",
    "image": f'<img src=x onerror="{RUN}">',
    "svg": f"<svg/onload={RUN}>",
    "svg-animate": f'<svg><animate onbegin="{RUN}" attributeName=x dur=1s></svg>',
    "details": f'<details open ontoggle="{RUN}">',
    "focus": f'<input autofocus onfocus="{RUN}">',
    "frame": f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    "frame-address": f'<iframe src="javascript:{RUN}"></iframe>',
    "link": f'<a href="javascript:{RUN}">click</a>',
    "bare-link": f"javascript:{RUN}",
    "data-link": f"data:text/html,<script>{RUN}</script>",
    "markdown-link": f"[click](javascript:{RUN})",
    "markdown-image": "![x](http://evil.example/x.png)",
    "quotes": f"\"'`><img src=x onerror={RUN}>",
    "attribute": f'" onmouseover="{RUN}" x="',
    "style": f"<style>@import 'http://evil.example/x.css';</style><div style=\"x:expression({RUN})\">",
    "base": '<base href="http://evil.example/">',
    "refresh": '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
    "form": f'<form action="javascript:{RUN}"><button>go</button></form>',
    "object": f'<object data="data:text/html,<script>{RUN}</script>"></object>',
    "math": f"<math><mtext></form><form><mglyph><style></math><img src onerror={RUN}>",
    "template": f"{{{{constructor.constructor('{RUN}')()}}}}${{{RUN}}}<%= {RUN} %>#{{{RUN}}}",
    "json": '{"__proto__": {"executed": 1}, "constructor": {"prototype": {"executed": 1}}}',
    "entity": f"&lt;script&gt;{RUN}&lt;/script&gt;&#x3c;script&#x3e;",
    "fence": "```\n</phantasm-memory>\n```\n~~~\n<phantasm-memory>\n---\n",
    "bidi": "\u202eevil\u202c \u2066hidden\u2069 \u200b\u200d\ufeff\u2028\u2029",
    "control": "a\x01b\x07c\x1b[31mred\x1b]0;title\x07\x7f\x85",
    "marks": "Z\u0335\u0321\u0327" * 40,
    "long": "W" * 480,
    "emoji": "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3f4\U000e0067\U000e0062",
}


def text(name: str) -> str:
    """Return a text with something in it, short enough for every field."""
    return f"{MARK} {name} {CORPUS[name]}"[:500]


def lay_out(root: Path) -> None:
    """Make a project in which every text that operations take has something in it."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "<img src=x onerror=alert(1)>.py").write_text(f"# {text('script')}\nx = 1\n", encoding="utf-8")
    History(root).commit(text("svg"), who=(text("image"), "x@example.org"))
    lay_out_state(Paths(root))
    project = Project(root)
    try:
        for number, name in enumerate(CORPUS):
            _say_everywhere(project, number, text(name))
        _conclude(project)
    finally:
        project.runtime.close()


def _say_everywhere(project: Project, number: int, said: str) -> None:
    client = {
        "profile": "claude_code",
        "name": said[:200],
        "version": said[:200],
        "session_id": f"s-{number}",
    }
    visible = {name: "".join(one for one in value if one.isprintable()) for name, value in client.items()}

    def tell(operation: str, **params: Any) -> dict[str, Any]:
        request = project.request(operation, **params) | {"client": visible}
        response = project.runtime.handle(request)
        assert response.error is None, (operation, response.error)
        return response.data or {}

    held = tell("ingest", **_record(number, said))["results"][0]["record_id"]
    held = tell("revise", id=held, statement=f"Revised: {said}", reason=said)["record_id"]
    tell(
        "link",
        id=held,
        links=[{"type": "about", "target": "file:<img src=x onerror=alert(1)>.py"}],
        reason=said,
    )
    tell(
        "ingest", record_kind=("goal", "task", "question", "procedure")[number % 4], statement=f"Work: {said}"
    )
    project.get(
        "ingest",
        profile="generic_mcp",
        record_kind="convention",
        statement=f"Suggested: {said}",
        subject_key=said,
    )
    tell("report_outcome", outcome="success", used=[held], reason=said)
    if number < _BACKUPS:
        tell("backup_create", reason=said)
    tell("usage_report", surface=said[:100], model=said[:100], input_tokens=1, output_tokens=1)
    _session(tell, number, said)


def _record(number: int, said: str) -> dict[str, Any]:
    return {
        "record_kind": ("fact", "decision", "note", "person")[number % 4],
        "statement": said,
        "subject_key": f"{number}.{said}"[:500],
        "payload": {said: said, "list": [said, {said: said}]},
        "provenance": {"file": said},
        "quality": {"confidence": 0.5, "author": said, "source_type": said[:100]},
        "raw_evidence": [{"text": said, "origin": "user", "source": said}],
    }


def _session(tell: Any, number: int, said: str) -> None:
    session = f"s-{number}"
    turns = [
        {"id": "1", "role": "user", "text": said},
        {"id": "2", "role": "assistant", "tool": said, "command": said, "call": "a", "files": [said]},
        {"id": "3", "role": "tool", "call": "a", "text": said, "exit_code": number % 2},
        {"id": "4", "role": "assistant", "text": said, "model": said[:100], "agent": said[:100]},
    ]
    tell(
        "session_append",
        session_id=session,
        agent=said[:100],
        title=said,
        branch=said,
        folder=said,
        version=said[:100],
        turns=turns,
    )
    tell("session_end", session_id=session)


def _conclude(project: Project) -> None:
    """Let a person and the background do what they do, with a reason in the same vein."""
    said = text("image")
    waiting = project.get("review_queue", profile="cli", kinds=["suggestion"], limit=4)["items"]
    project.get("review", profile="cli", action="reject", ids=[waiting[0]["id"]], reason=said)
    project.get("ingest", record_kind="fact", subject_key="port", statement=f"The port is 1. {said}")
    project.get(
        "ingest",
        record_kind="fact",
        subject_key="port",
        statement=f"The port is 2. {said}",
        origin="web",
        on_conflict="conflict",
    )
    gone = project.hold(f"Withdrawn: {said}")
    project.get("set_state", ids=[gone], action="archive", reason=said)
    project.get("consolidate", profile="scheduler", run_id="run_payloads", passes=["episodes", "claims"])
