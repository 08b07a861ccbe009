"""A file is an operation; its declarations are complete."""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime import registry


def test_resolves_aliases_to_operations_that_exist() -> None:
    for alias, (name, fixed) in registry.ALIASES.items():
        operation, parameters = registry.resolve(alias)
        assert operation.name == name
        assert parameters == fixed
        assert set(fixed) <= set(operation.params.model_fields)


def test_suggests_the_operation_that_was_meant() -> None:
    with pytest.raises(PhantasmError) as caught:
        registry.resolve("ingestt")
    assert caught.value.code is Code.UNKNOWN_OPERATION
    assert "did you mean 'ingest'" in caught.value.message


@pytest.mark.parametrize("name", registry.names())
def test_every_operation_declares_what_the_pipeline_needs(name: str) -> None:
    operation = registry.load(name)
    assert operation.summary.endswith(".")
    assert len(operation.summary) <= 120
    if operation.kind.writes:
        assert "dry_run" in operation.params.model_fields
    for field, description in operation.params.model_fields.items():
        assert description.description, f"{name}.{field} has no description"
