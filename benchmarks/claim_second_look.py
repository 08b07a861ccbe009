"""How well are claims judged that were written after the readers, without looking at them?

Two sets. The first run on the first had 90 of 96 right (93.8 %); what it showed was mended. The second, written
after that, had 57 of 57 right at its first run. Neither is held out any more; those figures are the honest ones.
"""

# ruff: noqa: E501  (files and sentences are shown as they are)

from benchmarks.claim_texts import FILES

Case = tuple[str, str, dict[str, str], dict[str, str] | None]
"""What is cited, the right verdict, the files, and the files afterwards."""

FIRST: tuple[Case, ...] = (
    (
        "dependency:flask@2.3",
        "unchanged",
        {
            "requirements.in": "flask~=2.3.0\n",
            "requirements.txt": "#\n# pip-compile\n#\nflask==2.3.3\n    # via -r requirements.in\nwerkzeug==3.0.1\n    # via flask\n",
        },
        None,
    ),
    ("dependency:werkzeug@2", "changed", {"requirements.txt": "flask==2.3.3\nwerkzeug==3.0.1\n"}, None),
    ("dependency:numpy@1.26", "unchanged", {"environment/requirements-dev.txt": "numpy == 1.26.4\n"}, None),
    (
        "dependency:Pillow@10",
        "unchanged",
        {"pyproject.toml": "[project]\nname='x'\ndependencies=['pillow>=10.0,<11']\n"},
        None,
    ),
    (
        "dependency:pydantic@2",
        "unchanged",
        {
            "pyproject.toml": '[project]\ndependencies = ["pydantic[email]>=2.5,<3.0"]\n[tool.uv]\ndev-dependencies=["ruff"]\n'
        },
        None,
    ),
    (
        "dependency:boto3@1.34",
        "changed",
        {"Pipfile.lock": '{"_meta":{},"default":{"boto3":{"version":"==1.28.1"}},"develop":{}}'},
        None,
    ),
    (
        "dependency:celery@5",
        "unchanged",
        {
            "setup.py": "from setuptools import setup\nREQ=['x']\nsetup(name='a', extras_require={'q': ['celery[redis]>=5.3,<6']})\n"
        },
        None,
    ),
    (
        "dependency:typescript@5.4",
        "unchanged",
        {"package.json": '{"devDependencies":{"typescript":"5.4.5"}}'},
        None,
    ),
    (
        "dependency:vite@5",
        "unchanged",
        {
            "package.json": '{"devDependencies":{"vite":"^5.0.0-beta.3"}}',
            "package-lock.json": '{"lockfileVersion":3,"packages":{"":{},"node_modules/vite":{"version":"5.2.8","dev":true}}}',
        },
        None,
    ),
    ("dependency:vite@4", "changed", {"app/package.json": '{"devDependencies":{"vite":"^5.0.0"}}'}, None),
    ("dependency:eslint@8", "unchanged", {"package.json": '{"devDependencies":{"eslint":"8"}}'}, None),
    ("dependency:eslint@9", "changed", {"package.json": '{"devDependencies":{"eslint":"~8.57"}}'}, None),
    (
        "dependency:react@18",
        "unchanged",
        {"package.json": '{"peerDependencies":{"react":">=16"},"devDependencies":{"react":"18.2.0"}}'},
        None,
    ),
    (
        "dependency:react-dom@18",
        "unknown",
        {"package.json": '{"peerDependencies":{"react-dom":">=16.8 || ^17 || ^18"}}'},
        None,
    ),
    (
        "dependency:axum@0.7",
        "unchanged",
        {"Cargo.toml": '[dependencies]\naxum = { version = "0.7.4", features=["macros"] }\n'},
        None,
    ),
    ("dependency:axum@0.6", "changed", {"Cargo.toml": '[dependencies]\naxum = "0.7"\n'}, None),
    (
        "dependency:tokio@1.36",
        "unchanged",
        {
            "Cargo.toml": '[dependencies.tokio]\nversion = "1"\nfeatures=["full"]\n',
            "Cargo.lock": '[[package]]\nname = "tokio"\nversion = "1.36.0"\n\n[[package]]\nname = "tokio"\nversion = "0.2.25"\n',
        },
        None,
    ),
    (
        "dependency:rust-edition@2021",
        "unchanged",
        {"Cargo.toml": '[package]\nname="a"\nedition = "2021"\n'},
        None,
    ),
    (
        "dependency:rust@1.76",
        "unknown",
        {
            "rust-toolchain.toml": '[toolchain]\nchannel = "stable"\n',
            "Cargo.toml": '[package]\nrust-version = "1.70"\n',
        },
        None,
    ),
    (
        "dependency:github.com/spf13/cobra@1.8",
        "unchanged",
        {"go.mod": "module x\n\ngo 1.21\n\nrequire (\n\tgithub.com/spf13/cobra v1.8.0\n)\n"},
        None,
    ),
    (
        "dependency:cobra@1.7",
        "changed",
        {"go.mod": "module x\n\ngo 1.21\n\nrequire (\n\tgithub.com/spf13/cobra v1.8.0\n)\n"},
        None,
    ),
    ("dependency:go@1.21", "unchanged", {"go.mod": "module x\n\ngo 1.21.3\n"}, None),
    ("dependency:go@1.22", "unchanged", {"go.mod": "module x\n\ngo 1.21\n\ntoolchain go1.22.1\n"}, None),
    ("dependency:go@1.20", "changed", {"go.mod": "module x\n\ngo 1.21\n\ntoolchain go1.22.1\n"}, None),
    (
        "dependency:Spring Boot@3.2",
        "unchanged",
        {
            "pom.xml": "<project><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.2.4</version></parent><artifactId>x</artifactId></project>"
        },
        None,
    ),
    (
        "dependency:Spring Boot@3.3",
        "changed",
        {"build.gradle": "plugins {\n  id 'org.springframework.boot' version '3.2.4'\n}\n"},
        None,
    ),
    (
        "dependency:java@17",
        "unchanged",
        {
            "pom.xml": "<project><artifactId>a</artifactId><properties><java.version>17</java.version></properties></project>"
        },
        None,
    ),
    ("dependency:java@11", "changed", {"build.gradle.kts": "kotlin {\n    jvmToolchain(21)\n}\n"}, None),
    (
        "dependency:kotlin@1.9",
        "unchanged",
        {"build.gradle.kts": 'plugins {\n    kotlin("jvm") version "1.9.23"\n}\n'},
        None,
    ),
    (
        "dependency:junit@5.10",
        "unchanged",
        {
            "pom.xml": "<project><artifactId>a</artifactId><dependencyManagement><dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version></dependency></dependencies></dependencyManagement></project>"
        },
        None,
    ),
    ("dependency:puma@6", "unchanged", {"Gemfile": 'gem "puma", ">= 6.0", "< 7"\n'}, None),
    (
        "dependency:ruby@3.2",
        "changed",
        {".ruby-version": "3.3.0\n", "Gemfile": 'ruby file: ".ruby-version"\ngem "rails"\n'},
        None,
    ),
    (
        "dependency:bundler@2.5",
        "unchanged",
        {"Gemfile.lock": "GEM\n  specs:\n\nBUNDLED WITH\n   2.5.3\n"},
        None,
    ),
    (
        "dependency:xunit@2.6",
        "unchanged",
        {
            "T.csproj": '<Project><ItemGroup><PackageReference Include="xunit" Version="2.6.6"><PrivateAssets>all</PrivateAssets></PackageReference></ItemGroup></Project>'
        },
        None,
    ),
    (
        "dependency:.NET@6",
        "changed",
        {
            "A.fsproj": "<Project><PropertyGroup><TargetFramework>net8.0-windows</TargetFramework></PropertyGroup></Project>"
        },
        None,
    ),
    (
        "dependency:EF Core@8",
        "unchanged",
        {
            "A.csproj": '<Project><ItemGroup><PackageReference Include="Microsoft.EntityFrameworkCore" Version="8.0.2" /></ItemGroup></Project>'
        },
        None,
    ),
    (
        "dependency:mysql@8",
        "unchanged",
        {"docker-compose.yml": "services:\n  db:\n    image: mysql:8.0.36\n"},
        None,
    ),
    (
        "dependency:node@20",
        "unchanged",
        {"Dockerfile": "ARG NODE_VERSION=20\nFROM node:${NODE_VERSION}-alpine\n"},
        None,
    ),
    (
        "dependency:python@3.12",
        "unknown",
        {".python-version": "3.12\n", "Dockerfile": "FROM python:3.11-slim\n"},
        None,
    ),
    ("dependency:poetry@1.8", "unchanged", {".tool-versions": "poetry 1.8.2\npython 3.11.8\n"}, None),
    (
        "command:make -C backend migrate",
        "unchanged",
        {"backend/Makefile": "migrate:\n\tx\n", "Makefile": "all:\n"},
        None,
    ),
    (
        "command:make -C backend migrate",
        "gone",
        {"backend/Makefile": "migrat:\n\tx\n", "Makefile": "migrate:\n"},
        None,
    ),
    ("command:make build/app", "unchanged", {"Makefile": "build/app: main.c\n\tcc -o $@ $<\n"}, None),
    ("command:FOO=1 make test", "unchanged", {"Makefile": "test: ; pytest\n"}, None),
    ("command:npm test", "unchanged", {"package.json": '{"scripts":{"test":"jest"}}'}, None),
    (
        "command:npm t",
        "gone",
        {"package.json": '{"scripts":{"test":"jest"}}'},
        {"package.json": '{"scripts":{}}'},
    ),
    (
        "command:yarn workspace web build",
        "unchanged",
        {"packages/web/package.json": '{"scripts":{"build":"x"}}', "package.json": "{}"},
        None,
    ),
    (
        "command:pnpm --filter web dev",
        "unchanged",
        {"apps/web/package.json": '{"scripts":{"dev":"x"}}'},
        None,
    ),
    ("command:uv run pytest", "unknown", {"pyproject.toml": "[project]\nname='a'\n"}, None),
    ("command:uv run python scripts/seed.py", "unchanged", {"scripts/seed.py": "x"}, None),
    ("command:python -m pytest", "unknown", {"Makefile": "a:\n"}, None),
    (
        "command:bundle exec rake db:seed_demo",
        "unchanged",
        {"lib/tasks/demo.rake": "namespace :db do\n  task :seed_demo => :environment do\n  end\nend\n"},
        None,
    ),
    ("command:./manage.py migrate", "unchanged", {"manage.py": "x"}, None),
    (
        "command:cargo xtask dist",
        "unchanged",
        {".cargo/config.toml": '[alias]\nxtask = "run -p xtask --"\n'},
        None,
    ),
    ("command:tox -e py311", "unchanged", {"tox.ini": "[tox]\nenvlist = py{39,310,311}\n"}, None),
    ("command:docker-compose -f dev.yml exec api bash", "unknown", {"README": "x"}, None),
    (
        "command:task build:linux",
        "unchanged",
        {"Taskfile.yaml": "version: '3'\ntasks:\n  build:linux:\n    cmds: [go build]\n"},
        None,
    ),
    ("command:npm run lint && npm run typecheck", "gone", {"package.json": '{"scripts":{"lint":"x"}}'}, None),
    (
        "command:golangci-lint run",
        "unchanged",
        {".github/workflows/l.yaml": "jobs:\n  l:\n    steps:\n    - run: golangci-lint run\n"},
        None,
    ),
    ("command:just", "unknown", {"justfile": "a:\n  x\n"}, None),
    ("port:5432", "unchanged", {"compose.yaml": "services:\n  db:\n    ports:\n      - 5432\n"}, None),
    ("port:3000", "unchanged", {"docker-compose.yml": "services:\n  a:\n    expose: ['3000']\n"}, None),
    (
        "port:4000",
        "unchanged",
        {
            "next.config.mjs": "export default { env: {} }\n",
            "package.json": '{"scripts":{"dev":"PORT=4000 next dev"}}',
        },
        None,
    ),
    (
        "port:8000",
        "unchanged",
        {"Dockerfile": 'FROM x\nCMD ["uvicorn","a:b","--host","0.0.0.0","--port","8000"]\n'},
        None,
    ),
    ("port:8081", "changed", {".env.dist": "HTTP_PORT=8081\n"}, {".env.dist": "HTTP_PORT=8082\n"}),
    ("port:50051", "unchanged", {"charts/api/values.yaml": "service:\n  port: 50051\n"}, None),
    (
        "variable:REDIS_URL",
        "unchanged",
        {"render.yaml": "services:\n", "app/x.py": "import os\nos.getenv('REDIS_URL')\n"},
        None,
    ),
    ("variable:STRIPE_KEY", "unchanged", {"lib/pay.js": "const { STRIPE_KEY } = process.env\n"}, None),
    (
        "variable:SENTRY_DSN",
        "unchanged",
        {"docker-compose.yml": "services:\n  a:\n    environment:\n      SENTRY_DSN:\n"},
        None,
    ),
    (
        "variable:S3_BUCKET",
        "unchanged",
        {"deploy/cm.yaml": "apiVersion: v1\nkind: ConfigMap\ndata:\n  S3_BUCKET: a\n"},
        None,
    ),
    ("variable:APP_ENV", "gone", {".env.example": "APP_ENV=dev\n"}, {".env.example": "NODE_ENV=dev\n"}),
    (
        "variable:GITHUB_TOKEN",
        "unchanged",
        {
            ".github/workflows/r.yml": "jobs:\n  a:\n    steps:\n      - run: x\n        env:\n          GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}\n"
        },
        None,
    ),
)
FIRST_SENTENCES: tuple[tuple[str, str], ...] = (
    ("Our backend is Rails 7.1 on Ruby 3.3 with Postgres 16.", "unchanged+unchanged+unchanged"),
    ("The frontend uses Next 14 and React 18.2.", "unchanged+unchanged"),
    ("This repo is on TypeScript 5.3.", "unchanged"),
    ("This repo is on TypeScript 4.9.", "changed"),
    ("Decision: stay on Rails 7.1 for now.", "unchanged"),
    ("Decision: adopt Rails 8 for the API.", "none"),
    ("Upgrade from Rails 7.1 to 8 is planned.", "none"),
    ("The team migrated from React 17 to React 18 in May.", "none"),
    ("CI runs on Python 3.11 with PostgreSQL 16.", "unchanged+unchanged"),
    ("CI runs on Python 3.12.", "changed"),
    ("Python version: 3.11", "unchanged"),
    ("python_requires is 3.11", "none"),
    ("React Router 6 handles the routes.", "none"),
    ("We're on React v18.2.0.", "unchanged"),
    ("Use Node >= 20.", "unchanged"),
    ("The API needs Ruby >= 3.4.", "changed"),
    ("Rails 7.1.3.4 is deployed.", "changed"),
    ("Step 2: run make build.", "unchanged"),
    ("Table 3 shows Django 4 models.", "none"),
    ("Sidekiq 7 requires Redis 6.2+.", "unchanged"),
    ("pnpm 9 is the only package manager here.", "unchanged"),
    ("Ports 5432 and 8080 are taken.", "unchanged"),
    ("Use `make build && make test`.", "unchanged"),
    ("The dev server is at http://127.0.0.1:5173/app.", "unchanged"),
)
SECOND: tuple[Case, ...] = (
    (
        "dependency:fastapi@0.110",
        "unchanged",
        {"pyproject.toml": '[tool.poetry.dependencies]\npython = ">=3.11,<3.13"\nfastapi = "^0.110.0"\n'},
        None,
    ),
    (
        "dependency:fastapi@0.111",
        "changed",
        {"pyproject.toml": '[tool.poetry.dependencies]\nfastapi = "^0.110.0"\n'},
        None,
    ),
    (
        "dependency:python@3.13",
        "changed",
        {"pyproject.toml": '[tool.poetry.dependencies]\npython = ">=3.11,<3.13"\n'},
        None,
    ),
    (
        "dependency:sqlalchemy@2.0",
        "unchanged",
        {
            "requirements/base.txt": "SQLAlchemy[asyncio]==2.0.27\n",
            "requirements/dev.txt": "-r base.txt\npytest==8.0.0\n",
        },
        None,
    ),
    (
        "dependency:pytest@8",
        "gone",
        {"requirements/dev.txt": "-r base.txt\npytest==8.0.0\n"},
        {"requirements/dev.txt": "-r base.txt\nnose\n"},
    ),
    (
        "dependency:torch@2.1",
        "changed",
        {"requirements.txt": "--extra-index-url https://x\ntorch==2.2.0+cu121\n"},
        None,
    ),
    ("dependency:torch@2.2", "unchanged", {"requirements.txt": "torch==2.2.0+cu121\n"}, None),
    (
        "dependency:@types/react@18",
        "unchanged",
        {
            "pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters:\n  .:\n    devDependencies:\n      '@types/react':\n        specifier: ^18\n        version: 18.2.66\n  packages/ui:\n    devDependencies:\n      '@types/react':\n        specifier: ^18\n        version: 18.2.66\n"
        },
        None,
    ),
    (
        "dependency:zod@3.22",
        "unknown",
        {
            "pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters:\n  a:\n    dependencies:\n      zod:\n        specifier: ^3\n        version: 3.22.4\n  b:\n    dependencies:\n      zod:\n        specifier: ^3\n        version: 3.23.8\n"
        },
        None,
    ),
    (
        "dependency:zod@3",
        "unchanged",
        {
            "pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters:\n  a:\n    dependencies:\n      zod:\n        specifier: ^3\n        version: 3.22.4\n  b:\n    dependencies:\n      zod:\n        specifier: ^3\n        version: 3.23.8\n"
        },
        None,
    ),
    (
        "dependency:jest@29",
        "changed",
        {"package.json": '{"devDependencies":{"jest":"^29.0.0"}}'},
        {"package.json": '{"devDependencies":{"jest":"^30.0.0"}}'},
    ),
    (
        "dependency:jest@29",
        "gone",
        {"package.json": '{"devDependencies":{"jest":"^29.0.0"}}'},
        {"package.json": '{"devDependencies":{"vitest":"^1.0.0"}}'},
    ),
    (
        "dependency:serde_json@1",
        "unchanged",
        {
            "Cargo.toml": '[workspace]\nmembers=["a"]\n[workspace.dependencies]\nserde_json = "1.0.114"\n',
            "a/Cargo.toml": '[package]\nname="a"\n[dependencies]\nserde_json = { workspace = true }\n',
        },
        None,
    ),
    (
        "dependency:log4j-core@2.17",
        "changed",
        {
            "pom.xml": "<project><artifactId>a</artifactId><properties><log4j2.version>2.23.1</log4j2.version></properties><dependencies><dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-core</artifactId><version>${log4j2.version}</version></dependency></dependencies></project>"
        },
        None,
    ),
    (
        "dependency:log4j-core@2",
        "unknown",
        {
            "pom.xml": "<project><artifactId>a</artifactId><dependencies><dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-core</artifactId></dependency></dependencies></project>"
        },
        None,
    ),
    (
        "dependency:retrofit@2.9",
        "unchanged",
        {
            "gradle/libs.versions.toml": '[versions]\nretrofit = "2.9.0"\n[libraries]\nretrofit = { group = "com.squareup.retrofit2", name = "retrofit", version.ref = "retrofit" }\n'
        },
        None,
    ),
    (
        "dependency:devise@4.9",
        "unchanged",
        {
            "Gemfile.lock": "GIT\n  remote: https://github.com/x/y.git\n  revision: abc\n  specs:\n    devise (4.9.3)\n      warden (~> 1.2.3)\n\nGEM\n  remote: https://rubygems.org/\n  specs:\n    warden (1.2.9)\n"
        },
        None,
    ),
    (
        "dependency:AutoMapper@13",
        "changed",
        {
            "Directory.Packages.props": '<Project><ItemGroup><PackageVersion Include="AutoMapper" Version="12.0.1"/></ItemGroup></Project>'
        },
        None,
    ),
    (
        "dependency:dotnet@9",
        "changed",
        {
            "src/A.csproj": '<Project Sdk="x"><PropertyGroup><TargetFramework>$(Tfm)</TargetFramework></PropertyGroup></Project>',
            "Directory.Build.props": "<Project><PropertyGroup><Tfm>net8.0</Tfm></PropertyGroup></Project>",
        },
        None,
    ),
    (
        "dependency:elasticsearch@8",
        "unchanged",
        {
            "compose.yml": "services:\n  es:\n    image: docker.elastic.co/elasticsearch/elasticsearch:8.12.2\n"
        },
        None,
    ),
    (
        "dependency:postgres@15",
        "changed",
        {".github/workflows/ci.yml": "jobs:\n  t:\n    services:\n      db:\n        image: postgres:16\n"},
        None,
    ),
    (
        "command:make up",
        "unchanged",
        {"Makefile": ".DEFAULT_GOAL := help\nDC = docker compose\n\nup down: ## Start\n\t$(DC) $@\n"},
        None,
    ),
    ("command:make up", "gone", {"Makefile": "up:\n\tx\n"}, {"Makefile": "start:\n\tx\n"}),
    (
        "command:just test-unit",
        "unchanged",
        {"Justfile": "test-unit *ARGS: build\n  pytest {{ARGS}}\nbuild:\n  x\n"},
        None,
    ),
    (
        "command:npm run dev:api",
        "unchanged",
        {"package.json": '{"scripts": {"dev:api": "x", "dev": "y"}}'},
        None,
    ),
    (
        "command:npm run-script build --workspace=web",
        "unchanged",
        {"web/package.json": '{"scripts":{"build":"x"}}'},
        None,
    ),
    (
        "command:poetry run serve",
        "gone",
        {"pyproject.toml": '[tool.poetry.scripts]\nserve = "a:b"\n'},
        {"pyproject.toml": '[tool.poetry.scripts]\nstart = "a:b"\n'},
    ),
    ("command:sh ./ci/build.sh", "gone", {"ci/build.sh": "x"}, {"ci/other.sh": "x"}),
    (
        "command:rake spec",
        "unknown",
        {"Rakefile": "require 'rspec/core/rake_task'\nRSpec::Core::RakeTask.new(:spec)\n"},
        None,
    ),
    (
        "command:docker compose run --rm web bash",
        "unchanged",
        {"docker-compose.yml": "services:\n  web:\n    build: .\n"},
        None,
    ),
    (
        "command:docker compose up worker",
        "gone",
        {"docker-compose.yml": "services:\n  web:\n    build: .\n"},
        None,
    ),
    ("command:composer test", "unchanged", {"composer.json": '{"scripts":{"test":"phpunit"}}'}, None),
    (
        "command:nox -s lint tests",
        "unchanged",
        {
            "noxfile.py": "import nox\n@nox.session\ndef lint(s): ...\n@nox.session(python=['3.11'])\ndef tests(s): ...\n"
        },
        None,
    ),
    (
        "port:9090",
        "moved",
        {"docker-compose.yml": "services:\n  p:\n    ports: ['9090:9090']\n"},
        {"k8s/p.yaml": "spec:\n  ports:\n  - port: 9090\n"},
    ),
    (
        "port:6379",
        "gone",
        {"docker-compose.yml": "services:\n  r:\n    ports: ['6379:6379']\n"},
        {"docker-compose.yml": "services:\n  r:\n    image: x\n"},
    ),
    (
        "port:8443",
        "changed",
        {"src/main/resources/application-prod.yml": "server:\n  ssl:\n    enabled: true\n  port: 8443\n"},
        {"src/main/resources/application-prod.yml": "server:\n  port: 9443\n"},
    ),
    (
        "variable:LOG_LEVEL",
        "moved",
        {".env.example": "LOG_LEVEL=info\n"},
        {"deploy/app.yaml": "spec:\n  containers:\n  - env:\n    - name: LOG_LEVEL\n      value: x\n"},
    ),
    ("variable:API_BASE", "unchanged", {"web/src/api.ts": "const base = import.meta.env.API_BASE\n"}, None),
    (
        "variable:TF_TOKEN_X",
        "unchanged",
        {"main.tf": 'env {\n  name  = "TF_TOKEN_X"\n  value = "a"\n}\n'},
        None,
    ),
)
SECOND_SENTENCES: tuple[tuple[str, str], ...] = (
    ("The project targets Python 3.11 and Django 4.", "unchanged+unchanged"),
    ("Stack: Rails 7.1, React 18, PostgreSQL 16", "unchanged+unchanged+unchanged"),
    ("Stack: Rails 8.0, React 19", "changed+changed"),
    ("We dropped Ruby 3.2.", "none"),
    ("We have been on Rails 7.1 for a year.", "unchanged"),
    ("Rails 7.1 introduced async queries.", "none"),
    ("Our linter needs Node 20+.", "unchanged"),
    ("The database is PostgreSQL 15.", "changed"),
    ("Package manager: pnpm 9.1", "unchanged"),
    ("Requires Python >=3.11.", "unchanged"),
    ("TypeScript strict mode is on; 5 packages use it.", "none"),
    ("The minimum Node version is 20.", "none"),
    ("Ask Anna about Rails 9 rumours.", "none"),
    ("Before deploying, run `make lint`.", "unchanged"),
    ("The health check is GET :8080/health.", "unchanged"),
    ("DATABASE_URL must point at the replica.", "unchanged"),
    ("`npm run lint` replaces the old `make style`.", "none"),
    ("Everything is tested with `make test` on port 5432.", "unchanged+unchanged"),
)


def second_look() -> list[Case]:
    """Return every case of both sets."""
    sentences = (*FIRST_SENTENCES, *SECOND_SENTENCES)
    return [*FIRST, *SECOND, *((text, expected, FILES, None) for text, expected in sentences)]
