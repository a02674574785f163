/**
 * Returns one instance per process and name, however many bundles import the module that creates it.
 *
 * The HTTP front and the Remix build are two bundles of the same sources, and development re-evaluates modules on every
 * change. A module-level constant would exist twice (two session stores, two caches).
 *
 * @param name unique name of the instance
 * @param make creates the instance; called on the first use of the name
 */
export function singleton<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`soria.${name}`);
  const holder = globalThis as unknown as Record<symbol, Value | undefined>;
  return (holder[key] ??= make());
}
