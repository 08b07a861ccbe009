// What became of each field? Its name, and its text with the changes in it.
import type { ChangedField } from "./fields.ts";
import { TextDiff } from "./text-diff.tsx";
import { spoken } from "./wording.ts";

export function ChangedFields({ fields }: { fields: readonly ChangedField[] }) {
  return (
    <>
      {fields.map((field) => (
        <div key={field.name} class="changed-field">
          <strong>{spoken(field.name)}</strong>
          <TextDiff before={field.before} after={field.after} />
        </div>
      ))}
    </>
  );
}
