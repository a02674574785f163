/** Maximum indentation. Deeper replies use it too, because a narrow screen has no room for more levels. */
export const MAX_DEPTH = 3;

/**
 * Orders the comments of one page as threads: each reply follows its parent, otherwise the order is unchanged. A reply
 * whose parent is on another page keeps its place at depth 1. Comments that reply to each other in a cycle appear once.
 *
 * @returns every comment exactly once, with its depth from 0 to MAX_DEPTH
 */
export function threaded<Comment extends { id: number; parent_id?: number | undefined }>(
  comments: readonly Comment[],
): { comment: Comment; depth: number }[] {
  const here = new Set(comments.map(({ id }) => id));
  const replies = new Map<number, Comment[]>();
  for (const comment of comments) {
    if (comment.parent_id === undefined || !here.has(comment.parent_id)) continue;
    const siblings = replies.get(comment.parent_id);
    if (siblings) siblings.push(comment);
    else replies.set(comment.parent_id, [comment]);
  }
  const shown: { comment: Comment; depth: number }[] = [];
  const seen = new Set<Comment>();
  // Iterative, because the API does not limit the depth of replies.
  const show = (root: Comment, rootDepth: number): void => {
    const waiting = [{ comment: root, depth: rootDepth }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { comment, depth } = next;
      if (seen.has(comment)) continue;
      seen.add(comment);
      shown.push({ comment, depth: Math.min(depth, MAX_DEPTH) });
      for (const reply of [...(replies.get(comment.id) ?? [])].reverse()) {
        waiting.push({ comment: reply, depth: depth + 1 });
      }
    }
  };
  for (const comment of comments) {
    if (comment.parent_id === undefined) show(comment, 0);
    else if (!here.has(comment.parent_id)) show(comment, 1);
  }
  for (const comment of comments) show(comment, 1);
  return shown;
}

/** Returns the threads; `ordinal` says which comment of its author each one is, if the author has several here. */
export function threadsOf<
  Comment extends { id: number; parent_id?: number | undefined; account_name?: string | undefined },
>(comments: readonly Comment[]): { comment: Comment; depth: number; ordinal: number | undefined }[] {
  const totals = new Map<string | undefined, number>();
  for (const { account_name: name } of comments) totals.set(name, (totals.get(name) ?? 0) + 1);
  const counts = new Map<string | undefined, number>();
  return threaded(comments).map((each) => {
    const name = each.comment.account_name;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { ...each, ordinal: totals.get(name) === 1 ? undefined : count };
  });
}
