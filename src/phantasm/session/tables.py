"""Which tables does session own?"""

from phantasm.storage.sql import Table

USAGE = Table("usage", ("id", "reported_at", "profile", "surface", "model", "input_tokens", "output_tokens"))
"""Tokens as clients reported them; never an estimate of ours."""

SESSIONS = Table(
    "sessions",
    (
        "id",
        "handle",
        "client",
        "state",
        "started_at",
        "ended_at",
        "last_at",
        "about",
        "recorded_at",
        "changed_seq",
        "formed_seq",
        "learned_seq",
        "episode_state",
        "episode",
        "brief",
        "outcome",
        "importance",
        "sensitivity",
    ),
)
"""Sessions, each with what it came to."""

TURNS = Table(
    "turns",
    (
        "session_id",
        "id",
        "place",
        "at",
        "role",
        "slot",
        "tool",
        "call",
        "exit_code",
        "failed",
        "model",
        "agent",
        "spent",
        "detail",
        "evidence_id",
    ),
)
"""What was said, thought, done and seen; texts are evidence."""

FAILURES = Table("failures", ("word", "session_id"))
"""In which sessions something failed with which words."""

USES = Table("uses", ("lineage", "source", "how", "outcome", "at"))
"""Which records and procedures were used, by which session or report, and how that went."""

TRANSCRIPTS = Table("transcripts", ("name", "client", "resume", "size", "digest", "known", "seen_at"))
"""How far which transcript was read."""
