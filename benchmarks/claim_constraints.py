"""Which claims does a constraint settle, where nothing is locked? By each ecosystem's own rules.

Every row: ecosystem, the constraint, claims that follow from it, claims that it excludes, claims left open.
"""

# ruff: noqa: E501  (files are shown as they are)

import json
from collections.abc import Iterator

ROWS: tuple[tuple[str, str, str, str, str], ...] = (
    ("node", "^18.2.0", "18 >=18 ^18", "17 19 <18 18.1", "18.2 18.2.0 18.3"),
    ("node", "~18.2.1", "18 18.2 ~18.2", "18.3 19 18.2.0", "18.2.1 18.2.5"),
    ("node", "18.x", "18 18.x", "17 19", "18.2"),
    ("node", ">=18 <21", ">=18 >=17 <21", "17 21", "18 20 20.1"),
    ("node", "^0.4.2", "0.4 0", "0.5 1", "0.4.2"),
    ("node", "^16 || ^18", ">=16", "15 17 19", "16 18"),
    ("node", "1.2.3 - 2.3", ">=1 >=1.2.3", "3 2.4 1.1", "1 2"),
    ("node", "18.2.0", "18 18.2 18.2.0", "18.2.1 17", ""),
    ("node", "latest", "", "", "1 18"),
    ("node", "workspace:*", "", "", "1 18"),
    ("python", ">=4.2", ">=4.2 >=4", "4.1 3 <4", "4 4.2 5"),
    ("python", ">=4.2,<5", "4 >=4.2", "4.1 5 3", "4.2 4.2.1"),
    ("python", "~=4.2", "4", "4.1 5", "4.2 4.5"),
    ("python", "~=4.2.3", "4 4.2", "4.3 5", "4.2.3"),
    ("python", "==4.2.*", "4 4.2", "4.1 4.3", "4.2.7"),
    ("python", "==4.2.7", "4 4.2 4.2.7 >=4", "4.2.8 5", ""),
    ("python", "!=5.0", "", "5.0.0", "4 5"),
    ("python", "", "", "", "4 5.0"),
    ("poetry", "^4.2", "4", "5 4.1", "4.2"),
    ("poetry", "~4.2", "4 4.2", "4.3 5", "4.2.1"),
    ("poetry", "*", "", "", "4"),
    ("rust", "1.2.3", "1 ^1.2", "2 1.1 0.9", "1.2 1.2.3"),
    ("rust", "0.8", "0.8 0", "0.9 1", "0.8.5"),
    ("rust", "=1.2.3", "1.2.3 1", "1.2.4", ""),
    ("rust", "~1.2", "1.2 1", "1.3", "1.2.9"),
    ("rust", ">=1.2, <1.5", "1 >=1.2", "1.5 1.1 2", "1.2 1.4"),
    ("ruby", "~> 7.1", "7", "8 7.0", "7.1 7.2"),
    ("ruby", "~> 7.1.2", "7 7.1", "7.2 8", "7.1.2"),
    ("ruby", ">= 7.0, < 9", ">=7", "6 9", "7 8"),
    ("ruby", "7.1.3", "7 7.1 7.1.3", "7.1.4 8", ""),
    ("ruby", "", "", "", "7"),
    ("maven", "[1.2,2.0)", "1 >=1.2", "2 1.1 0", "1.2 1.5"),
    ("maven", "(,1.5]", "<2", "1.6 2", "1 1.5"),
    ("maven", "33.0.0-jre", "33 33.0 33.0.0", "32 33.1", ""),
    ("gradle", "1.4.+", "1 1.4", "1.5 2", "1.4.2"),
    ("gradle", "latest.release", "", "", "1"),
    ("nuget", "[8.0.0,9.0.0)", "8 >=8", "9 7", "8.0.0 8.0.1"),
    ("nuget", "8.*", "8", "7 9", "8.1"),
    ("nuget", "[8.0.1]", "8 8.0.1", "8.0.2", ""),
    ("requires-python", ">=3.11", ">=3.11 >=3.10", "3.10 2 3.9", "3 3.11 3.12"),
    ("engines", ">=20", ">=20", "18 19", "20 22"),
    ("rust-version", "1.70", ">=1.70 >=1.60", "1.69 0", "1 1.70 1.75"),
    ("required_ruby_version", ">= 3.1", ">=3.1", "3.0 2", "3.1 3.3"),
)


def CONSTRAINTS() -> Iterator[tuple[str, str, dict[str, str]]]:  # noqa: N802  a table that is made
    """Give reference, verdict and files of every claim."""
    for form, spec, holding, excluded, undecided in ROWS:
        name, files = _files(form, spec)
        for claims, verdict in ((holding, "unchanged"), (excluded, "changed"), (undecided, "unknown")):
            for claim in claims.split():
                yield f"dependency:{name}@{claim}", verdict, files
    yield from _together()


def _files(form: str, spec: str) -> tuple[str, dict[str, str]]:
    match form:
        case "node":
            return "left-pad", {"package.json": json.dumps({"devDependencies": {"left-pad": spec}}, indent=2)}
        case "python":
            return "django", {
                "pyproject.toml": f'[project]\nname = "a"\ndependencies = [\n  "Django[bcrypt] {spec}; sys_platform == \'linux\'",\n]\n'
            }
        case "poetry":
            return "django", {"pyproject.toml": f'[tool.poetry.group.dev.dependencies]\ndjango = "{spec}"\n'}
        case "rust":
            return "serde", {
                "Cargo.toml": f'[workspace.dependencies]\nserde = {{ version = "{spec}", features = ["derive"] }}\n'
            }
        case "ruby":
            quoted = "".join(f", '{part.strip()}'" for part in spec.split(",") if part)
            return "rails", {"Gemfile": f"source 'https://rubygems.org'\ngem 'rails'{quoted}\n"}
        case "maven":
            return "guava", {
                "pom.xml": f"<project><artifactId>a</artifactId><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>{spec}</version></dependency></dependencies></project>"
            }
        case "gradle":
            return "guava", {
                "build.gradle": f"dependencies {{ implementation 'com.google.guava:guava:{spec}' }}\n"
            }
        case "nuget":
            return "Serilog", {
                "A.csproj": f'<Project><ItemGroup><PackageReference Include="Serilog" Version="{spec}" /></ItemGroup></Project>'
            }
        case "requires-python":
            return "python", {
                "setup.cfg": f"[metadata]\nname = a\n\n[options]\npython_requires = {spec}\ninstall_requires =\n    click\n"
            }
        case "engines":
            return "node", {"package.json": json.dumps({"engines": {"node": spec}})}
        case "rust-version":
            return "rust", {
                "Cargo.toml": f'[package]\nname = "a"\nrust-version = "{spec}"\nedition = "2021"\n'
            }
        case _:
            return "ruby", {
                "a.gemspec": f'Gem::Specification.new do |spec|\n  spec.required_ruby_version = "{spec}"\nend\n'
            }


def _together() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Give claims about repositories with several projects, and about names that mean several things."""
    one = {"api/requirements.txt": "django==4.2.7\n", "jobs/requirements.txt": "django==4.2.9\n"}
    yield "dependency:django@4.2", "unchanged", one
    yield "dependency:django@4.2.7", "unknown", one
    yield "dependency:django@5", "changed", one
    two = {
        "api/requirements.txt": "django==4.2.7\n",
        "jobs/pyproject.toml": '[project]\ndependencies = ["django>=3"]\n',
    }
    yield "dependency:django@4", "unchanged", two
    yield "dependency:django@5", "unknown", two
    aside = {"requirements.txt": "django==4.2.7\n", "examples/old/requirements.txt": "django==2.0\n"}
    yield "dependency:django@4.2", "unchanged", aside
    yield "dependency:django@2", "changed", aside
    several = {
        "Gemfile.lock": "GEM\n  specs:\n    redis (5.0.8)\n",
        "compose.yaml": "services:\n  r:\n    image: redis:7\n",
    }
    yield "dependency:redis@7", "unknown", several
    yield "dependency:ruby/redis@5", "unchanged", several
    yield "dependency:ruby/redis@7", "changed", several
    workspace = {
        "package.json": '{"workspaces": ["packages/*"]}',
        "packages/a/package.json": '{"dependencies": {"react": "^18.0.0"}}',
        "yarn.lock": 'react@^17.0.0:\n  version "17.0.2"\n\nreact@^18.0.0:\n  version "18.3.1"\n',
    }
    yield "dependency:react@18", "unchanged", workspace
    yield "dependency:react@17", "changed", workspace
    pinned = {".python-version": "3.12\n", "pyproject.toml": '[project]\nrequires-python = ">=3.10"\n'}
    yield "dependency:python@3.12", "unchanged", pinned
    yield "dependency:python@3.11", "changed", pinned
    yield "dependency:python@>=3.10", "unchanged", pinned
    hostile = {
        "pom.xml": '<!DOCTYPE p [<!ENTITY a "1">]><project><artifactId>x</artifactId><dependencies><dependency><groupId>g</groupId><artifactId>guava</artifactId><version>&a;</version></dependency></dependencies></project>'
    }
    yield "dependency:guava@1", "unknown", hostile
    broken = {
        "package.json": '{"dependencies": {"react": ',
        "pyproject.toml": "[project\n",
        "Cargo.lock": "[[package]]\nname = \n",
    }
    yield "dependency:react@18", "unknown", broken
