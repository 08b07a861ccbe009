"""How sure is a figure? 95 % intervals by resampling the questions, seeded: the same on every run.

A difference of two arms is resampled as the differences of the same questions (the paired bootstrap), which
is what makes small ones visible: questions differ far more than arms do.
"""

from collections.abc import Sequence

import numpy as np

RESAMPLES = 5_000
"""Samples of the questions. From 2,000 on, repeated seeds move a bound by less than a tenth of its width."""
_SEED = 20_261_116
"""Any number does; this one is the day that it was chosen."""
_TAILS_PERCENT = (2.5, 97.5)
_CELLS = 1 << 22
"""Numbers drawn at once: 32 MiB, whatever the number of questions."""
_DIGITS = 4
"""As the table has them."""

Interval = tuple[float, float]


def interval(values: Sequence[float]) -> Interval:
    """Return the bounds between which the mean lies in 95 % of the samples; there are some values."""
    found = np.asarray(values, np.float64)
    draw = np.random.default_rng(_SEED)
    rows = max(1, _CELLS // found.size)
    means = [
        found[draw.integers(found.size, size=(min(rows, RESAMPLES - done), found.size))].mean(axis=1)
        for done in range(0, RESAMPLES, rows)
    ]
    low, high = np.percentile(np.concatenate(means), _TAILS_PERCENT)
    return round(float(low), _DIGITS), round(float(high), _DIGITS)


def difference_interval(ours: Sequence[float], theirs: Sequence[float]) -> tuple[Interval, bool]:
    """Return the interval of the mean difference over the same questions, and whether it leaves out zero."""
    bounds = interval([one - other for one, other in zip(ours, theirs, strict=True)])
    return bounds, bounds[0] > 0 or bounds[1] < 0
