"""Which dependencies and tools does the repository say it has, and does a claim about a version hold?"""
