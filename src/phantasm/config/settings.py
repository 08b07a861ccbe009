"""What can be chosen? Every key, with its default, its meaning and whether it widens trust."""

from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field
from pydantic.config import JsonDict

from phantasm.config.agent_settings import PROTECTS, Glob, HookSettings, McpSettings
from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import Model


class AnchorSettings(Model):
    """How what is remembered is held against the code."""

    derive: bool = Field(
        default=True, description="Whether files, symbols and versions that a statement names are cited."
    )
    check: bool = Field(
        default=True, description="Whether what is cited is looked at whenever a record is shown."
    )
    expire_unverified_days: Annotated[int, Field(ge=0, le=36_500)] = Field(
        default=180,
        description="After how long what no person said and nobody verified is no longer told; 0: never.",
    )


class HistorySettings(Model):
    """What is taken in of the repository's commits."""

    enabled: bool = Field(default=True, description="Whether maintenance takes in new commits.")
    max_commits: Annotated[int, Field(ge=1, le=1_000_000)] = Field(
        default=20_000,
        description="How far back the first reading goes; `phantasm history update --all` goes further.",
    )
    since: Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = Field(
        default="", description="Only commits from this day on, as YYYY-MM-DD. Empty: as far as max_commits."
    )
    exclude: Annotated[list[Glob], Field(max_length=500)] = Field(
        default=[],
        description="Files that are left out, as in .gitignore: vendor/**, *.lock. A commit that changed "
        "nothing else is left out with them.",
        json_schema_extra=PROTECTS,
    )


WIDENS: JsonDict = {"widens_trust": True}
"""A key marked so is ignored, with a warning, until the person at the terminal has approved the file: the
repository's config is somebody else's text."""


Url = Annotated[str, Field(pattern=r"^https?://[^\s@]+$", max_length=500)]
"""Where a server is. No password: what a file of the repository holds is no secret."""

VariableName = Annotated[str, Field(pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$", max_length=100)]
"""The name of an environment variable, or nothing."""


def host_of(url: str) -> str:
    """Return the host and port of a url; empty where it has none."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:  # half an IPv6 address
        return ""


class SessionSettings(Model):
    """What is kept of sessions."""

    output_characters: Annotated[int, Field(ge=0, le=100_000)] = Field(
        default=2_000,
        description="How much of a failing command's output is kept: its beginning and its end.",
    )
    condense_after_days: Annotated[int, Field(ge=1, le=3650)] = Field(
        default=30, description="The age at which an episode is condensed to a few lines."
    )
    retention_days: Annotated[int, Field(ge=0, le=3650)] = Field(
        default=30,
        description="How long the turns of a condensed episode are kept; records and their evidence stay.",
        json_schema_extra=WIDENS,  # a clone must not be able to have turns removed early
    )


class LearningSettings(Model):
    """What is made of sessions."""

    claims: Literal["records", "suggestions", "off"] = Field(
        default="records",
        # The default is the widest: whatever else a clone says, it narrows.
        description="What claims from sessions become: records where they are sure, suggestions, or nothing.",
    )
    repeats: Annotated[int, Field(ge=2, le=100)] = Field(
        default=3, description="In how many sessions a suggestion has to come up until it counts."
    )
    successes: Annotated[int, Field(ge=1, le=100)] = Field(
        default=3, description="How many independent successes a procedure needs until it is verified."
    )
    window_days: Annotated[int, Field(ge=1, le=3650)] = Field(
        default=90, description="How far back episodes are compared to find procedures."
    )


class MaintenanceSettings(Model):
    """When and how far memory tidies itself up."""

    enabled: bool = Field(default=True, description="Whether anything runs by itself.")
    nightly_at: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] = Field(
        default="03:00", description="When the nightly run is due, in UTC; a missed one is made up for once."
    )
    stagger_minutes: Annotated[int, Field(ge=0, le=720)] = Field(
        default=30, description="Up to how much later a project runs, so that not all run at once."
    )
    change_budget: Annotated[int, Field(ge=0, le=100_000)] = Field(
        default=500,
        description="How many changes one run may make to what is held.",
        json_schema_extra=WIDENS,
    )
    run_minutes: Annotated[int, Field(ge=1, le=1440)] = Field(
        default=10, description="How long one run may take; the next goes on where it stopped."
    )
    size_bound_megabytes: Annotated[int, Field(ge=10, le=10_000_000)] = Field(
        default=2_000,
        description="What du may show of the store; beyond it old turns and vectors go, never records.",
        json_schema_extra=WIDENS,
    )


class LlmSettings(Model):
    """A language model that may propose claims; nothing needs one."""

    provider: Literal["none", "ollama", "openai"] = Field(
        default="none",
        description="Who is asked: nobody, an Ollama server, or an OpenAI-compatible endpoint.",
        json_schema_extra=WIDENS,
    )
    url: Url = Field(
        default="http://127.0.0.1:11434",
        description="The server. What was said in sessions is sent there, secrets masked.",
        json_schema_extra=WIDENS,
    )
    model: Annotated[str, Field(max_length=200)] = Field(
        default="", description="The model's name.", json_schema_extra=WIDENS
    )
    api_key_env: VariableName = Field(
        default="",
        description="The name of the environment variable that holds the key, never the key.",
        json_schema_extra=WIDENS,
    )
    timeout_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        default=120.0, description="How long one answer may take."
    )
    spend_cap_dollars: Annotated[float, Field(ge=0, le=1e6)] = Field(
        default=0.0,
        description="The most that may ever be spent; 0: nothing that costs is sent.",
        json_schema_extra=WIDENS,
    )
    price_per_million_input: Annotated[float, Field(ge=0, le=1e6)] | None = Field(
        default=None,
        description="Dollars per million tokens that are sent; may be left out for a server on this machine.",
        json_schema_extra=WIDENS,
    )
    price_per_million_output: Annotated[float, Field(ge=0, le=1e6)] | None = Field(
        default=None, description="Dollars per million tokens that come back.", json_schema_extra=WIDENS
    )


class SharingSettings(Model):
    """How memory is shared with others."""

    # A clone's file must not be able to make somebody's memory part of what they push.
    tracked: bool = Field(
        default=False,
        description="Whether .phantasm/memory/, which git tracks, is kept in step with what is held true.",
        json_schema_extra=WIDENS,
    )


class WorkspaceSettings(Model):
    """How memory follows the repository."""

    worktrees: Literal["shared", "own"] = Field(
        default="shared",
        description="Whether linked worktrees use the main worktree's memory, or each keeps one of its own.",
    )
    follow_branches: bool = Field(
        default=True,
        description="Whether records follow their branch by themselves when it is merged, renamed or gone.",
    )


class StoreSettings(Model):
    """Where and how durably memory is kept."""

    synchronous: Literal["FULL", "EXTRA", "NORMAL"] = Field(
        default="FULL",
        description="How SQLite syncs a write. FULL survives power loss; NORMAL may lose the last writes.",
        json_schema_extra=WIDENS,
    )
    lock_timeout_seconds: Annotated[float, Field(gt=0, le=600)] = Field(
        default=30.0, description="How long a writer waits for its turn before it answers store_busy."
    )


class SecuritySettings(Model):
    """What is kept out of the store and who may see what."""

    redact_secrets: bool = Field(
        default=True,
        description="Mask credentials in everything before it is written.",
        json_schema_extra=WIDENS,
    )
    default_sensitivity: Literal["normal", "sensitive"] = Field(
        default="normal",
        description="The sensitivity of a record whose writer names none.",
        json_schema_extra=PROTECTS,
    )


class JudgeSettings(Model):
    """Who may replace what is held true."""

    person_only: list[KindName] = Field(
        default=["identity", "constraint"],
        description="Kinds whose live records only a person replaces; from anybody else it is a conflict.",
        json_schema_extra=WIDENS,  # a shorter list would let agents replace what people hold
    )


class BackupSettings(Model):
    """Which backups are kept."""

    keep: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=10,
        description="How many backups are kept; older ones go when a new one is made.",
        json_schema_extra=WIDENS,  # a clone must not be able to have backups removed
    )


class EmbeddingSettings(Model):
    """Who turns texts into vectors."""

    # Everything here that decides where texts go, which of the user's variables goes with them, or which
    # foreign model is run on them widens trust.
    provider: Literal["embedded", "ollama", "openai", "onnx", "hashing", "none"] = Field(
        default="embedded",
        description="Who embeds: the model in the package, an Ollama server, an OpenAI-compatible endpoint, "
        "an ONNX model from a folder, hashed words (for tests), or nobody: then only words are searched.",
        json_schema_extra=WIDENS,
    )
    model: Annotated[str, Field(max_length=200)] = Field(
        default="",
        description="The model's name, for openai, onnx (as the hub has it) and ollama (or ollama.model).",
        json_schema_extra=WIDENS,
    )
    folder: Annotated[str, Field(max_length=500)] = Field(
        default="",
        description="For onnx: the model's folder, or a hub's cache. Empty: the user's own hub cache.",
        json_schema_extra=WIDENS,
    )
    dimensions: Annotated[int, Field(ge=16, le=4096)] = Field(
        default=256, description="How many numbers of a vector are kept for recall, if the model has as many."
    )
    layers: Annotated[int, Field(ge=0, le=1000)] | Literal["usual"] = Field(
        default="usual",
        description="After how many layers a vector is taken, of a model that can be left early. "
        "usual: as many as proved enough of the model in the package, all of any other.",
    )
    batch_size: Annotated[int, Field(ge=1, le=512)] = Field(
        default=32, description="How many texts are sent to a server or given to a model at once."
    )
    url: Url = Field(
        default="http://127.0.0.1:8080/v1",
        description="For openai: the endpoint, up to and without /embeddings.",
        json_schema_extra=WIDENS,
    )
    api_key_env: VariableName = Field(
        default="",
        description="For openai: the name of the environment variable that holds the key, never the key.",
        json_schema_extra=WIDENS,
    )
    timeout_seconds: Annotated[float, Field(gt=0, le=600)] = Field(
        default=30.0, description="How long a server may take for one batch, further attempts included."
    )


class OllamaSettings(Model):
    """The Ollama server, where it is the provider of [embedding]."""

    url: Url = Field(
        default="http://127.0.0.1:11434",
        description="The server. What is embedded is sent there.",
        json_schema_extra=WIDENS,
    )
    model: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default="nomic-embed-text",
        description="The model, where embedding.model names none. Fetch it first: ollama pull NAME.",
        json_schema_extra=WIDENS,
    )


class QdrantSettings(Model):
    """The Qdrant server that holds vectors instead of the embedded index."""

    url: Annotated[str, Field(pattern=r"^(https?://[^\s@]+)?$", max_length=500)] = Field(
        default="",
        description="The server, for example http://127.0.0.1:6333. Empty: the embedded index.",
        json_schema_extra=WIDENS,
    )
    collection: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,100}$")] = Field(
        default="phantasm",
        description="What the names of this project's collections begin with.",
        json_schema_extra=WIDENS,  # a clone must not be able to write into another project's collection
    )
    api_key_env: VariableName = Field(
        default="",
        description="The name of the environment variable that holds the server's key, never the key.",
        json_schema_extra=WIDENS,
    )


class ContextSettings(Model):
    """What a compiled context may hold."""

    max_tokens: Annotated[int, Field(ge=100, le=1_000_000)] = Field(
        default=50_000, description="The token budget of a compile that names none."
    )
    fact_limit: Annotated[int, Field(ge=0, le=1000)] = Field(
        default=20, description="The most facts in a context, whatever the budget."
    )
    episode_limit: Annotated[int, Field(ge=0, le=1000)] = Field(
        default=10, description="The most episodes in a context, whatever the budget."
    )
    procedure_limit: Annotated[int, Field(ge=0, le=1000)] = Field(
        default=5, description="The most procedures in a context, whatever the budget."
    )
    model: Literal["claude", "openai", "gemini", "small-local", "plain"] = Field(
        default="claude", description="The model profile of a compile that names none: order, format, tokens."
    )


class TelemetrySettings(Model):
    """What is written to state/logs."""

    level: Literal["off", "error", "info", "debug"] = Field(
        default="info", description="The least severe event that is logged. Reads are logged at debug."
    )
    max_bytes: Annotated[int, Field(ge=10_000, le=1_000_000_000)] = Field(
        default=1_000_000, description="The size at which a log file is rotated."
    )
    files: Annotated[int, Field(ge=1, le=100)] = Field(default=5, description="How many log files are kept.")


class Settings(Model):
    """All of phantasm.toml."""

    version: Literal["v1"] = Field(default="v1", description="The version of this file's format.")
    default_client: str = Field(
        default="generic_mcp",
        description="The profile of a caller that names none, or that names cli without a terminal.",
        json_schema_extra=WIDENS,
    )
    store: StoreSettings = StoreSettings()
    security: SecuritySettings = SecuritySettings()
    judge: JudgeSettings = JudgeSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    ollama: OllamaSettings = OllamaSettings()
    qdrant: QdrantSettings = QdrantSettings()
    context: ContextSettings = ContextSettings()
    sessions: SessionSettings = SessionSettings()
    learning: LearningSettings = LearningSettings()
    maintenance: MaintenanceSettings = MaintenanceSettings()
    llm: LlmSettings = LlmSettings()
    hooks: HookSettings = HookSettings()
    mcp: McpSettings = McpSettings()
    anchors: AnchorSettings = AnchorSettings()
    history: HistorySettings = HistorySettings()
    sharing: SharingSettings = SharingSettings()
    workspace: WorkspaceSettings = WorkspaceSettings()
    backup: BackupSettings = BackupSettings()
    telemetry: TelemetrySettings = TelemetrySettings()


class ProfileSettings(Model):
    """One custom profile of clients.toml; a right that is not named comes from the profile it inherits."""

    inherits: str = Field(description="The built-in profile it starts from.", json_schema_extra=WIDENS)
    display_name: str | None = Field(default=None, description="How people see it.")
    allow_suggestions: bool | None = Field(
        default=None, description="May suggest records.", json_schema_extra=WIDENS
    )
    allow_authoritative_writes: bool | None = Field(
        default=None, description="May write records that count.", json_schema_extra=WIDENS
    )
    allow_review: bool | None = Field(
        default=None, description="May decide suggestions and conflicts.", json_schema_extra=WIDENS
    )
    allow_sensitive_read: bool | None = Field(
        default=None, description="May read sensitive records.", json_schema_extra=WIDENS
    )
    allow_sensitive_export: bool | None = Field(
        default=None, description="May export sensitive records.", json_schema_extra=WIDENS
    )
    allow_maintenance: bool | None = Field(
        default=None, description="May run maintenance.", json_schema_extra=WIDENS
    )
    person_only: list[KindName] | None = Field(
        default=None,
        description="Kinds whose live records this profile may not replace; else as [judge] says.",
        json_schema_extra=WIDENS,
    )


class ClientsSettings(Model):
    """All of clients.toml."""

    version: Literal["v1"] = Field(default="v1", description="The version of this file's format.")
    profiles: dict[str, ProfileSettings] = Field(default_factory=dict, description="Custom profiles by name.")
