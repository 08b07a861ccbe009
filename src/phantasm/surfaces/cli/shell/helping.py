"""What can be typed and pressed? All commands at a glance, or one command or operation in full."""

from rich.console import RenderableType
from rich.text import Text

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.parse import did_you_mean
from phantasm.surfaces.cli.shell.commands import COMMANDS, SHORT, Command
from phantasm.surfaces.cli.shell.parameters import Parameter, operation_names, parameters, summary

_WAYS = {
    "words": "search for them; so does ? WORDS",
    "operation key=value": 'call any operation; key="two words", key=[1,2], key.deeper=1',
    '{"operation": …}': "send a request as JSON",
    "# remark": "nothing",
}
_OPERATIONS = "operations"
_KEYS = {
    "Tab": "complete commands, operations, parameters, values, handles",
    "Up, Ctrl-R": "earlier lines; those with a secret, and those that begin with a blank, are not kept",
    "Alt-1 … Alt-5": "show that answer of the live search",
    "Ctrl-C": "clear the line, stop what runs",
    "Ctrl-D": "leave",
}


def help_about(name: str, *, has_keys: bool) -> list[RenderableType]:
    """Show the help, or what one command or operation takes."""
    if not name:
        return _overview(has_keys=has_keys)
    if name == _OPERATIONS:
        return _pairs({operation: summary(operation) for operation in operation_names()})
    if command := COMMANDS.get(SHORT.get(name, name)):
        return _command(command)
    if name in operation_names():
        return [Text.assemble((name, "bold"), f"  {summary(name)}"), *_parameters(name)]
    known = [*COMMANDS, *operation_names()]
    raise PhantasmError(
        Code.NOT_FOUND, f"nothing is called {name!r}{did_you_mean(name, known)}", expected="/help"
    )


def _overview(*, has_keys: bool) -> list[RenderableType]:
    usages = {f"/{command.name} {command.usage}".rstrip(): command.about for command in COMMANDS.values()}
    parts = [*_pairs(usages), Text(), *_pairs(_WAYS)]
    if has_keys:
        parts += [Text(), *_pairs(_KEYS)]
    return [*parts, Text(), Text("/help operations lists them; /help NAME shows what one takes", "dim")]


def _command(command: Command) -> list[RenderableType]:
    head = Text.assemble((f"/{command.name} {command.usage}".rstrip(), "bold"), f"  {command.about}")
    if not command.operation:
        return [head]
    behind = Text(f"the operation {command.operation}; besides its words it takes key=value:", "dim")
    return [head, behind, *_parameters(command.operation)]


def _parameters(operation: str) -> list[RenderableType]:
    return _pairs({name: _told(one) for name, one in parameters(operation).items()}, indent="  ")


def _told(parameter: Parameter) -> str:
    needed = "needed; " if parameter.required else ""
    what = ", ".join(parameter.choices) if parameter.choices else parameter.type
    return f"{needed}{parameter.about} ({what})" if parameter.about else f"{needed}({what})"


def _pairs(lines: dict[str, str], *, indent: str = "") -> list[RenderableType]:
    width = max((len(name) for name in lines), default=0)
    return [Text.assemble((f"{indent}{name:<{width}}  ", "bold"), about) for name, about in lines.items()]
