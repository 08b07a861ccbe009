// Where does a value live that several components show? In one small observable, without a library.
import { useEffect, useState } from "preact/hooks";

export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls back after every change; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the value, and renders the component again whenever it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [value, show] = useState(() => store.get());
  useEffect(() => {
    const refresh = () => show(() => store.get());
    refresh();
    return store.subscribe(refresh);
  }, [store]);
  return value;
}
