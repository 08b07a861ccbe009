"""What defines something in a shell script?"""

from phantasm.workspace.symbols.grammar import Grammar, named, words

BASH = Grammar(
    definitions={
        "function_definition": named("function"),
        "variable_assignment": named("constant"),
    },
    # Not the bodies of functions: what they set is mostly their own.
    inside=words(
        "program if_statement elif_clause else_clause for_statement while_statement do_group "
        "case_statement case_item"
    ),
    wrappers=words("declaration_command"),
    leads=words("word"),
)
