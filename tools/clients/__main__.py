"""Command line of the recordings: `python -m tools.clients record [CLIENT]... [--out FOLDER]`."""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tools.clients import recording, table
from tools.clients.endpoint import Endpoint

_FIXTURES = Path(__file__).parents[2] / "tests" / "fixtures" / "recordings"
_CACHE = Path.home() / ".cache" / "phantasm-clients"
_ALONE = ("unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""A network with nothing but loopback, where the kernel gives one; elsewhere the proxy refuses alone."""


def main() -> None:
    """Install what is missing, then record."""
    parser = argparse.ArgumentParser(prog="python -m tools.clients", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    listed = commands.add_parser("list", help="print the clients and their pinned packages")
    recorded = commands.add_parser("record", help="record clients; all of them if none is named")
    recorded.add_argument("clients", nargs="*", metavar="CLIENT", help=", ".join(table.CLIENTS))
    recorded.add_argument(
        "--out", type=Path, default=_FIXTURES, help="a folder for each client is written here"
    )
    recorded.add_argument("--cache", type=Path, default=_CACHE, help="where npm installs")
    recorded.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.command == "list":
        for client in table.CLIENTS.values():
            print(f"{client.name:12} {client.package}")
        listed.exit()
    names = [name.replace("-", "_") for name in given.clients or table.CLIENTS]
    unknown = sorted(set(names) - set(table.CLIENTS))
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; known: {', '.join(table.CLIENTS)}")
    for name in names:
        recording.install(table.CLIENTS[name], given.cache)
    if not given.alone and shutil.which(_ALONE[0]):
        again = [*_ALONE, sys.executable, "-m", "tools.clients", *sys.argv[1:], "--alone"]
        os.execvp(again[0], again)
    for name in names:
        _record(table.CLIENTS[name], given.cache, given.out / name)


def _record(client: table.Client, cache: Path, out: Path) -> None:
    # Some clients still write while they end.
    folder = tempfile.TemporaryDirectory(prefix="recording-", ignore_cleanup_errors=True)
    with folder as work, Endpoint() as endpoint:
        stage = recording.Stage(client, recording.install(client, cache), Path(work), endpoint)
        stage.set_up()
        played = [stage.play(session) for session in recording.SESSIONS]
        stage.keep(played, out)
        for number, session in enumerate(played, 1):
            for turn in session["turns"]:
                print(f"{client.name} {number}: reached the model: {turn['reached']}")
        for host in sorted(endpoint.refused):
            print(f"{client.name}: wanted {host}, refused")


if __name__ == "__main__":
    main()
