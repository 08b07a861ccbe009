"""What does a conversation claim that is worth keeping? Rules over sentences, no model.

passages and machine_lines find the prose of a turn, sentences its sentences, openers what stands before a
claim. gates says what claims nothing. choices, people, wishes, orders, surroundings, troubles, bounds,
customs, facts and statements hold the rules, recognising walks them. things, subjects, clauses, verbs,
artefacts, working and breaking tell what a sentence speaks of. reasons, corrections and withdrawals look at
the neighbours; extract puts it together.
"""
