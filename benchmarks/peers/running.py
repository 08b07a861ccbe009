"""How is a product installed, started and asked, off the network?

Each has a virtual environment of its own and runs as a process that its adapter speaks for. Proxies that lead
nowhere keep everybody off the network; the loopback stays open for the endpoint that makes the vectors.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.peers.products import Product

ADAPTERS = Path(__file__).parent
NOWHERE = "http://127.0.0.1:9"
"""The discard port: whoever asks the network gets an error at once."""
SHOWN = 300
"""Characters of a product's last words that are reported."""


class FailedError(Exception):
    """A product did not install, start or answer; the message says how."""


def install(product: Product, scratch: Path) -> str:
    """Return the Python to run a product with; its packages are installed where they are not yet."""
    if not product.packages:
        return sys.executable
    folder = scratch / product.adapter.removesuffix(".py")
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.exists():
        tool = str(Path(sys.executable).with_name("uv"))
        for step in (
            ["venv", "--quiet", "--clear", "--python", sys.executable, str(folder)],
            ["pip", "install", "--quiet", "--python", str(python), *product.packages],
        ):
            done = subprocess.run([tool, *step], check=False, capture_output=True, text=True)
            if done.returncode:
                raise FailedError(f"does not install: {done.stderr.strip()[-SHOWN:]}")
        ready.touch()
    return str(python)


@contextmanager
def endpoint() -> Iterator[str]:
    """Yield the address of the endpoint that makes everybody's vectors."""
    command = [sys.executable, str(ADAPTERS / "endpoint.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.terminate()


class Running:
    """One product's process."""

    def __init__(self, product: Product, python: str, folder: Path, url: str) -> None:
        settings = {name: value.format(url=url) for name, value in product.settings.items()}
        offline = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE)
        environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "PYTHONPATH": str(ADAPTERS.parents[1]),
            "HOME": str(folder),
            "NO_PROXY": "127.0.0.1,localhost",
            "no_proxy": "127.0.0.1,localhost",
            "HF_HUB_OFFLINE": "1",
            "DO_NOT_TRACK": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }
        self._log = (folder / "log.txt").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [python, str(ADAPTERS / product.adapter), str(folder), url, *product.arguments],
            env=environment | offline | settings,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self._heard()

    def ask(self, **what: object) -> dict[str, Any]:
        """Send one line and return the answer."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(what) + "\n")
            self._process.stdin.flush()
        except OSError as problem:
            raise FailedError(self._last_words()) from problem
        return self._heard()

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait(timeout=30)
        self._log.close()

    def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise FailedError(self._last_words())
        found: dict[str, Any] = json.loads(line)
        return found

    def _last_words(self) -> str:
        self._process.wait(timeout=30)
        self._log.seek(0)
        return f"ended: {self._log.read().strip()[-SHOWN:]}"
