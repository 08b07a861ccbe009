"""How does Claude's memory tool (`memory_20250818`) use a project? As the tool that an SDK program hands in.

from phantasm import Project
from phantasm.surfaces.adapters.anthropic_memory import MemoryTool

with Project.open(profile="claude_code") as project:
    client.beta.messages.tool_runner(tools=[MemoryTool(project)], ...)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.adapters import extras, memory_files
from phantasm.surfaces.adapters.memory_wording import FileProblemError
from phantasm.surfaces.python.project import Project

try:
    from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
except ImportError as problem:
    raise extras.missing("anthropic", problem) from problem

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaCacheControlEphemeralParam,
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )

    from phantasm.surfaces.python.own_thread import ProjectThread

_Work = Callable[[Project], str]


class MemoryTool(BetaAbstractMemoryTool):
    """The memory tool over a project: over a `Project` for its own thread, over a `ProjectThread` for any."""

    def __init__(
        self,
        project: Project | ProjectThread,
        *,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._project = project
        if isinstance(project, Project):
            extras.require_writing(project)
        else:
            project.do(extras.require_writing)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Show a file or a folder."""
        return self._answer(_view(command))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Create a file."""
        return self._answer(_create(command))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a passage of a file."""
        return self._answer(_str_replace(command))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return self._answer(_insert(command))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Erase a file or a folder."""
        return self._answer(_delete(command))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Move a file or a folder."""
        return self._answer(_rename(command))

    def clear_all_memory(self) -> str:
        """Erase every file."""
        return self._answer(memory_files.clear)

    def _answer(self, work: _Work) -> str:
        if isinstance(self._project, Project):
            return _answer(self._project, work)
        return self._project.do(lambda project: _answer(project, work))


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The memory tool for an event loop: the work is done in the project's own thread."""

    def __init__(
        self, thread: ProjectThread, *, cache_control: BetaCacheControlEphemeralParam | None = None
    ) -> None:
        super().__init__(cache_control=cache_control)
        thread.do(extras.require_writing)
        self._thread = thread

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Show a file or a folder."""
        return await self._answer(_view(command))

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Create a file."""
        return await self._answer(_create(command))

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a passage of a file."""
        return await self._answer(_str_replace(command))

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return await self._answer(_insert(command))

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Erase a file or a folder."""
        return await self._answer(_delete(command))

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Move a file or a folder."""
        return await self._answer(_rename(command))

    async def clear_all_memory(self) -> str:
        """Erase every file."""
        return await self._answer(memory_files.clear)

    async def _answer(self, work: _Work) -> str:
        return await self._thread.do_async(lambda project: _answer(project, work))


def _answer(project: Project, work: _Work) -> str:
    """Do what a command asks; what cannot be done is told to the model in the tool's own way."""
    try:
        return work(project)
    except FileProblemError as problem:
        raise ToolError(str(problem)) from problem
    except PhantasmError as problem:
        raise ToolError(problem.message) from problem


def _view(command: BetaMemoryTool20250818ViewCommand) -> _Work:
    return lambda project: memory_files.view(project, command.path, command.view_range)


def _create(command: BetaMemoryTool20250818CreateCommand) -> _Work:
    return lambda project: memory_files.create(project, command.path, command.file_text)


def _str_replace(command: BetaMemoryTool20250818StrReplaceCommand) -> _Work:
    return lambda project: memory_files.str_replace(project, command.path, command.old_str, command.new_str)


def _insert(command: BetaMemoryTool20250818InsertCommand) -> _Work:
    return lambda project: memory_files.insert(
        project, command.path, command.insert_line, command.insert_text
    )


def _delete(command: BetaMemoryTool20250818DeleteCommand) -> _Work:
    return lambda project: memory_files.delete(project, command.path)


def _rename(command: BetaMemoryTool20250818RenameCommand) -> _Work:
    return lambda project: memory_files.rename(project, command.old_path, command.new_path)
