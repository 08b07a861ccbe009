"""A record as the store would have it, for questions that need no store."""

from phantasm.state.model import Content, Quality, Record

LIVE = Record(
    id="rec_1",
    handle="00000001",
    kind="fact",
    subject_key=None,
    state="live",
    frozen=False,
    scope="project",
    scope_ref="",
    sensitivity="normal",
    origin="user",
    quality=Quality(),
    valid_from="2026-01-01T00:00:00.000000Z",
    valid_to=None,
    recorded_at="2026-01-01T00:00:00.000000Z",
    closed_at=None,
    seq=1,
    ordinal=1,
    lineage="rec_1",
    supersedes=None,
    payload_id=1,
    content_digest="d",
    content=Content("x"),
)
