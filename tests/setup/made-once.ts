/** Has what this process made once under these names (server/runtime/singleton.ts) made anew when it is next asked for. */
export function forget(...names: string[]): void {
  for (const name of names) Reflect.deleteProperty(globalThis, Symbol.for(`soria.${name}`));
}

/** Forgets what this process has found out about the product API: another file may have played one without a list. */
export function forgetFeatures(): void {
  const found = Reflect.get(globalThis, Symbol.for("soria.purchase-features")) as
    | Record<string, { forget: () => void }>
    | undefined;
  for (const feature of Object.values(found ?? {})) feature.forget();
}
