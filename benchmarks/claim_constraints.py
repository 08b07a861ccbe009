"""Which claims does a constraint settle, where nothing is locked? By each ecosystem's own rules.

Every row: ecosystem, the constraint, claims that follow from it, claims that it excludes, claims left open.
"""

# ruff: noqa: E501  (files are shown as they are)

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

FORMS: dict[str, tuple[str, str, str]] = {
    "node": ("left-pad", "package.json", '{\n  "devDependencies": {\n    "left-pad": "SPEC"\n  }\n}\n'),
    "python": (
        "django",
        "pyproject.toml",
        '[project]\nname = "a"\ndependencies = [\n  "Django[bcrypt] SPEC; sys_platform == \'linux\'",\n]\n',
    ),
    "poetry": ("django", "pyproject.toml", '[tool.poetry.group.dev.dependencies]\ndjango = "SPEC"\n'),
    "rust": (
        "serde",
        "Cargo.toml",
        '[workspace.dependencies]\nserde = { version = "SPEC", features = ["derive"] }\n',
    ),
    "ruby": ("rails", "Gemfile", "source 'https://rubygems.org'\ngem 'rails'QUOTED\n"),
    "maven": (
        "guava",
        "pom.xml",
        "<project><artifactId>a</artifactId><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>SPEC</version></dependency></dependencies></project>",
    ),
    "gradle": ("guava", "build.gradle", "dependencies { implementation 'com.google.guava:guava:SPEC' }\n"),
    "nuget": (
        "Serilog",
        "A.csproj",
        '<Project><ItemGroup><PackageReference Include="Serilog" Version="SPEC" /></ItemGroup></Project>',
    ),
    "requires-python": (
        "python",
        "setup.cfg",
        "[metadata]\nname = a\n\n[options]\npython_requires = SPEC\ninstall_requires =\n    click\n",
    ),
    "engines": ("node", "package.json", '{"engines": {"node": "SPEC"}}'),
    "rust-version": (
        "rust",
        "Cargo.toml",
        '[package]\nname = "a"\nrust-version = "SPEC"\nedition = "2021"\n',
    ),
    "required_ruby_version": (
        "ruby",
        "a.gemspec",
        'Gem::Specification.new do |spec|\n  spec.required_ruby_version = "SPEC"\nend\n',
    ),
}
"""What is asked for, where, and in which words."""


def constraint_cases() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Give reference, verdict and files of every claim."""
    for form, spec, holding, excluded, undecided in ROWS:
        name, files = _files(form, spec)
        for claims, verdict in ((holding, "unchanged"), (excluded, "changed"), (undecided, "unknown")):
            for claim in claims.split():
                yield f"dependency:{name}@{claim}", verdict, files
    yield from _together()


def _files(form: str, spec: str) -> tuple[str, dict[str, str]]:
    name, file, text = FORMS[form]
    # A Gemfile has one text for each requirement.
    quoted = "".join(f", '{part.strip()}'" for part in spec.split(",") if part)
    return name, {file: text.replace("QUOTED", quoted).replace("SPEC", spec)}


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
