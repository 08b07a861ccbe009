"""What does a statement claim? Deterministic reading of sentences, and what one statement is to another.

Reading goes through these modules:
words, quantities, vocabulary (normal forms, units, closed classes of words); spelling, measures, tokens
(text to tokens); cues, rewrites, opposites, predicates, alternatives, contrasts (what wordings mean);
verbs, sentences, circumstances, datings, polarity, effects, wordings (clauses, and what is taken out of
them); shapes, notations, counts, changes, statements, pronouns (subject, attribute and value); keys,
readings, reader (the result and where it is found).
Comparing has meetings, choosing, denials, replacements, suspicions, retellings and comparing.
"""
