"""What does a file define? Asks the grammar of its language, else reads its lines."""

from phantasm.workspace.symbols.detection import language_of
from phantasm.workspace.symbols.grammars import parse
from phantasm.workspace.symbols.guarding import may_be_parsed
from phantasm.workspace.symbols.languages.tables import TABLES
from phantasm.workspace.symbols.model import Outline, Symbol
from phantasm.workspace.symbols.walking import defined_in


def outline_of(path: str, text: str) -> Outline:
    """Return the definitions in a file; its lines end with a newline and nothing else."""
    language = language_of(path, text)
    lines = text.split("\n")
    grammar = TABLES.get(language)
    tree = parse(language, text) if grammar and may_be_parsed(text) else None
    if grammar and tree:
        return Outline(defined_in(tree, grammar, lines), language)
    return Outline(_read(language, lines))


def _read(language: str, lines: list[str]) -> tuple[Symbol, ...]:
    """Return what the lines tell; each reader is loaded with its first file, as the grammars are."""
    if language == "prose":
        return ()
    if language == "json":
        from phantasm.workspace.symbols.flow import json_keys_in  # noqa: PLC0415  see above

        return json_keys_in(lines)
    if language == "yaml":
        from phantasm.workspace.symbols.yaml_lines import yaml_keys_in  # noqa: PLC0415  see above

        return yaml_keys_in(lines)
    if language in {"ini", "toml"}:
        from phantasm.workspace.symbols.settings_lines import keys_in  # noqa: PLC0415  see above

        return keys_in(lines)
    from phantasm.workspace.symbols.plain import guessed_in  # noqa: PLC0415  see above

    return guessed_in(lines, make=language == "make")
