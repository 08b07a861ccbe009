"""What does one simple command do, and what are its arguments? Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from phantasm.session.shell import Simple


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _lines(text: str) -> frozenset[str]:
    return frozenset(line.strip() for line in text.strip().splitlines())


LOOKING = _words(
    "cd ls ll la dir cat bat head tail less more grep egrep rg ag ack find fd fdfind tree pwd which "
    "whereis type echo printf wc file stat du df env printenv set export unset source . history clear "
    "true false sleep test [ [[ man info whoami id hostname uname date cal diff cmp comm sort uniq "
    "cut tr awk gawk sed jq yq tee xxd hexdump od strings nl column ps top htop free uptime lsof "
    "netstat ss ping dig nslookup host md5sum sha256sum shasum basename dirname realpath readlink "
    "alias pushd popd wait jobs fg bg open code vim vi nano emacs subl read let"
)
"""Tools that only look or move about: looking is not doing."""

LOOKING_ACTS = _lines(
    """
    git status
    git diff
    git log
    git show
    git blame
    git branch
    git remote
    git rev-parse
    git rev-list
    git describe
    git ls-files
    git ls-remote
    git reflog
    git shortlog
    git grep
    git config
    git stash list
    git stash show
    git worktree list
    docker ps
    docker logs
    docker images
    docker inspect
    docker stats
    docker compose ps
    docker compose logs
    kubectl get
    kubectl describe
    kubectl logs
    kubectl top
    kubectl explain
    npm ls
    npm list
    npm view
    npm outdated
    yarn list
    yarn why
    pnpm list
    pnpm why
    pip list
    pip show
    pip freeze
    uv pip list
    poetry show
    cargo tree
    cargo metadata
    go list
    go env
    gh pr view
    gh pr list
    gh pr diff
    gh pr checks
    gh pr status
    gh run list
    gh run view
    gh run watch
    gh issue view
    gh issue list
    gh release list
    gh release view
    terraform show
    terraform output
    terraform state
    helm list
    helm status
    alembic current
    alembic history
    alembic heads
    systemctl status
    journalctl
    brew list
    conda list
    """
)
"""Acts that only look, of tools that also do."""

NOUNS_FIRST = _words("gh glab aws gcloud az doctl openstack vault oc flyctl fly heroku")
"""Tools that name a thing before what is done to it: `gh pr create`."""

NESTED = _lines(
    """
    docker compose
    docker image
    docker container
    docker volume
    docker network
    docker buildx
    docker system
    kubectl rollout
    kubectl config
    kubectl create
    kubectl set
    git stash
    git remote
    git worktree
    git submodule
    git bisect
    git notes
    npm run
    yarn run
    yarn workspace
    pnpm run
    bun run
    go mod
    go tool
    uv pip
    uv tool
    poetry env
    poetry self
    cargo xtask
    helm repo
    terraform workspace
    """
)
"""Verbs of other tools that have verbs of their own."""

UNWRAPPED = _lines(
    """
    sudo
    time
    nohup
    nice
    exec
    command
    env
    npx
    bunx
    pnpx
    winpty
    poetry run
    uv run
    uvx
    pipenv run
    pdm run
    hatch run
    rye run
    pixi run
    pnpm exec
    pnpm dlx
    yarn dlx
    npm exec
    bundle exec
    python -m
    python3 -m
    dotenv run
    direnv exec
    conda run
    """
)
"""What runs another command and is not the act itself."""

PATIENT = _words("timeout watch retry chronic stdbuf")
"""Wrappers that take arguments before the command."""

VERBLESS = _words(
    "rm mv cp mkdir touch chmod chown ln curl wget ssh scp rsync psql pytest sed awk tar unzip zip "
    "kill pkill black isort mypy flake8 patch echo cat jest vitest eslint prettier tsc tox nox mysql "
    "sqlite3 redis-cli protoc pg_dump pg_restore createdb dropdb ssh-keygen ssh-copy-id gpg "
    "bump2version bumpversion http hey ab k6 locust"
)
"""Tools whose first word is already an argument."""

BEFORE_VERB = _words(
    "-C -c -n --namespace --context -f --file --profile --project --region --kubeconfig -p --prefix --cwd"
)
"""Flags that stand between a tool and its verb and take a value."""

QUIET_FLAGS = _words(
    "-v -vv -vvv -q -qq -y --yes --verbose --quiet --silent --no-color --color --color=always "
    "--color=never --no-pager --progress --no-progress --tb=short --tb=long --tb=line --tb=no "
    "--no-input --noinput"
)
"""Flags that change what is shown or how long it goes on, not what is done."""

QUIET_IN_TESTS = _words(
    "-x -s -l -ra -rA -sv -xvs -xv -vs -svv --lf --ff --no-cov --maxfail=1 --no-header --durations=10"
)
"""Flags that do so for tools that run tests."""

MEANT = frozenset({"docker", "tar", "curl", "ln", "mkdir", "openssl", "psql", "gunzip", "kubectl"})
"""Tools whose short flags mean something else than in most tools."""

TESTING = frozenset(
    {
        *("pytest", "tox", "nox", "unittest", "jest", "vitest", "mocha", "rspec", "phpunit", "ctest", "ava"),
        *("cargo test", "cargo nextest", "go test", "npm test", "npm run test", "yarn test", "pnpm test"),
        *("make test", "make check", "mvn test", "mvn verify", "gradle test", "dotnet test", "mix test"),
        *("bun test", "deno test", "rake test", "rails test", "manage.py test", "swift test", "bats"),
    }
)
"""Acts whose exit code says whether tests pass."""


_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_VERB = re.compile(r"[a-z][a-z0-9]*(?:[:_-][a-z0-9]+)*")
_FLAG = re.compile(r"--?[A-Za-z][A-Za-z0-9_.-]*")
_FLAG_WITH_VALUE = re.compile(r"(--?[A-Za-z][A-Za-z0-9_.-]*)=(.*)", re.DOTALL)
_RELATIVE = re.compile(r"(?:\./)+")
_INTERPRETER = re.compile(r"(?:python|pypy)[0-9.]*|node|ruby|perl|bash|sh|zsh|php|deno|bun|tsx|ts-node")
_PATH_TO_TOOL = re.compile(r"(?:/usr/(?:local/)?bin/|/bin/|(?:.*/)?\.?venv/bin/|(?:.*/)?node_modules/\.bin/)")
_SCRIPT = re.compile(r".*[/.].*")
_MANAGE = re.compile(r"(?:.*/)?(manage\.py|artisan|bin/rails|bin/rake|gradlew|mvnw)")
_WRITING_SED = re.compile(r"-[a-zA-Z]*i|--in-place")


_SHOWING = frozenset({"--help", "--version", "-h", "-V"})


@dataclass(frozen=True, slots=True)
class Argument:
    """A part of a command that may be another one next time."""

    key: str
    """The flag or the variable that it belongs to, or its place among the others: `#0`."""
    value: str


@dataclass(frozen=True, slots=True)
class Action:
    """A command that does something."""

    act: str
    """The tool and its verb: `git tag`."""
    form: str
    """With the flags that matter: `git tag -a -m`."""
    words: tuple[str | Argument, ...]
    """The whole of it, in order."""
    worked: bool | None = None
    """Whether it did; None where nobody says."""
    is_test: bool = False

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """What may differ."""
        return tuple(word for word in self.words if isinstance(word, Argument))

    @property
    def layout(self) -> tuple[str, ...]:
        """The words with the keys of the arguments in their places."""
        return tuple(f"\0{word.key}" if isinstance(word, Argument) else word for word in self.words)


def read(simple: Simple) -> tuple[Action, bool] | None:
    """Return what a command does and whether it only looks; None for one that cannot be repeated."""
    prefix, words = _unwrapped(list(simple.words))
    if not words:
        return None
    tool = _RELATIVE.sub("", _PATH_TO_TOOL.sub("", words[0]), count=1)
    if _is_written_on_the_spot(tool, words, simple):
        return None
    before, name, rest = _named(tool, words[1:])
    if before[0] == tool and _SCRIPT.fullmatch(tool):
        # A script is run by the path that was written, and known by the path without dots.
        before[0] = words[0]
    taken = list(_taken(rest, tool, is_test=name in TESTING))
    if simple.reads:
        taken += ["<", Argument("<", simple.reads)]
    if simple.writes:
        sign = ">>" if simple.appends else ">"
        taken += [sign, Argument(sign, simple.writes)]
    flags = {word for word in taken if isinstance(word, str) and (_FLAG.fullmatch(word) or word[0] in "<>")}
    form = " ".join([name, *sorted(flags)])
    done = Action(name, form, (*prefix, *before, *taken), is_test=name in TESTING)
    return done, _only_looks(tool, name, words, simple)


def _is_written_on_the_spot(tool: str, words: list[str], simple: Simple) -> bool:
    """Whether a command carries what it runs or writes: that is an edit, not a step."""
    inline = len(words) == 1 or words[1] in {"-", "-c", "-e"}
    return (bool(_INTERPRETER.fullmatch(tool)) and inline) or (tool in {"cat", "tee"} and bool(simple.writes))


def _only_looks(tool: str, name: str, words: list[str], simple: Simple) -> bool:
    if simple.writes:
        return False
    if words[-1] in _SHOWING:
        return True
    if tool == "sed":
        return not any(_WRITING_SED.match(word) for word in words[1:3])
    return tool in LOOKING or (name in LOOKING_ACTS and not _makes_branch(name, words[2:]))


def _makes_branch(name: str, rest: list[str]) -> bool:
    # `git branch` alone lists; with a name it makes one, with -d it takes one away.
    return name == "git branch" and any(not word.startswith(("-a", "-v", "-r", "--")) for word in rest)


def _unwrapped(words: list[str]) -> tuple[list[str | Argument], list[str]]:
    """Part what runs a command, and the variables set for it, from the command."""
    prefix: list[str | Argument] = []
    while words:
        if match := _ASSIGNMENT.fullmatch(words[0]):
            prefix.append(Argument(f"${match[1]}", match[2]))
            words = words[1:]
        elif words[0] in UNWRAPPED:
            prefix.append(words[0])
            words = _past_flags(words[1:], prefix)
        elif " ".join(words[:2]) in UNWRAPPED and len(words) > 2:  # noqa: PLR2004  # a runner of two words
            prefix += words[:2]
            words = _past_flags(words[2:], prefix)
        elif words[0] in PATIENT:
            cut = next((at for at, word in enumerate(words[1:], 1) if _VERB.fullmatch(word)), len(words))
            prefix += words[:cut]
            words = words[cut:]
        else:
            break
    return prefix, words


def _past_flags(words: list[str], prefix: list[str | Argument]) -> list[str]:
    """Leave the flags of a wrapper with it."""
    while words and words[0].startswith("-") and len(words) > 1:
        prefix.append(words[0])
        words = words[1:]
    return words


def _named(tool: str, rest: list[str]) -> tuple[list[str | Argument], str, list[str]]:
    """Return the words up to the verb, the act's name, and what follows."""
    if _INTERPRETER.fullmatch(tool) and rest and not rest[0].startswith("-"):
        script = _RELATIVE.sub("", rest[0], count=1)
        if managed := _MANAGE.fullmatch(script):
            before, name, rest = _verb(managed[1], rest[1:])
            return [tool, script, *before[1:]], name, rest
        return [tool, script], script, rest[1:]
    if managed := _MANAGE.fullmatch(tool):
        before, name, rest = _verb(managed[1], rest)
        return [tool, *before[1:]], name, rest
    if _SCRIPT.fullmatch(tool):
        return [tool], tool, rest
    return _verb(tool, rest)


def _verb(tool: str, rest: list[str]) -> tuple[list[str | Argument], str, list[str]]:
    before: list[str | Argument] = [tool]
    name, place = tool, 0
    while place < len(rest):
        word = rest[place]
        is_open = name == tool or _is_noun(tool, name)
        if word in BEFORE_VERB and is_open and place + 2 < len(rest):
            before += [word, Argument(word, rest[place + 1])]
            place += 2
        elif word in QUIET_FLAGS and is_open:
            place += 1
        elif _VERB.fullmatch(word) and is_open and tool not in VERBLESS:
            before.append(word)
            name = f"{name} {word}"
            place += 1
        else:
            break
    return before, name, rest[place:]


def _is_noun(tool: str, name: str) -> bool:
    """Whether a verb is still to come."""
    return name in NESTED or (tool in NOUNS_FIRST and name.count(" ") == 1)


def _taken(rest: list[str], tool: str, *, is_test: bool) -> Iterator[str | Argument]:
    """Yield flags as they stand and everything else as arguments."""
    place, flag = 0, ""
    for word in rest:
        if word in QUIET_FLAGS and tool not in MEANT:
            continue
        if is_test and word in QUIET_IN_TESTS:
            continue
        if match := _FLAG_WITH_VALUE.fullmatch(word):
            yield match[1]
            yield Argument(f"{match[1]}=", match[2])
            flag = ""
        elif _FLAG.fullmatch(word):
            yield word
            flag = word
        elif flag:
            yield Argument(flag, word)
            flag = ""
        else:
            yield Argument(f"#{place}", word)
            place += 1
