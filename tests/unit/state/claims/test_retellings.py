"""Does a newcomer tell anew what is held, with something else in one place?"""

import pytest

from phantasm.state.claims.comparing import compare
from phantasm.state.claims.reader import read
from phantasm.state.claims.retellings import retold


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Sentry collects frontend errors.", "Frontend errors are collected by GlitchTip since May."),
        ("Images are resized with ImageMagick.", "libvips does the image resizing now."),
        ("gzip is the default compression.", "zstd took over as the default compression."),
        ("`pl.read` uses the xlsx2csv engine.", "Since 1.0, `calamine` is the engine of `pl.read`."),
        ("@web reviews changes under packages/ui.", "Changes under packages/ui are reviewed by @design now."),
        ("protoc 3.21 generates our stubs.", "Stubs are generated with protoc 25 since the last update."),
        ("Mail goes out through SendGrid.", "We're sending mail via Postmark now."),
        ("Build logs are kept on the Jenkins server.", "Build logs are archived in S3 now."),
        (
            "npm is our package manager for the shop.",
            "Shop: package manager switched to Bun, see `bun.lock`.",
        ),
    ],
)
def test_a_frame_with_another_filler_is_doubtful(older: str, newer: str) -> None:
    meeting = retold(read(newer), read(older))
    assert meeting is not None
    assert (meeting.relation, meeting.code) == ("opposes", "suspected")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The dashboard shows latency.", "The dashboard now shows error rates."),
        ("Invoices are grouped by customer.", "Invoices are now sent by e-mail."),
        ("Terraform modules live in `infra/modules`.", "Terraform modules are owned by Marek now."),
        ("Julie approves budget requests.", "Julie is now head of finance."),
        ("Jonas moved to Berlin.", "Jonas moved the tests to pytest."),
        ("The retention of topics is 7 days.", "The audit topic's retention was extended to 365 days."),
        ("The web app was migrated to TypeScript.", "The web app was migrated to Vite."),
        ("Emre approves budget requests.", "Emre now also approves travel requests."),
        ("Uvicorn is an ASGI server.", "Uvicorn now binds port 8080."),
    ],
)
def test_another_aspect_or_another_subject_is_not(older: str, newer: str) -> None:
    assert retold(read(newer), read(older)) is None


def test_without_a_cue_nothing_is_retold() -> None:
    assert (
        retold(read("GlitchTip collects frontend errors."), read("Sentry collects frontend errors.")) is None
    )


def test_a_retelling_never_replaces_by_itself() -> None:
    held = read("Sentry collects frontend errors.")
    assert compare(read("GlitchTip now collects frontend errors."), held).relation == "opposes"
