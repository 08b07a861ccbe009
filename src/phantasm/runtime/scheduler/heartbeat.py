"""How does a lease stay alive while a step takes long? A thread extends it until the work is over."""

import threading
from types import TracebackType
from typing import Self

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.ledger import noting, separate
from phantasm.storage.driver import Error
from phantasm.storage.leases import Lease, extend

# A worker that vanishes is replaced after a minute; three beats fit in, so that one may fail.
LEASE_SECONDS = 60.0
BEAT_SECONDS = 20.0


class Heartbeat:
    """Extends one lease from a thread of its own; tells when another worker has the job."""

    def __init__(
        self,
        environment: Environment,
        lease: Lease,
        *,
        lease_seconds: float = LEASE_SECONDS,
        beat_seconds: float = BEAT_SECONDS,
    ) -> None:
        self._environment = environment
        self._lease = lease
        self._lease_seconds = lease_seconds
        self._beat_seconds = beat_seconds
        self._over = threading.Event()
        self._lost = threading.Event()
        # A daemon: it ends with its process, whatever the work is waiting for.
        self._thread = threading.Thread(target=self._beat, name=f"lease {lease.job_id}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def check(self) -> None:
        """Raise when the job is somebody else's by now: nothing more of this worker would be accepted."""
        if self._lost.is_set():
            lease = self._lease
            raise PhantasmError(Code.STALE_TARGET, f"job {lease.job_id} is no longer leased to {lease.owner}")

    def _beat(self) -> None:
        # Not longer than to the next beat: who waits for the lock must not hold the end of the work up.
        database = separate(self._environment, lock_timeout=self._beat_seconds)
        try:
            while not self._over.wait(self._beat_seconds):
                try:
                    with noting(self._environment, "heartbeat", database=database) as work:
                        extend(work, self._lease, lease_seconds=self._lease_seconds)
                except PhantasmError as problem:
                    if problem.code is Code.STALE_TARGET:
                        self._lost.set()
                        return
                except (OSError, Error):
                    continue  # the next beat may come through; if none does, the lease runs out
        finally:
            database.close()
