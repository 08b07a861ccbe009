"""What is said when an optional package is missing, or the profile may not do what an adapter needs?"""

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Right
from phantasm.surfaces.python.project import Project


def missing(extra: str, problem: ImportError) -> ImportError:
    """Return the error for an extra that is not installed, with the command that installs it."""
    message = f"{problem.name} is not installed or too old; run: pip install --upgrade 'phantasm[{extra}]'"
    return ImportError(message, name=problem.name)


def require_writing(project: Project) -> None:
    """Refuse a profile that can only suggest: what it stores could not be read back."""
    if not project.may(Right.WRITE):
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"the profile {project.profile!r} may only suggest, and an adapter reads back what it wrote",
            field="client.profile",
            remediation=(
                Remediation("Open the project with a profile that may write, such as claude_code."),
                Remediation("Or give your program a profile of its own in .phantasm/clients.toml."),
            ),
        )
