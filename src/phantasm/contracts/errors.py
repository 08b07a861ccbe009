"""What can go wrong, under which stable code, with which exit status and HTTP status?

PhantasmError is the only exception a caller of Phantasm ever has to know. Its code is one of the
closed list below; the list is part of the contract and a golden test guards it.
"""

from enum import StrEnum
from typing import NamedTuple


class Status(NamedTuple):
    """How one error code shows on the outside."""

    exit: int
    http: int
    meaning: str


class Code(StrEnum):
    """The closed list of error codes."""

    INVALID_REQUEST = "invalid_request"
    INVALID_PARAMS = "invalid_params"
    UNKNOWN_OPERATION = "unknown_operation"
    UNSUPPORTED_VERSION = "unsupported_version"
    UNKNOWN_PROFILE = "unknown_profile"
    NOT_ALLOWED = "not_allowed"
    CONFIRMATION_REQUIRED = "confirmation_required"
    CONFIRMATION_MISMATCH = "confirmation_mismatch"
    IDEMPOTENCY_KEY_REQUIRED = "idempotency_key_required"
    IDEMPOTENCY_CONFLICT = "idempotency_conflict"
    NOT_FOUND = "not_found"
    SUBJECT_EXISTS = "subject_exists"
    STALE_TARGET = "stale_target"
    CONFLICT_UNRESOLVED = "conflict_unresolved"
    FROZEN = "frozen"
    SENSITIVE = "sensitive"
    ERASED = "erased"
    PATH_OUTSIDE_PROJECT = "path_outside_project"
    NOT_BOOTSTRAPPED = "not_bootstrapped"
    UNSAFE_PROJECT = "unsafe_project"
    UNTRUSTED_PROJECT = "untrusted_project"
    STORE_BUSY = "store_busy"
    STORE_CORRUPT = "store_corrupt"
    STORAGE_FULL = "storage_full"
    STORAGE_FAILED = "storage_failed"
    READ_ONLY = "read_only"
    SCHEMA_NEWER = "schema_newer"
    BACKUP_INVALID = "backup_invalid"
    CONFIG_INVALID = "config_invalid"
    PROVIDER_UNAVAILABLE = "provider_unavailable"
    BUDGET_TOO_SMALL = "budget_too_small"
    INTERNAL = "internal"


# Exit statuses: 2 = the request is wrong, 3 = refused, 4 = the target is not as assumed,
# 5 = the project or store cannot serve now, 70 = a defect of ours (sysexits' EX_SOFTWARE).
STATUS: dict[Code, Status] = {
    Code.INVALID_REQUEST: Status(2, 400, "the envelope is not a valid request"),
    Code.INVALID_PARAMS: Status(2, 422, "a parameter is missing, unknown or of the wrong form"),
    Code.UNKNOWN_OPERATION: Status(2, 404, "no operation or alias has that name"),
    Code.UNSUPPORTED_VERSION: Status(2, 400, "api_version is not one this runtime answers"),
    Code.UNKNOWN_PROFILE: Status(2, 403, "the client profile is neither built in nor configured"),
    Code.NOT_ALLOWED: Status(3, 403, "the client profile lacks the right that the operation needs"),
    Code.CONFIRMATION_REQUIRED: Status(3, 409, "a person has to confirm the operation and its target"),
    Code.CONFIRMATION_MISMATCH: Status(3, 409, "the confirmation names another operation, target or preview"),
    Code.IDEMPOTENCY_KEY_REQUIRED: Status(2, 400, "a write came without idempotency_key"),
    Code.IDEMPOTENCY_CONFLICT: Status(4, 409, "the idempotency key was used with another body"),
    Code.NOT_FOUND: Status(4, 404, "nothing has that id or handle"),
    Code.SUBJECT_EXISTS: Status(4, 409, "a live record already holds that subject key"),
    Code.STALE_TARGET: Status(4, 409, "the target is no longer in the state that the request assumed"),
    Code.CONFLICT_UNRESOLVED: Status(4, 409, "records contradict each other and a winner has to be picked"),
    Code.FROZEN: Status(3, 409, "only a person may change a frozen record"),
    Code.SENSITIVE: Status(3, 403, "the profile may not read or export sensitive records"),
    Code.ERASED: Status(4, 410, "the content was erased; only its audit stub is left"),
    Code.PATH_OUTSIDE_PROJECT: Status(3, 400, "a path leads outside the folder it must stay in"),
    Code.NOT_BOOTSTRAPPED: Status(5, 409, "there is no .phantasm folder here or above"),
    Code.UNSAFE_PROJECT: Status(3, 403, "the .phantasm folder is a link or belongs to another user"),
    Code.UNTRUSTED_PROJECT: Status(3, 403, "nobody has accepted this store at this place: phantasm trust"),
    Code.STORE_BUSY: Status(5, 503, "other writers held the store for too long; retry"),
    Code.STORE_CORRUPT: Status(5, 500, "the file failed its integrity check, or is no Phantasm store"),
    Code.STORAGE_FULL: Status(5, 507, "the disk or quota is full"),
    Code.STORAGE_FAILED: Status(5, 500, "the file system refused a read or write"),
    Code.READ_ONLY: Status(5, 503, "the store can be read but not written"),
    Code.SCHEMA_NEWER: Status(5, 409, "the store was written by a newer Phantasm"),
    Code.BACKUP_INVALID: Status(4, 422, "the backup or bundle failed verification"),
    Code.CONFIG_INVALID: Status(2, 500, "a configuration file is wrong"),
    Code.PROVIDER_UNAVAILABLE: Status(5, 503, "an embedder or index that was configured cannot be used now"),
    Code.BUDGET_TOO_SMALL: Status(2, 422, "the token budget does not hold what must be said"),
    Code.INTERNAL: Status(70, 500, "a defect in Phantasm"),
}


class Remediation(NamedTuple):
    """What to do next: a sentence, and a runnable request or command where one exists."""

    message: str
    request: dict[str, object] | None = None
    command: str | None = None


class PhantasmError(Exception):
    """A refusal or failure with a stable code and a way forward."""

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        field: str | None = None,
        expected: str | None = None,
        example: object = None,
        remediation: tuple[Remediation, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.expected = expected
        self.example = example
        self.remediation = remediation
