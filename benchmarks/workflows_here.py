"""Which workflows are hidden in the sessions of the first made-up project? A web shop, mostly in Python."""

from benchmarks.workflows import Workflow

REGISTRY = "images.acme.dev"

HERE = (
    Workflow(
        "release",
        (
            "Release {version}",
            "cut release {version} please",
            "ship {version} to PyPI",
            "publish release {version}",
        ),
        (
            "poetry version {version}",
            "? towncrier build --yes --version {version}",
            'git commit -am "Release {version}"',
            "git tag v{version}",
            "poetry build",
            "poetry publish",
            "git push origin v{version}",
        ),
        ("pyproject.toml", "CHANGELOG.md"),
    ),
    Workflow(
        "hotfix",
        (
            "Hotfix {version} with {commit}",
            "we need a hotfix: {commit} goes out as {version}",
            "hotfix {version}",
        ),
        (
            "git checkout -b hotfix/{version}",
            "git cherry-pick {commit}",
            "poetry version {version}",
            "git tag v{version}",
            "poetry build",
            "poetry publish",
        ),
        ("pyproject.toml",),
    ),
    Workflow(
        "migration",
        (
            "Add a migration: {column} on {table}",
            "create a migration that adds {column} to {table}",
            "the {table} table needs a {column} column, write the migration",
        ),
        (
            'alembic revision --autogenerate -m "add {column} to {table}"',
            "alembic upgrade head",
            "pytest tests/db",
            'git commit -am "Add {column} to {table}"',
        ),
        ("migrations/env.py",),
    ),
    Workflow(
        "undo migration",
        (
            "undo the migration of {table}",
            "take back the last migration of {table}",
            "revert the {table} migration",
        ),
        ("alembic downgrade -1", "git rm migrations/versions/{table}.py", "alembic upgrade head"),
    ),
    Workflow(
        "flaky test",
        (
            "test_{case} is flaky, find out why",
            "the {area} test for {case} fails now and then, stabilise it: flaky",
            "debug flaky test_{case} in {area}",
        ),
        (
            "pytest tests/{area}/test_{case}.py --count=50 -p no:randomly",
            "pytest tests/{area} -n 4",
            'git commit -am "Stabilise test_{case}"',
        ),
    ),
    Workflow(
        "bump python",
        (
            "Bump {library} to {library_version}",
            "upgrade {library} to {library_version}",
            "update dependency {library}",
        ),
        (
            "poetry add {library}@^{library_version}",
            "poetry lock",
            "pytest -q",
            'git commit -am "Bump {library} to {library_version}"',
        ),
        ("pyproject.toml", "poetry.lock"),
    ),
    Workflow(
        "bump javascript",
        (
            "bump {module} to {library_version}",
            "upgrade the frontend package {module}",
            "update npm package {module}",
        ),
        (
            "npm install {module}@{library_version}",
            "npm run build",
            "? npm audit fix",
            "npm test",
            'git commit -am "Upgrade {module}"',
        ),
        ("package.json", "package-lock.json"),
    ),
    Workflow(
        "deploy",
        (
            "Deploy {service} {version} to {environment}",
            "roll out {service} {version} on {environment}",
            "deploy {version} of {service} to {environment} please",
        ),
        (
            f"docker build -t {REGISTRY}/{{service}}:{{version}} .",
            f"docker push {REGISTRY}/{{service}}:{{version}}",
            f"kubectl -n {{environment}} set image deploy/{{service}} app={REGISTRY}/{{service}}:{{version}}",
            "kubectl rollout status deployment/{service} -n {environment}",
            "? curl -fsS https://{service}.{environment}.acme.dev/health",
        ),
    ),
    Workflow(
        "rollback",
        (
            "Roll back {service} in {environment}",
            "{service} is broken on {environment}, go back to the previous one: rollback",
            "rollback {service} {environment}",
        ),
        (
            "kubectl rollout undo deployment/{service} -n {environment}",
            "kubectl rollout status deployment/{service} -n {environment}",
            "./scripts/notify.sh {service} {environment}",
        ),
    ),
    Workflow(
        "regenerate client",
        (
            "Regenerate the {service} client",
            "the API of {service} changed, generate the client again",
            "new client for {service}",
        ),
        (
            "./scripts/fetch_openapi.sh {service}",
            "openapi-generator-cli generate -i specs/{service}.yaml -g python -o clients/{service}",
            "ruff format clients/{service}",
            "pytest tests/clients",
        ),
        ("specs/{service}.yaml",),
    ),
    Workflow(
        "lint",
        (
            "Fix the lint errors in {area}",
            "lint is red in {area}, clean it up",
            "make the linter happy in src/{area}",
        ),
        (
            "ruff check --fix src/{area}",
            "ruff format src/{area}",
            "mypy src/{area}",
            'git commit -am "Lint {area}"',
        ),
    ),
    Workflow(
        "endpoint",
        (
            "Add an endpoint for {resource}",
            "new endpoint: {resource}",
            "expose {resource} through the API, add the endpoint",
        ),
        (
            "cp templates/resource.py src/api/{resource}.py",
            "python scripts/register_route.py {resource}",
            "pytest tests/api/test_{resource}.py",
            "make openapi",
            'git commit -am "Endpoint for {resource}"',
        ),
        ("src/api/{resource}.py", "tests/api/test_{resource}.py", "src/api/routes.py"),
    ),
    Workflow(
        "rotate key",
        (
            "Rotate the API key of {service}",
            "the {service} key leaked, rotate it",
            "rotate credentials for {service}",
        ),
        (
            "aws secretsmanager rotate-secret --secret-id {service}/api-key",
            "./scripts/sync_secrets.sh {service}",
            "kubectl rollout restart deployment/{service}",
            "kubectl rollout status deployment/{service}",
        ),
    ),
    Workflow(
        "backport",
        (
            "Backport {commit} to {stable} ({ticket})",
            "{ticket}: backport the fix to {stable}",
            "backport {ticket} onto {stable}",
        ),
        (
            "git fetch origin",
            "git checkout -b backport/{ticket} origin/{stable}",
            "git cherry-pick -x {commit}",
            "pytest -q",
            "git push origin backport/{ticket}",
            'gh pr create --base {stable} --title "Backport {ticket}" --fill',
        ),
    ),
    Workflow(
        "documentation",
        (
            "Publish the docs for {version}",
            "the documentation of {version} should go online",
            "put the docs {version} online",
        ),
        ("make docs", "mkdocs build --strict", "mike deploy {version} latest", "mike set-default latest"),
        ("mkdocs.yml",),
    ),
    Workflow(
        "seed database",
        (
            "Reset the dev database with {fixture}",
            "seed my local database with the {fixture} fixtures",
            "fresh database with {fixture} data",
        ),
        (
            "docker compose down -v",
            "docker compose up -d db",
            "python manage.py migrate",
            "python manage.py loaddata fixtures/{fixture}.json",
        ),
    ),
    Workflow(
        "infrastructure",
        (
            "Apply the terraform change to {environment}",
            "terraform: bring {environment} up to date",
            "roll the infrastructure change out to {environment} with terraform",
        ),
        (
            "terraform init",
            "terraform workspace select {environment}",
            "terraform plan -var-file={environment}.tfvars -out=change.tfplan",
            "terraform apply change.tfplan",
        ),
    ),
    Workflow(
        "protobuf",
        (
            "Regenerate the protobuf code of {package}",
            "{package}.proto changed, generate the stubs",
            "update the proto stubs for {package}",
        ),
        (
            "buf lint",
            "? buf breaking --against .git",
            "buf generate --path proto/{package}",
            "go build ./...",
            "go test ./internal/{package}/...",
        ),
        ("proto/{package}.proto",),
    ),
    Workflow(
        "load test",
        (
            "Load test {scenario}",
            "how does {scenario} behave under load? run the load test",
            "run the {scenario} load test again",
        ),
        (
            "docker compose up -d",
            "k6 run load/{scenario}.js --vus {number}",
            "python scripts/load_report.py results/{scenario}.json",
            "docker compose down",
        ),
    ),
    Workflow(
        "copy database",
        (
            "Copy production data into {database}",
            "refresh {database} from the production dump",
            "restore the production dump to {database}",
        ),
        (
            "./scripts/fetch_dump.sh",
            "dropdb --if-exists {database}",
            "createdb {database}",
            "pg_restore --no-owner -d {database} dump.pgc",
            "python scripts/anonymise.py --database {database}",
        ),
    ),
)
