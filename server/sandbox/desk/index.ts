import { Hono, type Context } from "hono";
import { compress } from "hono/compress";
import { html } from "hono/html";
import type { Services } from "../services";
import type { Switchboard } from "../switches";
import { booksOf } from "../switches/books";
import { listMembers, memberSearch, memberShown } from "../switches/members";
import { question, rulesPage, scenariosPage, settingsPage } from "./api-pages";
import { callPage, callsPage } from "./calls-page";
import { CONTROLS, SIGN_IN, withNumbers } from "./controls";
import { deskPage, type Page } from "./layout";
import { memberPage, membersPage, wayIn } from "./members-pages";
import { facts, filled, panel, type Typed } from "./parts";
import { deskStyle, font, logo } from "./style";
import texts from "./texts.json";

const withParams = (path: string, c: Context) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(c.req.param(name) ?? ""));

const file = (c: Context, type: string, body: Uint8Array<ArrayBuffer> | string | undefined) =>
  body === undefined
    ? c.notFound()
    : c.body(body, 200, { "Content-Type": type, "Cache-Control": "no-cache" });

type Drawn = Page | undefined;
/** Renders a page; undefined for 404. `typed` has the submitted values of a refused form. */
type Draw = (c: Context, typed: Typed) => Drawn | Promise<Drawn>;

type Credentials = { email: string; password: string };

/**
 * Signs a member in at the site and passes the site's cookies to the browser, where cookies are shared between ports
 * of a host. Sends the site's sign-in form with a one-time password, so the site needs no code for the desk
 * (docs/decisions/0049).
 *
 * @returns the redirect to the site with its cookies, or the reason for a failure as a sentence
 */
async function signInAtSite(
  c: Context,
  siteOrigin: string,
  credentials: Credentials,
): Promise<Response | string> {
  if (new URL(siteOrigin).hostname !== new URL(c.req.url).hostname) return texts.signIn.why.host;
  const sent = Object.entries(c.req.header());
  const passedOn = sent.filter(([name]) => name === "accept-language" || name === "user-agent");
  const response = await fetch(`${siteOrigin}/sign-in`, {
    method: "POST",
    body: new URLSearchParams(credentials),
    // The site refuses forms from another origin. Send no Cookie: in a member's session the site redirects after a
    // refused sign-in too, and the browser would stay signed in as another member.
    headers: [["Origin", siteOrigin], ...passedOn],
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await response?.body?.cancel();
  if (!response) return texts.signIn.why.unreachable;
  const target = response.headers.get("location");
  if (response.status !== 303 || target === null)
    return filled(texts.signIn.why.refused, { status: response.status });
  const headers = new Headers({ Location: new URL(target, siteOrigin).href, "Cache-Control": "no-store" });
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Renders instructions for signing in by hand: the reason, and a new one-time password. */
function byHandPage(siteOrigin: string, member: { id: number }, why: string, credentials?: Credentials) {
  const mode = credentials ? "" : "?mode=wallet";
  return panel(
    texts.signIn.title,
    html`<p>${why}</p>
      ${
        credentials &&
        html`<p>${texts.signIn.how}</p>
          ${facts([
            [texts.signIn.email, html`<code>${credentials.email}</code>`],
            [texts.signIn.password, html`<code>${credentials.password}</code>`],
          ])}`
      }
      <div class="form__do">
        <a class="btn btn--small" href="${siteOrigin}/sign-in${mode}">${texts.signIn.open}</a>
        <a class="link" href="/desk/members/${member.id}">${texts.members.edit}</a>
      </div>`,
  );
}

/**
 * Routes the sandbox's desk: pages at `/` and under `/desk`, without scripts. Each form makes one call of the JSON
 * API (controls.ts) and redirects to a page.
 *
 * POST requests must come from the desk's own origin, so that a foreign page cannot change the sandbox.
 */
export function desk(services: Services, parts: Switchboard & { api: Hono; paths: () => string[] }) {
  const app = new Hono();
  const { settings } = services;
  const { scenarios, faults, calls, defaults } = parts;
  const idIn = (c: Context) => Number(c.req.param("id"));

  const show = (c: Context, page: Drawn, problem?: string) =>
    page ? deskPage(c, settings, parts, page, problem) : c.notFound();

  /** Pages by path. A refused form belongs to the first one whose path its own path continues. */
  const pages: Record<string, Draw> = {
    "/desk/members/:id": async (c, typed) => {
      const member = await memberShown(services, idIn(c));
      if (!member) return undefined;
      const body = memberPage(member, await booksOf(services, member.id), services.now(), typed);
      return { current: "members", title: wayIn(member), body };
    },
    "/desk/scenarios": (_, typed) => ({
      current: "scenarios",
      lead: texts.scenarios.lead,
      body: scenariosPage(scenarios.list(), typed),
    }),
    "/desk/rules": (_, typed) => ({
      current: "rules",
      lead: texts.rules.lead,
      body: rulesPage(faults.entries(), parts.paths(), typed),
    }),
    "/desk/calls/:id": (c) => {
      const call = calls.one(idIn(c));
      return call && { current: "calls", title: `${call.method} ${call.path}`, body: callPage(call) };
    },
    "/desk/calls": (c) => ({
      current: "calls",
      lead: texts.calls.lead,
      body: callsPage(calls.read(c.req.query("member") || undefined).calls, c.req.query()),
    }),
    "/desk/settings": (_, typed) => ({
      current: "settings",
      lead: texts.settings.lead,
      body: settingsPage(settings, defaults, typed),
    }),
    "/": async (c, typed) => {
      const asked = { ...c.req.query(), state: c.req.query("state") || undefined };
      const query = memberSearch.catch({ search: "", page: 1 }).parse(asked);
      const body = membersPage(await listMembers(services, query), query, typed);
      return { current: "members", title: texts.title, lead: texts.lead, body };
    },
  };

  app.use("/desk/*", async (c, next) => {
    if (c.req.method === "GET" || c.req.header("origin") === new URL(c.req.url).origin) return next();
    return c.text("Only for the desk's own forms", 403);
  });

  app.use("/desk/style.css", compress());
  app.get("/desk/style.css", (c) => file(c, "text/css; charset=utf-8", deskStyle()));
  app.get("/desk/logo.svg", (c) => file(c, "image/svg+xml", logo()));
  app.get("/desk/fonts/:name", (c) => file(c, "font/woff2", font(c.req.param("name"))));

  for (const [path, page] of Object.entries(pages)) app.get(path, async (c) => show(c, await page(c, {})));

  app.get("/desk/reset", (c) => {
    const { resetAsk: title, resetWarning: warning, resetDo: yes, resetKeep: no } = texts.settings;
    const body = question({ title, warning, yes, no }, "/desk/reset", "/desk/settings");
    return show(c, { current: "settings", body });
  });
  app.get("/desk/calls/:id/replay", (c) => {
    const call = calls.one(idIn(c));
    if (!call) return c.notFound();
    const { replayAsk: title, replayWarning, replay: yes, keep: no } = texts.calls;
    const warning = `${call.method} ${call.path}. ${replayWarning}`;
    const address = `/desk/calls/${call.id}`;
    const body = question({ title, warning, yes, no }, `${address}/replay`, address);
    return show(c, { current: "calls", body });
  });

  app.post(`/desk${SIGN_IN.form}`, async (c) => {
    const member = await memberShown(services, idIn(c));
    if (!member) return c.notFound();
    const byHand = (why: string, credentials?: Credentials) =>
      show(c, { current: "members", body: byHandPage(settings.siteOrigin, member, why, credentials) });
    const { email } = member;
    if (email === null) return byHand(texts.signIn.wallet);
    const credentials = () => ({ email, password: services.oneTime.make(member.id) });
    const outcome = await signInAtSite(c, settings.siteOrigin, credentials());
    return outcome instanceof Response ? outcome : byHand(outcome, credentials());
  });

  for (const { form, call, body, next, done } of CONTROLS) {
    app.post(`/desk${form}`, async (c) => {
      const sent = [...new URLSearchParams(await c.req.text())];
      const typed = Object.fromEntries(sent.filter(([, value]) => value !== ""));
      const fields = withNumbers(typed);
      const [method = "", path = ""] = call.split(" ");
      const response = await parts.api.request(new URL(withParams(path, c), services.origin).href, {
        method,
        body: JSON.stringify(body?.(fields, { ...settings }) ?? fields),
      });
      const json = (await response.json()) as Record<string, unknown>;
      const page = Object.keys(pages).find((each) => `/desk${form}`.startsWith(each)) ?? "/";
      if (response.ok) return c.redirect(`${next?.(json) ?? withParams(page, c)}?done=${done}`, 303);
      const message = String(json.message);
      const problem = (texts.problems as Record<string, string | undefined>)[message] ?? message;
      return show(c, await pages[page]?.(c, typed), problem);
    });
  }

  return app;
}
