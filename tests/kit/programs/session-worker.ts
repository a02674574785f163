/**
 * Site process reduced to its sessions, for tests that need several of them. Controlled by messages; configured by
 * its environment like the site.
 */
import { failureOf } from "#server/errors/settled-part.server";
import { getSession } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import type { SignInResponse } from "#server/api/auth.server";

export type Task =
  /** Opens `times` concurrent sessions with one cookie, and requests the access token of each. */
  | { do: "tokens"; cookie: string; times: number }
  | { do: "sign-in"; response: SignInResponse }
  /** Signs in one member after the other until killed, and reports each cookie once its session is stored. */
  | { do: "sign-in-for-ever"; response: SignInResponse }
  | { do: "read"; cookies: string[] };

export type Report =
  | { ready: true }
  | { tokens: (string | null)[] }
  | { cookie: string }
  | { names: (string | null)[] }
  | { error: string };

const sessionWith = (cookie: string) =>
  getSession({
    request: new Request("http://localhost/", cookie ? { headers: { Cookie: cookie } } : {}),
    context: {},
  });

const report = (message: Report) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

async function signIn(response: SignInResponse): Promise<string> {
  const session = await sessionWith("");
  await session.signIn(response);
  return session.setCookies[0]?.split(";")[0] ?? "";
}

async function signInForEver(response: SignInResponse): Promise<never> {
  for (let n = 0; ; n += 1) await report({ cookie: await signIn({ ...response, firstName: `Member ${n}` }) });
}

async function work(task: Task): Promise<void> {
  switch (task.do) {
    case "tokens": {
      const sessions = await Promise.all(Array.from({ length: task.times }, () => sessionWith(task.cookie)));
      const tokens = await Promise.all(sessions.map((session) => session.accessToken()));
      return report({ tokens: tokens.map((token) => token ?? null) });
    }
    case "sign-in":
      return report({ cookie: await signIn(task.response) });
    case "sign-in-for-ever":
      return signInForEver(task.response);
    case "read": {
      const sessions = await Promise.all(task.cookies.map(sessionWith));
      return report({ names: sessions.map(({ user }) => user?.firstName ?? null) });
    }
  }
}

const inWords = (error: unknown) => {
  const failure = failureOf(error);
  if (failure) return `status ${failure.status}`;
  return error instanceof Error ? String(error.stack) : String(error);
};

process.on("message", (task: Task) => {
  work(task).catch((error: unknown) => report({ error: inWords(error) }));
});
await sessionStore().ping();
await report({ ready: true });
