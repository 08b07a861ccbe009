"""How does a context look in tags? The form that models trained on tags follow best."""

from phantasm.context.formats.shape import Format, as_it_is, suffix
from phantasm.contracts.client_text import MARK

XML = Format(
    opening=f"<{MARK}>",
    closing=f"</{MARK}>",
    heading=lambda section, _: f"<{section.name}>",
    ending=lambda section: f"</{section.name}>",
    group=lambda day, _: day,
    item=lambda citation, labels, _: ("- ", suffix(citation, labels)),
    note=lambda sentence, _: sentence,
    escape=as_it_is,  # `fence.defused` takes the sting out of our own tags; other tags are nobody's
)
