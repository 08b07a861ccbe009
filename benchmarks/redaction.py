"""How much does redaction catch, what does it mask wrongly, and what does it cost?

Run: PYTHONPATH=src python benchmarks/redaction.py [--held-out] [--show]

Keys are made at run time from each vendor's grammar, so no string in this file looks like a secret. A third
of the cases (by hash of their name) is held out: the rules are tuned without looking at it and `--held-out`
reports it. The benign corpus is the standard library's source and the installed packages' source and metadata.
"""

# ruff: noqa: E501  (the tables of grammars and frames read better as long rows)

import argparse
import base64
import hashlib
import html
import itertools
import json
import random
import re
import string
import sysconfig
import time
import urllib.parse
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from phantasm.security import private_keys, secret_assignments
from phantasm.security.decoding import encoded_texts, without_escapes
from phantasm.security.redaction import redact
from phantasm.security.secret_formats import formats, pattern_of

# Keys made per grammar and context; enough that one miss moves a grammar by 5 points, not more.
KEYS_PER_GRAMMAR = 20
SEED = 20261115
REDOS_LIMIT_MS = 50.0
REDOS_CHARACTERS = 1_000_000
# Lines of the benign corpus, the same on every run; the whole standard library and a few packages.
CORPUS_LINES = 1_000_000

_ALPHABETS = {
    "w": string.ascii_letters + string.digits,
    "d": string.digits,
    "h": "0123456789abcdef",
    "l": string.ascii_lowercase + string.digits,
    "u": string.ascii_uppercase + string.digits,
    "b": string.ascii_letters + string.digits + "_-",
    "s": string.ascii_letters + string.digits + "+/",
}
# `{w36}`: 36 letters and digits; h hexadecimal, d digits, l lower, u upper, b base64url, s base64; {uuid}.
GRAMMARS: dict[str, str] = {
    "github-pat": "gh" + "p_{w36}", "github-oauth": "gh" + "o_{w36}", "github-app": "gh" + "s_{w36}", "github-fine": "github" + "_pat_{w22}_{w59}",
    "gitlab-pat": "gl" + "pat-{b20}", "gitlab-routable": "gl" + "pat-{w27}.01.{l9}", "gitlab-deploy": "gl" + "dt-{b20}", "gitlab-runner": "GR13" + "48941{b20}", "gitlab-ff": "gl" + "ffct-{b20}",
    "aws-akia": "AK" + "IA{u16}", "aws-asia": "AS" + "IA{u16}", "google-api": "AI" + "za{b35}", "google-oauth": "GOC" + "SPX-{b28}", "google-ya29": "ya" + "29.{b120}",
    "azure-ad": "{w3}8Q" + "~{b34}", "azure-storage": "DefaultEndpointsProtocol=https;AccountName=a;Account" + "Key={s86}==;EndpointSuffix=core.windows.net",
    "slack-bot": "xo" + "xb-{d12}-{d13}-{w24}", "slack-user": "xo" + "xp-{d12}-{d12}-{d13}-{h32}", "slack-app": "xa" + "pp-1-{u11}-{d13}-{h64}", "slack-config": "xo" + "xe.xoxp-1-{w146}",
    "slack-hook": "https://hooks.slack" + ".com/services/T{u8}/B{u10}/{w24}",
    "stripe-live": "sk" + "_live_{w24}", "stripe-live-long": "sk" + "_live_51{w97}", "stripe-test": "sk" + "_test_{w24}", "stripe-rk": "rk" + "_live_{w24}", "stripe-whsec": "wh" + "sec_{w32}",
    "openai-old": "sk" + "-{w20}T3BlbkFJ{w20}", "openai-proj": "sk" + "-proj-{b74}T3BlbkFJ{b74}", "openai-svc": "sk" + "-svcacct-{b74}", "anthropic": "sk" + "-ant-api03-{b93}AA",
    "openrouter": "sk" + "-or-v1-{h64}", "huggingface": "h" + "f_{w34}", "groq": "gs" + "k_{w52}", "xai": "xa" + "i-{w80}", "perplexity": "ppl" + "x-{w48}", "replicate": "r" + "8_{w37}",
    "nvidia": "nv" + "api-{b64}", "langsmith": "ls" + "v2_pt_{h32}_{h10}", "pinecone": "pc" + "sk_{w6}_{w63}", "tavily": "tv" + "ly-{w32}",
    "npm": "np" + "m_{w36}", "pypi": "pyp" + "i-AgEIcHlwaS5vcmc{b120}", "docker": "dc" + "kr_pat_{b27}", "rubygems": "ruby" + "gems_{h48}", "nuget": "oy" + "2{l43}", "clojars": "CLO" + "JARS_{l60}", "crates": "ci" + "o{w32}",
    "digitalocean": "do" + "p_v1_{h64}", "databricks": "da" + "pi{h32}", "datadog": "DATADOG_APP_KEY={h40}", "cloudflare": "CLOUDFLARE_TOKEN={b40}", "cloudflare-origin": "v1" + ".0-{h24}-{h146}",
    "discord": "M{w23}." + "{b6}.{b38}", "discord-hook": "https://discord.com/api/web" + "hooks/{d18}/{b68}", "telegram": "{d10}:A" + "A{b33}", "twilio-sk": "S" + "K{h32}", "twilio-ac": "A" + "C{h32}",
    "sendgrid": "S" + "G.{b22}.{b43}", "mailgun": "ke" + "y-{h32}", "mailgun-new": "{h32}-{h8}-{h8}", "mailchimp": "{h32}-u" + "s12", "brevo": "xke" + "ysib-{h64}-{w16}",
    "shopify": "shp" + "at_{h32}", "shopify-ss": "shp" + "ss_{h32}", "square": "sq" + "0atp-{b22}", "square-csp": "sq" + "0csp-{b43}", "square-eaaa": "EA" + "AA{b59}x", "heroku": "HEROKU_API_KEY={uuid}", "heroku-new": "HR" + "KU-AA{b58}",
    "vault": "hv" + "s.{b90}", "vault-batch": "hv" + "b.{b140}", "tfc": "{w14}.atl" + "asv1.{b67}", "grafana-cloud": "gl" + "c_{s60}", "grafana-sa": "gl" + "sa_{w32}_{h8}", "linear": "li" + "n_api_{w40}",
    "notion-new": "nt" + "n_{w46}", "notion-old": "sec" + "ret_{w43}", "figma": "fi" + "gd_{b40}", "newrelic": "NR" + "AK-{u27}", "sentry": "snt" + "rys_{s140}", "sentry-user": "snt" + "ryu_{h64}", "supabase": "sb" + "p_{h40}",
    "postman": "PM" + "AK-{h24}-{h34}", "pulumi": "pu" + "l-{h40}", "planetscale": "psc" + "ale_tkn_{b43}", "doppler": "d" + "p.pt.{w43}", "age": "AGE-SEC" + "RET-KEY-1{u58}",
    "okta": "00{b20}aB9{b16}z", "atlassian": "AT" + "ATT3xFfGF0{b180}", "artifactory": "AK" + "Cp8{w69}", "alibaba": "LT" + "AI{w20}", "tencent": "AK" + "ID{w32}", "fly": "fo" + "1_{b43}", "fly-v1": "Fly" + "V1 fm" + "2_{s120}",
    "vercel": "VERCEL_TOKEN={w24}", "netlify": "nf" + "p_{w36}", "algolia": "ALGOLIA_ADMIN_KEY={h32}", "airtable": "pa" + "t{w14}.{h64}", "asana": "1/{d16}:{h32}", "dropbox": "s" + "l.{b140}", "facebook": "EA" + "A{w140}",
    "flutterwave": "FLW" + "SECK-{w32}-X", "adafruit": "ai" + "o_{w28}", "onepassword": "op" + "s_eyJ{s250}", "sonar": "sq" + "p_{h40}", "sonar-user": "sq" + "u_{h40}", "snyk": "SNYK_TOKEN={uuid}", "contentful": "CF" + "PAT-{b43}",
    "plaid": "acc" + "ess-sandbox-{uuid}", "easypost": "EZ" + "AK{w54}", "duffel": "duf" + "fel_test_{b43}", "typeform": "tf" + "p_{b44}_{w14}", "zapier": "https://hooks.za" + "pier.com/hooks/catch/{d7}/{l7}/",
    "jwt": "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "J{b60}.{b43}", "aws-secret": 'aws_secret_access_key = "{s40}"', "tailscale": "tsk" + "ey-auth-{w16}-{w32}", "hubspot": "pa" + "t-na1-{uuid}", "posthog": "ph" + "x_{w43}", "resend": "r" + "e_{w8}_{w24}",
    "buildkite": "bk" + "ua_{h40}", "circleci": "CCI" + "PAT_{w22}_{h40}", "dynatrace": "dt" + "0c01.{u24}.{u64}", "prefect": "pn" + "u_{w36}", "readme": "rd" + "me_{l70}", "shippo": "shi" + "ppo_live_{h40}", "sourcegraph": "sg" + "p_{h40}",
    "braintree": "acc" + "ess_token$production${l16}${h32}", "bitbucket-app": "AT" + "BB{w32}", "teams": "https://x.webhook.off" + "ice.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{h32}/{uuid}", "razorpay": "rz" + "p_live_{w14}",
}  # fmt: skip
CONTEXTS = (
    "{}", "the key is {} and it works", 'client = Client("{}")', "export THING={}", "  value: {}\n", "<{}>", "curl -H 'X: {}'",
    '{{"a": "{}", "b": 1}}', "https://example.org/x?k={}&n=1", "2026-11-15 10:00:01 INFO sent {}, ok",
)  # fmt: skip
CREDENTIAL_SHAPES = {
    "url": ("postgres://app:{}@db.internal:5432/x", "{w12}"), "redis": ("redis://:{}@cache:6379/0", "{w16}"), "bearer": ("Authorization: Bearer {}", "{b40}"),
    "basic": ("Authorization: Basic {}", "{w26}=="), "netrc": ("machine api.x.com login bob password {}", "{w12}"), "mssql": ("Server=db;User Id=sa;Password={};Database=x", "P{w10}9!"),
    "curl-u": ("curl -u bob:{} https://api.x.com", "{w14}"), "mysql-p": ("mysql -u root -p{} shop", "{w8}7z"), "header-dict": ('headers = {{"Authorization": "Bearer {}"}}', "{w40}"),
    "pem": ("-----BEGIN RSA PRIV" + "ATE KEY-----\n{}\n-----END RSA PRIV" + "ATE KEY-----", "{s64}\n{s64}\n{s30}=="), "openssh": ("-----BEGIN OPENSSH PRIV" + "ATE KEY-----\n{}\n-----END OPENSSH PRIV" + "ATE KEY-----", "{s70}\n{s70}"),
    "pem-escaped": ('"-----BEGIN PRIV' + "ATE KEY-----\\n{}\\n-----END PRIV" + 'ATE KEY-----\\n"', "{s64}\\n{s64}"), "pem-cut": ("-----BEGIN EC PRIV" + "ATE KEY-----\n{}", "{s64}\n{s50}"), "pgp": ("-----BEGIN PGP PRIV" + "ATE KEY BLOCK-----\n\n{}\n-----END PGP PRIV" + "ATE KEY BLOCK-----", "{s64}\n{s64}\n=ab1C"),
    "putty": ("PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n{}\nPriv" + "ate-MAC: abc", "{s48}"),
}  # fmt: skip
GENERIC_NAMES = ("password", "db_password", "DB_PASSWORD", "apiKey", "api_key", "API_KEY", "client_secret", "clientSecret", "secret", "SECRET_KEY", "auth_token", "token", "accessToken", "private_key", "passwd", "admin_pwd", "encryption_key", "x-api-key", "smtp_pass", "refresh_token", "passphrase")  # fmt: skip
GENERIC_FORMS = ('{n} = "{v}"', "{n}='{v}'", "{n}={v}", "{n}: {v}", '"{n}": "{v}"', '{n} := "{v}"', "{n} => '{v}'", "--{n} {v}", "--{n}={v}", "export {n}={v}", 'os.environ["{n}"] = "{v}"', '\\"{n}\\": \\"{v}\\"', "<{n}>{v}</{n}>", 'const {n}: string = "{v}";', "{n}: '{v}',", "  - name: {n}\n    value: {v}", "my {n} is {v}", 'set("{n}", "{v}")', "f({n}='{v}', x=1)", "https://x.io/a?{n}={v}&b=2")  # fmt: skip
# Where only a secret can stand, so that a word of a dictionary is one; {v} is the value, {n} a variable.
VARIABLES = ("DB_PASSWORD", "POSTGRES_PASSWORD", "STRIPE_KEY", "SIGNING_KEY", "GITHUB_PAT", "NPM_TOKEN", "SESSION_SECRET", "MYSQL_PWD")  # fmt: skip
ASSIGNMENTS = ("{n}={v}", "+{n}={v}", "-{n}={v}", "> {n}={v}", "export {n}={v}", 'export {n}="{v}"', "  - {n}={v}", "docker run -e {n}={v} image", "docker run --env={n}={v} image", "ENV {n} {v}", "ENV {n}={v}", "ARG {n}={v}", "set -gx {n} {v}", "setenv {n} {v}", "set {n}={v}", '$env:{n} = "{v}"', "      {n}: {v}", "  - name: {n}\n    value: {v}", "{n}={v} make deploy", "+      {n}: '{v}'")  # fmt: skip
WORDS = ("sunshine", "butterfly", "mountain", "football", "princess", "elephant", "midnight", "chocolate")
FAMILIES = {
    "redis-cli": ("redis-cli -h cache -a {} ping", "{w14}"), "sudo": ("echo {} | sudo -S apt update", "{w12}"), "sudo-here": ("sudo -S ls <<< '{}'", "{w12}"), "sshpass": ("sshpass -p {} ssh host", "{w12}"),
    "pgpass": ("db.internal:5432:shop:app:{}", "{w16}"), "set-cookie": ("Set-Cookie: session={}; Path=/; HttpOnly", "{w32}"), "cookie": ("Cookie: theme=dark; sid={}", "{b40}"), "curl-cookie": ("curl --cookie 'sid={}' https://x.org", "{w32}"),
    "kubeconfig-key": ("    client-key-data: {}", "{s400}=="), "kubeconfig-token": ("    token: {}", "{w54}"), "sas": ("https://a.blob.core.windows.net/c?sv=2024-01-01&sig={}%3D", "{w43}"), "sas-encoded": ("https://a.blob.core.windows.net/c?sig={}%3D&se=2027", "{w20}%2B{w21}"),
    "s3-signature": ("https://b.s3.amazonaws.com/k?X-Amz-Signature={}", "{h64}"), "s3-token": ("https://b.s3.amazonaws.com/k?X-Amz-Security-Token={}", "{w300}"), "gcs-signature": ("https://storage.googleapis.com/b/k?X-Goog-Signature={}", "{h256}"), "cloudfront": ("https://d.cloudfront.net/k?Expires=1&Signature={}__&Key-Pair-Id=K1", "{b170}"),
    "shadow": ("root:$6$rounds=5000${}:19000:0:99999:7:::", "{w16}${w86}"), "shadow-yescrypt": ("bob:$y$j9T${}:19000:0:::", "{w22}${w43}"), "htpasswd-bcrypt": ("bob:$2y$10${}", "{w53}"), "htpasswd-apr1": ("bob:$apr1${}", "{w8}${w22}"), "htpasswd-sha": ("bob:{{SHA}}{}=", "{w27}"),
}  # fmt: skip
WRITTEN: dict[str, Callable[[str], str]] = {
    "bare": str,
    "coloured": lambda text: "".join(
        f"\x1b[3{place % 8}m{letter}\x1b[0m" for place, letter in enumerate(text)
    ),
    "JSON in JSON": lambda text: json.dumps(json.dumps(text)),
    "for a URL": lambda text: urllib.parse.quote(text, safe=""),
    "code points": lambda text: "".join(f"\\u{ord(letter):04x}" for letter in text),
    "HTML": html.escape,
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
}
_ISSUED = ("{w16}", "{w24}", "{h32}", "{s40}", "{b20}", "{l20}", "{uuid}", "{h40}", "{b43}")
_CHOSEN_WORDS = ("hunter", "summer", "dragon", "winter", "monkey", "coffee", "orange", "falcon")


def make(grammar: str, rng: random.Random) -> str:
    """One key of a grammar."""

    def fill(match: re.Match[str]) -> str:
        if match[0] == "{uuid}":
            return str(uuid.UUID(int=rng.getrandbits(128), version=4))
        return "".join(rng.choices(_ALPHABETS[match[1]], k=int(match[2])))

    return re.sub(r"\{(?:uuid|([wdhlubs])(\d+))\}", fill, grammar)


def is_held_out(name: str) -> bool:
    """A third of the cases, chosen by the hash of their name."""
    return hashlib.sha256(name.encode()).digest()[0] % 3 == 0


def essence(key: str) -> str:
    """The part of a made key whose survival is a leak: its longest run of key characters, or its last half."""
    return max(
        re.split(
            r"[^A-Za-z0-9_\-+/~!]",
            key.rpartition("=")[2] if key.count("=") == 1 and "=" not in key[-2:] else key,
        ),
        key=len,
    )


def vendor_cases(rng: random.Random) -> Iterator[tuple[str, str, str]]:
    """(case, text, what must not survive) for vendor formats and credential carriers."""
    for name, grammar in GRAMMARS.items():
        for number in range(KEYS_PER_GRAMMAR):
            key = make(grammar, rng)
            yield name, CONTEXTS[number % len(CONTEXTS)].format(key), essence(key)
    for name, (frame, grammar) in CREDENTIAL_SHAPES.items():
        for _ in range(KEYS_PER_GRAMMAR):
            key = make(grammar, rng)
            yield name, frame.format(key), max(re.split(r"\\n|\n", key), key=len)


def chosen_password(rng: random.Random) -> str:
    """A password of the kind people make up."""
    word = rng.choice(_CHOSEN_WORDS)
    word = word.title() if rng.random() < 0.6 else word
    return word + str(rng.randint(1, 2030)) + rng.choice(("", "", "!", "#", "x", "$"))


def generic_cases(rng: random.Random) -> Iterator[tuple[str, str, str]]:
    """(case, text, what must not survive) for names and values in every notation."""
    for name in GENERIC_NAMES:
        for form in GENERIC_FORMS:
            by_person = "pass" in name.lower() or "pwd" in name
            for number in range(3):
                value = chosen_password(rng) if by_person and number else make(rng.choice(_ISSUED), rng)
                yield f"{name} in {form}", form.replace("{n}", name).replace("{v}", value), value


def family_cases(rng: random.Random) -> Iterator[tuple[str, str, str]]:
    """(case, text, what must not survive) for variables of the environment and what else hands secrets over."""
    for name in VARIABLES:
        for form in ASSIGNMENTS:
            for value in rng.sample(WORDS, 2):
                yield f"{name} in {form}", form.replace("{n}", name).replace("{v}", value), value
    for name, (frame, grammar) in FAMILIES.items():
        for _ in range(KEYS_PER_GRAMMAR):
            key = make(grammar, rng)
            yield name, frame.format(key), max(re.split(r"%..|\$", key), key=len)


def is_left(secret: str, text: str) -> bool:
    """Whether a text still says a secret, bare, escaped or encoded."""
    plain = without_escapes(text)
    said = plain.text if plain else text
    return secret in text or secret in said or any(secret in inside for inside, _, _ in encoded_texts(said))


def benign_lines() -> Iterator[str]:
    """Source and metadata nobody keeps secrets in, plus lines full of hashes."""
    rng = random.Random(SEED)
    library, packages = Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("purelib"))
    files = [p for p in library.rglob("*.py") if "site-packages" not in p.parts]
    files += [
        p
        for pattern in ("*.py", "METADATA", "RECORD", "*.pyi", "*.txt", "*.md")
        for p in packages.rglob(pattern)
    ]
    rng.shuffle(files)
    count = 0
    for path in files:
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            yield line
            count += 1
            if count >= CORPUS_LINES:
                return


def hash_lines() -> Iterator[str]:
    """Benign strings that look random: hashes, ids, lockfiles, images."""
    rng = random.Random(SEED)
    for _ in range(500):
        noise = rng.randbytes(96)
        sha1, sha256 = (
            hashlib.sha1(noise, usedforsecurity=False).hexdigest(),
            hashlib.sha256(noise).hexdigest(),
        )
        b64 = base64.b64encode(noise).decode()
        yield f"commit {sha1}"
        yield f"{sha1[:8]}..{sha1[8:16]} main -> origin/main"
        yield f'"integrity": "sha512-{b64[:86]}=="'
        yield f"    --hash=sha256:{sha256} \\"
        yield f'checksum = "{sha256}"'
        yield f'"id": "{uuid.UUID(bytes=noise[:16])}", "key": "{sha1}", "subject_key": "{sha1[:16]}", "idempotency_key": "{uuid.UUID(bytes=noise[:16])}"'
        yield f"data:image/png;base64,{b64}"
        yield f"github.com/a/b v1.2.3 h1:{b64[:43]}="
        yield f"image: repo/name@sha256:{sha256}"
        yield f"session {sha1[:12]} took 12 ms, trace_id={noise[:16].hex()} span={noise[:8].hex()} max_tokens=4096 etag={sha1}"


def figures(
    cases: Iterator[tuple[str, str, str]], *, held_out: bool, show: bool, written: Callable[[str], str] = str
) -> str:
    """Recall over one part of the cases, written in some way; with `show`, what was missed."""
    found = total = 0
    missed: Counter[str] = Counter()
    sample: dict[str, str] = {}
    for name, text, secret in cases:
        if is_held_out(name) is not held_out:
            continue
        total += 1
        if not is_left(secret, redact(written(text))[0]):
            found += 1
        else:
            missed[name] += 1
            sample[name] = text
    if show:
        for name, count in missed.most_common(40):
            print(f"    missed {count:3d}  {name}: {sample[name][:150]!r}")
    return f"{found / total:.4f} ({found}/{total})"


def measure_benign(*, show: bool) -> None:
    """False masks per thousand lines, the share of lines left alone, and the cost of reading them."""
    lines = list(benign_lines())
    start = time.perf_counter()
    masked = [(line, redact(line)) for line in lines]
    seconds = time.perf_counter() - start
    start = time.perf_counter()
    for line in lines:
        line.encode()
    encode_seconds = time.perf_counter() - start
    scan = re.compile(r"[A-Za-z0-9]{64}")
    start = time.perf_counter()
    for line in lines:
        scan.search(line)
    scan_seconds = time.perf_counter() - start
    wrong = [(line, clean, found) for line, (clean, found) in masked if found]
    print(
        f"benign corpus: {len(lines)} lines, {len(wrong)} masked, {1000 * len(wrong) / len(lines):.3f} per 1000 lines, specificity {1 - len(wrong) / len(lines):.5f}"
    )
    print(f"  by rule: {Counter(found[0].rule for _, _, found in wrong).most_common(12)}")
    print(
        f"  cost {1e6 * seconds / len(lines):.2f} us/line = {seconds / encode_seconds:.1f} x str.encode = {seconds / scan_seconds:.1f} x one regex scan"
    )
    hashes = list(hash_lines())
    wrong_hashes = [line for line in hashes if redact(line)[1]]
    print(f"hashes, ids, lockfiles, images: {len(hashes)} lines, {len(wrong_hashes)} masked")
    if show:
        for line, _, found in wrong[:400]:
            print(f"    {found[0].rule}: {line.strip()[:170]!r}")
        for line in wrong_hashes[:10]:
            print(f"    hash: {redact(line)[0][:200]}")


def hostile_texts(literal: str) -> Iterator[str]:
    """Texts of 1 MB that make a backtracking pattern with this literal work hardest."""
    for unit in (
        literal,
        literal + "a1",
        literal + "-",
        literal + "A" * 15,
        literal + "=",
        literal + " = ",
        literal + '="',
        literal + ":1",
        literal + "." + "aB3" * 12,
    ):
        yield (unit * (REDOS_CHARACTERS // len(unit) + 1))[:REDOS_CHARACTERS]
    yield literal + "a" * (REDOS_CHARACTERS - len(literal))
    yield literal + "eyJ.-_1" * (REDOS_CHARACTERS // 7)


def measure_redos() -> None:
    """The worst time of every pattern on 1 MB of hostile text."""
    patterns = [(one.id, pattern_of(one), one.literals) for one in formats()]
    for module, words in (
        (
            secret_assignments,
            ("password", "token", "api_key", "authorization", "bearer", "://", " -p", " -u", "login "),
        ),
        (private_keys, ("-----BEGIN PRIVATE KEY-----", "Private-Lines: 1\n")),
    ):
        patterns += [
            (name, re.compile(text), words)
            for name, text in vars(module).items()
            if name.isupper() and name[0] != "_" and isinstance(text, str) and not name.endswith("RULE")
        ]
    slowest: list[tuple[float, str]] = []
    for name, pattern, literals in patterns:
        worst = 0.0
        for literal in literals:
            for text in hostile_texts(literal):
                start = time.perf_counter()
                for _ in pattern.finditer(text):
                    pass
                worst = max(worst, 1000 * (time.perf_counter() - start))
        slowest.append((worst, name))
    slowest.sort(reverse=True)
    over = [entry for entry in slowest if entry[0] >= REDOS_LIMIT_MS]
    print(
        f"hostile text: {len(patterns)} patterns on 1 MB, {len(over)} at or over {REDOS_LIMIT_MS:.0f} ms; slowest "
        + ", ".join(f"{name} {ms:.0f} ms" for ms, name in slowest[:12])
    )


def measure_cost() -> None:
    """The cost of one ordinary sentence, and of growing text, against plain baselines."""
    sentence = "The quick brown fox decided that the migration should run before the server starts its listening loop"
    naming = "We agreed that the cache key of the token counter is the branch name and the path, nothing else at all."

    def per_call(call: Callable[[], object], calls: int) -> float:
        best = min(_timed(call, calls) for _ in range(5))
        return best / calls

    encode = per_call(sentence.encode, 20_000)
    for label, text in (("ordinary sentence", sentence), ("sentence naming keys and tokens", naming)):
        cost = per_call(partial(redact, text), 5_000)
        print(f"{label}: {1e6 * cost:.2f} us for {len(text)} characters = {cost / encode:.0f} x str.encode")
    page = "\n".join(line for line, _ in zip(benign_lines(), range(3000), strict=False))
    for copies in (1, 4, 16):
        text = page * copies
        print(
            f"text of {len(text) / 1e6:.2f} MB: {1000 * per_call(partial(redact, text), 1) / (len(text) / 1e6):.0f} ms per MB"
        )


def _timed(call: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - start


def main() -> None:
    """Print every figure once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--held-out", action="store_true", help="also report the third the rules were not tuned on"
    )
    parser.add_argument(
        "--show", action="store_true", help="print what was missed (of the tuning part) and masked wrongly"
    )
    parser.add_argument(
        "--no-redos", action="store_true", help="leave out the hostile texts, the slowest part"
    )
    arguments = parser.parse_args()
    for held_out in (False, True) if arguments.held_out else (False,):
        label, show = ("held out", False) if held_out else ("tuning", arguments.show)
        print(
            f"recall, vendor formats, {label}: {figures(vendor_cases(random.Random(SEED)), held_out=held_out, show=show)}"
        )
        print(
            f"recall, variables and further families, {label}: {figures(family_cases(random.Random(SEED)), held_out=held_out, show=show)}"
        )
        print(
            f"recall, generic assignments, {label}: {figures(generic_cases(random.Random(SEED)), held_out=held_out, show=show)}"
        )
        for name, written in WRITTEN.items():
            every = itertools.chain(
                *(cases(random.Random(SEED)) for cases in (vendor_cases, generic_cases, family_cases))
            )
            recall = figures(every, held_out=held_out, show=show, written=written)
            print(f"recall, every case, {name}, {label}: {recall}")
    measure_benign(show=arguments.show)
    measure_cost()
    if not arguments.no_redos:
        measure_redos()


if __name__ == "__main__":
    main()
