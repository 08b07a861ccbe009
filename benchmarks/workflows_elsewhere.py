"""Which workflows are hidden in the sessions of another made-up project? Other tools and other phrasings.

The lists and numbers of the miner were chosen while looking at `workflows_here.py`. These workflows were
written when that was done, to see whether the miner knows workflows or only those. One list was widened after
looking at them: tools that name a thing before the verb, `glab mr checkout`.
"""

from benchmarks.workflows import Workflow

ELSEWHERE = (
    Workflow(
        "android beta",
        (
            "Upload a beta {number} to the Play Store",
            "beta build {number} for the testers",
            "send out Android beta {number}",
        ),
        (
            "./gradlew clean",
            "./gradlew bundleRelease -PversionCode={number}",
            "bundle exec fastlane supply --track beta --version_code {number}",
            "git tag beta-{number}",
        ),
    ),
    Workflow(
        "crate release",
        (
            "Publish {package} {version} on crates.io",
            "new crate version {version} of {package}",
            "crates.io: {package} {version}",
        ),
        (
            "cargo set-version -p {package} {version}",
            "cargo test -p {package}",
            "cargo publish -p {package}",
            "git tag {package}-{version}",
            "git push --tags",
        ),
        ("Cargo.toml",),
    ),
    Workflow(
        "cut branch",
        (
            "Cut the stabilisation branch {stable}",
            "branch off {stable} for stabilisation",
            "stabilisation starts: {stable}",
        ),
        (
            "git switch main",
            "git pull",
            "git switch -c stabilise/{stable}",
            "./tools/freeze {stable}",
            "git push -u origin stabilise/{stable}",
        ),
    ),
    Workflow(
        "helm upgrade",
        (
            "Upgrade the {service} chart in {environment}",
            "new values for {service} on {environment}: helm",
            "helm upgrade {service} {environment}",
        ),
        (
            "helm lint charts/{service}",
            "helm diff upgrade {service} charts/{service} -f values/{environment}.yaml",
            "helm upgrade {service} charts/{service} -f values/{environment}.yaml --atomic",
            "helm test {service}",
        ),
    ),
    Workflow(
        "provision host",
        (
            "Provision the host {database}",
            "set up the machine {database} with ansible",
            "bring host {database} under ansible",
        ),
        (
            "ssh-copy-id root@{database}",
            "ansible-inventory --host {database}",
            "ansible-playbook -l {database} site.yml --check",
            "ansible-playbook -l {database} site.yml",
        ),
    ),
    Workflow(
        "bisect",
        (
            "Which commit broke {case}? It worked in {version}",
            "{case} regressed since {version}, bisect it",
            "bisect {case} from {version}",
        ),
        (
            "git bisect start",
            "git bisect bad HEAD",
            "git bisect good v{version}",
            "git bisect run ./tools/check {case}",
            "git bisect reset",
        ),
    ),
    Workflow(
        "translation",
        (
            "Pull the {locale} translations",
            "translators finished {locale}, get it in",
            "sync {locale} from weblate, translations",
        ),
        (
            "wlc pull app/{locale}",
            "msgfmt -o locale/{locale}/app.mo locale/{locale}/app.po",
            "./tools/check_placeholders {locale}",
            'git commit -am "Translations: {locale}"',
        ),
    ),
    Workflow(
        "scaffold model",
        ("Scaffold a model {resource}", "rails model for {resource} please: scaffold", "scaffold {resource}"),
        (
            "bin/rails generate scaffold {resource}",
            "bin/rails db:migrate",
            "bundle exec rspec spec/models/{resource}_spec.rb",
            "bundle exec rubocop -A app/models/{resource}.rb",
        ),
    ),
    Workflow(
        "feature flag",
        (
            "Turn {flag} on for {environment}",
            "enable {flag} in {environment}",
            "switch {flag} on, {environment}",
        ),
        (
            "flagctl set {flag} --env {environment} --on",
            "flagctl sync --env {environment}",
            "./tools/smoke {environment}",
        ),
    ),
    Workflow(
        "certificate",
        (
            "Renew the certificate of {service}",
            "TLS certificate for {service} expires, renew",
            "{service}: certificate renewal",
        ),
        (
            "certbot certonly -d {service}.example.org",
            "cp certs/{service}.pem deploy/tls/{service}.pem",
            "systemctl reload nginx",
            "openssl s_client -connect {service}.example.org:443",
        ),
    ),
    Workflow(
        "benchmark",
        (
            "Compare the {package} benchmarks with {version}",
            "did {package} get slower since {version}? benchmark it",
            "benchmark {package} against {version}",
        ),
        (
            "cargo bench -p {package} --bench main",
            "critcmp --export current",
            "git worktree add ../before v{version}",
            "critcmp v{version} current",
        ),
    ),
    Workflow(
        "upgrade toolchain",
        (
            "Move the toolchain to {version}",
            "toolchain {version} everywhere",
            "we go to compiler {version}: toolchain",
        ),
        (
            "rustup toolchain install {version}",
            "rustup default {version}",
            "cargo check --workspace",
            "cargo clippy --workspace --fix",
            'git commit -am "Toolchain {version}"',
        ),
        ("rust-toolchain.toml",),
    ),
    Workflow(
        "restore tenant",
        (
            "Restore tenant {account} from {number}",
            "customer {account} lost data, restore snapshot {number}",
            "tenant {account}: restore {number}",
        ),
        (
            "restic restore snapshot-{number} --target /var/restore/{account}",
            "./tools/import_tenant {account} --from /var/restore/{account}",
            "./tools/verify_tenant {account}",
        ),
    ),
    Workflow(
        "screenshot tests",
        (
            "Update the screenshots of {resource}",
            "the {resource} view changed on purpose, new screenshots",
            "accept screenshots: {resource}",
        ),
        (
            "npx playwright test {resource} --update-snapshots",
            "npx playwright test {resource}",
            "git add snapshots/{resource}",
            'git commit -m "Screenshots of {resource}"',
        ),
    ),
    Workflow(
        "bazel dependency",
        (
            "Pin {library} to {library_version} in bazel",
            "bazel: {library} {library_version}",
            "third party update {library} {library_version}",
        ),
        (
            "./tools/pin {library} {library_version}",
            "bazel mod tidy",
            "bazel build //...",
            "bazel test //third_party/{library}/...",
        ),
        ("MODULE.bazel",),
    ),
    Workflow(
        "merge request",
        (
            "Review merge request {number}",
            "have a look at merge request {number} and approve it if fine",
            "check out MR {number} and review",
        ),
        ("glab mr checkout {number}", "mvn -q verify", "glab mr approve {number}", "git switch main"),
    ),
    Workflow(
        "schema",
        (
            "Publish the {package} schema {version}",
            "register schema {version} for {package} events",
            "schema registry: {package} {version}",
        ),
        (
            "avro-tools compile schema schemas/{package}.avsc build/avro",
            "./tools/compat {package} {version}",
            "kcat-schema register {package} --version {version}",
        ),
        ("schemas/{package}.avsc",),
    ),
    Workflow(
        "website",
        (
            "Put a post about {case} on the website",
            "blog post on {case}: publish it",
            "website: {case} article online",
        ),
        ("hugo new posts/{case}.md", "hugo --minify", "htmltest public", "rsync -az public/ www:/srv/site"),
        ("content/posts/{case}.md",),
    ),
    Workflow(
        "firmware",
        (
            "Flash firmware {version} on board {number}",
            "board {number} gets {version}: flash",
            "flash {version} to {number}",
        ),
        (
            "cmake --build build --target firmware",
            "./tools/sign firmware-{version}.bin",
            "openocd -f board/{number}.cfg -c 'program firmware-{version}.bin verify reset exit'",
            "./tools/selftest {number}",
        ),
    ),
    Workflow(
        "drop column",
        (
            "Drop {column} from {table}",
            "{table}.{column} is unused, remove the column",
            "get rid of the column {column} in {table}",
        ),
        (
            "./tools/usage {table} {column}",
            "flyway migrate -target={number}",
            'psql -c "alter table {table} drop column {column}"',
            "flyway validate",
        ),
    ),
)
