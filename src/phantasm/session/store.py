"""What did clients report?"""

from phantasm.session.tables import USAGE
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work


def report_usage(
    work: Work, surface: str, *, model: str | None, input_tokens: int, output_tokens: int
) -> str:
    """Keep one report of token use."""
    usage_id = work.ids.new("use")
    work.run(
        USAGE.insert,
        {
            "id": usage_id,
            "reported_at": work.now,
            "profile": work.caller.profile,
            "surface": surface,
            "model": model,
            "input_tokens": input_tokens,
            "output_tokens": output_tokens,
        },
    )
    work.changed(Change("usage", usage_id, "create", after_state="reported"))
    return usage_id


def usage_since(work: Work, since: str) -> list[Row]:
    """Return reported tokens by profile, surface and model."""
    return work.all(
        """SELECT profile, surface, model, count(*) AS reports,
                  sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
           FROM usage WHERE reported_at >= :since
           GROUP BY profile, surface, model ORDER BY profile, surface, model""",
        {"since": since},
    )
