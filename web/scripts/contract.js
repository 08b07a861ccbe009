// Which types does the contract give the page? Writes src/contract.ts from the golden file of the operations.
//
// What comes over the wire leaves out what is null, so a nullable field of a result is an optional one here.
import { readFileSync, writeFileSync } from "node:fs";

const GOLDEN = new URL("../../tests/contract/operations.json", import.meta.url);
const TARGET = new URL("../src/contract.ts", import.meta.url);
const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/;

const golden = JSON.parse(readFileSync(GOLDEN, "utf8"));

/** Collects named types; a name that means two things gets the operation's name in front. */
class Types {
  constructor() {
    this.places = [];
    this.ambiguous = new Set();
  }

  add(owner, side, schema) {
    for (const [name, definition] of Object.entries(schema.$defs ?? {})) {
      this.places.push({ owner, side, name, definition });
    }
  }

  /** Renames until every name stands for one text: a renamed part changes what refers to it. */
  settle() {
    for (let before = -1; before !== this.ambiguous.size; ) {
      before = this.ambiguous.size;
      const texts = new Map();
      for (const { owner, side, name, definition } of this.places) {
        const text = this.render(definition, owner, side);
        if (texts.has(name) && texts.get(name) !== text) this.ambiguous.add(name);
        texts.set(name, text);
      }
    }
  }

  nameOf(name, owner, side) {
    return this.ambiguous.has(name) ? pascal(owner) + (side === "params" ? "Asked" : "") + name : name;
  }

  render(schema, owner, side) {
    if (schema.$ref) return this.nameOf(schema.$ref.split("/").at(-1), owner, side);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.anyOf) {
      const parts = schema.anyOf.filter((part) => part.type !== "null");
      return [...new Set(parts.map((part) => this.render(part, owner, side)))].join(" | ");
    }
    switch (schema.type) {
      case "string":
        return "string";
      case "integer":
      case "number":
        return "number";
      case "boolean":
        return "boolean";
      case "array":
        return this.renderArray(schema, owner, side);
      case "object":
        return this.renderObject(schema, owner, side);
      default:
        return "unknown";
    }
  }

  renderArray(schema, owner, side) {
    if (schema.prefixItems) {
      return `[${schema.prefixItems.map((item) => this.render(item, owner, side)).join(", ")}]`;
    }
    const item = schema.items ? this.render(schema.items, owner, side) : "unknown";
    return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
  }

  renderObject(schema, owner, side) {
    if (!schema.properties) {
      const values = schema.additionalProperties;
      const value = values && typeof values === "object" ? this.render(values, owner, side) : "unknown";
      return `Record<string, ${value}>`;
    }
    const required = new Set(schema.required ?? []);
    const lines = Object.entries(schema.properties).map(([name, field]) => {
      const nullable = field.anyOf?.some((part) => part.type === "null") ?? false;
      const optional = side === "params" ? !required.has(name) : nullable;
      const comment = field.description ? `  /** ${field.description.replaceAll("*/", "* /")} */\n` : "";
      const key = WORD.test(name) ? name : JSON.stringify(name);
      return `${comment}  ${key}${optional ? "?" : ""}: ${this.render(field, owner, side)};`;
    });
    return lines.length ? `{\n${lines.join("\n")}\n}` : "Record<string, never>";
  }
}

function pascal(name) {
  return name.replace(/(^|_)(.)/g, (_, __, letter) => letter.toUpperCase());
}

function declare(name, text, comment) {
  const note = comment ? `/** ${comment} */\n` : "";
  return text.startsWith("{") ? `${note}export interface ${name} ${text}\n` : `${note}export type ${name} = ${text};\n`;
}

/** The closed lists that a parameter chooses from, for menus and facets. */
function choicesOf(params) {
  const found = {};
  for (const [name, field] of Object.entries(params.properties ?? {})) {
    const inside = [field, ...(field.anyOf ?? [])].flatMap((part) => [part, part.items ?? {}]);
    const listed = inside.find((part) => part.enum);
    if (listed) found[name] = listed.enum;
  }
  return found;
}

function write() {
  const types = new Types();
  const operations = Object.entries(golden.operations).sort(([one], [other]) => (one < other ? -1 : 1));
  types.add("response", "result", golden.response);
  for (const [name, operation] of operations) {
    types.add(name, "params", operation.params);
    types.add(name, "result", operation.result);
  }
  types.settle();

  const declared = new Map();
  for (const { owner, side, name, definition } of types.places) {
    const text = types.render(definition, owner, side);
    declared.set(types.nameOf(name, owner, side), declare(types.nameOf(name, owner, side), text, definition.description));
  }
  const shared = [...declared].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  const own = operations.map(([name, { params, result }]) =>
    [
      declare(`${pascal(name)}Params`, types.render(params, name, "params"), params.description),
      declare(`${pascal(name)}Result`, types.render(result, name, "result"), result.description),
    ].join("\n"),
  );
  const rows = operations.map(([name, operation]) =>
    `  ${name}: { kind: ${JSON.stringify(operation.kind)}, needs: ${JSON.stringify(operation.needs)}, ` +
    `confirmed: ${operation.needs_confirmation}, reasoned: ${"reason" in operation.params.properties}, choices: ${JSON.stringify(choicesOf(operation.params))} },`,
  );
  return [
    "// Generated by `npm run contract` from tests/contract/operations.json: do not edit.\n",
    declare("Envelope", types.render(golden.response, "response", "result"), golden.response.description),
    ...shared,
    ...own,
    "/** What each operation takes and gives. */\nexport interface Operations {",
    ...operations.map(([name]) => `  ${name}: { params: ${pascal(name)}Params; result: ${pascal(name)}Result };`),
    "}\n",
    "/** What the page has to know about an operation before it asks. */\nexport const OPERATIONS = {",
    ...rows,
    "} as const;\n",
  ].join("\n");
}

const text = write();
if (process.argv.includes("--check")) {
  if (readFileSync(TARGET, "utf8") !== text) {
    console.error("src/contract.ts is not what the contract gives: run `npm run contract`");
    process.exit(1);
  }
} else {
  writeFileSync(TARGET, text);
}
