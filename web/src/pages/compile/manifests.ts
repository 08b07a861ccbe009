// Is this a manifest? Pure: whatever a file or a clipboard holds in, a manifest or a sentence out.
import type { Manifest } from "../../contract.ts";

export type Read = { manifest: Manifest } | { problem: string };

/** Reads a manifest, also where it is part of a whole answer of `compile`. */
export function readManifest(text: string): Read {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: "This is no JSON." };
  }
  const found = [given, field(given, "manifest"), field(field(given, "data"), "manifest")].find(isManifest);
  return found ? { manifest: found } : { problem: "This JSON holds no manifest of a compiled context." };
}

/** A name for the file that keeps a manifest: the same context has the same name. */
export function manifestName(manifest: Record<string, unknown>): string {
  const hash = typeof manifest.hash === "string" ? manifest.hash.slice(0, 8) : "context";
  return `phantasm-manifest-${hash}.json`;
}

function isManifest(value: unknown): value is Manifest {
  return (
    Array.isArray(field(value, "lines")) &&
    typeof field(value, "store_id") === "string" &&
    typeof field(value, "hash") === "string" &&
    typeof field(value, "version") === "number"
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
