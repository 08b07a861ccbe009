"""Is a claim about a dependency held against the manifests?"""

from pathlib import Path

import pytest

from phantasm.workspace.anchors.model import Reference, Seen
from phantasm.workspace.anchors.references import read
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests.checking import see, verify

LOCK = "GEM\n  remote: https://rubygems.org/\n  specs:\n    rails ({version})\n"


def _reference(text: str) -> Reference:
    reference = read(text)
    assert reference is not None
    return reference


def _lay_out(folder: Path, files: dict[str, str]) -> Checkout:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return Checkout(folder)


def test_sees_what_is_settled_and_where(tmp_path: Path) -> None:
    checkout = _lay_out(
        tmp_path, {"Gemfile.lock": LOCK.format(version="7.1.3"), "Gemfile": 'gem "rails", "~> 7.1"\n'}
    )
    seen = see(_reference("dependency:Rails@7"), checkout)
    assert seen == {
        "found": "7.1.3",
        "in": "Gemfile.lock",
        "ecosystem": "ruby",
        "blob": checkout.blob("Gemfile.lock"),
    }


def test_says_which_version_is_there_instead(tmp_path: Path) -> None:
    checkout = _lay_out(tmp_path, {"Gemfile.lock": LOCK.format(version="7.1.3")})
    verdict = verify(_reference("dependency:rails@8"), {}, checkout)
    assert (verdict.status, verdict.detail) == ("changed", "Gemfile.lock:4 says rails 7.1.3, not 8")


def test_notices_that_a_dependency_went(tmp_path: Path) -> None:
    reference = _reference("dependency:rails@7")
    before = _lay_out(tmp_path / "before", {"Gemfile.lock": LOCK.format(version="7.1.3")})
    after = _lay_out(tmp_path / "after", {"Gemfile.lock": "GEM\n  specs:\n    sinatra (4.0.0)\n"})
    verdict = verify(reference, see(reference, before) or {}, after)
    assert (verdict.status, verdict.detail) == ("gone", "no manifest names rails any more; Gemfile.lock did")
    assert verify(reference, {}, after).status == "unknown"


def test_does_not_call_gone_what_it_cannot_read(tmp_path: Path) -> None:
    reference = _reference("dependency:rails@7")
    (tmp_path / "Gemfile.lock").write_bytes(b"\0binary")
    assert verify(reference, {"in": "Gemfile.lock", "found": "7.1.3"}, Checkout(tmp_path)).status == "unknown"


def test_notices_another_constraint(tmp_path: Path) -> None:
    reference = _reference("dependency:django@>=4.2")
    before = _lay_out(tmp_path / "before", {"requirements.txt": "django>=4.2\n"})
    after = _lay_out(tmp_path / "after", {"requirements.txt": "django>=3.2\n"})
    verdict = verify(reference, see(reference, before) or {}, after)
    assert (verdict.status, verdict.detail) == (
        "changed",
        "requirements.txt:1 says django >=3.2; it was >=4.2",
    )


def test_lists_projects_that_disagree(tmp_path: Path) -> None:
    files = {"api/requirements.txt": "django==4.2.7\n", "jobs/requirements.txt": "django==5.0\n"}
    verdict = verify(_reference("dependency:django@4.2"), {}, _lay_out(tmp_path, files))
    assert verdict.status == "unknown"
    assert "api/requirements.txt:1 says django 4.2.7" in verdict.detail
    assert "jobs/requirements.txt:1 says django 5.0" in verdict.detail


def test_remembers_which_of_several_was_meant(tmp_path: Path) -> None:
    files = {
        "Gemfile.lock": "GEM\n  specs:\n    redis (5.0.8)\n",
        "compose.yaml": "services:\n  a:\n    image: redis:7\n",
    }
    checkout = _lay_out(tmp_path, files)
    reference = _reference("dependency:redis@7")
    assert see(reference, checkout) is None
    assert verify(reference, {"ecosystem": "image", "in": "compose.yaml"}, checkout).status == "unchanged"
    assert verify(reference, {"ecosystem": "ruby", "in": "Gemfile.lock"}, checkout).status == "changed"


@pytest.mark.parametrize(
    "seen", [{"in": 3, "found": [], "ecosystem": {}}, {"in": None}, {"blob": 1}, {"in": "../../etc/passwd"}]
)
def test_takes_whatever_was_noted_elsewhere(seen: Seen, tmp_path: Path) -> None:
    checkout = _lay_out(tmp_path, {"requirements.txt": "django==4.2.7\n"})
    assert verify(_reference("dependency:django@4"), seen, checkout).status == "unchanged"
    assert verify(_reference("dependency:flask@4"), seen, checkout).status in {"unknown", "gone"}


@pytest.mark.parametrize(
    "name", ["django", "Django", "python/django", "Next.js", "@angular/core", "guava", "gin", ".NET"]
)
def test_knows_a_dependency_by_the_names_people_use(name: str, tmp_path: Path) -> None:
    files = {
        "requirements.txt": "Django==4.2.7\n",
        "package.json": '{"dependencies": {"next": "14.0.0", "@angular/core": "17.0.0"}}',
        "pom.xml": "<project><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava"
        "</artifactId><version>33.0.0-jre</version></dependency></dependencies></project>",
        "go.mod": "module a\n\nrequire github.com/gin-gonic/gin v1.9.1\n",
        "A.csproj": "<Project><PropertyGroup><TargetFramework>net8.0</TargetFramework>"
        "</PropertyGroup></Project>",
    }
    assert see(_reference(f"dependency:{name}"), _lay_out(tmp_path, files)) is not None
