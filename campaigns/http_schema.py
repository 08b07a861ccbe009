"""Does the HTTP API keep to what it says of itself?

schemathesis reads the OpenAPI document and sends what it allows, what it forbids, and chains of requests that
follow its links, to a real `phantasm serve`. Nothing is an unhandled error, every answer is one that the
document describes, what it forbids is refused, and whoever has no token learns nothing.
Full size: python -m campaigns.http_schema --examples 120
"""

import json
import secrets
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished
from schemathesis.engine.recorder import ScenarioRecorder

from campaigns.laws import broken_laws
from campaigns.loadserver import serving
from campaigns.verdict import Verdict, finish, new_project, options, progress, workplace
from phantasm.config.editing import approve, proposal
from phantasm.config.paths import Paths
from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.http.openapi import document
from phantasm.surfaces.serving import tokens

PROFILE = "everything"
_CLIENTS = f"""[profiles.{PROFILE}]
inherits = "codex"
allow_review = true
allow_sensitive_read = true
allow_sensitive_export = true
allow_maintenance = true
"""
_CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "use_after_free",
    "ensure_resource_availability",
    "ignored_auth",
)
"""All but the one that wants every allowed request to succeed: JSON Schema cannot say what a store holds."""
# A request_id is the caller's own, and this caller uses one for several requests.
_NOT_PROMISED = "one request applied twice"
# Chains of requests are where operations meet: more of them than of single requests.
_CHAINS = 10
# Longer than the server takes for any answer: it says itself when that was too long.
_REQUEST_SECONDS = 180
_PROGRESS_SECONDS = 30.0
_LONGEST_SHOWN = 1_000


@dataclass(slots=True)
class _Tally:
    """What was sent, and what came of it."""

    cases: int = 0
    requests: int = 0
    checks: int = 0
    operations: set[str] = field(default_factory=set)
    phases: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


def run(folder: Path, *, examples: int, seed: int, only: tuple[str, ...] = ()) -> Verdict:
    """Run the campaign in a folder; `only` names operations, for a run of seconds."""
    paths = new_project(folder / "project")
    token = _all_rights(paths)
    tally, log = _Tally(), folder / "serve.log"
    with serving(paths.root, log) as server:
        url = f"http://127.0.0.1:{server.port}"
        _explore(tally, _config(url, token, examples=examples, seed=seed, coverage=not only), only)
    verdict = Verdict("http_schema", seed, {"examples": examples})
    verdict.broken = tally.broken
    if "Traceback" in log.read_text(encoding="utf-8"):
        verdict.broken.append(f"the server met a defect: see {log}")
    verdict.broken += [law for law in broken_laws(paths.root) if not law.startswith(_NOT_PROMISED)]
    verdict.figures |= {
        "cases": tally.cases,
        "requests": tally.requests,
        "checks": tally.checks,
        "operations": len(tally.operations),
        **{f"cases_{phase}": count for phase, count in sorted(tally.phases.items())},
        "statuses": dict(sorted(tally.statuses.items())),
    }
    return verdict


def _all_rights(paths: Paths) -> str:
    """Return a token that no scope and no profile holds back, so that nothing stays untried."""
    paths.clients.write_text(_CLIENTS, encoding="utf-8")
    approve(proposal(paths))
    return tokens.make(paths, secrets.token_hex(4), profile=PROFILE, scope=TokenScope.ADMIN).secret


def _config(url: str, token: str, *, examples: int, seed: int, coverage: bool) -> SchemathesisConfig:
    """Return what is tried how; `coverage` is one case for each thing that the document says."""
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "base-url": url,
            "auth": {"openapi": {"token": {"bearer": token}}},
            "checks": {"enabled": False, **{name: {"enabled": True} for name in _CHECKS}},
            "phases": {
                "coverage": {"enabled": coverage},
                "stateful": {"generation": {"max-examples": examples * _CHAINS}},
            },
            "generation": {"max-examples": examples, "database": "none", "no-shrink": True},
            "continue-on-failure": True,
            "request-timeout": _REQUEST_SECONDS,
            "max-stream-events": 1,
        }
    )


def _explore(tally: _Tally, config: SchemathesisConfig, only: tuple[str, ...]) -> None:
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(document())), config=config)
    chosen = schema.include(operation_id=list(only)) if only else schema
    told = time.monotonic()
    for event in from_schema(chosen).execute():
        match event:
            case ScenarioFinished():
                _count(tally, event.phase.value, event.recorder)
            case NonFatalError():
                tally.broken.append(f"{event.label}: {event.value!r}"[:_LONGEST_SHOWN])
            case FatalError():
                raise event.exception
        if time.monotonic() - told > _PROGRESS_SECONDS:
            told = time.monotonic()
            progress(f"{tally.cases} cases, {len(tally.broken)} broken {tally.broken[-1:]}")


def _count(tally: _Tally, phase: str, recorder: ScenarioRecorder) -> None:
    tally.cases += len(recorder.cases)
    tally.phases[phase] += len(recorder.cases)
    tally.requests += len(recorder.interactions)
    tally.operations |= {node.value.operation.label for node in recorder.cases.values()}
    for interaction in recorder.interactions.values():
        if interaction.response is not None:
            tally.statuses[interaction.response.status_code] += 1
    for checks in recorder.checks.values():
        tally.checks += len(checks)
        for check in checks:
            if check.failure_info is not None:
                failure = check.failure_info.failure
                said = f"{recorder.label}: {check.name}: {failure.title}: {failure.message}"
                tally.broken.append(f"{said} | {check.failure_info.code_sample}"[:_LONGEST_SHOWN])


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--examples", type=int, default=120, help="per operation and phase (%(default)s)")
    parser.add_argument("--only", nargs="*", default=[], help="only these operations, and only samples")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, examples=chosen.examples, seed=chosen.seed, only=tuple(chosen.only))
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
