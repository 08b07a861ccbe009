"""Redaction masks what is secret, keeps what is not, and says where without saying what."""

import random
import re
import string
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.security.redaction import JSON, Masked, redact, redact_tree
from phantasm.security.secret_formats import Format, formats, pattern_of
from phantasm.security.secret_names import Proof, proof_asked

_ALPHABETS = {
    "w": string.ascii_letters + string.digits,
    "d": string.digits,
    "h": "0123456789abcdef",
    "l": string.ascii_lowercase + string.digits,
    "u": string.ascii_uppercase + string.digits,
    "b": string.ascii_letters + string.digits + "_-",
    "s": string.ascii_letters + string.digits + "+/",
}
# Rule -> grammar. Keys are made at run time and prefixes are broken, so no scanner trips over this file.
VENDOR_KEYS = {
    "github-token": "gh|p_{w36}",
    "github-fine-grained-token": "github|_pat_{w22}_{w59}",
    "gitlab-token": "gl|pat-{w20}",
    "aws-access-key": "AK|IA{u16}",
    "google-api-key": "AI|za{w35}",
    "google-oauth-secret": "GOC|SPX-{w28}",
    "slack-token": "xo|xb-{d12}-{d13}-{w24}",
    "slack-app-token": "xa|pp-1-{u11}-{d13}-{h64}",
    "slack-webhook": "https://hooks.slack|.com/services/T{u8}/B{u10}/{w24}",
    "stripe-key": "sk|_live_{w48}",
    "openai-key": "sk|-proj-{w74}T3BlbkFJ{w74}",
    "anthropic-key": "sk|-ant-api03-{b93}AA",
    "huggingface-token": "h|f_{w34}",
    "groq-key": "gs|k_{w52}",
    "npm-token": "np|m_{w36}",
    "pypi-token": "pyp|i-AgEIcHlwaS5vcmc{w120}",
    "docker-token": "dc|kr_pat_{w27}",
    "digitalocean-token": "do|p_v1_{h64}",
    "databricks-token": "da|pi{h32}",
    "telegram-bot-token": "{d10}:A|A{w33}",
    "discord-token": "M{w23}|.{w6}.{w38}",
    "twilio-key": "S|K{h32}",
    "sendgrid-key": "S|G.{w22}.{w43}",
    "mailchimp-key": "{h32}-u|s12",
    "shopify-token": "shp|at_{h32}",
    "vault-token": "hv|s.{w90}",
    "terraform-cloud-token": "{w14}.atl|asv1.{w67}",
    "grafana-token": "gl|sa_{w32}_{h8}",
    "linear-key": "li|n_api_{w40}",
    "notion-token": "nt|n_{w46}",
    "sentry-token": "snt|ryu_{h64}",
    "age-secret-key": "AGE-SEC|RET-KEY-1{u58}",
    "atlassian-token": "AT|ATT3xFfGF0{w180}",
    "azure-storage-key": "Account|Key={s86}==",
    "heroku-key": "HEROKU|_KEY={uuid}",
    "jwt": "ey|JhbGciOiJIUzI1NiJ9.ey|J{w60}.{w43}",
}
BENIGN = (
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvU=="',
    "--hash=sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    "id = 123e4567-e89b-12d3-a456-426614174000",
    'cache_key = "3f786850e387550f"',
    "max_tokens = 4096, token_count=128, next_token = 'abc123def456'",
    "password = getpass.getpass()",
    "password: str | None = None",
    'token = os.environ["API_TOKEN"]',
    "api_key = settings.api_key_v2",
    "password=${DB_PASSWORD} secret=<your-secret> token=xxxxxxxx",
    'password = "changeme"',
    "postgres://user:password@localhost/db and https://user:${PASS}@host/",
    "https://example.org/a@b:c and git@github.com:org/repo.git",
    "The secret is to keep the token small; the password policy asks for more.",
    "Use basic authentication, then a bearer of good news arrives.",
    "tests/unit/security/test_redaction_masks_private_keys.py::test_password_is_masked",
)


def make(grammar: str, rng: random.Random) -> str:
    """One key of a grammar; `{w36}` is 36 letters and digits, `|` breaks a prefix in this file only."""

    def fill(match: re.Match[str]) -> str:
        if match[0] == "{uuid}":
            return str(uuid.UUID(int=rng.getrandbits(128), version=4))
        return "".join(rng.choices(_ALPHABETS[match[1]], k=int(match[2])))

    return re.sub(r"\{(?:uuid|([wdhlubs])(\d+))\}", fill, grammar.replace("|", ""))


@pytest.mark.parametrize("rule", VENDOR_KEYS)
@pytest.mark.parametrize("frame", ["{}", "use {} here", 'x("{}")\n', "a={};b", "[{}]"])
def test_masks_vendor_keys(rule: str, frame: str) -> None:
    for seed in range(5):
        key = make(VENDOR_KEYS[rule], random.Random(seed))
        clean, masked = redact(frame.format(key), where="note")
        assert key not in clean
        assert key.rstrip("=")[-16:] not in clean
        assert [m.rule for m in masked] == [rule]
        assert masked[0].where == "note"


def test_keeps_the_rest_byte_for_byte() -> None:
    key = make("gh|p_{w36}", random.Random(1))
    clean, _ = redact(f"İ ünï \t{key}\r\n\x00 tail  ")
    assert clean == "İ ünï \t[redacted:github-token]\r\n\x00 tail  "


@pytest.mark.parametrize(
    "frame",
    [
        'password = "{}"',
        "DB_PASSWORD={}",
        "api_key: {}",
        '"clientSecret": "{}",',
        "secret => '{}'",
        'token := "{}"',
        "run --password {} --verbose",
        "run --api-key={}",
        '{{\\"access_token\\": \\"{}\\"}}',
        "<password>{}</password>",
        'password: str = "{}"',
        "the api key is {}",
        "Server=x;Password={};Database=y",
        "Authorization: Bearer {}",
        "Authorization: Basic {}",
        "machine h login me password {}",
        "redis://:{}@cache:6379/0",
        "curl -u me:{} https://x.org",
        "mysql -u root -p{} shop",
    ],
)
def test_masks_what_is_named_a_secret(frame: str) -> None:
    for seed in range(10):
        value = make("{w8}7a{w8}", random.Random(seed))
        clean, masked = redact(frame.format(value))
        assert value not in clean
        assert len(masked) == 1
        assert clean == frame.format(f"[redacted:{masked[0].rule}]")


@pytest.mark.parametrize("text", BENIGN)
def test_leaves_benign_text_alone(text: str) -> None:
    clean, masked = redact(text)
    assert (clean, masked) == (text, ())
    assert clean is text


@pytest.mark.parametrize("kind", ["RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\\n"])
def test_masks_the_body_of_private_keys(kind: str, newline: str) -> None:
    body = newline.join(make("{s64}", random.Random(seed)) for seed in range(4))
    begin, end = f"-----BEGIN {kind}PRIVATE KEY-----", f"-----END {kind}PRIVATE KEY-----"
    clean, masked = redact(f"before {begin}{newline}{body}{newline}{end} after")
    assert masked == (Masked("private-key", ""),)
    assert clean.startswith(f"before {begin}")
    assert clean.endswith(f"{end} after")
    assert not any(line in clean for line in body.split(newline))


def test_masks_a_private_key_cut_short() -> None:
    body = "\n".join(make("{s64}", random.Random(seed)) for seed in range(2))
    clean, _ = redact(f"-----BEGIN PRIVATE KEY-----\n{body}")
    assert clean == "-----BEGIN PRIVATE KEY-----\n[redacted:private-key]"


def test_masks_values_under_names_in_trees() -> None:
    key = make("gh|p_{w36}", random.Random(3))
    tree: JSON = {
        "password": "hunter22x",
        "headers": {"authorization": "Bearer q8Zk2Lm4Np6R"},
        "env": [{"name": "API_KEY", "value": "a1b2c3d4e5f6"}],
        "argv": ["login", "--password", "hunter22x"],
        "items": [1, None, {"statement": f"we use {key}"}],
        key: "as a key",
    }
    clean, masked = redact_tree(tree, where="params")
    assert clean == {
        "password": "[redacted:generic-secret]",
        "headers": {"authorization": "Bearer [redacted:authorization-header]"},
        "env": [{"name": "API_KEY", "value": "[redacted:generic-secret]"}],
        "argv": ["login", "--password", "[redacted:generic-secret]"],
        "items": [1, None, {"statement": "we use [redacted:github-token]"}],
        "[redacted:github-token]": "as a key",
    }
    assert [m.where for m in masked] == [
        "params.password",
        "params.headers.authorization",
        "params.env[0].value",
        "params.argv[2]",
        "params.items[2].statement",
        "params",
    ]
    assert redact_tree(clean)[0] is clean


@pytest.mark.parametrize(
    "value",
    [
        "${VAR}",
        "<token>",
        "os.environ['X1']",
        "xxxx",
        "changeme",
        "env:NAME_1",
        "",
        "true",
        "false",
        "$TOKEN_1",
        "{{ x1 }}",
    ],
)
def test_keeps_placeholders_in_trees(value: str) -> None:
    tree: JSON = {"password": value, "api_key": value, "client_secret": value, "authorization": value}
    clean, masked = redact_tree(tree)
    assert clean is tree
    assert masked == ()


@pytest.mark.parametrize(
    "name",
    [
        "max_tokens",
        "token_count",
        "secret_name",
        "password_policy",
        "key",
        "subject_key",
        "idempotency_key",
        "tokens",
        "author",
    ],
)
def test_keeps_values_under_harmless_names(name: str) -> None:
    tree: JSON = {name: "a1b2c3d4e5f6a7b8"}
    assert proof_asked(name) is Proof.NONE
    assert redact_tree(tree)[0] is tree


def test_keeps_both_values_when_two_keys_are_masked_alike() -> None:
    first, second = (make("gh|p_{w36}", random.Random(seed)) for seed in (1, 2))
    clean, _ = redact_tree({first: 1, second: 2})
    assert isinstance(clean, dict)
    assert sorted(clean.values(), key=str) == [1, 2]


_NAMES_AND_SIGNS = [
    "password",
    "token",
    "key-",
    "--",
    "=",
    ": ",
    '"',
    "'",
    " ",
    "\n",
    "://",
    "@",
    ":",
    "İ",
    "\\",
]
_MARKS = ["[redacted:jwt]", "[redacted:x-token]", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"]
_SECRETS = ["hunter22x", "Bearer ", "aB3dE6gH9jK1mN4pQ7sT0vW2yZ5bC8eF1hJ4", "gh" + "p_", "AK" + "IA"]
_FRAGMENTS = st.sampled_from([*_NAMES_AND_SIGNS, *_MARKS, *_SECRETS])


@settings(max_examples=400, deadline=None)
@given(st.lists(_FRAGMENTS | st.text(max_size=12), max_size=14).map("".join))
def test_is_idempotent_and_deterministic(text: str) -> None:
    clean, masked = redact(text)
    assert redact(text) == (clean, masked)
    assert redact(clean) == (clean, ())
    if not masked:
        assert clean is text


_TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.lists(_FRAGMENTS, max_size=5).map("".join),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_FRAGMENTS, inner, max_size=4),
    max_leaves=12,
)


def test_a_masked_flag_does_not_shield_the_next_argument() -> None:
    clean, masked = redact_tree({"password": ["--" + "hunter22x", "hunter22x"]})
    assert len(masked) == 2
    assert redact_tree(clean) == (clean, ())


@settings(max_examples=200, deadline=None)
@given(_TREES)
def test_trees_are_idempotent_and_keep_their_shape(tree: JSON) -> None:
    clean, masked = redact_tree(tree)
    again, more = redact_tree(clean)
    assert again is clean
    assert more == ()
    if not masked:
        assert clean is tree
    if isinstance(tree, (list, dict)):
        assert isinstance(clean, (list, dict))
        assert len(clean) == len(tree)


@pytest.mark.parametrize("one", formats(), ids=lambda one: one.id)
def test_patterns_get_through_hostile_text(one: Format) -> None:
    """One that backtracks without bound would not come back; benchmarks/redaction.py measures how fast."""
    for literal in one.literals:
        for unit in (literal, literal + "a1", literal + "-", literal + "="):
            text = unit * (100_000 // len(unit))
            assert all(found.end() <= len(text) for found in pattern_of(one).finditer(text))


@pytest.mark.parametrize("one", formats(), ids=lambda one: one.id)
@pytest.mark.parametrize("frame", ["{}", "use {} here", 'x("{}")\n', "[{}]"])
def test_every_format_finds_the_keys_of_its_grammar(one: Format, frame: str) -> None:
    for grammar in one.grammars:
        for seed in range(3):
            key = make(grammar, random.Random(seed))
            text = frame.format(key)
            clean, masked = redact(text)
            assert masked, grammar
            assert key not in clean
            assert max(re.split(r"[^A-Za-z0-9+]", key), key=len) not in clean, grammar


@pytest.mark.parametrize(
    "frame",
    [
        "DB_PASSWORD={}",
        "+API_TOKEN={}",
        "-API_TOKEN={}",
        "> API_TOKEN={}",
        'export MY_SECRET="{}"',
        "  - GITHUB_PAT={}",
        "docker run -e STRIPE_KEY={} image",
        "docker run --env=STRIPE_KEY={} image",
        "ENV DB_PASSWORD {}",
        "set -gx NPM_TOKEN {}",
        "setenv NPM_TOKEN {}",
        '$env:NPM_TOKEN = "{}"',
        "      DB_PASSWORD: {}",
        "  - name: DB_PASSWORD\n    value: {}",
        "redis-cli -h cache -a {} ping",
        "sshpass -p {} ssh host",
        "echo {} | sudo -S apt update",
        "printf '%s\\n' '{}' | sudo -S ls",
        "sudo -S ls <<< '{}'",
        "localhost:5432:shop:app:{}",
        "*:*:*:app:{}",
    ],
)
@pytest.mark.parametrize("value", ["sunshine", "butterfly", "S3cr!tly"])
def test_masks_a_word_where_only_a_secret_can_stand(frame: str, value: str) -> None:
    clean, masked = redact(frame.format(value))
    assert clean == frame.format(f"[redacted:{masked[0].rule}]")


@pytest.mark.parametrize(
    "text",
    [
        "DB_PASSWORD=$DB_PASS",
        "DB_PASSWORD=${DB_PASS}",
        "DB_PASSWORD=<password>",
        "DB_PASSWORD=changeme",
        "PRIMARY_KEY=customer",
        "API_KEY=api_key,",
        "    API_KEY: SecretStr",
        "ENV DB_PASSWORD should be set",
        "TOKEN=$(cat token)",
        "API_TOKEN=/run/secrets/token",
        "API_TOKEN=%TOKEN%",
        "MAX_TOKENS=4096000",
        "DEFAULT_KEY=OTHER_KEY",
        "src/a.py:12:x:y:z",
        "Cookie: theme=dark; language=en-GB-oxendict",
    ],
)
def test_leaves_references_and_samples_in_an_environment_alone(text: str) -> None:
    assert redact(text) == (text, ())


@pytest.mark.parametrize(
    "frame",
    ["Set-Cookie: session={}; Path=/", "Cookie: theme=dark; sid={}", "curl --cookie 'sid={}' https://x.org"],
)
def test_masks_the_values_of_cookies(frame: str) -> None:
    value = make("{w32}", random.Random(4))
    assert redact(frame.format(value))[0] == frame.format("[redacted:cookie]")
