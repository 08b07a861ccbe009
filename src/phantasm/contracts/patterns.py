"""When is a pattern compiled? On first need, once.

Compiling the hundred and more patterns of redaction takes some 60 ms, that of other readers of texts
another 30, and most processes meet none of what they look for.
"""

import re
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The compiled pattern; flags are written inside it."""
    return re.compile(pattern)
