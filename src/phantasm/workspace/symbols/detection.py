"""Which language is a file in? By its name, else by its first line. Pure."""

import re

_BY_EXTENSION = {
    extension: language
    for language, extensions in {
        "bash": "sh bash zsh ksh bats",
        "c": "c h",
        "cpp": "cc cpp cxx c++ hh hpp hxx h++ ipp tpp inl cu cuh",
        "csharp": "cs csx",
        "go": "go",
        "java": "java",
        "javascript": "js jsx mjs cjs",
        "json": "json jsonc json5 webmanifest geojson code-workspace ipynb",
        "kotlin": "kt kts",
        "php": "php phtml",
        "python": "py pyi pyw",
        "ruby": "rb rake gemspec ru podspec",
        "rust": "rs",
        "swift": "swift",
        "toml": "toml",
        "tsx": "tsx",
        "typescript": "ts mts cts",
        "yaml": "yaml yml clang-format clang-tidy",
        "ini": "ini cfg conf cnf env properties editorconfig gitconfig desktop service",
        "make": "mk mak",
        "prose": "md markdown mdx rst txt adoc asciidoc tex log diff patch csv tsv svg html htm xml",
    }.items()
    for extension in extensions.split()
}
_BY_NAME = {
    name: language
    for language, names in {
        "bash": ".bashrc .bash_profile .profile .zshrc",
        "ini": ".env .editorconfig .gitconfig .gitmodules .npmrc .flake8 .pylintrc .coveragerc .pypirc",
        "json": ".babelrc .eslintrc .prettierrc .swcrc composer.lock pipfile.lock flake.lock",
        "python": "sconstruct sconscript wscript",
        "ruby": "rakefile gemfile guardfile vagrantfile podfile brewfile capfile fastfile dangerfile",
        "toml": "poetry.lock cargo.lock uv.lock pdm.lock pipfile",
        "make": "makefile gnumakefile",
        "prose": "license copying notice authors changelog readme codeowners",
    }.items()
    for name in names.split()
}
_BY_PROGRAM = re.compile(
    r"#!.*?\b(?:(?P<python>python)|(?P<ruby>ruby)|(?P<javascript>node|bun|deno)|(?P<php>php)|(?P<bash>(?:ba|z|k|da)?sh))"
)
_CPP_IN_HEADER = re.compile(
    r"^\s*(?:class\s+\w|namespace\b|template\s*<|using\s|(?:public|private|protected):)", re.MULTILINE
)


def language_of(path: str, text: str) -> str:
    """Return a file's language; `ini`, `make` and `prose` have no grammar, empty is unknown."""
    name = path.rpartition("/")[2].lower()
    if name.startswith(".env"):
        return "ini"
    found = _BY_NAME.get(name) or _BY_EXTENSION.get(name.rpartition(".")[2] if "." in name else "", "")
    if found == "c" and name.endswith(".h") and _CPP_IN_HEADER.search(text):
        return "cpp"
    if not found and text.startswith("#!"):
        program = _BY_PROGRAM.match(text)
        return (program.lastgroup or "") if program else ""
    return found
