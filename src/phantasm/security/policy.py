"""May this caller do this? Pure: a profile, its scope and an operation's needs in, a verdict out."""

from dataclasses import dataclass

from phantasm.contracts.canonical import canonical
from phantasm.contracts.envelope import Confirmations
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Right, TokenScope
from phantasm.contracts.model import JsonObject
from phantasm.contracts.operation import Operation
from phantasm.security.profiles import Profile


@dataclass(frozen=True, slots=True)
class Allow:
    """The request runs as it is."""

    reason: str
    verdict = "allow"


@dataclass(frozen=True, slots=True)
class Suggest:
    """The request runs, but what it says waits for a person's decision."""

    reason: str
    verdict = "suggest"


@dataclass(frozen=True, slots=True)
class NeedsConfirmation:
    """A person has to confirm the target first."""

    target: JsonObject
    reason: str
    verdict = "needs_confirmation"


@dataclass(frozen=True, slots=True)
class Deny:
    """The profile lacks the right."""

    reason: str
    verdict = "deny"


Decision = Allow | Suggest | NeedsConfirmation | Deny

_READ = frozenset({Right.READ})
_REVIEW = _READ | {Right.REVIEW}
_WRITE = _REVIEW | {Right.SUGGEST, Right.WRITE}

WITHIN: dict[TokenScope, frozenset[Right]] = {
    TokenScope.READ: _READ,
    TokenScope.REVIEW: _REVIEW,
    TokenScope.WRITE: _WRITE,
    TokenScope.ADMIN: frozenset(Right),
}
"""The rights that each scope leaves to a profile; what is sensitive, and maintenance, need the last."""


def narrowed(profile: Profile, scope: TokenScope | None) -> Profile:
    """Return a profile with the rights that its token's scope leaves it; without a token, all of them."""
    if scope is None or profile.rights <= WITHIN[scope]:
        return profile
    return profile._replace(rights=profile.rights & WITHIN[scope], scope=scope)


def judge(
    profile: Profile, operation: Operation, *, target: JsonObject | None, confirmed: bool, dry_run: bool
) -> Decision:
    """Decide about one request; `target` is what has to be confirmed, None when nothing has to be."""
    if operation.needs in profile.rights:
        if target is not None and not (confirmed or dry_run):
            return NeedsConfirmation(target, f"{operation.name} replaces or removes what is kept")
        return Allow(f"profile {profile.name} has the right {operation.needs.value!r}")
    if operation.suggestible and Right.SUGGEST in profile.rights:
        return Suggest(f"profile {profile.name} may suggest but not write")
    within = f" within the scope {profile.scope.value!r} of its token" if profile.scope else ""
    return Deny(f"profile {profile.name} lacks the right {operation.needs.value!r}{within}")


def check_confirmation(confirmations: Confirmations, operation: str, target: JsonObject) -> None:
    """Refuse a confirmation that was given for something else."""
    wrong = None
    if confirmations.operation != operation:
        wrong = ("confirmations.operation", operation)
    elif canonical(confirmations.target) != canonical(target):
        wrong = ("confirmations.target", canonical(target))
    if wrong:
        raise PhantasmError(
            Code.CONFIRMATION_MISMATCH,
            f"{wrong[0]} does not match the request",
            field=wrong[0],
            expected=wrong[1],
            remediation=(Remediation("Look at a dry run, then confirm exactly what it shows."),),
        )


def refusal(decision: NeedsConfirmation | Deny, operation: Operation) -> PhantasmError:
    """Return the error that a refusing decision becomes."""
    if isinstance(decision, Deny):
        return PhantasmError(
            Code.NOT_ALLOWED,
            decision.reason,
            field="client.profile",
            expected=f"a profile with the right {operation.needs.value!r}",
            remediation=(
                Remediation("Ask a person to do it at the terminal, or to grant the right in clients.toml."),
            ),
        )
    example: JsonObject = {
        "approved_by": "your name",
        "reason": "why",
        "operation": operation.name,
        "target": decision.target,
    }
    return PhantasmError(
        Code.CONFIRMATION_REQUIRED,
        f"{operation.name} needs a person's confirmation: {decision.reason}",
        field="confirmations",
        expected="confirmations with the target shown in the example, answered by a person at a terminal",
        example=example,
        remediation=(
            Remediation("Look at it first with dry_run, then send it again with these confirmations."),
        ),
    )
