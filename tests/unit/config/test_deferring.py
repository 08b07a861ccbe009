"""What is installed is looked up by those who ask, and by nobody who only loads a library that could."""

import subprocess
import sys

import pytest

_LOADS_THE_LIBRARY = """
import sys
from phantasm.config.environment import leave_out_plugins
leave_out_plugins()
from pydantic import BaseModel
class One(BaseModel): number: int
One(number=1)
assert "email" not in sys.modules
"""


@pytest.mark.parametrize(
    "asks",
    [
        "import importlib.metadata; print(importlib.metadata.version('pydantic'))",
        "from importlib import metadata; print(metadata.version('pydantic'))",
        "from importlib.metadata import version; print(version('pydantic'))",
        "from importlib.metadata._adapters import Message; print(Message)",
        "from pydantic.plugin._loader import entry_points; print(entry_points(group='console_scripts'))",
    ],
)
def test_whoever_asks_is_answered_by_the_real_one(asks: str) -> None:
    answered = [
        subprocess.run([sys.executable, "-c", before + asks], check=True, capture_output=True).stdout
        for before in ("", _LOADS_THE_LIBRARY)
    ]
    assert answered[0]
    assert answered[0] == answered[1]
