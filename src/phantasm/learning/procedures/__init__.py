"""How are things done here, learned from what was done and what came of it?"""
