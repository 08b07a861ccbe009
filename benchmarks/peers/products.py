"""Which memory products are measured, in which versions, and how is each told where vectors come from?"""

from __future__ import annotations

from dataclasses import dataclass, field

OURS, OURS_JUDGED, OURS_INSIDE = "phantasm", "phantasm, judged", "phantasm, own vectors"
"""Texts kept as they come, as the products keep them; read and judged as statements; and the first with
the model in the process."""


@dataclass(frozen=True, slots=True)
class Product:
    """Something to measure: its adapter, what to install, how it is told where vectors come from."""

    adapter: str
    packages: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    is_floor: bool = False


PRODUCTS = {
    OURS: Product("with_phantasm.py", arguments=("endpoint", "evidence")),
    OURS_JUDGED: Product("with_phantasm.py", arguments=("endpoint", "statements")),
    OURS_INSIDE: Product("with_phantasm.py", arguments=("inside", "evidence")),
    "mem0": Product("with_mem0.py", ("mem0ai==2.2.1", "qdrant-client==1.20.0"), {"MEM0_TELEMETRY": "False"}),
    "mnemosyne": Product(
        "with_mnemosyne.py",
        ("mnemosyne-memory==3.15.1", "numpy==2.4.6", "sqlite-vec==0.1.9", "pysqlite3==0.6.1"),
        {
            "MNEMOSYNE_EMBEDDING_API_URL": "{url}",
            "MNEMOSYNE_EMBEDDING_MODEL": "phantasm",
            "MNEMOSYNE_EMBEDDING_DIM": "256",
        },
    ),
    # 12.4.0 wants a certifi that the index did not have on the day this was written.
    "mcp-memory-service": Product(
        "with_mcp_memory.py",
        ("mcp-memory-service==12.2.0", "pysqlite3==0.6.1"),
        {"MCP_EXTERNAL_EMBEDDING_URL": "{url}/embeddings", "MCP_EXTERNAL_EMBEDDING_MODEL": "phantasm"},
    ),
    "mempalace": Product(
        "with_mempalace.py",
        ("mempalace==3.11.0",),
        {
            "MEMPALACE_EMBEDDING_MODEL": "openai-compat",
            "MEMPALACE_EMBEDDING_API_URL": "{url}",
            "MEMPALACE_EMBEDDING_API_MODEL": "phantasm",
            "ANONYMIZED_TELEMETRY": "False",
        },
    ),
    "plain FTS5": Product("with_fts5.py", is_floor=True),
    "grep": Product("with_grep.py", is_floor=True),
}
