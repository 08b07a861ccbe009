"""How does a store of an earlier release become one of this release?"""
