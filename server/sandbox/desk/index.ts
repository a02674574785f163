import { Hono, type Context } from "hono";
import { compress } from "hono/compress";
import type { Services } from "../services";
import type { Switchboard } from "../switches";
import { booksOf } from "../switches/books";
import { listMembers, memberSearch, memberShown } from "../switches/edit";
import { withSentences } from "../switches/sentences";
import { question, rulesPage, scenariosPage, settingsPage } from "./api-pages";
import { callPage, callsPage } from "./calls-page";
import { CONTROLS, type PagePath, SIGN_IN } from "./controls";
import { deskPage, type PageName } from "./layout";
import { memberPage } from "./member-page";
import { membersPage } from "./members-page";
import type { Typed } from "./parts";
import { byHandPage, signInAtSite } from "./sign-in";
import { deskStyle, font, logo } from "./style";
import texts from "./texts.json";

/** Returns the non-empty text fields of a form. */
function filledFields(form: FormData): Typed {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" && value !== "" ? [[name, value]] : [])),
  );
}

const withParams = (path: string, c: Context) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(c.req.param(name) ?? ""));

/** A refused form submission: the error message and the submitted values, to render the page again. */
interface Attempt {
  problem?: string;
  typed?: Typed;
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

  const inForce = () => ({
    scenarios: scenarios.list().filter(({ isPlaying }) => isPlaying),
    rules: faults.list().length,
    settings: Object.fromEntries(
      Object.entries(settings).filter(([name, value]) => value !== defaults[name as keyof typeof defaults]),
    ),
  });

  const page = (
    c: Context,
    current: PageName,
    body: Parameters<typeof deskPage>[1]["body"],
    { problem, title = texts.pages[current], lead }: { problem?: string; title?: string; lead?: string },
  ) => {
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "same-origin");
    // The sign-in form redirects to the site, and Chromium applies form-action to redirects too.
    c.header(
      "Content-Security-Policy",
      `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self' ${settings.siteOrigin}; frame-ancestors 'none'; base-uri 'none'`,
    );
    const frame = {
      siteOrigin: settings.siteOrigin,
      theme: /(?:^|;\s*)theme=(paper|night)\b/.exec(c.req.header("cookie") ?? "")?.[1],
      done: c.req.query("done"),
      problem,
      inForce: inForce(),
    };
    const options = { current, title, body, ...(lead !== undefined && { lead }) };
    return c.html(deskPage(frame, options), problem === undefined ? 200 : 400);
  };

  /** Pages by path. A refused form renders its page again. */
  const pages: Record<PagePath, (c: Context, attempt: Attempt) => Response | Promise<Response>> = {
    "/": async (c, { problem, typed = {} }) => {
      const query = memberSearch.catch({ search: "", state: undefined, page: 1 }).parse({
        ...c.req.query(),
        state: c.req.query("state") || undefined,
      });
      const list = await listMembers(services, query);
      const lead = texts.lead;
      return page(c, "members", membersPage(list, query, typed), {
        ...(problem && { problem }),
        title: texts.title,
        lead,
      });
    },
    "/desk/members/:id": async (c, { problem, typed = {} }) => {
      const member = await memberShown(services, Number(c.req.param("id")));
      if (!member) return c.notFound();
      const books = await booksOf(services, member.id);
      const title = member.email ?? member.address ?? "";
      const body = memberPage(member, books, services.now(), typed);
      return page(c, "members", body, { ...(problem && { problem }), title });
    },
    "/desk/scenarios": (c, { problem, typed = {} }) =>
      page(c, "scenarios", scenariosPage(scenarios.list(), typed), {
        ...(problem && { problem }),
        lead: texts.scenarios.lead,
      }),
    "/desk/rules": (c, { problem, typed = {} }) =>
      page(c, "rules", rulesPage(withSentences(faults.entries()), parts.paths(), typed), {
        ...(problem && { problem }),
        lead: texts.rules.lead,
      }),
    "/desk/calls": (c, { problem }) =>
      page(c, "calls", callsPage(calls.read(c.req.query("member") || undefined).calls, c.req.query()), {
        ...(problem && { problem }),
        lead: texts.calls.lead,
      }),
    "/desk/calls/:id": (c, { problem }) => {
      const call = calls.one(Number(c.req.param("id")));
      return call
        ? page(c, "calls", callPage(call), {
            ...(problem && { problem }),
            title: `${call.method} ${call.path}`,
          })
        : c.notFound();
    },
    "/desk/settings": (c, { problem, typed = {} }) =>
      page(c, "settings", settingsPage(settings, defaults, typed), {
        ...(problem && { problem }),
        lead: texts.settings.lead,
      }),
  };

  app.use("/desk/*", async (c, next) => {
    if (c.req.method === "GET" || c.req.header("origin") === new URL(c.req.url).origin) return next();
    return c.text("Only for the desk's own forms", 403);
  });

  app.use("/desk/style.css", compress());
  const file = (path: string, type: string, read: () => string | Buffer) =>
    app.get(path, (c) => {
      const body = read();
      return c.body(typeof body === "string" ? body : new Uint8Array(body), 200, {
        "Content-Type": type,
        "Cache-Control": "no-cache",
      });
    });
  file("/desk/style.css", "text/css; charset=utf-8", deskStyle);
  file("/desk/logo.svg", "image/svg+xml", logo);
  app.get("/desk/fonts/:name", (c) => {
    const body = font(c.req.param("name"));
    if (!body) return c.notFound();
    return c.body(new Uint8Array(body), 200, { "Content-Type": "font/woff2", "Cache-Control": "no-cache" });
  });

  for (const [path, show] of Object.entries(pages)) app.get(path, (c) => show(c, {}));

  app.get("/desk/reset", (c) => {
    const { resetAsk: title, resetWarning: warning, resetDo: yes, resetKeep: no } = texts.settings;
    return page(c, "settings", question({ title, warning, yes, no }, "/desk/reset", "/desk/settings"), {});
  });
  app.get("/desk/calls/:id/replay", (c) => {
    const id = Number(c.req.param("id"));
    const call = calls.one(id);
    if (!call) return c.notFound();
    const { replayAsk: title, replayWarning: warning, replay: yes, keep: no } = texts.calls;
    const ask = { title, warning: `${call.method} ${call.path}. ${warning}`, yes, no };
    const body = question(ask, `/desk/calls/${id}/replay`, `/desk/calls/${id}`);
    return page(c, "calls", body, {});
  });

  app.post(`/desk${SIGN_IN.form}`, async (c) => {
    const member = await memberShown(services, Number(c.req.param("id")));
    if (!member) return c.notFound();
    const byHand = (why: string, credentials?: { email: string; password: string }) =>
      page(c, "members", byHandPage(settings.siteOrigin, member, why, credentials), {});
    const { email } = member;
    if (email === null) return byHand(texts.signIn.wallet);
    const credentials = () => ({ email, password: services.oneTime.make(member.id) });
    const outcome = await signInAtSite(c, settings.siteOrigin, credentials());
    return outcome instanceof Response ? outcome : byHand(outcome.why, credentials());
  });

  for (const { form, call, body, page: back, next, done } of CONTROLS) {
    app.post(`/desk${form}`, async (c) => {
      const typed = filledFields(await c.req.formData());
      const [method = "", path = ""] = call.split(" ");
      const sent = body?.(typed, { ...settings });
      const answer = await parts.api.request(new URL(withParams(path, c), services.origin).href, {
        method,
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      const json = (await answer.json()) as Record<string, unknown>;
      if (answer.ok) {
        const target = next?.(json) ?? withParams(back, c);
        return c.redirect(`${target}?done=${done}`, 303);
      }
      const message = String(json["message"]);
      const problem = (texts.problems as Record<string, string | undefined>)[message] ?? message;
      return pages[back](c, { problem, typed });
    });
  }

  return app;
}
