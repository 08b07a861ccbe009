"""Does one statement deny the other?"""

import pytest

from phantasm.state.claims.comparing import compare
from phantasm.state.claims.reader import read


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The installer requires root.", "The installer runs without root."),
        ("The lock is held during the migration.", "The migration runs without holding the lock."),
        ("Backups are encrypted at rest.", "Backups are stored unencrypted."),
        ("The wheel bundles OpenSSL.", "The wheel does not ship OpenSSL."),
        ("The loader is idempotent.", "Rerunning the loader creates duplicates, so it is not idempotent."),
        ("Tests run in random order.", "Tests run in fixed order."),
        ("Reads go to the replica.", "Reads go to the primary."),
        ("Both regions accept writes.", "Only the primary region accepts writes."),
        ("Serialise models with `.dict()`.", "`.dict()` is discouraged: call `.model_dump()`."),
        ("Updates come from Dependabot.", "We turned Dependabot off; Renovate handles updates."),
        ("Orders can be cancelled after payment.", "After payment orders cannot be cancelled."),
        ("The plugin API is stable.", "The plugin API is experimental."),
        ("Webhooks are delivered in order.", "Webhooks may be delivered out of order."),
        ("We removed the approval step from deploys.", "The approval step for deploys is reinstated."),
        ("The canary stage was removed from the pipeline.", "The canary stage is back in the pipeline."),
        ("We agreed to drop the ORM.", "We changed our minds: the ORM stays."),
        ("Public functions need docstrings.", "Docstrings on public functions are unnecessary."),
    ],
)
def test_a_contrary_stands_against_what_is_held(older: str, newer: str) -> None:
    assert compare(read(newer), read(older)).relation == "opposes"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Releases go to PyPI.", "Releases go to PyPI through trusted publishing, without any token."),
        ("Use Lodash for deep clones.", "Do not use Lodash for templates."),
        ("The guide forbids tabs.", "The guide was moved to the wiki."),
        ("Debug builds are not signed.", "Release builds are signed."),
    ],
)
def test_what_only_sounds_contrary_does_not(older: str, newer: str) -> None:
    assert compare(read(newer), read(older)).relation in ("unrelated", "refines")
