"""How does a context look as plain text? As little around it as possible."""

from phantasm.context.formats.shape import Format, as_it_is, suffix
from phantasm.contracts.client_text import MARK

TEXT = Format(
    opening=MARK,
    closing=f"end of {MARK}",
    heading=lambda section, _: f"{section.title}:",
    ending=lambda _: "",
    group=lambda day, _: day,
    item=lambda citation, labels, _: ("- ", suffix(citation, labels)),
    note=lambda sentence, _: sentence,
    escape=as_it_is,
)
