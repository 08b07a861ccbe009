"""How does a repository get its memory, and how does it lose it again without a trace?"""
