"""What is being asked, and may it be? From a JSON object to a request that is understood and allowed.

Secrets are masked before anything else looks at it; then it is parsed, its operation found, its parameters
validated, its profile and its trust judged. Everything that can be refused without the store is refused here.
"""

from phantasm.capabilities.environment import Environment
from phantasm.contracts.canonical import canonical, text_digest
from phantasm.contracts.envelope import Confirmations, Request
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject, Model
from phantasm.contracts.operation import Operation
from phantasm.contracts.parse import parse_request, validate
from phantasm.runtime import registry
from phantasm.runtime.party import Party, profile_of
from phantasm.runtime.responses import Asked, config_warnings, fidelity_of, mask_warnings, text_warnings
from phantasm.security import policy
from phantasm.security.profiles import Profile
from phantasm.security.redaction import Masked, redact_tree
from phantasm.storage.receipts import ReceiptKey


def understand(
    value: JsonObject, environment: Environment, profiles: dict[str, Profile], party: Party
) -> Asked:
    """Parse, find, validate, mask and judge; raises when any of that says no."""
    safe, masked = _masked(value) if environment.config.settings.security.redact_secrets else (value, ())
    request = parse_request(safe)
    operation, fixed = registry.resolve(request.operation)
    params = validate(
        operation.params,
        {**request.params, **fixed},
        code=Code.INVALID_PARAMS,
        prefix="params",
        example=operation.example_request(),
    )
    default = environment.config.settings.default_client
    profile, reduced = profile_of(request.client.profile, profiles, party=party, default=default)
    # A read says whose it was in its provenance, and what was withheld: nothing was lost.
    warnings = reduced if operation.kind.writes else []
    dry_run = bool(getattr(params, "dry_run", False))
    target = operation.target(params) if operation.target else None
    if target is not None and request.confirmations:
        policy.check_confirmation(
            _canonical(request.confirmations, operation, params), operation.name, target
        )
    decision = policy.judge(
        profile, operation, target=target, confirmed=request.confirmations is not None, dry_run=dry_run
    )
    if isinstance(decision, policy.NeedsConfirmation | policy.Deny):
        raise policy.refusal(decision, operation)
    if operation.kind.writes and not dry_run and request.idempotency_key is None:
        raise _key_required(request)
    keyed = operation.kind.writes and not dry_run
    stored = canonical(request.params) if operation.kind.writes else ""
    body = text_digest(stored, salt=environment.database.salt()) if keyed else ""
    return Asked(
        request=request,
        operation=operation,
        params=params,
        profile=profile,
        decision=decision,
        dry_run=dry_run,
        warnings=(*warnings, *mask_warnings(masked), *text_warnings(stored), *config_warnings(environment)),
        fidelity=fidelity_of(value, stored, masked) if operation.kind.writes else None,
        receipt=_receipt_key(request, operation, profile, digest=body),
    )


def _canonical(given: Confirmations, operation: Operation, params: Model) -> Confirmations:
    """Return a confirmation under the operation's own name, where it was given for this under an alias."""
    name, fixed = registry.ALIASES.get(given.operation, (given.operation, {}))
    is_this = name == operation.name and all(getattr(params, one) == value for one, value in fixed.items())
    return given.model_copy(update={"operation": name}) if is_this else given


def _masked(value: JsonObject) -> tuple[JsonObject, tuple[Masked, ...]]:
    safe, masked = redact_tree(value)  # type: ignore[arg-type]  # an object of JSON values, by decoding
    return (safe if isinstance(safe, dict) else value), masked  # type: ignore[return-value]


def _receipt_key(
    request: Request, operation: Operation, profile: Profile, *, digest: str
) -> ReceiptKey | None:
    if not digest or request.idempotency_key is None:
        return None
    return ReceiptKey(profile.name, operation.name, request.idempotency_key, digest)


def _key_required(request: Request) -> PhantasmError:
    example = {"idempotency_key": f"{request.request_id}-1"}
    return PhantasmError(
        Code.IDEMPOTENCY_KEY_REQUIRED,
        f"{request.operation} changes memory and needs an idempotency_key",
        field="idempotency_key",
        expected="a text that is new for each change and the same for each retry",
        example=example,
        remediation=(Remediation("Add an idempotency_key, or set params.dry_run to look first."),),
    )
