// Does everything that needs a person lead somewhere, and is it told once?
import assert from "node:assert/strict";
import { test } from "node:test";
import { concernsOf } from "../../../src/pages/overview/attention.ts";

test("leads to the page that deals with it", () => {
  const concerns = concernsOf(
    [
      { message: "2 conflicts wait for a decision", command: "phantasm conflicts" },
      { message: "the store is damaged: page 4", command: "phantasm doctor --fix" },
    ],
    [
      { check: "backups", verdict: "attention", message: "there is none", command: "phantasm backup create" },
      { check: "disk", verdict: "ok", message: "plenty" },
      { check: "file_system", verdict: "attention", message: "shared; keep it on a local disk" },
    ],
  );
  assert.deepEqual(
    concerns.map(({ message, to }) => [message, to]),
    [
      ["2 conflicts wait for a decision", "/inbox?kind=conflict"],
      ["the store is damaged: page 4", "/doctor"],
      ["backups: there is none", "/backups"],
      ["file system: shared; keep it on a local disk", "/doctor"],
    ],
  );
});

test("tells once what both tell", () => {
  const step = { message: "config that widens trust waits for approval", command: "phantasm config approve" };
  const finding = { check: "config_trust", verdict: "attention" as const, message: "2 wait", command: step.command };
  assert.deepEqual(
    concernsOf([step], [finding]).map(({ to }) => to),
    ["/clients"],
  );
});
