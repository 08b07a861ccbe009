"""Does a tool or a command only look, or does it change files? Pure."""

import re
from typing import Final

from phantasm.session.episodes.shell import Segment, segments

LOOKING_TOOLS: Final = frozenset(
    "read readfile readfilev2 readmanyfiles viewimage view open goto scrollup scrolldown "
    "grep greptool grepsearch ripgrep ripgrepsearch glob globfilesearch filesearch findfile searchdir "
    "searchfile "
    "searchfilecontent codebasesearch semanticsearch ls list listdir listdirectory listfiles notebookread "
    "readnotebook strreplaceeditorview texteditorview editview readlints cat".split()
)
"""What the clients call the tools that show what the repository says, in small letters without separators."""

CHANGING_TOOLS: Final = frozenset(
    "edit write multiedit notebookedit editnotebook applypatch strreplace strreplaceeditor texteditor "
    "create insert "
    "writefile replace editfile editfilev2 deletefile delete searchreplace createfile movefile rename "
    "str_replace_based_edit_tool strreplacebasededittool submit writetofile replaceinfile".split()
)
"""What they call the tools that change the files that they name."""

LOOKING_PROGRAMS: Final = frozenset(
    "cat head tail less more ls ll tree grep egrep fgrep rg ag ack fd wc nl bat stat file du df pwd "
    "which type "
    "realpath dirname basename sort uniq cut tr column jq yq awk diff cmp strings od xxd hexdump date whoami "
    "printenv id uname history".split()
)
"""Programs that show something and change nothing; pipelines of them show something, too."""

NEUTRAL_PROGRAMS: Final = frozenset(
    ("cd", "pushd", "popd", "echo", "printf", "true", ":", "set", "export", "clear")
)
"""Programs that neither look nor do: a line of nothing else is taken for looking."""

LOOKING_GIT: Final = frozenset(
    "show log diff status blame ls-files grep ls-tree cat-file rev-parse describe shortlog reflog "
    "remote".split()
)
_SEPARATORS: Final = re.compile(r"[\s_\-.:]+")


def tool_name(tool: str) -> str:
    """Return how a tool is known: in small letters, without separators and without its server's name."""
    return _SEPARATORS.sub("", tool.rsplit("__", 1)[-1].lower())


def is_looking_tool(tool: str | None) -> bool:
    """Tell whether a tool only shows what the repository says."""
    return tool is not None and tool_name(tool) in LOOKING_TOOLS


def is_changing_tool(tool: str | None) -> bool:
    """Tell whether a tool changes the files that it names."""
    # An editor that was told what to do (`str_replace_editor create`) is known by its first word.
    return (
        tool is not None and tool_name(tool.split(" ", 1)[0]) in CHANGING_TOOLS and not is_looking_tool(tool)
    )


def is_looking(command: str) -> bool:
    """Tell whether a command line only shows something and changes nothing."""
    found = segments(command)
    return bool(found) and all(_is_looking_segment(segment) for segment in found)


def changed_by(command: str) -> tuple[str, ...]:
    """Return the files that a command line plainly writes to: redirections, `tee`, `sed -i`."""
    found: list[str] = []
    for segment in segments(command):
        found.extend(segment.writes)
        match segment.words:
            case ("tee", *names):
                found.extend(name for name in names if not name.startswith("-"))
            case ("sed", *rest) if any(word.startswith(("-i", "--in-place")) for word in rest):
                found.extend(rest[-1:])
            case _:
                continue
    return tuple(dict.fromkeys(name for name in found if name and "*" not in name))


def _is_looking_segment(segment: Segment) -> bool:
    if segment.writes:
        return False
    match segment.words:
        case ():
            return True
        case ("git", *rest):
            names = [word for word in rest if not word.startswith("-")]
            return bool(names) and (names[0] in LOOKING_GIT or names == ["branch"])
        case ("find", *rest):
            return not {"-delete", "-exec", "-execdir", "-ok"} & set(rest)
        case ("sed", *rest):
            return not any(word.startswith(("-i", "--in-place")) for word in rest)
        case _:
            name = segment.words[0]
            return name in LOOKING_PROGRAMS or name in NEUTRAL_PROGRAMS
