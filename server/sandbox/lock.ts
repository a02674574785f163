/** Runs the tasks under one key one after the other; tasks under different keys do not wait for each other. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function keyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    // Whether the one before failed is its caller's affair; this one only waits for its end.
    const mine = before.then(task, task);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
