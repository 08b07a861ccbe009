"""What is not loaded before it is used? What tells which packages are installed.

Pydantic loads `importlib.metadata` to look for plugins, also where it is told not to look. With what that
needs (email, zipfile, sockets) it takes as long as an interpreter takes to start, and hooks never use it.
"""

import importlib
import sys
from types import ModuleType

_NAME = "importlib.metadata"


class _Deferred(ModuleType):
    """Stands where the module will be; whoever asks it for something is answered by the module itself."""

    def __getattr__(self, name: str) -> object:
        """Make way for the module at the first question."""
        return getattr(_loaded(self), name)


def defer_metadata() -> None:
    """Leave `importlib.metadata` out until something of it is used."""
    if _NAME in sys.modules:
        return
    deferred = _Deferred(_NAME)

    # Pydantic takes this one by name, which must not count as using it; nor must the search for parts.
    def entry_points(**chosen: str) -> object:
        return _loaded(deferred).entry_points(**chosen)

    folders = [f"{folder}/metadata" for folder in importlib.__path__]
    deferred.__dict__.update(entry_points=entry_points, __path__=folders)
    sys.modules[_NAME] = importlib.metadata = deferred


def _loaded(deferred: ModuleType) -> ModuleType:
    if sys.modules.get(_NAME) is deferred:
        del sys.modules[_NAME]
    return importlib.import_module(_NAME)
