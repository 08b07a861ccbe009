"""Are the leaves of YAML found, with the keys above them?"""

from phantasm.workspace.manifests.yaml_leaves import leaves


def _flat(text: str) -> dict[str, str]:
    return {".".join(leaf.path): leaf.value for leaf in leaves(text)}


def test_reads_blocks_lists_and_brackets() -> None:
    text = (
        "a: 1 # one\n"
        "b:\n"
        "- x: 'it''s'\n"
        '  y: "a: b"\n'
        "- [p, {q: r}]\n"
        'c: {d: [1, 2], "e f": g}\n'
        "'@s/p@1.0':\n"
        "  url: http://h:80/x\n"
        "anchor: &here value\n"
        "long: [\n"
        "  one, # first\n"
        "  two]\n"
        "empty:\n"
        "last: yes\n"
    )
    assert _flat(text) == {
        "a": "1",
        "b.0.x": "it's",
        "b.0.y": "a: b",
        "b.1.0": "p",
        "b.1.1.q": "r",
        "c.d.0": "1",
        "c.d.1": "2",
        "c.e f": "g",
        "@s/p@1.0.url": "http://h:80/x",
        "anchor": "value",
        "long.0": "one",
        "long.1": "two",
        "empty": "",
        "last": "yes",
    }


def test_keeps_a_block_scalar_whole() -> None:
    found = leaves("run: |\n  a: 1\n\n  # no comment\nnext: 2\n")
    assert [(leaf.path, leaf.value.split("\n")[0].strip(), leaf.line) for leaf in found] == [
        (("run",), "a: 1", 2),
        (("next",), "2", 5),
    ]


def test_starts_again_with_each_document() -> None:
    assert _flat("a:\n  b: 1\n---\nc: 2\n") == {"a.b": "1", "c": "2"}
