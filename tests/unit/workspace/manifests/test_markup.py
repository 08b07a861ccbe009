"""Is XML read without anything that a document type could add?"""

from phantasm.workspace.manifests.markup import read_xml


def test_reads_elements_with_their_lines() -> None:
    top = read_xml('<a xmlns="urn:x">\n  <b id="1">text</b>\n</a>')
    assert top is not None
    assert (top.name, top.first("b"), top.all("b")[0].line) == ("a", "text", 2)
    assert top.all("b")[0].attributes == {"id": "1"}


def test_refuses_a_document_type() -> None:
    assert read_xml('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') is None
    assert read_xml('<!DOCTYPE a SYSTEM "http://example.org/x.dtd"><a/>') is None


def test_refuses_what_is_no_xml_or_nested_too_deeply() -> None:
    assert read_xml("") is None
    assert read_xml("<a><b></a>") is None
    assert read_xml("<a>" * 500 + "</a>" * 500) is None
