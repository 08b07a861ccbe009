"""What does a driver or operating-system failure mean? (dialect-specific: SQLite).

Three verdicts matter and are never confused: busy is transient, a full or failing disk is not ours to
mend, and only SQLite's own CORRUPT or NOTADB counts as corruption.
"""

import errno

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.storage.driver import Error

# Primary result codes of SQLite, by the numbers its documentation fixes for good.
_BUSY, _FULL, _READONLY, _FAILING, _CORRUPT = (5, 6), (13,), (8,), (10, 14), (11, 26)
# pysqlite3's backup() raises with SQLite's text and no code; these codes' texts are as fixed as the codes.
_CODE_OF_TEXT = {
    "database is locked": 5,
    "database table is locked": 6,
    "attempt to write a readonly database": 8,
    "disk I/O error": 10,
    "database disk image is malformed": 11,
    "database or disk is full": 13,
    "unable to open database file": 14,
    "file is not a database": 26,
}
_FULL_ERRNOS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_READ_ONLY_ERRNOS = {errno.EROFS, errno.EACCES, errno.EPERM}

_DOCTOR = Remediation("Look at what is wrong.", command="phantasm doctor")
_RETRY = Remediation("Retry with the same idempotency key: the store is intact.")


def translate(problem: Exception) -> PhantasmError | None:
    """Return the typed error for a storage failure, or None when it is not one."""
    if isinstance(problem, Error):
        return _translate_sqlite(problem)
    if isinstance(problem, OSError):
        return _translate_os(problem)
    return None


def _translate_sqlite(problem: Exception) -> PhantasmError | None:
    primary = getattr(problem, "sqlite_errorcode", _CODE_OF_TEXT.get(str(problem), 0)) & 0xFF
    if primary in _BUSY:
        return PhantasmError(Code.STORE_BUSY, "the store is busy", remediation=(_RETRY,))
    if primary in _FULL:
        return _full("the store could not grow: the disk or quota is full")
    if primary in _READONLY:
        return PhantasmError(Code.READ_ONLY, "the store cannot be written", remediation=(_DOCTOR,))
    if primary in _FAILING:
        message = f"the file system failed: {problem}"
        return PhantasmError(Code.STORAGE_FAILED, message, remediation=(_RETRY, _DOCTOR))
    return corrupt(f"SQLite reports: {problem}") if primary in _CORRUPT else None


def _translate_os(problem: OSError) -> PhantasmError:
    named = f" ({problem.filename})" if problem.filename else ""
    if problem.errno in _FULL_ERRNOS:
        return _full(f"the disk or quota is full{named}")
    if problem.errno in _READ_ONLY_ERRNOS:
        what = problem.filename or "the project's state"
        return PhantasmError(
            Code.READ_ONLY, f"{what} cannot be written: {problem.strerror}", remediation=(_DOCTOR,)
        )
    return PhantasmError(
        Code.STORAGE_FAILED,
        f"the file system failed: {problem.strerror}{named}",
        remediation=(_RETRY, _DOCTOR),
    )


def _full(message: str) -> PhantasmError:
    return PhantasmError(
        Code.STORAGE_FULL,
        message,
        remediation=(Remediation("Free some space, then retry with the same idempotency key."), _DOCTOR),
    )


def corrupt(message: str) -> PhantasmError:
    """Return the error for a store that failed a check; the way out is always the newest good backup."""
    return PhantasmError(
        Code.STORE_CORRUPT,
        message,
        remediation=(
            Remediation(
                "Quarantine the store and restore the newest verified backup.",
                command="phantasm doctor --fix",
            ),
        ),
    )
