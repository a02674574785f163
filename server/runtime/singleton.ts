/**
 * Returns one instance per process and name, for what must survive a hot reload of `npm run dev`: it re-evaluates a
 * changed module, and an open store or connection in a module-level variable would be opened a second time.
 * docs/architecture.md lists the uses; everything else is module-level state.
 */
export function singleton<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`soria.${name}`);
  const holder = globalThis as unknown as Record<symbol, Value | undefined>;
  return (holder[key] ??= make());
}
