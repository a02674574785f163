import { getSession, type Session } from "#server/session/session.server";
import { SignInNeeded } from "#server/session/sign-in-needed.server";
import type { RequestArgs } from "#server/session/visitor-session.server";

/** Longer than any of our texts may be; what is beyond it is not kept. */
const MOST_CHARACTERS = 10_000;

/**
 * Runs a member's action with a text that took a while to write. When it turns out that the session has ended, the
 * text is kept in the visitor's (encrypted, for a day at most), and is there again when the page is opened after the
 * sign-in.
 *
 * It is found by its page's address alone, so the page must be one that only its owner can open: whoever else signs in
 * at this browser gets a 404 there.
 *
 * @param text what was typed
 * @throws what `work` throws; the SignInNeeded with the session that keeps the text
 */
export async function keepingText<Result>(
  args: RequestArgs,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignInNeeded) || text.trim() === "") throw error;
    const session = await getSession(args);
    const { pathname } = new URL(args.request.url);
    await session.update((draft) => {
      draft.keptText = { pathname, text: text.slice(0, MOST_CHARACTERS) };
    });
    throw new SignInNeeded(session, pathname, true);
  }
}

/** The text that waits for a page; undefined when none does. */
export function keptText(session: Session, request: Request): string | undefined {
  const { keptText: kept } = session.data;
  return kept?.pathname === new URL(request.url).pathname ? kept.text : undefined;
}

/** Forgets the text: it has been sent. */
export async function forgetText(session: Session): Promise<void> {
  if (!session.data.keptText) return;
  await session.update((draft) => {
    delete draft.keptText;
  });
}
