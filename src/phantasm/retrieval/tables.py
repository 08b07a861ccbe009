"""Which tables does retrieval own?"""

from phantasm.storage.sql import Table

LEXICON = Table("lexicon", ("one", "version", "live", "past"))
"""One row: how the words were derived, and how many units are live and past."""

UNITS = Table(
    "units",
    (
        "id",
        "seq",
        "tier",
        "item_id",
        "part",
        "start",
        "stop",
        "length",
        "grouping",
        "position",
        "live",
        "kind",
        "origin",
        "scope",
        "scope_ref",
        "sensitivity",
        "at",
        "traits",
        "title",
        "body",
        "erased_seq",
    ),
)
"""What can be found: a record, or a part of a piece of evidence."""

LIVE_WORDS = Table("live_words", ("title", "body"))
"""The words of what is held now."""

PAST_WORDS = Table("past_words", ("title", "body"))
"""The words of what was held, or waits to be."""

LIVE_TERMS = Table("live_terms", ("term", "doc", "cnt"))
"""How many of the live units have a word."""

PAST_TERMS = Table("past_terms", ("term", "doc", "cnt"))
"""How many of the others have it."""

MENTIONS = Table("mentions", ("kind", "word", "item_id", "seq"))
"""Under which words a turn that tells of a value is met."""

REVISIONS = Table("revisions", ("earlier", "later", "strength", "reason", "kind", "unit", "value", "about"))
"""Which turn tells another value than an earlier one."""
