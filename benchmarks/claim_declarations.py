"""Which commands, ports and environment names are declared, and what becomes of them? One row for each form."""

# ruff: noqa: E501  (files are shown as they are)

from collections.abc import Iterator

Case = tuple[str, str, str, dict[str, str], dict[str, str] | None]
"""Group, what is cited, the right verdict, the files, and the files afterwards."""

NOTHING = {"README.md": "nothing here\n"}

COMMANDS: tuple[tuple[str, str, str, str], ...] = (
    # file, text with a task `check`, the command, what an undeclared task is: gone where the runner has no other
    (
        "Makefile",
        "SHELL := /bin/bash\n.PHONY: check all\nall: check\ncheck: deps | out\n\t@echo check: done\ndeps:\nout:\n\tmkdir out\n",
        "make check",
        "gone",
    ),
    ("Makefile", "VERSION ?= 1.0\nifdef CI\ncheck::\n\techo\nendif\n", "make -j4 check VERSION=2", "gone"),
    ("GNUmakefile", "include other.mk\n", "make check", "unknown"),
    (
        "justfile",
        "set dotenv-load\n\ndefault: check\n\n# comment\n@check level='1' *flags:\n    echo {{level}}\n\nalias c := check\n",
        "just check 2",
        "gone",
    ),
    (
        "Taskfile.yml",
        "version: '3'\n\ntasks:\n  check:\n    desc: Checks\n    cmds:\n      - go test ./...\n  build: go build\n",
        "task check",
        "gone",
    ),
    (
        "package.json",
        '{\n  "name": "a",\n  "scripts": {\n    "prebuild": "rm -rf dist",\n    "check": "tsc --noEmit"\n  }\n}\n',
        "npm run check",
        "gone",
    ),
    ("package.json", '{"scripts": {"check": "tsc"}}', "pnpm run check", "gone"),
    ("package.json", '{"scripts": {"check": "tsc"}}', "yarn check", "unknown"),
    ("package.json", '{"scripts": {"check": "tsc"}}', "bun run check", "gone"),
    ("web/package.json", '{"scripts": {"check": "tsc"}}', "cd web && npm run check", "gone"),
    ("web/package.json", '{"scripts": {"check": "tsc"}}', "npm --prefix web run check", "gone"),
    (
        "pyproject.toml",
        '[project]\nname = "a"\n\n[project.scripts]\ncheck = "a.main:run"\n',
        "check --fast",
        "unknown",
    ),
    ("pyproject.toml", '[tool.poetry.scripts]\ncheck = "a:b"\n', "poetry run check", "unknown"),
    (
        "pyproject.toml",
        '[tool.poe.tasks]\ncheck = "pytest"\n\n[tool.poe.tasks.build]\ncmd = "x"\n',
        "poe check",
        "gone",
    ),
    ("pyproject.toml", '[tool.pdm.scripts]\ncheck = {cmd = "pytest"}\n', "pdm run check", "unknown"),
    ("pyproject.toml", '[tool.hatch.envs.default.scripts]\ncheck = "pytest"\n', "hatch run check", "unknown"),
    ("pyproject.toml", '[tool.hatch.envs.lint.scripts]\ncheck = "ruff"\n', "hatch run lint:check", "unknown"),
    ("Pipfile", '[scripts]\ncheck = "pytest"\n', "pipenv run check", "unknown"),
    (
        "tox.ini",
        "[tox]\nenvlist = py{310,311}, check\n\n[testenv]\ncommands = pytest\n",
        "tox -e check",
        "unknown",
    ),
    (
        "tox.ini",
        "[tox]\nenv_list =\n    py311\n\n[testenv:check]\ncommands = ruff\n",
        "tox run -e check",
        "unknown",
    ),
    (
        "noxfile.py",
        'import nox\n\n@nox.session(python=["3.11"], name="check")\ndef run_checks(session):\n    session.run("x")\n',
        "nox -s check",
        "gone",
    ),
    (
        "noxfile.py",
        "import nox\n\n@nox.session\ndef check(session):\n    pass\n",
        "nox --session check",
        "gone",
    ),
    ("Rakefile", "desc 'x'\ntask :check => [:deps] do\n  sh 'x'\nend\n", "bundle exec rake check", "gone"),
    (
        "lib/tasks/x.rake",
        "namespace :ci do\n  desc 'x'\n  task check: :environment do\n  end\nend\n",
        "bin/rails ci:check",
        "unknown",
    ),
    ("composer.json", '{"scripts": {"check": ["phpunit", "@lint"]}}', "composer run check", "gone"),
    ("composer.json", '{"scripts": {"check": "phpunit"}}', "composer check", "unknown"),
    (
        "deno.json",
        '{\n  // comment\n  "tasks": {"check": "deno check x.ts"},\n}\n',
        "deno task check",
        "gone",
    ),
    (
        ".cargo/config.toml",
        '[alias]\ncheck-all = "check --all"\nxtask = "run --package xtask --"\n',
        "cargo check-all",
        "unknown",
    ),
    ("scripts/check", "#!/bin/sh\n", "bash scripts/check --fast", "unknown"),
    ("bin/check", "#!/bin/sh\n", "./bin/check", "unknown"),
    ("tools/check.py", "print()\n", "python tools/check.py", "unknown"),
    ("gradlew", "#!/bin/sh\n", "./gradlew check", "unknown"),
    ("mvnw", "#!/bin/sh\n", "./mvnw verify", "unknown"),
    ("build.gradle", "task check {\n}\n", "gradle check", "unknown"),
    ("Procfile", "web: bundle exec puma\ncheck: bundle exec sidekiq\n", "foreman start check", "gone"),
    ("compose.yaml", "services:\n  check:\n    image: x\n", "docker compose up -d check", "gone"),
    (
        ".github/workflows/ci.yml",
        "on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - name: T\n        run: |\n          pip install .\n          pytest -x  tests/unit\n",
        "pytest -x tests/unit",
        "unknown",
    ),
    (
        ".gitlab-ci.yml",
        "test:\n  stage: test\n  script:\n    - cargo test --all\n    - echo done\n",
        "cargo test --all",
        "unknown",
    ),
    (
        ".circleci/config.yml",
        "jobs:\n  a:\n    steps:\n      - checkout\n      - run:\n          name: T\n          command: go test ./...\n",
        "go test ./...",
        "unknown",
    ),
    (
        "Jenkinsfile",
        "pipeline {\n  stages {\n    stage('t') {\n      steps {\n        sh 'mvn -B verify'\n      }\n    }\n  }\n}\n",
        "mvn -B verify",
        "unknown",
    ),
    (
        "Dockerfile",
        'FROM x\nRUN apt-get update && \\\n    pip install -e .\nCMD ["gunicorn", "app:app"]\n',
        "gunicorn app:app",
        "unknown",
    ),
)

PORTS: tuple[tuple[str, str], ...] = (
    ("compose.yaml", 'services:\n  web:\n    ports:\n      - "127.0.0.1:{port}:80/tcp"\n'),
    ("docker-compose.yml", "services:\n  web:\n    ports:\n      - target: 80\n        published: {port}\n"),
    ("docker-compose.override.yml", 'services:\n  web:\n    ports: ["${{WEB_PORT:-{port}}}:80"]\n'),
    ("Dockerfile", "FROM x\nEXPOSE {port}/tcp 9000\n"),
    (".env.example", "# the server\nexport API_PORT={port}\nOTHER=1\n"),
    (
        "k8s/web.yaml",
        "apiVersion: v1\nkind: Service\nspec:\n  ports:\n    - name: http\n      port: 80\n      targetPort: {port}\n",
    ),
    (
        "deploy/app.yml",
        "kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n          ports:\n            - containerPort: {port}\n",
    ),
    ("package.json", '{{"scripts": {{"dev": "next dev -p {port}"}}}}'),
    (
        "vite.config.ts",
        "export default defineConfig({{\n  server: {{\n    host: true,\n    port: {port},\n  }},\n}})\n",
    ),
    ("src/main/resources/application.properties", "# x\nserver.port={port}\n"),
    ("src/main/resources/application.yml", "server:\n  port: {port}\n"),
    ("config/puma.rb", "port = {port}\n"),
    ("config/settings.toml", '[server]\nhost = "0.0.0.0"\nport = {port}\n'),
    ("Procfile", "web: uvicorn app:app --port {port}\n"),
)

VARIABLES: tuple[tuple[str, str], ...] = (
    (".env.example", "# {name}: see the manual\n{name}=\nOTHER_NAME=2\n"),
    (".env.sample", "#{name}=change-me\n"),
    ("compose.yaml", "services:\n  web:\n    environment:\n      {name}: ${{OTHER_NAME}}\n"),
    ("docker-compose.yml", "services:\n  web:\n    environment:\n      - {name}=x\n      - OTHER_NAME\n"),
    ("Dockerfile", "FROM x\nENV OTHER_NAME=1 {name}=2\n"),
    ("Dockerfile.dev", "FROM x\nARG {name}\n"),
    (".github/workflows/ci.yml", "on: push\nenv:\n  {name}: x\njobs: {{}}\n"),
    (".gitlab-ci.yml", "variables:\n  {name}: x\n"),
    (
        "k8s/web.yaml",
        "kind: Deployment\nspec:\n  containers:\n    - env:\n        - name: {name}\n          value: x\n",
    ),
    ("k8s/config.yaml", "kind: ConfigMap\ndata:\n  {name}: x\n"),
    (
        "infra/main.tf",
        'resource "x" "y" {{\n  environment {{\n    variables = {{\n      {name} = var.x\n    }}\n  }}\n}}\n',
    ),
    ("Jenkinsfile", "pipeline {{\n  environment {{\n    {name} = 'x'\n  }}\n}}\n"),
    ("app/settings.py", 'import os\nVALUE = os.environ.get("{name}", "")\n'),
    ("app/main.py", 'import os\nVALUE = os.environ["{name}"]\n'),
    ("src/index.ts", "const value = process.env.{name} ?? ''\n"),
    ("lib/a.rb", "ENV.fetch('{name}')\n"),
    ("main.go", 'value := os.Getenv("{name}")\n'),
    ("src/main.rs", 'let value = std::env::var("{name}");\n'),
    ("A.cs", 'Environment.GetEnvironmentVariable("{name}");\n'),
    ("A.java", 'System.getenv("{name}");\n'),
    ("run.sh", 'echo "${{{name}}}"\n'),
)
UNKNOWABLE = (
    "ls -la",
    "git push origin main",
    "echo hello",
    "curl https://example.org",
    "rm -rf build",
    "npm install",
    "cargo build",
)


def declared_cases() -> Iterator[Case]:
    """Give every case."""
    yield from _commands()
    yield from _ports()
    yield from _variables()
    yield (
        "commands",
        "command:make check",
        "unchanged",
        {"Makefile": "include mk/*.mk tools.mk\n", "tools.mk": "check:\n\techo\n"},
        None,
    )
    yield (
        "commands",
        "command:make all",
        "moved",
        {"Makefile": "all:\n\techo\n"},
        {"GNUmakefile": "all:\n\techo\n"},
    )
    yield (
        "commands",
        "command:bash scripts/check.sh",
        "moved",
        {"scripts/check.sh": "x"},
        {"tools/ci/check.sh": "x"},
    )
    yield (
        "commands",
        "command:npm run check",
        "moved",
        {"package.json": '{"scripts": {"check": "x"}}'},
        {"package.json": "{}", "web/package.json": '{"scripts": {"check": "x"}}'},
    )
    yield "commands", "command:make check && git push", "unchanged", {"Makefile": "check:\n\techo\n"}, None
    yield "commands", "command:make check other", "gone", {"Makefile": "check:\n\techo\n"}, None
    yield "commands", "command:make out.o", "unknown", {"Makefile": "check:\n\techo\n"}, None
    yield "commands", "command:make a-b", "unknown", {"Makefile": "a-%:\n\techo\n"}, None


def _commands() -> Iterator[Case]:
    for file, text, command, undeclared in COMMANDS:
        declared = {file: text} | ({"other.mk": "check:\n\techo\n"} if "other.mk" in text else {})
        if file == "lib/tasks/x.rake":
            declared["bin/rails"] = "#!/usr/bin/env ruby\n"
        yield "commands", f"command:{command}", "unchanged", declared, None
        yield "commands", f"command:{command}", "gone", declared, NOTHING
        other = command.replace("check", "chekc") if "check" in command else f"{command} --never"
        wanted = (
            "unchanged" if other.startswith("./mvnw") else undeclared if file != "GNUmakefile" else "gone"
        )
        if file == "gradlew":
            wanted = "unchanged"  # the wrapper is there; which tasks plugins bring, nobody says
        elif file == "lib/tasks/x.rake":
            wanted = "unchanged"  # likewise: Rails has tasks of its own
        yield "commands", f"command:{other}", wanted, declared, None
    for command in UNKNOWABLE:
        yield (
            "commands",
            f"command:{command}",
            "unknown",
            {"Makefile": "check:\n\techo\n", "package.json": "{}"},
            None,
        )


def _ports() -> Iterator[Case]:
    for number, (file, form) in enumerate(PORTS):
        port = 3000 + 7 * number
        files = {file: form.format(port=port)}
        yield "ports", f"port:{port}", "unchanged", files, None
        yield "ports", f"port:{port}", "unchanged", files, {file: f"{form.format(port=port)}\n"}
        yield "ports", f"port:{port}", "changed", files, {file: form.format(port=port + 1)}
        yield "ports", f"port:{port}", "gone", files, NOTHING
        yield "ports", f"port:{port}", "moved", files, {"elsewhere/Dockerfile": f"EXPOSE {port}\n"}
        yield "ports", f"port:{port + 3}", "unknown", files, None


def _variables() -> Iterator[Case]:
    for number, (file, form) in enumerate(VARIABLES):
        name = f"APP_VALUE_{number}"
        files = {file: form.format(name=name)}
        yield "variables", f"variable:{name}", "unchanged", files, None
        yield "variables", f"variable:{name}", "gone", files, {file: form.format(name="ANOTHER_NAME")}
        yield "variables", f"variable:{name}", "moved", files, {"elsewhere/.env.example": f"{name}=\n"}
        yield "variables", f"variable:{name}_2", "unknown", files, None
