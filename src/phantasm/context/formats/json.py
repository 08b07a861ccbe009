"""How does a context look as JSON? One object, one line per statement."""

import json

from phantasm.context.fence import NOTE
from phantasm.context.formats.shape import Format
from phantasm.context.sections import QUOTED, Section
from phantasm.contracts.client_text import MARK


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _between(first: bool) -> str:  # noqa: FBT001  the shape of a format
    return "" if first else ","


def _heading(section: Section, first: bool) -> str:  # noqa: FBT001
    note = f',"note":{_text(NOTE)}' if section.name == QUOTED else ""
    return f'{_between(first)}{{"section":{_text(section.name)}{note},"lines":['


def _item(citation: str, labels: str, first: bool) -> tuple[str, str]:  # noqa: FBT001
    cited = f',"cite":{_text(citation)}' if citation else ""
    marked = f',"note":"{labels}"' if labels else ""
    return f'{_between(first)}{{"text":"', f'"{marked}{cited}}}'


JSON = Format(
    opening=f'{{"memory":"{MARK}","sections":[',
    closing="]}",
    heading=_heading,
    ending=lambda _: "]}",
    group=lambda day, first: f'{_between(first)}{{"day":{_text(day)}}}',
    item=_item,
    note=lambda sentence, first: f'{_between(first)}{{"note":{_text(sentence)}}}',
    escape=lambda text: _text(text)[1:-1],
    encloses=True,
)
