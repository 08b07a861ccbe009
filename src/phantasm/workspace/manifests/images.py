"""Which container images does a repository use? Compose files, Dockerfiles, CI services, Kubernetes. Pure."""

import re

from phantasm.workspace.manifests.model import IMAGE, Dependency, Read
from phantasm.workspace.manifests.texts import lines
from phantasm.workspace.manifests.yaml_leaves import leaves

_FROM = re.compile(r"\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+\S+)?\s*", re.IGNORECASE)
_ARGUMENT = re.compile(r"\s*ARG\s+(\w+)=[\"']?([^\"'\s]+)[\"']?\s*", re.IGNORECASE)
_USED = re.compile(r"\$\{?(\w+)(?::?-([^}]*))?\}?")
_TAG = re.compile(r"(?:.*/)?([\w.-]+):[vV]?(\d+(?:\.\d+)*)(?:[-_.+]\S*)?(?:@sha256:\S+)?")


def read_dockerfile(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read the images that a Dockerfile starts from."""
    values: dict[str, str] = {}
    found: list[Dependency] = []
    for number, line in lines(text):
        argument = _ARGUMENT.fullmatch(line)
        if argument:
            values.setdefault(argument[1], argument[2])
        start = _FROM.fullmatch(line)
        if start:
            image = _USED.sub(lambda used: values.get(used[1], used[2] or used[0]), start[1])
            found += image_of(image, file, number)
    return found


def read_services(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read the images of a file in YAML: `image: postgres:16` wherever it stands."""
    found: list[Dependency] = []
    for leaf in leaves(text):
        if leaf.path and leaf.path[-1] in {"image", "container"}:
            found += image_of(_USED.sub(lambda used: used[2] or used[0], leaf.value), file, leaf.line)
    return found


def image_of(image: str, file: str, line: int) -> list[Dependency]:
    """Return what an image and its tag say; nothing for a tag that is no version."""
    found = _TAG.fullmatch(image)
    return [Dependency(IMAGE, found[1], locked=found[2], file=file, line=line, loose=True)] if found else []
