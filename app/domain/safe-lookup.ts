/**
 * Looks up an untrusted key. Own properties only: a plain `table[key]` also finds inherited ones like `constructor`.
 */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
