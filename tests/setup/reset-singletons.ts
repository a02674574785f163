/** Resets process singletons (server/runtime/singleton.ts) by name. */
export function forget(...names: string[]): void {
  for (const name of names) Reflect.deleteProperty(globalThis, Symbol.for(`soria.${name}`));
}

/** Resets the detected features of the product API (server/purchases/features.server.ts), which outlive a test file. */
export function forgetFeatures(): void {
  const found = Reflect.get(globalThis, Symbol.for("soria.purchase-features")) as
    | Record<string, { has: boolean | undefined }>
    | undefined;
  for (const feature of Object.values(found ?? {})) feature.has = undefined;
}
