import { useSyncExternalStore } from "react";

/** Makes a value of this browser window that components can read. On the server all visitors would share it. */
export function makeStore<Value>(initial: Value) {
  const listeners = new Set<() => void>();
  let value = initial;
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    subscribe,
    set(next: Value): void {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    /** React hook that returns the value; on the server and during hydration the initial one. */
    useValue: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}
