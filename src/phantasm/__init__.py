"""Project-scoped memory runtime and context compiler for coding agents."""

__version__ = "0.1.0"

__all__ = ["PhantasmError", "Project", "__version__"]

# Type checkers take any variable of this name for true. The one of `typing` would cost an import that hooks
# and `phantasm --version` pay for.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from phantasm.contracts.errors import PhantasmError
    from phantasm.surfaces.python.project import Project
else:

    def __getattr__(name):  # noqa: ANN001, ANN202  type checkers read the branch above
        """Load the Python client when somebody asks for it: `import phantasm` alone must cost nothing."""
        if name == "Project":
            from phantasm.surfaces.python.project import Project  # noqa: PLC0415  the runtime

            return Project
        if name == "PhantasmError":
            from phantasm.contracts.errors import PhantasmError  # noqa: PLC0415  enum and typing

            return PhantasmError
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
