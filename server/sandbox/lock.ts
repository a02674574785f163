/** Runs tasks with the same key one after another. Tasks with different keys run in parallel. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function keyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    // Continue even if the previous task failed. Its own caller handles the error.
    const mine = before.then(task, task);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
