/**
 * One instance per process under a name, however many bundles import the module that makes it.
 *
 * The HTTP front and the Remix build are two bundles of the same sources, and development re-evaluates
 * modules on every change: a plain module-level constant would exist twice (two session stores, two caches).
 *
 * @param name unique name of the instance
 * @param make called once, the first time the name is asked for
 */
export function singleton<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`soria.${name}`);
  const holder = globalThis as unknown as Record<symbol, Value | undefined>;
  return (holder[key] ??= make());
}
