"""Examine the project: store, files, backups, configuration and hooks; each finding with a next step."""

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.diagnosis import Diagnosis, Verdict
from phantasm.contracts.envelope import NextStep
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"deep": False}


class Params(Model):
    """How hard to look."""

    deep: bool = Field(
        default=False,
        description="Also check every page, foreign key and digest: as long as the store is large",
    )


class FindingView(Model):
    """What one check showed."""

    check: str
    verdict: Verdict
    message: str
    command: str | None = Field(default=None, description="What to type next; nothing is mended by a request")


class Result(Model):
    """Every finding, and the worst verdict of any."""

    verdict: Verdict
    findings: list[FindingView]


def prepare(params: Params, environment: Environment) -> Diagnosis:
    """Look at everything, as `phantasm doctor` does, at the store's pages only when asked; writes nothing."""
    return environment.examine(params.deep)


def handle(params: Params, work: Work, diagnosis: Diagnosis) -> Result:
    """Tell what was found, with what would help as next steps."""
    work.remediation += [
        NextStep(message=finding.message, command=finding.command)
        for finding in diagnosis.findings
        if finding.command
    ]
    return Result(
        verdict=diagnosis.verdict,
        findings=[
            FindingView(
                check=finding.check,
                verdict=finding.verdict,
                message=finding.message,
                command=finding.command,
            )
            for finding in diagnosis.findings
        ],
    )
