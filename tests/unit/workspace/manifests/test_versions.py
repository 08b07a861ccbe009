"""Does a claim hold against what is settled or allowed? By the precision it is given with."""

import pytest

from phantasm.workspace.manifests.claims import claimed
from phantasm.workspace.manifests.model import Dependency
from phantasm.workspace.manifests.versions import judge, parse
from phantasm.workspace.manifests.weighing import allowed


def _judge(claim: str, statement: Dependency) -> str:
    wanted, said = claimed(claim), allowed(statement)
    assert wanted is not None
    assert said is not None
    return judge(wanted, said)


@pytest.mark.parametrize(
    ("claim", "locked", "expected"),
    [
        ("8", "8.0.1", "holds"),
        ("8.0", "8.1.0", "wrong"),
        ("8.x", "8.9", "holds"),
        ("v3.11", "3.11.7", "holds"),
        (">=4.2", "4.2.0", "holds"),
        (">=4.2", "4.2.0rc1", "wrong"),
        ("~> 7.1", "7.9.0", "holds"),
        ("~> 7.1.2", "7.2.0", "wrong"),
        ("^18", "18.3.1", "holds"),
        ("^0.4.1", "0.5.0", "wrong"),
        ("4.2 LTS", "4.2.30", "holds"),
        ("3.9 to 3.12", "3.12.4", "holds"),
        ("3.9-3.12", "3.13.0", "wrong"),
        ("20 or later", "22.1.0", "holds"),
        ("20+", "18.0.0", "wrong"),
        ("8", "8.0.0-rc.1", "holds"),
        ("8.0.0", "8.0.0-rc.1", "wrong"),
        ("7.0.8", "7.0.8.1", "holds"),
        (">=1.2,<2", "1.5.0", "holds"),
        (">=1.2 <2", "2.0.0", "wrong"),
        ("1", "1.0.0.Final", "holds"),
        ("32", "32.1.3-jre", "holds"),
    ],
)
def test_judges_a_settled_version(claim: str, locked: str, expected: str) -> None:
    assert _judge(claim, Dependency("python", "x", locked=locked)) == expected


def test_leaves_open_what_a_pin_by_its_first_parts_does_not_say() -> None:
    pin = Dependency("image", "postgres", locked="16", loose=True)
    assert _judge("16", pin) == "holds"
    assert _judge(">=16", pin) == "holds"
    assert _judge("16.2", pin) == "open"
    assert _judge("15", pin) == "wrong"


@pytest.mark.parametrize(
    ("ecosystem", "spec", "holds", "wrong", "undecided"),
    [
        ("node", "^18.2.0", "18", "19", "18.2"),
        ("node", ">1.2", ">=1.3", "1.2", "1.3"),
        ("node", "1.x || >=2.5.0 <3", ">=1", "2.4", "1"),
        ("node", "1.0.0 - 1.4", "1", "1.5", "1.4"),
        ("python", "~=4.2", "4", "5", "4.2"),
        ("python", "==4.2.*", "4.2", "4.3", "4.2.1"),
        ("python", ">=3.8,!=3.9.*", ">=3.8", "3.9", "3.10"),
        ("rust", "1.2", "1", "2", "1.2"),
        ("rust", "=1.2", "1.2", "1.3", "1.2.3"),
        ("ruby", "~> 7.1, >= 7.1.2", "7", "7.0", "7.1"),
        ("java", "[1.0,2.0)", "1", "2", "1.5"),
        ("dotnet", "8.*", "8", "9", "8.1"),
    ],
)
def test_judges_a_constraint(ecosystem: str, spec: str, holds: str, wrong: str, undecided: str) -> None:
    statement = Dependency(ecosystem, "x", spec)
    answers = [_judge(claim, statement) for claim in (holds, wrong, undecided)]
    assert answers == ["holds", "wrong", "open"]


@pytest.mark.parametrize("text", ["", "latest", "the newest", "8 of them", "x" * 100, "==", "3 and more"])
def test_takes_no_other_words_for_a_claim(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize("spec", ["latest", "file:../x", "git+https://example.org/x", "1!2.0", "<script>"])
def test_says_nothing_about_a_constraint_it_cannot_read(spec: str) -> None:
    assert allowed(Dependency("python", "x", spec)) is None


def test_orders_early_versions_before_their_release() -> None:
    texts = ["1.0.dev1", "1.0.0a1", "1.0rc2", "1.0", "1.0.1"]
    keys = [version.key for text in texts if (version := parse(text))]
    assert sorted(keys[1:]) == keys[1:]
    assert max(keys[:3]) < keys[3]
