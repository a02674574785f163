/** Settles like `work`, or like `late()` when `work` has not settled after `ms`. */
export async function within<Value, Late>(
  ms: number,
  work: Promise<Value>,
  late: () => Late,
): Promise<Value | Awaited<Late>> {
  let timer: NodeJS.Timeout | undefined;
  // Newer Node versions warn about a negative delay, as of a deadline that has passed.
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.max(0, ms))));
  try {
    return await Promise.race([work, timeout.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
