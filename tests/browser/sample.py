"""What is there to look at? A project with something on every page: made once, copied for each test."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from phantasm.config.paths import Paths
from tests.conftest import Project
from tests.fixtures.histories import History
from tests.fixtures.projects import lay_out_state

_REPOSITORY = Path(__file__).parents[2] / "examples" / "sample-repo"
_DAYS = 18
"""How many days the story takes; it ends today, so that the newest things are new."""
_CLIENTS = ("claude_code", "codex", "cursor")

DECISIONS = {
    "storage.hours": "Hours stay in a CSV file because the office edits them in a spreadsheet.",
    "storage.invoices": "Invoices are stored in SQLite, one file per year.",
    "payments.import": "Payments are imported from the bank's CAMT files every morning.",
    "report.layout": "Reports group hours by customer first and by month second.",
}
CONSTRAINTS = {
    "payments.matching": "Payments are never matched by amount.",
    "privacy.exports": "Exports never contain the names of employees.",
}
FACTS = {
    "report.server.port": "The report server listens on port 8500.",
    "build.python": "The project is tested with Python 3.11 to 3.13.",
    "mail.queue": "The mail queue is RabbitMQ.",
    "tally.entry": "`invoices` in `src/tally.py` multiplies hours by one rate for everybody.",
}


def lay_out(root: Path) -> None:
    """Make the project: a repository with a past, and a memory of it."""
    shutil.copytree(_REPOSITORY, root, dirs_exist_ok=True)
    History(root).commit("The first version")
    lay_out_state(Paths(root))
    project = Project(root)
    # Back to when the story begins.
    project.clock.advance(datetime.now(UTC) - timedelta(days=_DAYS) - project.clock.now())
    try:
        _tell(project)
    finally:
        project.runtime.close()


def suggest(project: Project, count: int, *, topic: str = "idea") -> None:
    """Let a client that may only suggest propose so many things."""
    project.get(
        "ingest",
        profile="generic_mcp",
        items=[
            {
                "record_kind": "convention",
                "subject_key": f"{topic}.{number:03d}",
                "statement": f"Convention {number} of {topic}: file names in folder {number} are lower case.",
            }
            for number in range(count)
        ],
    )


def about(project: Project, subject: str, state: str = "live") -> dict[str, Any]:
    """Return the record in a state that is about a subject."""
    wanted = {"subject_key": subject, "states": [state], "everywhere": True}
    return dict(project.get("list", profile="cli", **wanted)["records"][0])


def _tell(project: Project) -> None:
    held = _hold(project)
    _day(project)
    _relate(project, held)
    _work(project)
    _sessions(project)
    _day(project)
    _change(project, held)
    _disagree(project)
    _use(project)
    suggest(project, 6)
    project.get("backup_create", profile="cli")
    project.get("record_findings", profile="scheduler", max_age_days=10)
    # Otherwise whoever asks first would embed it all, and whoever asks meanwhile would get words alone.
    project.get("embed", profile="scheduler")


def _hold(project: Project) -> dict[str, str]:
    held: dict[str, str] = {}
    for kind, said in (("decision", DECISIONS), ("constraint", CONSTRAINTS), ("fact", FACTS)):
        for subject, statement in said.items():
            held[subject] = project.hold(
                statement,
                record_kind=kind,
                subject_key=subject,
                origin="user",
                raw_evidence=[
                    {"text": f"Said in the meeting: {statement}", "origin": "user", "source": "meeting"}
                ],
            )
        _day(project)
    project.hold("Sarah matches payments by hand.", record_kind="person", subject_key="person.sarah")
    project.hold(
        "To test: python -m unittest discover tests.", record_kind="procedure", subject_key="procedure.test"
    )
    return held


def _relate(project: Project, held: dict[str, str]) -> None:
    project.get(
        "link", id=held["tally.entry"], links=[{"type": "about", "target": "symbol:src/tally.py#invoices"}]
    )
    project.get(
        "link", id=held["payments.matching"], links=[{"type": "about", "target": "file:docs/payments.md"}]
    )
    project.hold(
        "Mail workers acknowledge after sending.",
        subject_key="mail.acknowledge",
        links=[{"type": "depends_on", "target": held["mail.queue"]}],
    )
    project.hold(
        "The office server's password lies in the safe.", subject_key="office.safe", sensitivity="sensitive"
    )


def _work(project: Project) -> None:
    goal = project.hold(
        "Invoices go out on the first of the month.", record_kind="goal", subject_key="goal.invoices"
    )
    task = project.hold(
        "Write the invoice template.",
        record_kind="task",
        subject_key="task.template",
        links=[{"type": "part_of", "target": goal}],
    )
    project.hold(
        "The logo is missing.",
        record_kind="blocker",
        subject_key="blocker.logo",
        links=[{"type": "blocks", "target": task}],
    )
    project.hold("Which tax rate holds for exports?", record_kind="question", subject_key="question.tax")


def _sessions(project: Project) -> None:
    for number in range(4):
        _day(project, 2)
        _release(project, f"release-{number}", f"1.{number}.0", agent=_CLIENTS[number % len(_CLIENTS)])
    project.get(
        "consolidate", profile="scheduler", run_id="run_sample", passes=["episodes", "claims", "repeats"]
    )
    project.get("learn_procedures", profile="scheduler")


def _release(project: Project, session: str, version: str, *, agent: str) -> None:
    began = project.clock.now()
    steps = [
        (f"git checkout -b release-{version}", f"Switched to a new branch 'release-{version}'", 0),
        ("python -m pytest -q", "3 passed in 0.12s", 0),
        (f"git tag v{version}", "", 0),
        (f"git push origin v{version}", "error: failed to push some refs to 'origin'", 1),
        ("git fetch --tags", "From origin", 0),
        (f"git push origin v{version}", f" * [new tag]  v{version} -> v{version}", 0),
    ]
    turns: list[dict[str, Any]] = [{"role": "user", "text": f"Release version {version} of tally."}]
    for number, (command, output, status) in enumerate(steps):
        call = f"c{number}"
        turns += [
            {"role": "assistant", "tool": "Bash", "command": command, "call": call},
            {"role": "tool", "call": call, "text": output, "exit_code": status},
        ]
    turns += [
        {"role": "assistant", "text": "The release is out."},
        {
            "role": "user",
            "text": "It works, thanks. From now on always write release notes in plain English.",
        },
    ]
    told = [
        turn | {"id": str(number), "at": (began + timedelta(minutes=number)).isoformat()}
        for number, turn in enumerate(turns)
    ]
    project.clock.advance(timedelta(minutes=len(told)))
    project.get(
        "session_append",
        session_id=session,
        agent=agent,
        title=f"Release {version}",
        branch="main",
        turns=told,
    )
    project.get("session_end", session_id=session)


def _change(project: Project, held: dict[str, str]) -> None:
    project.get(
        "revise",
        id=held["storage.hours"],
        statement="Hours move to SQLite; the office gets an export.",
        reason="the file grew too large",
    )
    _day(project)
    project.get(
        "revise", id=held["mail.queue"], statement="The mail queue is NATS.", reason="moved in spring"
    )
    gone = project.hold(
        "Invoices are written in LaTeX.", record_kind="decision", subject_key="invoice.format"
    )
    project.get("set_state", ids=[gone], action="archive", reason="wrong project")
    # The code moves on under what cites it.
    source = project.root / "src" / "tally.py"
    source.write_text(
        source.read_text(encoding="utf-8").replace("* HOURLY_RATE", "* rate_of(customer)"), encoding="utf-8"
    )
    (project.root / "docs" / "payments.md").write_text(
        "# Payments\n\nMatched by reference only.\n", encoding="utf-8"
    )


def _disagree(project: Project) -> None:
    project.get(
        "ingest",
        record_kind="fact",
        subject_key="report.server.port",
        statement="The report server listens on port 9999.",
        origin="web",
        on_conflict="conflict",
    )
    project.get("ingest", record_kind="fact", statement="Reports are grouped by customer, then by month.")
    _day(project)


def _use(project: Project) -> None:
    for number, client in enumerate(_CLIENTS):
        for day in range(3):
            _day(project, 0.3)
            project.get(
                "usage_report",
                profile=client,
                surface="hook",
                input_tokens=4000 + 900 * number + 300 * day,
                output_tokens=600 + 50 * day,
                model="a-model",
            )


def _day(project: Project, days: float = 1) -> None:
    project.clock.advance(timedelta(days=days))
