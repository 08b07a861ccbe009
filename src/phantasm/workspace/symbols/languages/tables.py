"""How is a syntax tree of each language read?"""

from phantasm.workspace.symbols.grammar import Grammar
from phantasm.workspace.symbols.languages.bash import BASH
from phantasm.workspace.symbols.languages.c import CPP, C
from phantasm.workspace.symbols.languages.csharp import CSHARP
from phantasm.workspace.symbols.languages.go import GO
from phantasm.workspace.symbols.languages.java import JAVA, KOTLIN
from phantasm.workspace.symbols.languages.javascript import JAVASCRIPT
from phantasm.workspace.symbols.languages.php import PHP
from phantasm.workspace.symbols.languages.python import PYTHON
from phantasm.workspace.symbols.languages.ruby import RUBY
from phantasm.workspace.symbols.languages.rust import RUST
from phantasm.workspace.symbols.languages.swift import SWIFT
from phantasm.workspace.symbols.languages.toml import TOML

TABLES: dict[str, Grammar] = {
    "bash": BASH,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "go": GO,
    "java": JAVA,
    "javascript": JAVASCRIPT,
    "kotlin": KOTLIN,
    "php": PHP,
    "python": PYTHON,
    "ruby": RUBY,
    "rust": RUST,
    "swift": SWIFT,
    "toml": TOML,
    "tsx": JAVASCRIPT,
    "typescript": JAVASCRIPT,
}
