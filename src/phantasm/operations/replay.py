"""Write a compiled context again from its manifest, byte for byte."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.context.manifest import VERSION, rewrite, text_hash
from phantasm.context.profiles import FormatName
from phantasm.context.reading.replaying import texts_of
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Count, JsonObject, Model
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {
    "manifest": {"version": 1, "store_id": "store_…", "format": "xml", "hash": "", "lines": []}
}

_Text = Annotated[str, Field(max_length=1_000_000)]
"""More than the largest context that `compile` writes has tokens."""
_MOST = 100_000
"""Lines of a context, and excerpts of a line: a context of a million tokens has fewer."""
_Name = Annotated[str, Field(max_length=512)]


class ManifestLine(Model):
    """One line: literal, or some characters of an item with what stands around them."""

    text: _Text = ""
    id: _Name | None = None
    tier: Literal["record", "evidence", "episode"] | None = None
    section: _Name = ""
    spans: list[Annotated[list[Count], Field(min_length=2, max_length=2)]] = Field(
        default=[], max_length=_MOST
    )
    before: _Text = ""
    after: _Text = ""
    also: list[_Name] = Field(default=[], max_length=_MOST)
    tokens: Count = 0
    bytes: Count = 0
    digest: _Name = ""


class Manifest(Model):
    """What a context consisted of."""

    version: Count
    store_id: _Name
    format: FormatName
    hash: _Name
    lines: list[ManifestLine] = Field(max_length=_MOST)
    seq: Count = 0
    vectors: JsonObject | None = None
    now: _Name = ""
    request: _Text = ""
    workspace: JsonObject = {}
    model: _Name = ""
    match: _Name = ""
    tokens: Count = 0
    characters: Count = 0
    prefix: JsonObject = {}


class Params(Model):
    """Which context."""

    manifest: Manifest = Field(description="The manifest that `compile` returned")


class Missing(Model):
    """An item that is not here any more."""

    id: str
    why: Literal["erased", "pruned", "sensitive", "not_found"]


class Differing(Model):
    """An item that says something else by now."""

    id: str
    line: int = Field(description="The line of the context, from 1")


class Result(Model):
    """The context, and whether it is the one that was handed over."""

    text: str
    identical: bool = Field(description="Whether every byte is as it was")
    hash: str
    missing: list[Missing] = []
    differs: list[Differing] = []


def prepare(params: Params, environment: Environment) -> BlobStore:
    """Hand over the raw store."""
    return environment.blobs


def handle(params: Params, work: Work, blobs: BlobStore) -> Result:
    """Read what the items say, and write the lines again."""
    manifest = params.manifest
    if manifest.version != VERSION:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"version {manifest.version} is not one this release reads",
            field="params.manifest.version",
            expected=str(VERSION),
        )
    if manifest.store_id != work.head.store_id:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"the manifest is of another store, {manifest.store_id}",
            field="params.manifest.store_id",
            expected=work.head.store_id,
        )
    items = list(dict.fromkeys(line.id for line in manifest.lines if line.id))
    texts, absent = texts_of(work, blobs, items)
    lines = [line.model_dump(exclude_none=True) for line in manifest.lines]
    written = rewrite(lines, manifest.format, work.head.salt, texts.get)
    now = text_hash(written.text)
    return Result(
        text=written.text,
        identical=now == manifest.hash,
        hash=now,
        missing=[Missing(id=name, why=why) for name, why in absent.items()],
        differs=[Differing(id=name, line=line) for name, line in written.differs],
    )
