import { ApiError } from "./api-error";

/** How long a page waits for a part that it can do without. */
const OPTIONAL_MS = 300;

/**
 * An optional part of a page, which never holds the page: what it is when it is there in time, undefined when it is
 * late or the API failed. What is late goes on, and is there for who comes next.
 *
 * @throws what is no failure of the API
 */
export async function orUndefinedAfter<Value>(
  part: Promise<Value>,
  ms = OPTIONAL_MS,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  const read = part.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  });
  // A late fault of ours has nobody left who waits for it.
  read.catch(() => undefined);
  try {
    return await Promise.race([read, limit]);
  } finally {
    clearTimeout(timer);
  }
}
