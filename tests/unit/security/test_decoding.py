"""What is found in a text without its escapes is masked where it stood, and nothing else is."""

import base64
import html
import itertools
import json
import random
import string
import urllib.parse
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.security.decoding import encoded_texts, without_escapes
from phantasm.security.redaction import redact

_KEY = "".join(random.Random(5).choices(string.ascii_letters + string.digits, k=36))


def coloured(text: str) -> str:
    """Return a text as a terminal shows it whose every letter has a colour."""
    return "".join(f"\x1b[3{place % 8}m{letter}\x1b[0m" for place, letter in enumerate(text))


WRITTEN: dict[str, Callable[[str], str]] = {
    "coloured": coloured,
    "coloured in part": lambda text: text[:-20] + "\x1b[1;32m" + text[-20:-9] + "\x1b[0m" + text[-9:],
    "JSON": json.dumps,
    "JSON in JSON": lambda text: json.dumps(json.dumps(text)),
    "JSON in JSON in JSON": lambda text: json.dumps({"a": json.dumps([json.dumps(text)])}),
    "as code points": lambda text: "".join(f"\\u{ord(letter):04x}" for letter in text),
    "as long code points": lambda text: "".join(f"\\u{{{ord(letter):x}}}" for letter in text),
    "as bytes": lambda text: "".join(f"\\x{ord(letter):02x}" for letter in text),
    "as octal bytes": lambda text: "".join(
        f"\\0{ord(letter):02o}" if ord(letter) < 0o100 else letter for letter in text
    ),
    "for a URL": lambda text: urllib.parse.quote(text, safe=""),
    "twice for a URL": lambda text: urllib.parse.quote(urllib.parse.quote(text, safe=""), safe=""),
    "all of it for a URL": lambda text: "".join(f"%{ord(letter):02X}" for letter in text),
    "HTML": html.escape,
    "as numbers of HTML": lambda text: "".join(f"&#{ord(letter)};" for letter in text),
    "as hexadecimal numbers of HTML": lambda text: "".join(f"&#x{ord(letter):x};" for letter in text),
    "with invisible letters": "\u200b".join,
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 for a URL": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "wrapped base64": lambda text: base64.encodebytes((text * 4).encode()).decode(),
    "indented base64": lambda text: base64.encodebytes((text * 4).encode()).decode().replace("\n", "\n    "),
    "base64 of two bytes a letter": lambda text: base64.b64encode(text.encode("utf-16-le")).decode(),
    "base64 in base64": lambda text: base64.b64encode(base64.b64encode(text.encode())).decode(),
    "coloured JSON": lambda text: coloured(json.dumps(text)),
    "JSON for a URL": lambda text: urllib.parse.quote(json.dumps(text)),
    "base64 for a URL, in JSON": lambda text: json.dumps(
        urllib.parse.quote(base64.b64encode(text.encode()).decode())
    ),
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("frame", ['a\nDB_PASSWORD="{}"\nb', "run\n{}\n", "the API key is gh" + "p_{}"])
def test_a_secret_is_found_however_it_is_written(written: str, frame: str) -> None:
    secret = _KEY if frame.startswith("the") else f"DB_PASSWORD={_KEY[:14]}" if "run" in frame else _KEY[:14]
    text = WRITTEN[written](frame.format(secret))
    before, after = "Before it. ", " And after it."
    clean, masked = redact(before + text + after)
    assert masked
    assert clean.startswith(before)
    assert clean.endswith(after)
    assert secret not in clean
    assert WRITTEN[written](_KEY[4:12]) not in clean
    assert redact(clean) == (clean, ())


def test_only_the_secret_is_masked_in_an_escaped_text() -> None:
    text = json.dumps(json.dumps({"env": f"API_TOKEN={_KEY}", "next": "C:\\new\\table & 100 %41"}))
    clean, _ = redact(text)
    assert clean == text.replace(_KEY, "[redacted:generic-secret]")


def test_the_line_after_a_key_in_base64_stays() -> None:
    said = base64.b64encode(f"DB_PASSWORD={_KEY}".encode()).decode()
    clean, _ = redact(f"{said}\nNEXT_LINE and words\n")
    assert clean == "[redacted:generic-secret]\nNEXT_LINE and words\n"


@pytest.mark.parametrize(
    "text",
    [
        "the_name_of_a_function_that_is_long_enough",
        "src/phantasm/operations/commits_ingest",
        "3f786850e387550fdab836ed7e6dc881de23001b",
        "no escapes at all",
    ],
)
def test_ordinary_words_are_neither_escaped_nor_base64(text: str) -> None:
    assert without_escapes(text) is None
    assert not list(encoded_texts(text))


_PIECES = st.sampled_from(
    ["\\", "u0041", "n", '"', "%25", "41", "\x1b[0m", "&amp;", "lt;", "x", "\u200b", " "]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_PIECES | st.text(max_size=4), max_size=30).map("".join))
def test_every_letter_has_a_place_in_the_original_and_they_do_not_cross(text: str) -> None:
    decoded = without_escapes(text)
    if decoded is None:
        return
    places = [decoded.span(place, place + 1) for place in range(len(decoded.text))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(places))
    for letter, (start, end) in zip(decoded.text, places, strict=True):
        assert end - start > 1 or text[start] == letter
