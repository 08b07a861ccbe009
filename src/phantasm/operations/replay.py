"""Write a compiled context again from its manifest, byte for byte."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.context.manifest import VERSION, rewrite, text_hash
from phantasm.context.profiles import FormatName
from phantasm.context.reading.replaying import texts_of
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {
    "manifest": {"version": 1, "store_id": "store_…", "format": "xml", "hash": "", "lines": []}
}

_Number = Annotated[int, Field(ge=0)]


class ManifestLine(Model):
    """One line: literal, or some characters of an item with what stands around them."""

    text: str = ""
    id: str | None = None
    tier: Literal["record", "evidence", "episode"] | None = None
    section: str = ""
    spans: list[Annotated[list[_Number], Field(min_length=2, max_length=2)]] = []
    before: str = ""
    after: str = ""
    also: list[str] = []
    tokens: _Number = 0
    bytes: _Number = 0
    digest: str = ""


class Manifest(Model):
    """What a context consisted of."""

    version: int
    store_id: str
    format: FormatName
    hash: str
    lines: list[ManifestLine]
    seq: _Number = 0
    vectors: JsonObject | None = None
    now: str = ""
    request: str = ""
    workspace: JsonObject = {}
    model: str = ""
    match: str = ""
    tokens: _Number = 0
    characters: _Number = 0
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
