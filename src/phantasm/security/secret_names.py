"""Does this name name a secret, and could this value be one?

Both halves of a generic assignment (`password = "..."`, `{"api_key": "..."}`), shared by the pass over text
and the walk over trees. A name decides how much the value must prove: under `password` a short human word
with a digit will do, under `token` or `key` the value must look issued by a machine.
"""

import itertools
import math
from collections import Counter
from enum import Enum
from functools import lru_cache

from phantasm.contracts.patterns import compiled


class Proof(Enum):
    """What a value under a name must show before it is masked."""

    NONE = "the name does not name a secret"
    MACHINE_MADE = "the value must look random"
    NOT_A_WORD = "anything but a placeholder, a reference or a plain word"


_CHOSEN_BY_PEOPLE = ("password", "passwd", "passphrase", "passcode", "pwd", "contrasena", "contraseña")
_ISSUED_BY_MACHINES = (
    "secret",
    "token",
    "apikey",
    "authorization",
    "credential",
    "credentials",
    "auth",
    "pass",
    "authkey",
)
_KEYS_THAT_ARE_SECRET = frozenset(
    "api access private secret auth account client encryption decryption signing master service db database "
    "shared admin deploy consumer app application ssh storage license hmac root webhook write read crypt aes "
    "preshared".split()
)
# Words after the secret word that qualify it and do not turn it into something else (password_2,
# SECRET_KEY_BASE).
_QUALIFIERS = frozenset(
    "value prod production dev development staging stage test old new current primary secondary "
    "base base64 b64 raw plain plaintext default live main backup".split()
)
# Tokens that are positions, not credentials: paging cursors and the special tokens of language models.
_HARMLESS_TOKENS = frozenset(
    "next page continuation cursor sync resume pagination start stop end eos bos pad unk sep "
    "cls mask special max min num last first prev previous public idempotency request "
    "change output input".split()
)
# Keys that order and find rows, and open nothing.
_KEYS_OF_TABLES = frozenset("primary foreign sort partition cache index group registry".split())
_WORDS = r"[A-Z]+(?![a-z])|[A-Z]?[a-zñ]+|\d+"

# A name longer than this is prose or data. The longest configuration names in the benign corpus have 58.
NAME_LIMIT_CHARACTERS = 80
# Below six characters nearly everything is a word or a number (NIST asks for eight; six still meets old
# systems).
SHORTEST_CHOSEN_CHARACTERS = 6
# No vendor in secret_formats.txt issues fewer than fourteen; home-made tokens start around eight.
SHORTEST_ISSUED_CHARACTERS = 8
# Bits per character: English words joined by `_` stay under 3.4 at twenty characters, base62 keys stand
# above 3.6.
RANDOM_BITS_PER_CHARACTER = 3.5

# What is longer shows by its beginning what it is; reading all of it would let one long line of nested
# assignments cost minutes.
_LOOKED_AT_CHARACTERS = 128
_SPACE = r"\s"

_PLACEHOLDER_WORDS = frozenset(
    "none null nil true false undefined default string str bytes required optional unset empty hidden masked "
    "removed secret password passwd passphrase token value todo tbd foobar username disabled enabled unknown "
    "bearer basic authorization credentials private public".split()
)
_PLACEHOLDER_PARTS = tuple(
    "redacted changeme change-me change_me placeholder example your- your_ yourpass yourtoken yoursecret "
    "yourkey dummy xxxx **** .... insert replace < ${ {{ $( %( os.environ process.env getenv env[ not-a- "
    "not_a_ todo ••••".split()
)
# A value that says where the secret is: `env:NAME`, `op://vault/item`, `$NAME`, a digest, a web address.
_REFERENCE = (
    r"(?i)(?:env|file|vault|ref|secrets?|ssm|arn|op|keyring|keychain|sops|awssm|gcpsm|urn|data|https?)[:.]"
    r"|sha\d{1,3}[:.]"
    r"|\$[A-Za-z_]\w{0,64}$|%[A-Za-z_]\w{0,64}%$|\{[\w.]{0,64}\}$|-----BEGIN"
)
# Bare code: a variable of the shell, a path, a call, an index, a literal, an attribute of something.
_EXPRESSION = (
    r"^[$%@{/~!*&(\[]|^\.{1,2}/|^[A-Za-z]:\\|\w[\[({]|^[A-Za-z_]\w{1,64}(?:\.[A-Za-z_]\w{0,64}){1,8}+$"
)
_HEXADECIMAL = r"(?=[a-fA-F\-]{0,40}\d)(?=[\d\-]{0,40}[a-fA-F])(?:[0-9a-f\-]{24,}|[0-9A-F\-]{24,})"
_FILE_NAME = r"(?i)\.(?:pem|key|crt|cer|txt|json|ya?ml|toml|py|js|ts|go|rs|md|html?|env|cfg|ini|conf|sh|h|c)$"


@lru_cache(maxsize=1024)  # the same few field names come with every record
def proof_asked(name: str) -> Proof:
    """What a value under this name must show; `Proof.NONE` when the name is not that of a secret."""
    if not 3 <= len(name) <= NAME_LIMIT_CHARACTERS:
        return Proof.NONE
    words = [word.lower() for word in compiled(_WORDS).findall(name)]
    while len(words) > 1 and (words[-1] in _QUALIFIERS or words[-1].isdigit()):
        words.pop()
    if not words or any(word in _HARMLESS_TOKENS for word in words[:-1]):
        return Proof.NONE
    last = words[-1]
    if last.endswith(_CHOSEN_BY_PEOPLE) or (last == "pass" and len(words) > 1):
        return Proof.NOT_A_WORD
    if last.endswith(("secret", "apikey", "token", "secretkey", "accesskey")) or last in _ISSUED_BY_MACHINES:
        return Proof.MACHINE_MADE
    if last == "key" and len(words) > 1 and words[-2] in _KEYS_THAT_ARE_SECRET:
        return Proof.MACHINE_MADE
    return Proof.NONE


@lru_cache(maxsize=1024)
def is_environment_secret(name: str) -> bool:
    """Whether a variable of the environment holds a secret by its name: `DB_PASSWORD`, `GITHUB_PAT`."""
    if name != name.upper() or not 3 <= len(name) <= NAME_LIMIT_CHARACTERS:
        return False
    words = [word for word in name.lower().split("_") if word]
    while len(words) > 1 and (words[-1] in _QUALIFIERS or words[-1].isdigit()):
        words.pop()
    if not words or any(word in _HARMLESS_TOKENS or word in _KEYS_OF_TABLES for word in words[:-1]):
        return False
    if len(words) > 1 and words[-1] in ("key", "pat", "pass"):
        return True
    return words[-1].endswith((*_CHOSEN_BY_PEOPLE, "secret", "token", "apikey", "accesskey", "secretkey"))


def is_assigned_secret(name: str, value: str, *, quoted: bool) -> bool:
    """Whether a value assigned in an environment is masked: its name is the proof, not its look."""
    if not is_environment_secret(name) or len(value) < SHORTEST_CHOSEN_CHARACTERS:
        return False
    value = value[:_LOOKED_AT_CHARACTERS]
    if compiled(_SPACE).search(value) or is_placeholder(value):
        return False
    extension = compiled(_FILE_NAME).search(
        value
    )  # of the file that has it, or of the file that is called so
    if extension and not looks_random(value := value[: extension.start()]):
        return False
    if compiled(_REFERENCE).match(value) or (not quoted and compiled(_EXPRESSION).search(value)):
        return False
    if value.isdigit():
        return proof_asked(name) is Proof.NOT_A_WORD
    # Another constant, or the name said again: nobody's secret.
    is_constant = "_" in value and value.isidentifier() and value.isupper()
    return not is_constant and not name.endswith(value.upper().replace("-", "_"))


def is_placeholder(value: str) -> bool:
    """Whether a value stands for a secret without being one: empty, a reference, a sample, stars, a type."""
    bare = value.strip().lower()
    if len(set(bare)) <= 2 or bare in _PLACEHOLDER_WORDS:
        return True
    return any(part in bare for part in _PLACEHOLDER_PARTS)


def could_be_secret(value: str, proof: Proof, *, quoted: bool) -> bool:
    """Whether a value under a name asking for `proof` is masked. `quoted`: a string, not bare code."""
    shortest = SHORTEST_CHOSEN_CHARACTERS if proof is Proof.NOT_A_WORD else SHORTEST_ISSUED_CHARACTERS
    if proof is Proof.NONE or len(value) < shortest or compiled(_SPACE).search(value):
        return False
    value = value[:_LOOKED_AT_CHARACTERS]
    if is_placeholder(value) or compiled(_FILE_NAME).search(value):
        return False
    if compiled(_REFERENCE).match(value) or (not quoted and compiled(_EXPRESSION).search(value)):
        return False
    return looks_random(value) or (proof is Proof.NOT_A_WORD and _is_chosen(value, quoted=quoted))


def _is_chosen(value: str, *, quoted: bool) -> bool:
    """Whether a value could be a password a person made up: not one word, one identifier, one expression."""
    digits = sum(map(str.isdigit, value))
    letters = sum(map(str.isalpha, value))
    if letters and digits:
        return True
    marks = sum(not character.isalnum() and character not in "_-./:,()[]{}'\"" for character in value)
    if quoted and letters and marks:
        return True
    # One unbroken lower-case word of eight letters or more, in quotes: "correcthorse". Names of fields and
    # types are broken by `_`, `-` or capitals, are among the placeholders, or speak of passwords
    # themselves.
    one_word = quoted and value.isalpha() and value.islower() and len(value) >= SHORTEST_ISSUED_CHARACTERS
    return one_word and not any(word in value for word in ("pass", "secret", "token", "key", "auth"))


def looks_random(value: str) -> bool:
    """Whether a value looks machine made: letters and digits interleaved, or high entropy in mixed case."""
    if len(value) < SHORTEST_ISSUED_CHARACTERS:
        return False
    value = value[:_LOOKED_AT_CHARACTERS]
    if compiled(_HEXADECIMAL).fullmatch(value):
        return True
    # Words joined by `_`, `-` or `.` are names, so the joints do not count as changes.
    kinds = value.translate(_KINDS)
    changes = sum(map(kinds.count, _CHANGES))
    share = changes / max(1, len(kinds) - 1)
    has_digit, has_letter = "d" in kinds, "U" in kinds or "l" in kinds
    if len(value) < 16:
        return has_digit and has_letter and share >= 0.25
    entropy = _bits_per_character(value)
    if has_digit and has_letter:
        return share >= 0.2 and entropy >= 2.8
    return (
        has_letter
        and "U" in kinds
        and "l" in kinds
        and share >= 0.25
        and entropy >= RANDOM_BITS_PER_CHARACTER
    )


class _Kinds(dict[int, str]):
    """What each character is: d a digit, U or l a letter, s a sign, nothing for what joins words."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character in "_-.":
            kind = ""
        elif character.isalpha():
            kind = "U" if character.isupper() else "l"
        else:
            kind = "d" if character.isdigit() else "s"
        self[code] = kind
        return kind


_KINDS = _Kinds()
_CHANGES = tuple(a + b for a, b in itertools.permutations("dUls", 2) if a + b != "Ul")


def _bits_per_character(value: str) -> float:
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())
