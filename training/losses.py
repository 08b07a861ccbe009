"""What is asked of the student? To see texts as the teacher does, and to bring pairs together.

At every exit and every width: the direction of the teacher's vector, the teacher's order of likeness inside
the batch, and, mixed into that order by a share per source, the text a pair was built from. The teacher stays
in throughout: pairs alone lift what they cover and cost everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp

SAME = 0.97
"""Likeness from which the teacher takes two texts for one."""


@dataclass(frozen=True)
class Weights:
    """How much each part counts."""

    direction: float = 1.0
    likeness: float = 1.0
    pairs: float = 1.0
    warmth: float = 0.05
    """Temperature of the likeness distributions."""


def _unit(x: jax.Array) -> jax.Array:
    return x * jax.lax.rsqrt(jnp.sum(jnp.square(x), -1, keepdims=True) + 1e-12)


def _cross(target: jax.Array, scores: jax.Array) -> jax.Array:
    return -(target * jax.nn.log_softmax(scores)).sum(-1)


def loss(
    vectors: dict[int, jax.Array],
    teacher: tuple[jax.Array, jax.Array],
    pulled: jax.Array,
    *,
    widths: tuple[int, ...],
    weights: Weights,
) -> jax.Array:
    """The loss of a batch: the pairs' first texts, then their partners.

    `teacher` holds the target vectors (in the student's width, most telling directions first) and the full
    vectors that likeness is measured by; `pulled` says per pair how far the partner replaces the teacher's
    order.
    """
    target, full = teacher
    half = len(full) // 2
    itself = jnp.eye(len(full)) * 1e9
    alike = full @ full.T
    wanted = jax.nn.softmax(alike / weights.warmth - itself)
    order = jax.nn.softmax(alike[:half, half:] / weights.warmth)
    # A partner that the teacher cannot tell from another text of the batch is no counter-example.
    same = (alike[half:, half:] > SAME).astype(jnp.float32)
    partner = same / same.sum(-1, keepdims=True)
    paired = pulled[:, None] * partner + (1 - pulled[:, None]) * order
    total = jnp.zeros(())
    for vector in vectors.values():
        for width in widths:
            student = _unit(vector[:, :width])
            direction = 1 - (student * _unit(target[:, :width])).sum(-1)
            close = student @ student.T / weights.warmth
            likeness = _cross(wanted, close - itself)
            across = close[:half, half:]
            pairs = _cross(paired, across) + _cross(paired.T / paired.T.sum(-1, keepdims=True), across.T)
            total += weights.direction * direction.mean()
            total += weights.likeness * likeness.mean() + weights.pairs * 0.5 * pairs.mean()
    return total / (len(vectors) * len(widths))
