"""How does a refusal look to a Python program? As an exception with code, remedy and the whole answer."""

from collections.abc import Iterable

from phantasm.contracts.envelope import ErrorBody, Response
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.parse import did_you_mean


class RefusedError(PhantasmError):
    """A request that was answered with an error; `response` is the whole answer."""

    def __init__(self, response: Response, problem: ErrorBody) -> None:
        super().__init__(
            Code(problem.code),
            problem.message,
            field=problem.field,
            expected=problem.expected,
            example=problem.example,
            remediation=tuple(
                Remediation(step.message, step.request, step.command) for step in response.remediation
            ),
        )
        self.response = response


def accepted(response: Response) -> Response:
    """Return an answer that went well; raises where it did not."""
    if response.error is not None:
        raise RefusedError(response, response.error)
    return response


def unknown_profile(name: str, known: Iterable[str]) -> PhantasmError:
    """Return the refusal for a profile that is neither built in nor configured."""
    return PhantasmError(
        Code.UNKNOWN_PROFILE,
        f"unknown client profile {name!r}{did_you_mean(name, known)}",
        field="profile",
        expected="one of: " + ", ".join(sorted(known)),
        remediation=(Remediation("Name a built-in profile, or add a custom one to .phantasm/clients.toml."),),
    )


def not_here(owner: int, caller: int) -> PhantasmError:
    """Return the refusal for a thread that uses the project of another one."""
    return PhantasmError(
        Code.INVALID_REQUEST,
        f"this Project was opened by thread {owner} and is used by thread {caller}",
        expected="one Project per thread",
        remediation=(
            Remediation(
                "Open a Project in each thread, or let one thread of its own do the work: ProjectThread."
            ),
        ),
    )


def closed() -> PhantasmError:
    """Return the refusal for a project that was closed."""
    return PhantasmError(
        Code.INVALID_REQUEST,
        "this project is closed",
        expected="a Project inside its `with` block",
        remediation=(Remediation("Open it again with Project.open()."),),
    )
