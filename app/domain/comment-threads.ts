interface Node {
  id: number;
  parentId?: number | undefined;
}

/** Deeper replies are drawn at this depth: a narrow screen has no room for more steps. */
export const MAX_DEPTH = 3;

/**
 * The comments of one page with each reply behind the comment that it answers, in the order in which they came.
 * A reply whose comment stands on another page keeps its place and is drawn as a reply; comments that answer each
 * other in a circle are shown once, like all others.
 *
 * @returns every comment exactly once, with its depth from 0
 */
export function threaded<Comment extends Node>(
  comments: readonly Comment[],
): { comment: Comment; depth: number }[] {
  const here = new Set(comments.map(({ id }) => id));
  const replies = new Map<number, Comment[]>();
  for (const comment of comments) {
    if (comment.parentId === undefined || !here.has(comment.parentId)) continue;
    const siblings = replies.get(comment.parentId);
    if (siblings) siblings.push(comment);
    else replies.set(comment.parentId, [comment]);
  }
  const shown: { comment: Comment; depth: number }[] = [];
  const seen = new Set<Comment>();
  // A stack instead of recursion: how deep replies go is for the API to say.
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
    if (comment.parentId === undefined) show(comment, 0);
    else if (!here.has(comment.parentId)) show(comment, 1);
  }
  for (const comment of comments) show(comment, 1);
  return shown;
}
