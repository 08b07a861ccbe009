"""Procedures to make skills of."""

from dataclasses import replace

from phantasm.skills.model import Parameter, Procedure, Step

RELEASE = Procedure(
    lineage="rec_01release",
    handle="k3v9qd2a",
    title="release a version",
    statement="To release a version: make test; git tag {version}; git push origin {version}",
    trigger="the task speaks of release, tag; or it touches CHANGELOG.md",
    preconditions=("The working tree is clean.",),
    steps=(
        Step("make test", is_command=True, expected="exit code 0"),
        Step("git tag {version}", is_command=True, note="annotated tags only"),
        Step("git push origin {version}", is_command=True, optional=True),
    ),
    parameters=(Parameter("version", ("v1.4.0", "v1.5.0")),),
    successes=4,
    failures=0,
    verified_at="2026-11-01T12:00:00.000000Z",
    from_strangers=False,
)


def with_steps(*actions: str) -> Procedure:
    """The release with other commands."""
    return replace(RELEASE, steps=tuple(Step(action, is_command=True) for action in actions))
