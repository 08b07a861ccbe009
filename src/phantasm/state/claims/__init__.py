"""What does a statement claim? Deterministic reading of sentences, and what one statement is to another.

Reading goes through these modules:
words, quantities, vocabulary (normal forms, units, closed classes of words); spelling, measures, tokens
(text to tokens); cues, predicates, alternatives, contrasts (what wordings mean); verbs, sentences,
circumstances, wordings (clauses, and what is taken out of them); shapes, counts, changes, statements
(subject, attribute and value); keys, readings, reader (the result and where it is found).
Comparing has meetings, choosing, replacements and comparing.
"""

from phantasm.state.claims.reader import READING, read
from phantasm.state.claims.readings import Reading

__all__ = ["READING", "Reading", "read"]
