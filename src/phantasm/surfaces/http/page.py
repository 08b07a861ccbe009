"""What does a browser get? The page that ships with the package, under a policy that runs nothing else."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi import Response as Reply

from phantasm.surfaces.http.answers import plain_refusal

FOLDER = Path(__file__).parent / "page"
_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
# Below these nothing is the page's.
_NO_PAGES = frozenset({"v1", "assets"})
_NOT_FOUND, _UNCHANGED = 404, 304
# Far more files than the page has; a file that was written anew is another one.
_MOST_KEPT = 32


def page_routes() -> APIRouter:
    """Return the routes of the files, and the page for every other path: it reads the path itself."""
    router = APIRouter()

    @router.api_route("/assets/{name}", methods=["GET", "HEAD"], response_model=None)
    async def asset(request: Request, name: str) -> Reply:
        # Looked up by name, never joined to a path.
        return _file(request, name) if name in _names() else _missing()

    @router.api_route("/{path:path}", methods=["GET", "HEAD"], response_model=None)
    async def page(request: Request, path: str) -> Reply:
        first = path.partition("/")[0]  # what follows may be anybody's name for anything
        is_page = "." not in first and first not in _NO_PAGES
        return _file(request, "index.html") if is_page else _missing()

    return router


def _names() -> frozenset[str]:
    return frozenset(path.name for path in FOLDER.iterdir() if path.suffix in _KINDS)


def _file(request: Request, name: str) -> Reply:
    path = FOLDER / name
    content, tag = _content(path, path.stat().st_mtime_ns)
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Reply(status_code=_UNCHANGED, headers=headers)
    return Reply(content, headers=headers, media_type=_KINDS[path.suffix])


@lru_cache(_MOST_KEPT)
def _content(path: Path, _written: int) -> tuple[bytes, str]:
    content = path.read_bytes()
    return content, f'"{sha256(content).hexdigest()[:32]}"'


def _missing() -> Reply:
    return plain_refusal(_NOT_FOUND, "there is nothing here")
