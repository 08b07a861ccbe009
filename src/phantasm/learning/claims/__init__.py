"""What does a conversation claim that is worth keeping? Rules over sentences, no model.

passages and machine_lines find the prose of a turn, sentences its sentences, openers what stands before a claim.
gates says what claims nothing. wishes, choices, customs, surroundings, troubles, facts and people hold the rules;
recognising walks them. reasons, corrections and withdrawals look at the neighbours; extract puts it together.
"""
