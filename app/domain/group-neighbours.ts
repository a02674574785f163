/** Groups neighbours with the same key, in the order of the list. A key may occur in several groups. */
export function groupNeighbours<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) {
  const groups: { key: Key; items: Item[] }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = groups.at(-1);
    if (last && last.key === key) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups;
}
