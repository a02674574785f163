/** Has what this process made once under these names (server/runtime/singleton.ts) made anew when it is next asked for. */
export function forget(...names: string[]): void {
  for (const name of names) Reflect.deleteProperty(globalThis, Symbol.for(`soria.${name}`));
}
