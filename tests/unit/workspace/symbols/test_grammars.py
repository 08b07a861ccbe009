"""A language is known by the file's name, and is read line by line where its grammar cannot be had."""

import importlib.util
import subprocess
import sys

import pytest

from phantasm.workspace.symbols.detection import language_of
from phantasm.workspace.symbols.grammars import PACKAGES, parse
from phantasm.workspace.symbols.languages.tables import TABLES
from phantasm.workspace.symbols.outline import outline_of


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("src/a.PY", "", "python"),
        ("Gemfile", "", "ruby"),
        ("poetry.lock", "", "toml"),
        (".env.production", "", "ini"),
        (".eslintrc", "", "json"),
        ("a/Makefile", "", "make"),
        ("a.h", "int f(void);", "c"),
        ("a.h", "#pragma once\nnamespace a {}", "cpp"),
        ("bin/run", "#!/usr/bin/env python3\n", "python"),
        ("bin/run", "#!/bin/sh\n", "bash"),
        ("bin/run", "#!/usr/bin/perl\n", ""),
        ("README.md", "class of people:\n", "prose"),
        ("LICENSE", "", "prose"),
        ("a.unknown", "", ""),
        ("py", "", ""),
    ],
)
def test_a_language_is_known(path: str, text: str, language: str) -> None:
    assert language_of(path, text) == language


def test_every_grammar_has_a_table() -> None:
    assert PACKAGES.keys() == TABLES.keys()
    for language, package in PACKAGES.items():
        assert importlib.util.find_spec(package.module), language
        assert parse(language, "x"), language


def test_an_unknown_language_has_no_tree() -> None:
    assert parse("cobol", "x") is None


def test_lines_are_read_where_a_grammar_is_not_installed() -> None:
    text = "class Client\n{\n    int send(int x) {\n        return 1;\n    }\n};\n"
    program = (
        "import sys; sys.modules['tree_sitter_cpp'] = None\n"
        "from phantasm.workspace.symbols.outline import outline_of\n"
        f"outline = outline_of('a.cpp', {text!r})\n"
        "print(repr(outline.language), *((found.name, found.start, found.stop) for found in outline.symbols))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown == "'' ('Client', 1, 6) ('Client.send', 3, 5)\n"


def test_no_grammar_is_loaded_before_it_is_needed() -> None:
    program = (
        "import sys; from phantasm.workspace.symbols.outline import outline_of\n"
        "outline_of('a.json', '{}'); print([name for name in sys.modules if name.startswith('tree_')])\n"
        "outline_of('a.go', ''); print('tree_sitter_go' in sys.modules, 'tree_sitter_python' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown == "[]\nTrue False\n"


def test_a_name_is_found_as_given_else_by_its_end() -> None:
    outline = outline_of(
        "a.py", "def send(): ...\nclass Client:\n    def send(self): ...\n    def close(self): ...\n"
    )
    assert [symbol.start for symbol in outline.find("send")] == [1]
    assert [symbol.start for symbol in outline.find("Client.send")] == [3]
    assert [symbol.start for symbol in outline.find("close")] == [4]
    assert not outline.find("lose")


def test_an_empty_table_is_a_section() -> None:
    found = outline_of("pyproject.toml", "[tool.black]\n").symbols
    assert [(symbol.name, symbol.kind) for symbol in found] == [("tool.black", "section")]
    assert not outline_of("a.php", "<?php\ndefine();\n").symbols
