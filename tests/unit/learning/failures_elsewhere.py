"""Failures of other programs, made up after the rules were fixed: each as it was, again elsewhere, and a near miss.

The near miss is the same sort of error about something else: what got past the first does not help there.
"""

FAILURES: dict[str, tuple[str, str, str, str]] = {
    "docker": (
        "docker build .",
        "#9 ERROR: failed to solve: process \"/bin/sh -c apt-get install libpq-dev\" did not complete: exit code 100\n",
        "#12 ERROR: failed to solve: process \"/bin/sh -c apt-get install libpq-dev\" did not complete: exit code 127\n",
        "#9 ERROR: failed to solve: process \"/bin/sh -c apt-get install libmagic1\" did not complete: exit code 100\n",
    ),
    "terraform": (
        "terraform apply",
        "Error: creating S3 Bucket (ledger-logs): BucketAlreadyExists: status code: 409, request id: 8F3A21\n",
        "Error: creating S3 Bucket (ledger-logs): BucketAlreadyExists: status code: 409, request id: 00BC77\n",
        "Error: creating S3 Bucket (media-cache): BucketAlreadyExists: status code: 409, request id: 8F3A21\n",
    ),
    "git": (
        "git push origin main",
        "remote: error: GH006: Protected branch update failed for refs/heads/main.\nerror: failed to push some refs\n",
        "remote: error: GH006: Protected branch update failed for refs/heads/main.\nerror: failed to push some refs to x\n",
        "error: src refspec main does not match any\nerror: failed to push some refs\n",
    ),
    "java": (
        "mvn test",
        "[ERROR] Failed to execute goal: Could not find artifact com.acme:billing:jar:2.3 in central\n",
        "[ERROR] Failed to execute goal: Could not find artifact com.acme:billing:jar:2.4 in central\n",
        "[ERROR] Failed to execute goal: Could not find artifact org.widgets:carousel:jar:2.3 in central\n",
    ),
    "stack": (
        "gradle test",
        "java.lang.NullPointerException: Cannot invoke \"Invoice.total()\" because \"invoice\" is null\n\tat App.java:12\n",
        "java.lang.NullPointerException: Cannot invoke \"Invoice.total()\" because \"invoice\" is null\n\tat Api.java:99\n",
        "java.lang.NullPointerException: Cannot invoke \"Session.user()\" because \"session\" is null\n\tat App.java:12\n",
    ),
    "ruby": (
        "bundle exec rspec",
        "LoadError:\n  cannot load such file -- mini_magick\n# ./spec/rails_helper.rb:8\n",
        "LoadError:\n  cannot load such file -- mini_magick\n# ./spec/models/a_spec.rb:2\n",
        "LoadError:\n  cannot load such file -- webdrivers\n# ./spec/rails_helper.rb:8\n",
    ),
    "php": (
        "php artisan migrate",
        "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.coupons' doesn't exist\n",
        "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.coupons' doesn't exist (SQL: select 1)\n",
        "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.shipments' doesn't exist\n",
    ),
    "linker": (
        "cmake --build build",
        "/usr/bin/ld: main.o: undefined reference to `sqlite3_open_v2'\ncollect2: error: ld returned 1 exit status\n",
        "/usr/bin/ld: store.o: undefined reference to `sqlite3_open_v2'\ncollect2: error: ld returned 1 exit status\n",
        "/usr/bin/ld: main.o: undefined reference to `pthread_atfork'\ncollect2: error: ld returned 1 exit status\n",
    ),
    "header": (
        "make",
        "src/pg.c:3:10: fatal error: libpq-fe.h: No such file or directory\ncompilation terminated.\n",
        "lib/pq.c:14:10: fatal error: libpq-fe.h: No such file or directory\ncompilation terminated.\n",
        "src/pg.c:3:10: fatal error: openssl-conf.h: No such file or directory\ncompilation terminated.\n",
    ),
    "resolver": (
        "pip install -r requirements.txt",
        "ERROR: Cannot install urllib3 and botocore because these package versions have conflicting dependencies.\n",
        "ERROR: Cannot install urllib3 and botocore because these package versions have conflicting dependencies.\n",
        "ERROR: Cannot install jinja2 and flask because these package versions have conflicting dependencies.\n",
    ),
    "peer": (
        "npm install",
        "npm error code ERESOLVE\nnpm error Could not resolve dependency: peer react@\"^17\" from react-table@7.8.0\n",
        "npm error code ERESOLVE\nnpm error Could not resolve dependency: peer react@\"^18\" from react-table@7.9.0\n",
        "npm error code ERESOLVE\nnpm error Could not resolve dependency: peer vue@\"^2\" from vuetify@2.6.0\n",
    ),
    "port": (
        "npm start",
        "Error: listen EADDRINUSE: address already in use :::3000\n    at Server.setupListenHandle\n",
        "Error: listen EADDRINUSE: address already in use :::3001\n    at Server.setupListenHandle\n",
        "Error: getaddrinfo ENOTFOUND registry.internal\n    at GetAddrInfoReqWrap.onlookup\n",
    ),
    "cluster": (
        "kubectl apply -f k8s",
        "error: unable to recognize \"k8s/cron.yaml\": no matches for kind \"CronTab\" in version \"stable.example.com/v1\"\n",
        "error: unable to recognize \"deploy/c.yaml\": no matches for kind \"CronTab\" in version \"stable.example.com/v1\"\n",
        "error: unable to recognize \"k8s/cron.yaml\": no matches for kind \"Gateway\" in version \"networking.io/v1\"\n",
    ),
    "rust": (
        "cargo test",
        "error[E0277]: the trait bound `Invoice: Serialize` is not satisfied\n  --> src/api.rs:44:20\n",
        "error[E0277]: the trait bound `Invoice: Serialize` is not satisfied\n  --> src/db.rs:9:1\n",
        "error[E0277]: the trait bound `Ledger: Iterator` is not satisfied\n  --> src/api.rs:44:20\n",
    ),
    "database": (
        "alembic upgrade head",
        "sqlalchemy.exc.OperationalError: (psycopg.OperationalError) FATAL: role \"billing\" does not exist\n",
        "sqlalchemy.exc.OperationalError: (psycopg.OperationalError) FATAL: role \"billing\" does not exist\n\nMore\n",
        "sqlalchemy.exc.OperationalError: (psycopg.OperationalError) FATAL: database \"archive\" does not exist\n",
    ),
    "permission": (
        "docker ps",
        "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock\n",
        "permission denied while trying to connect to the Docker daemon socket at unix:///run/user/1000/docker.sock\n",
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n",
    ),
    "argument": (
        "python -m app.cli",
        "TypeError: create_invoice() got an unexpected keyword argument 'currency'\n",
        "Traceback:\n  File \"x.py\", line 9\nTypeError: create_invoice() got an unexpected keyword argument 'currency'\n",
        "TypeError: send_mail() got an unexpected keyword argument 'attachment'\n",
    ),
    "dotnet": (
        "dotnet build",
        "Api/Startup.cs(12,7): error CS0246: The type or namespace name 'Serilog' could not be found\n",
        "Web/Program.cs(3,7): error CS0246: The type or namespace name 'Serilog' could not be found\n",
        "Api/Startup.cs(12,7): error CS0246: The type or namespace name 'Hangfire' could not be found\n",
    ),
    "swift": (
        "swift build",
        "error: no such module 'Alamofire'\nimport Alamofire\n       ^\n",
        "/Users/k/App.swift:1:8: error: no such module 'Alamofire'\nimport Alamofire\n",
        "error: no such module 'SnapKit'\nimport SnapKit\n       ^\n",
    ),
    "webpack": (
        "yarn build",
        "Module not found: Error: Can't resolve 'crypto-browserify' in '/app/src'\n",
        "Module not found: Error: Can't resolve 'crypto-browserify' in '/home/ci/src'\n",
        "Module not found: Error: Can't resolve 'stream-http' in '/app/src'\n",
    ),
    "flake": (
        "pytest -x",
        "E       playwright._impl._errors.TimeoutError: Locator.click: Timeout 30000ms exceeded waiting for #checkout\n",
        "E       playwright._impl._errors.TimeoutError: Locator.click: Timeout 15000ms exceeded waiting for #checkout\n",
        "E       playwright._impl._errors.TimeoutError: Page.goto: Timeout 30000ms exceeded navigating to dashboard\n",
    ),
    "memory": (
        "npm run build",
        "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n",
        "[3211:0x55] 9 ms\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n",
        "FATAL ERROR: v8::ToLocalChecked Empty MaybeLocal\n",
    ),
}
"""Each: the command, what it printed then, what it prints now, what a near miss prints."""
