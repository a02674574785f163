/**
 * What a table has under a key that somebody else chose. A plain `table[key]` also finds what every object has:
 * `constructor`, `toString`.
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
