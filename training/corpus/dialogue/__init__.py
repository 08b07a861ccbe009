"""Conversation to learn from: a seeded generator, and the little real conversation that is free.

No dialogue corpus may be downloaded and trained on with a clear conscience, so most of the text here
comes out of a grammar of our own (`grammar/`, plain text): two friends who write to each other, and a user
who works with an assistant. A searcher's question is paired with the turn that answers it.
"""

from training.corpus.dialogue.build import pairs

__all__ = ["pairs"]
