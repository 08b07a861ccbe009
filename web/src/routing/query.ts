// Which filters are set? Typed values read from the query part of the address, and written back to it.
import { useMemo } from "preact/hooks";
import { navigate, route, useRoute } from "./route.ts";

/** How one value stands in the query; a default is not written. */
export interface Term<Value> {
  read(given: string[]): Value;
  write(value: Value): string[];
}

/** What the terms of a query mean. */
export type ValuesOf<Spec> = { [Name in keyof Spec]: Spec[Name] extends Term<infer Value> ? Value : never };

export function text(initial = ""): Term<string> {
  return { read: (given) => given[0] ?? initial, write: (value) => (value === initial ? [] : [value]) };
}

/** One of a closed list; anything else in the address counts as the default. */
export function choice<Value extends string>(values: readonly Value[], initial: Value): Term<Value> {
  return {
    read: (given) => values.find((value) => value === given[0]) ?? initial,
    write: (value) => (value === initial ? [] : [value]),
  };
}

/** Several of a closed list; an empty selection is the default. */
export function several<Value extends string>(values: readonly Value[], initial: readonly Value[] = []): Term<Value[]> {
  return {
    read(given) {
      const found = values.filter((value) => given.includes(value));
      return found.length ? found : [...initial];
    },
    write: (chosen) => (chosen.length === initial.length && chosen.every((one) => initial.includes(one)) ? [] : chosen),
  };
}

export function flag(): Term<boolean> {
  return { read: (given) => given[0] === "1", write: (value) => (value ? ["1"] : []) };
}

export function count(initial: number): Term<number> {
  return {
    read(given) {
      const number = Number(given[0]);
      return given[0] && Number.isFinite(number) ? number : initial;
    },
    write: (value) => (value === initial ? [] : [String(value)]),
  };
}

export function readQuery<Spec extends Record<string, Term<any>>>(spec: Spec, search: string): ValuesOf<Spec> {
  const given = new URLSearchParams(search);
  const entries = Object.entries(spec).map(([name, term]) => [name, term.read(given.getAll(name))]);
  return Object.fromEntries(entries) as ValuesOf<Spec>;
}

/** Returns the query with some values changed; what the view does not know stays as it is. */
export function writeQuery<Spec extends Record<string, Term<any>>>(
  spec: Spec,
  search: string,
  changed: Partial<ValuesOf<Spec>>,
): string {
  const given = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changed)) {
    given.delete(name);
    for (const word of spec[name]?.write(value) ?? []) given.append(name, word);
  }
  const written = given.toString();
  return written ? `?${written}` : "";
}

/** Returns the values of the query and a function that changes some of them. */
export function useQuery<Spec extends Record<string, Term<any>>>(
  spec: Spec,
): [ValuesOf<Spec>, (changed: Partial<ValuesOf<Spec>>, options?: { replace?: boolean }) => void] {
  const { search } = useRoute();
  const values = useMemo(() => readQuery(spec, search), [spec, search]);
  const change = useMemo(
    () =>
      (changed: Partial<ValuesOf<Spec>>, options: { replace?: boolean } = {}) => {
        const now = route.get();
        navigate(now.path + writeQuery(spec, now.search, changed), options);
      },
    [spec],
  );
  return [values, change];
}
