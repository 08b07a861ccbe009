"""Trust list: stores, configuration files and variables that a person has accepted, in the user's own folder.

A store is believed because it is on this list with the path of its project, the device and the inode of its
state folder, and a random mark that lies in that folder and in no copy that we make. A clone, an archive, a
copy or a moved project is not on it, whatever its files say of themselves. The list itself is believed in the
account's own `~/.config/phantasm`, and elsewhere only where it names the very folder that it lies in: a
variable such as PHANTASM_HOME may point to another list of this user, and never to one that came with files.

Hooks ask this before anything else: the standard library only, and little of it.
"""

from __future__ import annotations

import os

from phantasm.config.environment import user_folder_name
from phantasm.config.finding import git_folder_named_by, text_of, upwards
from phantasm.contracts.json_text import parsed

# Type checkers take this for true; the one of `typing` takes longer to load than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from phantasm.config.paths import Paths

FILE = "trust.json"
MARK = "mark"
"""The file in `state` that a copy from elsewhere cannot have right."""
EVERYWHERE = "*"
"""In place of a project's path: variables that count in every project."""
_FORMAT = 1
_MOST_BYTES = 1 << 20
"""Thousands of projects; what is longer is no list of ours."""
_MOST_INDEX_BYTES = 1 << 28
"""git's list of a million files; nobody tracks more."""
_MOST_VERSIONS = 20
"""Approved versions of a file: enough for switching between branches without being asked again."""
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FILE = 0o10
"""What the upper bits of a mode say of a regular file; loading `stat` for its name takes time."""
_ENTRIES_BY_PREFIX = b"\x00\x00\x00\x04"
"""The version of git's index that leaves out what a name has in common with the one before."""

_STORE = ("id", "device", "inode", "mark", "at")
_made: set[tuple[str, int, int]] = set()
"""The state folders that this very process made: path of the project, device, inode."""


class Trust:
    """What a person has accepted; a list that cannot be believed is empty and says why."""

    __slots__ = ("files", "folders", "problem", "stores", "variables")

    def __init__(self, told: Mapping[str, object], problem: str = "") -> None:
        self.problem = problem
        self.stores = {
            path: {str(name): value for name, value in entry.items()}
            for path, entry in _table(told, "stores").items()
            if isinstance(entry, dict) and all(name in entry for name in _STORE)
        }
        """By the resolved path of the project: id, device, inode, mark, and when it was accepted."""
        folders = told.get("folders")
        self.folders = [str(one) for one in folders] if isinstance(folders, list) else []
        """Written by hand, for machines without a person: whatever lies there is believed."""
        self.files = {path: _texts(found) for path, found in _table(told, "files").items()}
        """Approved versions of configuration files, as hashes."""
        self.variables = {path: _texts(found) for path, found in _table(told, "variables").items()}
        """NAME=VALUE, or NAME for any value, by the path of the project."""

    def told(self) -> dict[str, object]:
        """Return what is written down."""
        return {
            "format": _FORMAT,
            "stores": self.stores,
            "folders": self.folders,
            "files": self.files,
            "variables": self.variables,
        }


def place() -> str:
    """Return where the list lies."""
    return f"{os.path.realpath(user_folder_name())}/{FILE}"


def read() -> Trust:
    """Return the list; one that is damaged, or that somebody else may have put there, trusts nothing."""
    path = place()
    try:
        text = _text_of(path, _MOST_BYTES)
        told = parsed(text.decode()) if text is not None else {}
    except OSError as problem:
        return Trust({}, f"{path} cannot be used: {problem.strerror or problem}")
    except (ValueError, RecursionError):
        return Trust({}, f"{path} is damaged: it is no JSON")
    if text is None:
        return Trust({})
    if not isinstance(told, dict) or told.get("format") != _FORMAT:
        return Trust({}, f"{path} is damaged: it is no trust list of this release")
    folder = os.path.dirname(path)
    if told.get("folder") != _identity(folder) and folder != _account_folder():
        return Trust({}, f"{path} was not made where it lies")
    return Trust(told)


def doubt(root: str) -> str:
    """Return why a project's state is not to be read; empty where a person has accepted it, or there is none.

    Of the state itself nothing is read but its mark, and that only where everything else is as it should be.
    """
    real, state = os.path.realpath(root), f"{root}/.phantasm/state"
    try:
        status = os.lstat(state)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    if tracked(root):
        return "git tracks files in it, so they came with the repository"
    if (real, status.st_dev, status.st_ino) in _made:
        return ""
    known = read()
    if any(real == one or (one.endswith("/*") and real.startswith(one[:-1])) for one in known.folders):
        return ""
    entry = known.stores.get(real)
    if entry is None:
        return known.problem or "nobody has accepted it at this place"
    if entry["inode"] != status.st_ino or not _is_same_device(entry["device"], status.st_dev):
        return "it is not the folder that was accepted at this place"
    if entry["mark"] != _mark_in(state):
        return "its mark is not the one of the store that was accepted at this place"
    return ""


def tracked(root: str) -> bool:
    """Tell whether git tracks a file below a project's state folder, without starting git.

    git replaces what it ignores without asking: a commit that tracks such a file writes it into a folder that
    was accepted. An index that leaves out common beginnings of names cannot be read so quickly: there only
    `doctor` and `bootstrap`, which ask git, see it.
    """
    top = next((folder for folder in upwards(root) if os.path.lexists(f"{folder}/.git")), "")
    if not top:
        return False
    git = git_folder_named_by(top) or f"{top}/.git"
    index = _bytes_of(f"{git}/index", _MOST_INDEX_BYTES) or b""
    below = os.path.relpath(root, top)
    name = ".phantasm/state/" if below == "." else f"{below}/.phantasm/state/"
    return index[4:8] != _ENTRIES_BY_PREFIX and os.fsencode(name) in index


def store_id_of(root: str) -> str | None:
    """Return the id of the store that was accepted; None where only its place was."""
    entry = read().stores.get(os.path.realpath(root))
    return str(entry["id"]) if entry and entry["id"] else None


def made(root: str) -> None:
    """Believe the state folder of a project for as long as this process lives, which has just made it."""
    status = os.lstat(f"{root}/.phantasm/state")
    _made.add((os.path.realpath(root), status.st_dev, status.st_ino))


def claim(root: str, *, at: str) -> str:
    """Accept the state folder of a project that is about to be made; returns why not, where files lie in it.

    One process after the other, and the mark before the entry: whoever comes second, or after a crash, finds
    either an accepted folder or an empty one.
    """
    real, state = os.path.realpath(root), f"{root}/.phantasm/state"
    refused: list[str] = []

    def add(known: Trust) -> None:
        why = doubt(root)
        if why and not is_empty(root):
            refused.append(why)
        elif why or not os.path.isdir(state):
            os.makedirs(state, mode=0o700, exist_ok=True)
            known.stores[real] = _entry(state, None, at)

    _change(add)
    return "".join(refused)


def is_empty(root: str) -> bool:
    """Tell whether no file lies in a project's state folder: what was only begun holds nothing."""
    state = f"{root}/.phantasm/state"
    found = (os.path.join(folder, name) for folder, _, names in os.walk(state) for name in names)
    return all(name == f"{state}/{MARK}" for name in found)


def accept(root: str, store_id: str | None, *, at: str) -> None:
    """Put the store of a project on the list, as it lies there now."""
    entry = _entry(f"{root}/.phantasm/state", store_id, at)
    _change(lambda known: known.stores.update({os.path.realpath(root): entry}))


def note_id(root: str, store_id: str) -> None:
    """Note that an accepted place has another store now, because a person had it restored or made anew."""
    real = os.path.realpath(root)
    entry = read().stores.get(real)
    if entry and entry["id"] != store_id:
        _change(lambda known: known.stores.update({real: {**entry, "id": store_id}}))


def remove(root: str) -> bool:
    """Take the store of a project off the list, with the files and variables that were approved for it."""
    real = os.path.realpath(root)
    known = read()
    files = [path for path in known.files if os.path.dirname(path) == f"{real}/.phantasm"]
    if real not in known.stores and real not in known.variables and not files:
        return False

    def drop(known: Trust) -> None:
        known.stores.pop(real, None)
        known.variables.pop(real, None)
        for path in files:
            known.files.pop(path, None)

    _change(drop)
    return True


def hashes(path: str | os.PathLike[str]) -> frozenset[str]:
    """Return the approved hashes of one configuration file."""
    return frozenset(read().files.get(os.path.realpath(path), ()))


def approve(files: Iterable[tuple[str | os.PathLike[str], str]], root: str, variables: Iterable[str]) -> None:
    """Remember which versions of files, and which variables for a project, the person has approved."""
    versions = [(os.path.realpath(path), digest) for path, digest in files]
    named, real = list(variables), root if root == EVERYWHERE else os.path.realpath(root)

    def add(known: Trust) -> None:
        for path, digest in versions:
            older = [one for one in known.files.get(path, ()) if one != digest]
            known.files[path] = [*older, digest][-_MOST_VERSIONS:]
        if named:
            known.variables[real] = sorted({*known.variables.get(real, ()), *named})

    _change(add)


def approved_variables(root: str) -> frozenset[str]:
    """Return the variables that count in a project: NAME=VALUE, or NAME for any value."""
    known = read().variables
    return frozenset((*known.get(os.path.realpath(root), ()), *known.get(EVERYWHERE, ())))


def stamps(paths: Paths) -> dict[str, list[int] | None]:
    """Return when each configuration file was written last and how long it is; None where it is missing."""
    return {str(path): stamp(path) for path in (paths.settings, paths.clients, place())}


def stamp(path: str | os.PathLike[str]) -> list[int] | None:
    """Return when a file was written last and how long it is; None where it is not there."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return [status.st_mtime_ns, status.st_size]


def _entry(state: str, store_id: str | None, at: str) -> dict[str, object]:
    """Put a new mark into a state folder, and return what the list says of it."""
    mark, path = os.urandom(16).hex(), f"{state}/{MARK}"
    if os.path.lexists(path):
        os.unlink(path)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.write(descriptor, mark.encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    status = os.lstat(state)
    return {"id": store_id or "", "device": status.st_dev, "inode": status.st_ino, "mark": mark, "at": at}


def _change(change: Callable[[Trust], None]) -> None:
    """Change the list as a whole, one process at a time; a list that cannot be believed is set aside."""
    import fcntl  # noqa: PLC0415  only for those who change something

    folder = os.path.realpath(user_folder_name())
    os.makedirs(folder, mode=0o700, exist_ok=True)
    lock = os.open(f"{folder}/{FILE}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = read()
        if known.problem and os.path.lexists(place()):
            os.rename(place(), f"{place()}.set-aside")
        before = repr(known.told())
        change(known)
        if repr(known.told()) != before:
            _write(folder, known)
    finally:
        os.close(lock)


def _write(folder: str, known: Trust) -> None:
    import json  # noqa: PLC0415  only for those who change something

    told = known.told() | {"folder": _identity(folder)}
    _replace(f"{folder}/{FILE}", json.dumps(told, indent=1, sort_keys=True))


def _replace(path: str, text: str) -> None:
    from pathlib import Path  # noqa: PLC0415  only for those who change something

    from phantasm.config.files import replace_text  # noqa: PLC0415

    replace_text(Path(path), text, mode=0o600)


def _identity(folder: str) -> list[object] | None:
    """Return what tells a folder from its copies."""
    try:
        return [folder, os.stat(folder).st_ino]
    except OSError:
        return None


def _account_folder() -> str:
    """Return where the list lies by what the system says of this account, whatever variables say."""
    import pwd  # noqa: PLC0415  only where the list does not name its own folder

    try:
        return os.path.realpath(f"{pwd.getpwuid(os.getuid()).pw_dir}/.config/phantasm")
    except KeyError:  # a user without an account, as in some containers
        return ""


def _is_same_device(known: object, found: int) -> bool:
    """Compare device numbers, unless both are anonymous: btrfs and overlays change theirs with each mount."""
    return known == found or (isinstance(known, int) and not os.major(known) and not os.major(found))


def _mark_in(state: str) -> str:
    return text_of(f"{state}/{MARK}", 64)


def _text_of(path: str, most: int) -> bytes | None:
    """Return a file of this user that nobody else may write; None where there is none."""
    try:
        descriptor = os.open(path, _READ)
    except FileNotFoundError:
        return None
    try:
        status = os.fstat(descriptor)
        if status.st_mode >> 12 != _FILE or status.st_uid != os.geteuid() or status.st_mode & 0o022:
            raise OSError(0, "others may write to it, or it is no regular file of this user")
        if status.st_size > most:
            raise OSError(0, f"it is larger than {most} bytes")
        return _all_of(descriptor, most)
    finally:
        os.close(descriptor)


def _bytes_of(path: str, most: int) -> bytes | None:
    try:
        descriptor = os.open(path, _READ)
    except (OSError, ValueError):
        return None
    try:
        return _all_of(descriptor, most) if os.fstat(descriptor).st_mode >> 12 == _FILE else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _all_of(descriptor: int, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := os.read(descriptor, min(most, 1 << 24))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _table(told: Mapping[str, object], name: str) -> dict[str, object]:
    found = told.get(name)
    return {str(key): value for key, value in found.items()} if isinstance(found, dict) else {}


def _texts(found: object) -> list[str]:
    return [str(one) for one in found] if isinstance(found, list) else []
