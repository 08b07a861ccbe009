"""Which values exclude one another because a project makes the choice only once?"""

from phantasm.state.claims.words import normal_form

CONVENTIONS = """
    indent: tab, space | merging: squash, rebase, merge commit, fast forward | naming: snake case, camel case, kebab case, pascal case
    quotes: single quote, double quote | line ending: lf, crlf | versioning: semver, semantic versioning, calver, calendar versioning
    repository layout: monorepo, polyrepo, multirepo | license: mit, apache 2.0, apache-2.0, gpl, gpl-3.0, gplv3, bsd, bsd-3-clause, mpl-2.0, agpl, agpl-3.0, lgpl, isc, unlicense, proprietary
    default branch: main, master, trunk, develop | number: singular, plural | tense: imperative, past tense
    history: linear, merge | concurrency: sequential, parallel | theme: dark, light | order: ascending, descending
"""
"""Conventions with a closed choice: another choice replaces the first."""

TOOLS = """
    package manager: npm, yarn, pnpm, bun | python package manager: pip, poetry, uv, pipenv, conda, pdm, hatch, pip-tools, pip tool, setuptools, rye
    formatter: black, yapf, autopep8, ruff format, prettier, biome, gofmt, rustfmt | linter: flake8, pylint, ruff, eslint, tslint, rubocop, golangci-lint
    test framework: pytest, unittest, nose, jest, vitest, mocha, jasmine, ava, rspec, minitest, junit, testng
    ci: github action, gitlab ci, gitlab pipeline, circleci, travis, travis ci, jenkins, buildkite, azure pipeline, drone, teamcity
    bundler: webpack, vite, rollup, esbuild, parcel, turbopack, rspack | type checker: mypy, pyright, pytype, flow
    database: postgresql, mysql, mariadb, sqlite, oracle, mssql, sql server, mongodb, cockroachdb, dynamodb
    broker: rabbitmq, kafka, sqs, nats, activemq, redis stream, pulsar | cloud: aws, gcp, google cloud, azure, heroku, digitalocean, hetzner, fly.io
    infrastructure tool: terraform, opentofu, pulumi, cloudformation, ansible, cdk | orchestrator: kubernetes, nomad, docker swarm, ecs, mesos
    web framework: django, flask, fastapi, express, fastify, koa, nestjs, rails, sinatra, laravel, spring boot
    frontend framework: react, vue, angular, svelte, solid, ember, preact | documentation tool: sphinx, mkdocs, docusaurus, gitbook, hugo, jekyll
    issue tracker: jira, linear, github issue, trello, asana, youtrack, redmine | chat: slack, team, discord, mattermost, zulip, irc
    orm: sqlalchemy, prisma, drizzle, typeorm, sequelize, peewee, tortoise, django orm, activerecord, hibernate
    driver: psycopg2, psycopg, asyncpg, pg8000 | test runner: tox, nox, invoke | build tool: maven, gradle, ant, bazel, sbt, make, ninja, cmake
    container tool: docker, podman, buildah, kaniko, buildkit | version control: git, mercurial, svn, subversion, perforce
    language: python, java, kotlin, go, rust, ruby, typescript, javascript, elixir, scala, c++, c#, php, perl
    css: tailwind, bootstrap, bulma, styled component, css module, sass, less, emotion | registry: docker hub, ghcr, ghcr.io, ecr, gcr, quay, harbor
    state: redux, zustand, mobx, recoil, pinia, vuex | logging library: structlog, loguru, winston, pino, bunyan, log4j, logback, zap, zerolog
    http client: requests, httpx, aiohttp, axios, got, ky | serialization: json, protobuf, avro, msgpack, thrift, xml, yaml, toml
    shell: bash, zsh, fish, powershell | editor: vim, neovim, emacs, vscode, intellij | gateway: nginx, traefik, caddy, envoy, haproxy, apache, kong
    monitoring: datadog, prometheus, new relic, cloudwatch, zabbix | error tracker: sentry, rollbar, bugsnag, honeybadger | secret store: vault, doppler, 1password, secret manager
    dataframe: pandas, polars, dask, spark | server: gunicorn, uwsgi, uvicorn, hypercorn, daphne, puma, unicorn, cowboy, bandit, tomcat, jetty
    package format: deb, rpm, snap, flatpak | release tool: semantic release, changeset, release-please, goreleaser, lerna
    code review: gerrit, reviewboard, phabricator | flag: launchdarkly, unleash, flagsmith | search: elasticsearch, opensearch, solr, meilisearch, typesense, algolia
    cache: redis, memcached, valkey, hazelcast | deploy tool: argocd, argo cd, flux, spinnaker, capistrano, helm, kustomize
    mock: mockito, easymock, sinon, nock | e2e: cypress, playwright, selenium, puppeteer, testcafe | job queue: celery, sidekiq, rq, dramatiq, resque, bullmq, oban
"""
"""Tools that do one job: two of them for the same job of the same subject hardly hold together."""


def _members(text: str) -> dict[str, str]:
    members: dict[str, str] = {}
    for line in text.replace("\n", "|").split("|"):
        name, _, listed = line.strip().partition(":")
        for member in listed.split(","):
            key = " ".join(normal_form(word) for word in member.split())
            if key:
                members.setdefault(key, name)
    return members


CONVENTION_OF = _members(CONVENTIONS)
TOOL_OF = _members(TOOLS)
"""The choice that a value belongs to."""


def exclude_one_another(one: str, other: str) -> bool:
    """Tell whether two values are different members of one choice."""
    if one == other:
        return False
    for members in (CONVENTION_OF, TOOL_OF):
        kind = members.get(one)
        if kind is not None and kind == members.get(other):
            return True
    return False
