"""What is one statement to another?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.state.claims.comparing import compare
from phantasm.state.claims.meetings import Relation
from phantasm.state.claims.reader import read
from phantasm.state.reasons import MEANINGS


def relation(older: str, newer: str) -> Relation:
    return compare(read(newer), read(older)).relation


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The request timeout is 30 seconds.", "Request timeout: 30s"),
        ("We don't use semicolons.", "We do not use semicolons."),
        ("The API's port is 8080.", "The port of the API is 8080."),
        ("Max payload is 8 KB.", "Max payload is 8192 bytes."),
        ("maxRetries is 5", "max_retries: 5"),
        ("Code is formatted by black.", "Black formats the code."),
        ("Every PR needs two approvals.", "All pull requests need 2 approvals."),
        ("- Redis listens on port `6379`", "Redis listens on port 6379."),
        ("RSpec is our test framework.", "Our test framework is RSpec."),
    ],
)
def test_the_same_in_other_words_is_the_same(older: str, newer: str) -> None:
    assert relation(older, newer) == relation(newer, older) == "same"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The build is cached.", "The build is cached in S3 for seven days."),
        ("Use multi-stage builds.", "Use multi-stage builds so that compilers stay out of the image."),
        ("Alice owns the billing service.", "Alice owns the billing service; Bob is her backup."),
        ("Sessions are stored in Redis.", "Sessions are stored in Redis under the `sess:` prefix."),
    ],
)
def test_more_about_the_same_refines_it(older: str, newer: str) -> None:
    assert relation(older, newer) == "refines"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The capital of Australia is Sydney.", "The capital of Australia is Canberra."),
        ("Ada was born in the city of Paris.", "Ada was born in the city of London."),
        ("The band was founded by Kim.", "The band was founded by Lou."),
        ("The API listens on port 8080.", "The API listens on port 9090."),
        ("Log retention: 7 days", "Log retention: 30 days"),
        ("The importer retries 3 times.", "The importer retries 5 times."),
        ("Indent with tabs.", "Indent with two spaces."),
        ("The owner of search is Ana.", "Ben owns search."),
        ("Use Python 3.11.", "Use Python 3.13."),
        ("Releases go out on Tuesdays.", "Releases go out on Thursdays."),
        ("The docs live in docs/.", "The docs live in site/."),
    ],
)
def test_another_value_of_a_single_valued_attribute_replaces(older: str, newer: str) -> None:
    assert relation(older, newer) == "replaces"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use npm.", "Use pnpm instead of npm."),
        (
            "CI runs on GitLab pipelines.",
            "CI moved to GitHub Actions; the GitLab pipelines were switched off.",
        ),
        ("The frontend is built with webpack.", "The frontend build moved from webpack to Vite."),
        ("Sessions live in Redis.", "Postgres replaced Redis as the session store."),
        ("httpx follows redirects by default.", "httpx no longer follows redirects by default."),
        ("Read whole files with `ioutil.ReadFile`.", "`ioutil.ReadFile` is deprecated; use `os.ReadFile`."),
        ("The merge queue is on for main.", "We turned the merge queue for main off again."),
        ("Backups are kept for 14 days.", "Backup retention was extended to 30 days."),
        ("Tests are written with unittest.", "All tests have been migrated to pytest."),
        (
            "We use Poetry to manage dependencies.",
            "We stopped using Poetry; dependencies are managed with uv.",
        ),
    ],
)
def test_what_a_statement_of_change_names_is_replaced(older: str, newer: str) -> None:
    assert relation(older, newer) == "replaces"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("CI runs on Windows.", "CI does not run on Windows."),
        ("Telemetry is enabled by default.", "Telemetry is disabled by default."),
        ("Always rebase before merging.", "Never rebase before merging."),
        ("Type hints are required.", "Type hints are optional."),
        ("Use star imports in specs.", "Avoid star imports in specs."),
        ("Every table has a surrogate key.", "The `audit_log` table has no surrogate key."),
        ("The CLI supports Windows.", "Windows is not supported by the CLI."),
        ("The snapshot is encrypted.", "The snapshot is unencrypted."),
        ("Prefer tabs over spaces.", "Prefer spaces over tabs."),
        ("We use yarn in the web package.", "We use npm in the web package."),
    ],
)
def test_what_denies_a_statement_opposes_it(older: str, newer: str) -> None:
    assert relation(older, newer) in ("opposes", "replaces")
    assert relation(newer, older) in ("opposes", "replaces")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The worker depends on Redis.", "The worker depends on Kafka."),
        ("Alpha depends on Beta.", "Beta depends on Alpha."),
        ("The gem supports Ruby 3.2.", "The gem supports Ruby 3.3."),
        ("The importer reads CSV.", "The importer also reads Parquet now."),
        ("Alice reviews frontend changes.", "Bob reviews frontend changes."),
        ("The dev database is SQLite.", "The production database is PostgreSQL."),
        ("The Redis client timeout is 5 s.", "The Redis server timeout is 300 s."),
        ("In 2023 we used Yarn.", "In 2025 we used pnpm."),
        ("The build uses 4 cores.", "The build takes 12 minutes."),
        ("`npm ci` deletes node_modules.", "`npm install` does not delete node_modules."),
        ("We run Postgres 15.", "What would it take to move to Postgres 17?"),
        ("The web app was migrated to TypeScript.", "The web app was migrated to Vite."),
        ("The build backend is setuptools.", "We dropped setuptools-scm."),
        ("The mobile client follows redirects.", "The crawler no longer follows redirects."),
        ("Tests run in parallel.", "The integration tests do not run in parallel."),
        ("The queue is empty.", "The queue was renamed to jobs."),
        ("The build image is Debian.", "Images are built with Kaniko."),
        ("The limit for free users is 10 projects.", "The limit for free users is 3 seats."),
        ("Rate limit (anonymous): 10/min", "Rate limit (logged in): 100/min"),
        ("The test matrix includes Django 4.2.", "The test matrix includes Django 5.1."),
        ("We deployed 2.3 on Monday.", "We deployed 2.4 on Thursday."),
        ("We use feature flags.", "Branches are deleted after the merge."),
        ("Python 3.11 is required.", "TypeScript was upgraded to 5.6."),
        ("测试在主分支上运行", "测试不在主分支上运行"),
    ],
)
def test_what_may_hold_together_is_unrelated(older: str, newer: str) -> None:
    assert relation(older, newer) == "unrelated"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    assert compare(read(one), read(other)).code in MEANINGS
