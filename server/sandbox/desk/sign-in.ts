import type { Context } from "hono";
import { html } from "hono/html";
import { facts, filled, panel } from "./parts";
import texts from "./texts.json";

const t = texts.signIn;

/**
 * Signs a member in at the site and passes the site's cookies to the browser, where cookies are shared between ports
 * of a host. Sends the site's sign-in form with a one-time password, so the site needs no code for the desk
 * (docs/decisions/0049).
 *
 * @returns the redirect to the site with its cookies, or the reason for a failure as a sentence
 */
export async function signInAtSite(
  c: Context,
  siteOrigin: string,
  credentials: { email: string; password: string },
): Promise<Response | string> {
  if (new URL(siteOrigin).hostname !== new URL(c.req.url).hostname) return t.why.host;
  const passedOn = ["accept-language", "user-agent"].flatMap((name) => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  const answer = await fetch(`${siteOrigin}/sign-in`, {
    method: "POST",
    body: new URLSearchParams(credentials),
    // The site refuses forms from another origin. Send no Cookie: in a member's session the site redirects after a
    // refused sign-in too, and the browser would stay signed in as another member.
    headers: [["Origin", siteOrigin], ...passedOn],
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  if (!answer) return t.why.unreachable;
  const target = answer.headers.get("location");
  if (answer.status !== 303 || target === null) return filled(t.why.refused, { status: answer.status });
  const headers = new Headers({ Location: new URL(target, siteOrigin).href, "Cache-Control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Renders instructions for signing in by hand: the reason, and a new one-time password. */
export function byHandPage(
  siteOrigin: string,
  member: { id: number },
  why: string,
  credentials?: { email: string; password: string },
) {
  const mode = credentials ? "" : "?mode=wallet";
  return panel(
    t.title,
    html`<p>${why}</p>
      ${
        credentials &&
        html`<p>${t.how}</p>
          ${facts([
            [t.email, html`<code>${credentials.email}</code>`],
            [t.password, html`<code>${credentials.password}</code>`],
          ])}`
      }
      <div class="form__do">
        <a class="btn btn--small" href="${siteOrigin}/sign-in${mode}">${t.open}</a>
        <a class="link" href="/desk/members/${member.id}">${texts.members.edit}</a>
      </div>`,
  );
}
