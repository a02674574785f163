import { Hono, type Context } from "hono";
import { compress } from "hono/compress";
import type { Services } from "../services";
import type { Switchboard } from "../switches";
import { booksOf } from "../switches/books";
import { listMembers, memberSearch, memberShown } from "../switches/members";
import { question, rulesPage, scenariosPage, settingsPage } from "./api-pages";
import { callPage, callsPage } from "./calls-page";
import { CONTROLS, type PagePath, pageOf, SIGN_IN, withNumbers } from "./controls";
import { deskPage, type Page } from "./layout";
import { memberPage } from "./member-page";
import { membersPage, wayIn } from "./members-page";
import type { Typed } from "./parts";
import { byHandPage, signInAtSite } from "./sign-in";
import { deskStyle, font, logo } from "./style";
import texts from "./texts.json";

const withParams = (path: string, c: Context) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(c.req.param(name) ?? ""));

const file = (c: Context, type: string, body: Uint8Array<ArrayBuffer> | string | undefined) =>
  body === undefined
    ? c.notFound()
    : c.body(body, 200, { "Content-Type": type, "Cache-Control": "no-cache" });

type Drawn = Page | undefined;
type Draw = (c: Context, typed: Typed) => Drawn | Promise<Drawn>;

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

  /** Pages by path; undefined for 404. `typed` has the submitted values of a refused form. */
  const pages: Record<PagePath, Draw> = {
    "/": async (c, typed) => {
      const query = memberSearch.catch({ search: "", state: undefined, page: 1 }).parse({
        ...c.req.query(),
        state: c.req.query("state") || undefined,
      });
      const body = membersPage(await listMembers(services, query), query, typed);
      return { current: "members", title: texts.title, lead: texts.lead, body };
    },
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
    "/desk/calls": (c) => ({
      current: "calls",
      lead: texts.calls.lead,
      body: callsPage(calls.read(c.req.query("member") || undefined).calls, c.req.query()),
    }),
    "/desk/calls/:id": (c) => {
      const call = calls.one(idIn(c));
      return call && { current: "calls", title: `${call.method} ${call.path}`, body: callPage(call) };
    },
    "/desk/settings": (_, typed) => ({
      current: "settings",
      lead: texts.settings.lead,
      body: settingsPage(settings, defaults, typed),
    }),
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
    const byHand = (why: string, credentials?: { email: string; password: string }) =>
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
      const answer = await parts.api.request(new URL(withParams(path, c), services.origin).href, {
        method,
        body: JSON.stringify(body?.(fields, { ...settings }) ?? fields),
      });
      const json = (await answer.json()) as Record<string, unknown>;
      const page = pageOf(form);
      if (answer.ok) return c.redirect(`${next?.(json) ?? withParams(page, c)}?done=${done}`, 303);
      const message = String(json.message);
      const problem = (texts.problems as Record<string, string | undefined>)[message] ?? message;
      return show(c, await pages[page](c, typed), problem);
    });
  }

  return app;
}
