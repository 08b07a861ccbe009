"""What might somebody send? Requests made from the published schemas, valid as far as schemas can say."""

import random
from dataclasses import dataclass, field
from typing import Any

Json = Any
"""Whatever JSON, and a little more than JSON, can say."""

# No field takes these: NUL, and halves of characters that no UTF-8 can carry.
FORBIDDEN_TEXTS = ("\x00", "a\x00b", "\ud800", "a\udfffb", "")
# Texts that have broken something somewhere: encodings, quoting, paths, numbers, formats.
ODD_TEXTS = (
    " ", "\t\n", "\x1b[31m", "\u202eabc", "\u200b", "\ufeff", "\U0010ffff", "é" * 300, "e\u0301", "ﷺ",
    "👩‍👩‍👧‍👦", "İstanbul", "ÃƒÂ¤", "%s%n", "{0}", "${jndi:x}", "'; DROP TABLE records; --", '" OR 1=1', "-",
    "* NEAR(", "../../etc/passwd", "/etc/passwd", "C:\\x", "\\\\host\\share", "file:///x", ".", "..", "NaN",
    "1e999", "0x10", "2026-13-45T99:99:99Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "true",
    "2026-11-15", "rec_", "ev_", "op_", "bak_..", "x" * 513, "x" * 70_000, "[redacted:x]", "null",
    "password=hunter2hunter2",
)  # fmt: skip
ODD_NUMBERS: tuple[int | float, ...] = (
    0, -1, 1, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**12, 10**13, 10**400, 0.0, -0.0, 0.5, 1e308, 5e-324,
    float("nan"), float("inf"), float("-inf"),
)  # fmt: skip
# Where a field's values are named in answers, when not under the field's own name.
_POOLS = {
    "id": ("record_id", "handle", "id"),
    "expected_id": ("record_id",),
    "ids": ("record_id", "handle", "id"),
    "root_id": ("record_id", "handle"),
    "target": ("record_id", "handle"),
    "winner": ("record_id", "handle"),
    "record_ids": ("record_id",),
    "operations": ("operation_id",),
    "request_ids": ("operation_id",),
    "object_id": ("record_id", "backup_id"),
    "bundle_path": ("path",),
    "cursor": ("next_cursor",),
}
_REMEMBERED = 60
# Few enough that a chapter meets keys again, with the same body and with another.
_KEYS = 600


@dataclass(slots=True)
class Generator:
    """Draws requests; what answers have named so far is asked about again."""

    chance: random.Random
    operations: dict[str, dict[str, Json]]
    """What `describe` says, by name."""
    names: dict[str, list[str]] = field(default_factory=dict)
    """What the store knows by name, under the field that it was named in."""
    numbers: int = 0

    def learn(self, value: Json) -> None:
        """Remember the names in an answer."""
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(item, str) and key.endswith(("id", "handle", "path", "cursor", "key")):
                    pool = self.names.setdefault(key, [])
                    pool.append(item)
                    del pool[:-_REMEMBERED]
                else:
                    self.learn(item)
        elif isinstance(value, list):
            for item in value[:5]:
                self.learn(item)

    def request(self, operation: str) -> dict[str, Json]:
        """Return a request that keeps to the schemas."""
        self.numbers += 1
        described = self.operations[operation]
        params = self._params(described)
        request: dict[str, Json] = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"request-{self.numbers}",
            "client": {"profile": self._profile(described)},
            "params": params,
        }
        if described["needs_idempotency_key"]:
            request["idempotency_key"] = f"key-{self.chance.randrange(_KEYS)}"
        if described["needs_confirmation"]:
            target = {name: params[name] for name in described["params_schema"].get("required", ())}
            approval = {
                "approved_by": "somebody",
                "reason": "why not",
                "operation": operation,
                "target": target,
            }
            request["confirmations"] = approval
        return request

    def value(self, schema: dict[str, Json], definitions: dict[str, Json], name: str = "") -> Json:
        """Return a value that a schema allows, as far as schemas can say; `name` is the field it is for."""
        if "$ref" in schema:
            return self.value(definitions[schema["$ref"].rsplit("/", 1)[1]], definitions, name)
        if "anyOf" in schema:
            return self.value(self.chance.choice(schema["anyOf"]), definitions, name)
        if "const" in schema or "enum" in schema:
            return self.chance.choice(schema.get("enum", [schema.get("const")]))
        match schema.get("type"):
            case "string":
                return self._text(schema, name)
            case "integer" | "number":
                return self._number(schema)
            case "boolean":
                return self.chance.random() < 0.5
            case "array":
                items = schema.get("items", {})
                count = self.chance.randrange(schema.get("minItems", 0), 4)
                return [self.value(items, definitions, name) for _ in range(count)]
            case "object" if "properties" in schema:
                return self._fields(schema, definitions)
            case "null":
                return None
            case _:
                return self.anything(2)

    def anything(self, depth: int) -> Json:
        """Return any JSON value, odd ones rather often."""
        pick = self.chance.randrange(8 if depth else 5)
        if pick < 2:
            return self.chance.choice(ODD_TEXTS if self.chance.random() < 0.9 else FORBIDDEN_TEXTS)
        if pick == 2:
            return self.chance.choice(ODD_NUMBERS)
        if pick < 5:
            return self.chance.choice([None, True, False, 7, "plain text", self._known("id")])
        if pick < 7:
            return {str(self.anything(0)): self.anything(depth - 1) for _ in range(self.chance.randrange(4))}
        return [self.anything(depth - 1) for _ in range(self.chance.randrange(4))]

    def _profile(self, described: dict[str, Json]) -> str:
        if described["needs_confirmation"]:
            return "cli"
        return self.chance.choice(["claude_code", "cli", "cli", "generic_mcp", "scheduler"])

    def _params(self, described: dict[str, Json]) -> dict[str, Json]:
        schema = described["params_schema"]
        drawn = dict(self.value(schema, schema.get("$defs", {})))
        if self.chance.random() < 0.5:
            return drawn
        # The example keeps to rules that schemas cannot say; the names in it are replaced by known ones.
        params = {name: drawn[name] for name in drawn if self.chance.random() < 0.2}
        return params | {
            name: self._named_like(name, value) for name, value in described["example"]["params"].items()
        }

    def _named_like(self, name: str, value: Json) -> Json:
        if isinstance(value, list):
            return [self._named_like(name, item) for item in value]
        if isinstance(value, dict):
            return {key: self._named_like(key, item) for key, item in value.items()}
        if isinstance(value, str) and (name in _POOLS or name in self.names):
            return self._known(name)
        return f"{value} {self.numbers}" if name == "statement" and isinstance(value, str) else value

    def _known(self, name: str) -> str:
        pools = [self.names[pool] for pool in _POOLS.get(name, (name,)) if pool in self.names]
        return self.chance.choice(self.chance.choice(pools)) if pools else "k3v9qd2a"

    def _text(self, schema: dict[str, Json], name: str) -> str:
        if "pattern" in schema:
            return f"name-{self.chance.randrange(1000)}"
        pick = self.chance.random()
        if pick < 0.35:
            text = self._known(name)
        elif pick < 0.6:
            text = str(self.chance.choice(ODD_TEXTS))
        elif pick < 0.75:
            text = f"20{self.chance.randrange(10, 40)}-0{self.chance.randrange(1, 10)}-15T10:00:00Z"
        else:
            text = " ".join(
                self.chance.choices(
                    ["the", "port", "of", "a", "service", "is", "not", "what", "it", "was"], k=8
                )
            )
        return text[: schema.get("maxLength", 1000)]

    def _number(self, schema: dict[str, Json]) -> int | float:
        low: int = schema.get("minimum", 0)
        high: int = schema.get("maximum", 1000)
        if schema["type"] == "integer":
            return self.chance.choice([low, high, self.chance.randint(low, min(high, low + 1000))])
        return self.chance.choice([low, high, self.chance.uniform(low, high)])

    def _fields(self, schema: dict[str, Json], definitions: dict[str, Json]) -> dict[str, Json]:
        required = schema.get("required", ())
        # Optional fields are mostly left out: with all of them at once hardly any request would be valid.
        return {
            name: self.value(field, definitions, name)
            for name, field in schema["properties"].items()
            if name in required or self.chance.random() < 0.25
        }
