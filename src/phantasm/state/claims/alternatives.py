"""Which values exclude one another because a project makes the choice only once?"""

from collections.abc import Sequence

from phantasm.state.claims.words import normal_form

CONVENTIONS = """
    indent: tab, space | merging: squash, rebase, merge commit, fast forward |
    naming: snake case, camel case, kebab case, pascal case | quotes: single, double |
    line ending: lf, crlf | versioning: semver, semantic versioning, calver, calendar versioning |
    repository layout: monorepo, polyrepo, multirepo |
    license: mit, apache 2.0, apache-2.0, gpl, gpl-3.0, gplv3, bsd, bsd-3-clause, mpl-2.0, agpl, agpl-3.0,
    lgpl, isc, unlicense, proprietary |
    default branch: main, master, trunk, develop | number: singular, plural |
    mood: imperative, past tense | theme: dark, light | order: ascending, descending |
    loading: lazy, lazily, eager, eagerly | strictness: strict, lenient | counting: zero-based, one-based |
    enforcement: blocking, advisory, non-blocking
"""
"""Conventions with a closed choice: another choice replaces the first."""

TOOLS = """
    package manager: npm, yarn, pnpm, bun |
    python package manager: pip, poetry, uv, pipenv, conda, pdm, hatch, pip-tools, pip tool, rye |
    python formatter: black, yapf, autopep8, ruff format | formatter: prettier, biome, dprint |
    python linter: flake8, pylint, ruff | linter: eslint, tslint, oxlint, biome |
    python test framework: pytest, unittest, nose, nose2 |
    test framework: jest, vitest, mocha, jasmine, ava | ruby test framework: rspec, minitest |
    java test framework: junit, testng | test runner: tox, nox | consent: opt-in, opt-out |
    ci: github action, gitlab ci, gitlab pipeline, circleci, travis, travis ci, jenkins, buildkite, azure
    pipeline, drone, teamcity |
    bundler: webpack, vite, rollup, esbuild, parcel, turbopack, rspack |
    type checker: mypy, pyright, pytype | broker: rabbitmq, kafka, sqs, nats, activemq, pulsar |
    infrastructure tool: terraform, opentofu, pulumi, cloudformation |
    orchestrator: kubernetes, nomad, docker swarm, ecs, mesos |
    python web framework: django, flask, fastapi | web framework: express, fastify, koa, nestjs, hapi |
    frontend framework: react, vue, angular, svelte, ember, preact |
    documentation tool: sphinx, mkdocs, docusaurus, gitbook, hugo, jekyll |
    issue tracker: jira, trello, asana, youtrack, redmine |
    orm: sqlalchemy, prisma, drizzle, typeorm, sequelize, peewee, tortoise, hibernate, knex |
    driver: psycopg2, psycopg, asyncpg, pg8000 | build tool: maven, gradle, ant, bazel, sbt |
    image builder: kaniko, buildkit, buildah, podman |
    version control: git, mercurial, svn, subversion, perforce | css: tailwind, bootstrap, bulma, sass |
    registry: docker hub, ghcr, ghcr.io, ecr, gcr, quay, harbor | state: redux, zustand, mobx, recoil |
    logging library: structlog, loguru, winston, pino, bunyan, log4j, logback, zap, zerolog |
    gateway: nginx, traefik, caddy, envoy, haproxy, kong |
    error tracker: sentry, rollbar, bugsnag, honeybadger |
    server: gunicorn, uwsgi, uvicorn, hypercorn, daphne, puma, unicorn, cowboy, bandit |
    flag: launchdarkly, unleash, flagsmith |
    search: elasticsearch, opensearch, solr, meilisearch, typesense, algolia |
    e2e: cypress, playwright, selenium, puppeteer, testcafe |
    job queue: celery, sidekiq, rq, dramatiq, resque, bullmq, oban |
    release tool: semantic release, changeset, release-please, goreleaser, lerna |
    deploy tool: argocd, argo cd, flux, spinnaker, capistrano |
    chat: slack, mattermost, discord, zulip, irc |
    go linter: golint, golangci-lint, staticcheck | c++ build: cmake, meson, autotool, scons |
    c++ package manager: conan, vcpkg | rust web framework: actix, axum, rocket, warp |
    go web framework: gin, echo, fiber, chi | ios package manager: cocoapods, carthage, swift package
    manager, spm | injection: dagger, hilt, koin, guice | kotlin formatter: ktlint, ktfmt |
    workflow engine: airflow, dagster, prefect, luigi, argo workflow |
    warehouse: snowflake, bigquery, redshift | experiment tracker: mlflow, wandb, neptune, comet |
    tracing: jaeger, zipkin, tempo | node version manager: nvm, fnm, volta, asdf, mise |
    data fetching: swr, react query, tanstack query, apollo | date library: moment, dayjs, date-fns, luxon |
    process manager: pm2, supervisor, systemd | load tester: k6, locust, jmeter, gatling |
    json library: gson, moshi, jackson | dependency bot: dependabot, renovate |
    meeting tool: zoom, google meet | design tool: figma, sketch | mobile ui: swiftui, uikit |
    database: postgresql, mysql, mariadb, sqlite, oracle, mssql, sql server, cockroachdb
"""
"""Tools that do one job: two of them for the same job of the same subject hardly hold together."""

LOOSE = """
    language: python, java, kotlin, rust, ruby, typescript, javascript, elixir, scala, c++, c#, php, perl
    |
    format: json, protobuf, avro, msgpack, thrift, xml, yaml, toml, ini, csv, parquet |
    transport: rest, grpc, graphql, soap, websocket |
    cloud: aws, gcp, google cloud, azure, heroku, digitalocean, hetzner, fly.io |
    http client: httpx, aiohttp, axios | shell: bash, zsh, fish, powershell |
    editor: vim, neovim, emacs, vscode, intellij |
    monitoring: datadog, prometheus, new relic, cloudwatch |
    secret store: vault, doppler, 1password, secret manager | dataframe: pandas, polars, dask, spark |
    ml framework: pytorch, tensorflow, jax, keras | object store: s3, minio, gcs |
    scanner: trivy, grype, snyk | cache: redis, memcached, valkey |
    distribution: ubuntu, debian, alpine, fedora, centos |
    document store: mongodb, dynamodb, couchdb, firestore |
    configuration tool: ansible, puppet, chef, salt | queue: redis, sqs
"""
"""Tools that stand side by side in many projects: only a statement of change sets one against the other."""


def _members(text: str) -> dict[str, str]:
    members: dict[str, str] = {}
    for line in text.split("|"):
        name, _, listed = line.strip().partition(":")
        for member in listed.split(","):
            key = " ".join(normal_form(word) for word in member.split())
            if key:
                members.setdefault(key, name)
    return members


CONVENTION_OF = _members(CONVENTIONS)
TOOL_OF = _members(LOOSE) | _members(TOOLS)
"""The choice that a value belongs to."""
KIND_OF = TOOL_OF | CONVENTION_OF
FIRST_WORDS = frozenset(member.split()[0] for member in KIND_OF if " " in member)
CONVENTION_NAMES = frozenset(CONVENTION_OF.values())
LOOSE_NAMES = frozenset(_members(LOOSE).values())


def choices(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the choices that a sequence of words makes: which choice, and which member of it."""
    made: list[tuple[str, str]] = []
    before = ""
    for word in words:
        kind = KIND_OF.get(word)
        if kind is not None:
            made.append((kind, word))
        if before in FIRST_WORDS:
            both = f"{before} {word}"
            kind = KIND_OF.get(both)
            if kind is not None:
                made.append((kind, both))
        before = word
    return tuple(made)
