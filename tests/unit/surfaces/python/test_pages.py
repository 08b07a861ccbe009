"""What the pages about Python and the adapters show can be run as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from tests.fixtures.projects import lay_out_state

DOCS = Path(__file__).parents[4] / "docs"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["python.md", "adapters.md"])
def test_what_a_page_shows_runs_in_order(tmp_path: Path, page: str) -> None:
    lay_out_state(Paths(tmp_path))
    blocks = _BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    assert blocks
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(blocks)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
