"""How does one value get into a JSON text, or out of it, so that every other byte stays?"""

from phantasm.runtime.setup.merging.json_text import Item, Json, Node, UnreadableError, after_comments, read
from phantasm.runtime.setup.merging.style import (
    Style,
    indent_before,
    indent_of_line,
    on_one_line,
    style_of,
)

KeyPath = tuple[str, ...]


def value_at(text: str, path: KeyPath) -> Json:
    """Return the value at a path of keys; None where there is none."""
    node = find(read(text), path) if text.strip("\ufeff \t\r\n") else None
    return None if node is None else node.plain


def find(root: Node, path: KeyPath) -> Node | None:
    """Return the node at a path of keys."""
    node: Node | None = root
    for key in path:
        item = None if node is None else node.member(key)
        node = None if item is None else item.value
    return node


def existing_depth(text: str, path: KeyPath) -> int:
    """Return how many keys of a path lead to something."""
    if not text.strip("\ufeff \t\r\n"):
        return 0
    root = read(text)
    return max(depth for depth in range(len(path) + 1) if find(root, path[:depth]) is not None)


def put(text: str, path: KeyPath, value: Json) -> str:
    """Return a text in which a path holds a value; objects on the way are made."""
    text = _with_root(text)
    root = read(text)
    depth = existing_depth(text, path)
    node = find(root, path[:depth])
    if node is None or not isinstance(root.plain, dict):
        raise UnreadableError("the file holds no object")
    style = style_of(text, root)
    if depth == len(path):
        shown = _shown(text, node, value, style)
        return text if node.plain == value else text[: node.start] + shown + text[node.end :]
    if not isinstance(node.plain, dict):
        raise UnreadableError(f"{'.'.join(path[:depth]) or 'the file'} holds no object")
    wrapped = value
    for key in reversed(path[depth + 1 :]):
        wrapped = {key: wrapped}
    return _add(text, node, path[depth], wrapped, style)


def append(text: str, path: KeyPath, value: Json) -> str:
    """Return a text in which the array at a path has one more element; array and objects are made."""
    text = _with_root(text)
    root = read(text)
    node = find(root, path)
    if node is None:
        return put(text, path, [value])
    if not isinstance(node.plain, list):
        raise UnreadableError(f"{'.'.join(path)} holds no list")
    return _add(text, node, None, value, style_of(text, root))


def replace(text: str, node: Node, value: Json) -> str:
    """Return a text in which a node holds another value."""
    return text[: node.start] + _shown(text, node, value, style_of(text, read(text))) + text[node.end :]


def remove(text: str, container: Node, item: Item) -> str:
    """Return a text without one item of an object or an array; comments around it stay."""
    index = container.items.index(item)
    before = container.items[index - 1] if index else None
    is_last = index == len(container.items) - 1
    previous = container.start + 1 if before is None else _behind(before)
    start = after_comments(text, previous, same_line=False)
    end = item.end if item.comma is None else item.comma + 1
    around = text[container.start + 1 : item.start] + text[end : container.end - 1]
    if len(container.items) == 1 and not around.strip():
        return text[: container.start + 1] + text[container.end - 1 :]
    shortened = text[:start] + text[end:]
    if is_last and item.comma is None and before is not None and before.comma is not None:
        return shortened[: before.comma] + shortened[before.comma + 1 :]
    return shortened


def _behind(item: Item) -> int:
    return item.end if item.comma is None else item.comma + 1


def _with_root(text: str) -> str:
    """Give a file that holds nothing yet an object to put something into."""
    return text if text.strip("\ufeff \t\r\n") else text + "{}"


def _shown(text: str, node: Node, value: Json, style: Style) -> str:
    old = text[node.start : node.end]
    if "\n" not in old and len(node.items) > 1:
        return on_one_line(value, old)
    return style.lines(value, indent_of_line(text, node.start))


def _add(text: str, node: Node, key: str | None, value: Json, style: Style) -> str:
    inside = text[node.start + 1 : node.end - 1]
    label = "" if key is None else on_one_line(key, text)
    if node.items and "\n" not in text[node.start : node.end]:
        colon = ": " if '": ' in inside else ":"
        shown = on_one_line(value, inside)
        return _behind_last(
            text, node, " " if ", " in inside or colon == ": " else "", label and label + colon, shown
        )
    label = label and f"{label}: "
    if node.items:
        first = indent_before(text, node.items[0].start)
        indent = first if first is not None else indent_of_line(text, node.start) + style.step
        return _behind_last(text, node, style.newline + indent, label, style.lines(value, indent))
    outer = indent_of_line(text, node.start)
    indent = outer + style.step
    entry = f"{style.newline}{indent}{label}{style.lines(value, indent)}"
    if inside.strip():  # only comments
        position = after_comments(text, node.start + 1, same_line=False)
        closing = "" if "\n" in text[position : node.end] else style.newline + outer
        return text[:position] + entry + closing + text[position:]
    return text[: node.start + 1] + entry + style.newline + outer + text[node.end - 1 :]


def _behind_last(text: str, node: Node, gap: str, label: str, shown: str) -> str:
    last = node.items[-1]
    position = after_comments(text, _behind(last), same_line=True)
    closing = "" if last.comma is None else ","
    entry = gap + label + shown + closing
    if last.comma is not None:
        return text[:position] + entry + text[position:]
    return text[: last.end] + "," + text[last.end : position] + entry + text[position:]
