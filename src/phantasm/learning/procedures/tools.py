"""What do the tools of developers mean by their words: which only look, which have verbs, which wrap? Pure.

The lists are common knowledge of command lines. A tool that is not listed still works: its first plain word
is taken for its verb, and running it counts as doing.
"""


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
