"""How does a context look as Markdown? Headings and lists."""

from phantasm.context.formats.shape import Format, as_it_is, suffix
from phantasm.contracts.client_text import MARK

MARKDOWN = Format(
    opening=f"# Memory ({MARK})",
    closing=f"(end of {MARK})",
    heading=lambda section, _: f"## {section.title}",
    ending=lambda _: "",
    group=lambda day, _: f"### {day}",
    item=lambda citation, labels, _: ("- ", suffix(citation, labels)),
    note=lambda sentence, _: sentence,
    escape=as_it_is,
)
