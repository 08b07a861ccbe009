"""Which rules of the detector library (detect-secrets) do we run, and when is it loaded?

The library is maintained, so its formats are preferred to our own wherever three things hold: the format
carries a literal the prefilter can look for, the pattern is linear on hostile text (benchmarks/redaction.py
measures it), and it does not fire on ordinary code. Importing it costs about 130 ms, because its plugin
base module imports `requests` to verify keys online; so it is imported only once a literal below was seen.
Nothing is ever verified: only the compiled patterns are read.

Not adopted, with our own rule in `vendor_formats` or `secret_assignments` instead: AWS secret keys, OpenAI,
JWT, npm, Mailchimp and GitLab's runner registration (quadratic or slow on repeated prefixes); basic auth
(misses passwords holding `!`, `$`, `+`); Artifactory (only between blanks, and takes them along); Twilio,
Discord and Telegram (no literal, or no word boundary); the IBM, SoftLayer and Cloudant assignments (fire on
any `key = ...`); private keys (finds the header and leaves the body); public IP addresses (not a secret);
entropy and keyword detectors (fire on hashes and identifiers; our `secret_names` keeps the keyword list's
idea).
"""

import importlib
import re
from functools import cache
from typing import NamedTuple


class AdoptedRule(NamedTuple):
    """One detector of the library: the literals that call for it and which of its patterns are taken."""

    id: str
    literals: tuple[str, ...]
    module: str
    detector: str
    taken: tuple[int, ...]


ADOPTED_RULES: tuple[AdoptedRule, ...] = (
    AdoptedRule("aws-access-key", ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"), "aws", "AWSKeyDetector", (0,)),
    AdoptedRule("azure-storage-key", ("AccountKey=",), "azure_storage_key", "AzureStorageKeyDetector", (0,)),
    AdoptedRule("cloudant-url", (".cloudant.com",), "cloudant", "CloudantDetector", (2, 3)),
    AdoptedRule(
        "github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), "github_token", "GitHubTokenDetector", (0,)
    ),
    AdoptedRule(
        "gitlab-token",
        ("glpat-", "gldt-", "glft-", "glsoat-", "glrt-", "glcbt-", "glimt-", "glptt-", "glagent-", "gloas-"),
        "gitlab_token",
        "GitLabTokenDetector",
        (0, 2, 3, 4, 5, 6),
    ),
    AdoptedRule("pypi-token", ("pypi-Ag",), "pypi_token", "PypiTokenDetector", (0, 1)),
    AdoptedRule("sendgrid-key", ("SG.",), "sendgrid", "SendGridDetector", (0,)),
    AdoptedRule("slack-token", ("xox",), "slack", "SlackDetector", (0,)),
    AdoptedRule("slack-webhook", ("hooks.slack.com/services/",), "slack", "SlackDetector", (1,)),
    AdoptedRule("softlayer-url", ("api.softlayer.com/soap/",), "softlayer", "SoftlayerDetector", (1,)),
    AdoptedRule("square-oauth-secret", ("sq0csp-",), "square_oauth", "SquareOAuthDetector", (0,)),
    AdoptedRule("stripe-key", ("k_live_",), "stripe", "StripeDetector", (0,)),
)


@cache
def library_patterns(rule: AdoptedRule) -> tuple[re.Pattern[str], ...]:
    """The library's own compiled patterns for one adopted rule; the first call loads the library."""
    detector = getattr(importlib.import_module(f"detect_secrets.plugins.{rule.module}"), rule.detector)
    patterns = tuple(detector.denylist)
    return tuple(patterns[index] for index in rule.taken)
