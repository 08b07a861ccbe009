"""Which sentences claim a version, a command, a port or a name, and which only speak of one?"""

# ruff: noqa: E501  (files and sentences are shown as they are)

import random
from collections.abc import Iterator

FILES = {
    "Gemfile": 'source "https://rubygems.org"\nruby "3.3.0"\ngem "rails", "~> 7.1"\n',
    "Gemfile.lock": "GEM\n  remote: https://rubygems.org/\n  specs:\n    rails (7.1.3)\n    sidekiq (7.2.0)\n\nRUBY VERSION\n   ruby 3.3.0p0\n",
    "package.json": '{\n  "scripts": {"build": "vite build", "dev": "vite --port 5173", "lint": "eslint ."},\n  "dependencies": {"react": "18.2.0", "next": "14.1.0", "click-outside": "1.0.0"},\n  "devDependencies": {"typescript": "~5.3.3"},\n  "engines": {"node": ">=20"},\n  "packageManager": "pnpm@9.1.0"\n}\n',
    "pyproject.toml": '[project]\nname = "app"\nrequires-python = ">=3.11"\ndependencies = ["django>=4.2,<5", "click>=8"]\n\n[project.scripts]\nledger = "app.main:run"\n',
    ".python-version": "3.11.7\n",
    "compose.yaml": 'services:\n  db:\n    image: postgres:16-alpine\n    ports:\n      - "5432:5432"\n  web:\n    ports: ["8080:80"]\n    environment:\n      DATABASE_URL: x\n',
    ".env.example": "# copy me\nLOG_LEVEL=info\n",
    "Makefile": "test: build\n\tpytest\n\nbuild:\n\techo\n\nlint:\n\truff\n",
    "scripts/deploy.sh": "#!/bin/sh\necho ${DEPLOY_TOKEN_FILE}\n",
}

NAMES = (
    ("Rails", "7.1", "8"),
    ("React", "18", "17"),
    ("Next.js", "14.1", "15"),
    ("TypeScript", "5.3", "4.9"),
    ("Python", "3.11", "3.12"),
    ("Ruby", "3.3", "3.2"),
    ("Postgres", "16", "15"),
    ("PostgreSQL", "16", "14"),
    ("Django", "4", "5"),
    ("Sidekiq", "7.2", "6"),
)
"""What people call it, a claim that holds, and one that does not."""
PLAIN = (
    "We use {name} {version}.",
    "The service runs on {name} {version} in production.",
    "{name} {version} is what everything is built with.",
    "Backend: {name} {version}",
    "The app is a monolith on {name} v{version} with a small API.",
    "{name} is pinned to {version}.",
    "Everything here targets **{name} {version}**, nothing else.",
)
OTHERWISE = (
    "Migrate to {name} {version} next quarter.",
    "We will upgrade {name} {version} soon.",
    "Before {name} {version} this was impossible.",
    "We don't use {name} {version}.",
    "This was written for {name} {version} years ago.",
    "The bug was fixed in {name} {version}.",
    "Should we try {name} {version}?",
    "Since {name} {version} there is a better way.",
    "If {name} {version} is installed, the build fails.",
    "We are no longer on {name} {version}.",
)
ROWS: tuple[tuple[str, str], ...] = (
    ("`pnpm@9` is the package manager.", "unchanged"),
    ("`pnpm@8` is the package manager.", "changed"),
    ("The pin is django>=4.2,<5 everywhere.", "unchanged"),
    ("Our floor is django>=5 in every service.", "changed"),
    ("Node 20 or later is needed.", "unchanged"),
    ("Node.js 18 is installed on the runners.", "changed"),
    ("At least Node 20 on every machine.", "unchanged"),
    ("react@18.2.0 is shared by both bundles.", "unchanged"),
    ("Supports Python 3.9 to 3.12.", "none"),
    ("Works with Ruby 3.2 and 3.3.", "none"),
    ("Click 2 buttons and wait 3 seconds.", "none"),
    ("Please click 2 times.", "none"),
    ("Retry 5 times with 3 workers.", "none"),
    ("Version 7 of the API is stable.", "none"),
    ("Vue 3 renders the admin pages.", "none"),
    ("There is nothing here with a number.", "none"),
    ("Run `make test` before committing.", "unchanged"),
    ("Use make lint to check the style.", "unchanged"),
    ("Please make sure that make nothing breaks.", "none"),
    ("`make deploy` ships it.", "none"),
    ("Start the page with `pnpm dev`.", "unchanged"),
    ("`npm run build` writes into dist.", "unchanged"),
    ("`npm run storybook` shows the parts.", "none"),
    ("`bash scripts/deploy.sh` puts it live.", "unchanged"),
    ("`ledger import` reads the statements.", "unchanged"),
    ("`git push` and `ls -la` are all you need.", "none"),
    ("`make lint` was removed in March.", "none"),
    ("The web server answers on port 8080.", "unchanged"),
    ("Open http://localhost:5173 in a browser.", "unchanged"),
    ("The metrics are on port 9464.", "none"),
    ("It handles 8080 requests.", "none"),
    ("DATABASE_URL says where the store is.", "unchanged"),
    ("Set LOG_LEVEL to debug for details.", "unchanged"),
    ("The script reads $DEPLOY_TOKEN_FILE itself.", "unchanged"),
    ("MAX_RETRIES is a constant of the client.", "none"),
    ("Set DEPLOY_TOKEN_FILE before the first run.", "unchanged"),
    ("The environment variable NOBODY_HAS_IT is free.", "none"),
    ("Ruby on Rails 7.1 with Sidekiq.", "unchanged"),
    ("We run Rails 7.1 and React 18.", "unchanged+unchanged"),
    ("Rails 8, said plainly, is what we run.", "changed"),
    ("Rails 8.0.1 contained a bug.", "none"),
    ("See the TypeScript 4.0 release notes for more.", "none"),
    ("React 17 data in files and cell output.", "none"),
    ("brew install ruby@3.2 on a Mac.", "none"),
    ("Measured with Python 3.12 on two cores.", "none"),
    ("The wheels are built with Python 3.10, 3.11 and 3.12.", "none"),
    ("Note: React 17 has a quirk.", "none"),
    ("We keep Sidekiq 500 jobs deep.", "none"),
    ("Our Django 256 is a nickname.", "none"),
    ("We use django 4 for the admin pages.", "unchanged"),
    ("Framework: Rails 8", "changed"),
    ("The web service runs on Rails 8 and answers on port 8080.", "changed+unchanged"),
    ("Rails 7.1 serves the pages, Sidekiq 7 works in the background.", "unchanged+unchanged"),
    ("Python 3.11 (or newer) on every machine", "unchanged"),
    ("Our React 18.2 pages share one bundle.", "unchanged"),
    ("The CI image has Ruby 3.3 and Node 20.", "unchanged+unknown"),
)


def text_cases(random_source: random.Random) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Give sentence, verdict (`none` where nothing is cited) and files."""
    for name, right, wrong in NAMES:
        for form in random_source.sample(PLAIN, 3):
            yield form.format(name=name, version=right), "unchanged", FILES
        for form in random_source.sample(PLAIN, 3):
            yield form.format(name=name, version=wrong), "changed", FILES
        for form in random_source.sample(OTHERWISE, 3):
            yield form.format(name=name, version=random_source.choice((right, wrong))), "none", FILES
    for text, verdict in ROWS:
        yield text, verdict, FILES
