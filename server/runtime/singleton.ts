/**
 * Returns one instance per process and name. The HTTP front and the Remix build are two bundles of the same sources,
 * and development re-evaluates modules: a module-level constant would exist twice (two session stores, two caches).
 */
export function singleton<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`soria.${name}`);
  const holder = globalThis as unknown as Record<symbol, Value | undefined>;
  return (holder[key] ??= make());
}
