"""The loss falls towards the teacher and towards the partner, each as far as it is asked for."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.fixtures.far import far
from training.losses import Weights, loss

Floats = NDArray[np.float32]

PAIRS, WIDTH = 6, 16


def _unit(vectors: Any) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


@cache
def _teacher() -> Floats:
    return _unit(np.random.default_rng(1).standard_normal((2 * PAIRS, WIDTH)))


def _loss(student: Floats, *, pulled: float = 0.0, weights: Weights | None = None) -> float:
    given = {0: student, 2: student}
    teacher = (_teacher(), _teacher())
    pull = np.full(PAIRS, pulled, np.float32)
    return float(far(loss, given, teacher, pull, widths=(8, WIDTH), weights=weights or Weights()))


def test_the_teacher_itself_is_best() -> None:
    noise = np.random.default_rng(2).standard_normal((2 * PAIRS, WIDTH)).astype(np.float32)
    at_teacher, near, far_off = (_loss(_unit(_teacher() + share * noise)) for share in (0.0, 0.1, 1.0))
    assert at_teacher < near < far_off


@pytest.mark.parametrize("part", ["direction", "likeness"])
def test_each_part_falls_towards_the_teacher(part: str) -> None:
    only = Weights(**({"direction": 0.0, "likeness": 0.0, "pairs": 0.0} | {part: 1.0}))
    mixed = _unit(_teacher() + _teacher()[::-1])
    assert _loss(_teacher(), weights=only) < _loss(mixed, weights=only)


def test_pairs_pull_partners_together() -> None:
    only = Weights(direction=0.0, likeness=0.0)
    partners = np.concatenate([_teacher()[:PAIRS]] * 2)
    swapped = np.concatenate([_teacher()[:PAIRS], np.roll(_teacher()[:PAIRS], 1, axis=0)])
    assert _loss(partners, pulled=1.0, weights=only) < _loss(swapped, pulled=1.0, weights=only)
    # Not pulled, the teacher's own order is asked for, in which these partners are strangers.
    assert _loss(_teacher(), weights=only) < _loss(partners, weights=only)


def test_the_length_of_a_vector_does_not_count() -> None:
    assert _loss(_teacher() * np.float32(50)) == pytest.approx(_loss(_teacher()), rel=1e-4)
