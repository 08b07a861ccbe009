"""How does something get into a file of somebody else's, and out again, without disturbing the rest?"""
