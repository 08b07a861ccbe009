"""What does a clause say has changed, and what is it about?"""

import pytest

from phantasm.state.claims.comparing import compare
from phantasm.state.claims.reader import read


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("JDK 17 is required to build the server.", "Building the server requires JDK 21 now."),
        ("Python 3.8 is the minimum we support.", "Python 3.8 support dropped; the floor is 3.10."),
        ("Vue 2.7 is what the shop is built on.", "The shop was rebuilt on Vue 3.4."),
        ("Django 3.2 LTS powers the admin site.", "The admin site has been ported to Django 4.2 LTS."),
        ("The TTL of DNS records is 3600.", "DNS record TTL dropped to 300."),
        ("A lease lasts 30 seconds.", "Leases were lengthened to 45 seconds."),
        ("Metrics are scraped every 30 seconds.", "Scrape interval for metrics: down to 15s."),
        ("Sprints last two weeks.", "We went to three-week sprints."),
        ("Snapshots are taken hourly.", "Snapshots are taken daily now."),
        ("The memory limit of the api pod is 512Mi.", "api pod: memory limit 1Gi (up from 512Mi)"),
        ("The maximum message size is 256 KB.", "Message size limit: 1 MB, was 256 KB."),
        ("client_max_body_size on the edge is 8m", "client_max_body_size on the edge is now 1g"),
        ("Kafka producers default to acks=1.", "Starting with 3.0, Kafka producers default to acks=all."),
        ("Fragments live in changes/.", "Fragments moved: newsfragments/"),
        ("Fixtures live under tests/data.", "Fixtures can be found under tests/fixtures now."),
        ("The default branch is master.", "master was renamed to main and is the default branch."),
        ("The document is at /v1/openapi.json.", "/v1/openapi.json moved to /v2/openapi.json."),
        ("We use Scrum.", "We gave up Scrum for Kanban."),
        ("Quality checks are written in Great Expectations.", "We swapped Great Expectations for Pandera."),
        ("The runbooks are in Confluence.", "Runbooks have left Confluence, find them under docs/runbooks."),
        ("Tag images with the build number.", "Tagging by build number ended; images carry the git sha."),
        ("Dumps land in s3://acme/nightly", "dumps don't go to s3://acme/nightly anymore"),
        ("ADR-11: infrastructure is managed with Terraform", "ADR-31 replaces ADR-11: OpenTofu manages it"),
        ("If nothing is set, the log level is INFO.", "The log level is WARN if nothing is set."),
        ("Use LOCAL_ONE for profile reads.", "Went back to LOCAL_QUORUM for profile reads."),
        (
            "nginx 1.26 is the branch we deploy from.",
            "nginx 1.28 has replaced 1.26 as the branch we deploy from.",
        ),
        ("The switch to Bun is done.", "The switch to Bun has been reversed; npm is the runner again."),
        ("Snapshots are stored in GCS.", "Snapshots found a new home in R2."),
        ("Tokens sit in tokens/base.json.", "tokens/base.json was split into light.json and dark.json."),
        ("vault on 8200", "vault moved from 8200 to 8300"),
        ("hadolint v2.10 in CI", "ci: update hadolint to v2.12"),
        ("app min SDK 24", "minSdk raised to 26"),
        ("metrics at :2112/metrics", "metrics are at :9102/metrics since the port cleanup"),
        ("state bucket: tf-state-old", "new state bucket: tf-state-prod"),
        ("Tests run on Jenkins.", "Tests have been shifted to Buildkite."),
    ],
)
def test_a_change_replaces_what_is_held(older: str, newer: str) -> None:
    assert compare(read(newer), read(older)).relation == "replaces"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("readinessProbe of cart: initialDelaySeconds 5", "livenessProbe of cart: initialDelaySeconds 40"),
        ("Since 3.2 the CLI has colours.", "Since 3.2 the CLI has shell completion."),
        (
            "Bundle budget for the landing page: 150 kB",
            "Pricing page: bundle budget cut from 150 kB to 120 kB",
        ),
        ("The proxy listens on 3128.", "The proxy was upgraded to Squid 6."),
        ("log retention 30d", "trace retention got extended to 14d"),
        ("issue 412 on Safari", "issue 413 on Safari"),
        ("Rust lines are at most 100 characters long.", "Java sources: the line length was relaxed to 120"),
        ("We dropped IE 11.", "We dropped Node 16."),
        ("Issue 412 affects Safari.", "Issue 413 affects Safari."),
    ],
)
def test_what_differs_in_its_subject_is_left_alone(older: str, newer: str) -> None:
    assert compare(read(newer), read(older)).relation == "unrelated"


def test_a_change_is_looked_for_where_its_subject_is_kept() -> None:
    held = read("Alerts go to the #ops channel in Slack.")
    newcomer = read("Alerts are routed to #oncall rather than #ops.")
    assert ("anchor", held.anchor) in newcomer.seeks
    assert held.anchor == "alert"
