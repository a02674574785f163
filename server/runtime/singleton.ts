/**
 * Returns one instance per process and name. Development re-evaluates a module that has changed: connections, files and
 * timers of a module-level constant would exist twice. Tests reset instances by name (tests/setup/reset-singletons.ts).
 */
export function singleton<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`soria.${name}`);
  const holder = globalThis as unknown as Record<symbol, Value | undefined>;
  return (holder[key] ??= make());
}
