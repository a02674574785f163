/** A browser without an engine: pages as HTML, forms as they stand in them, cookies; and what a test asks of a page. */

/** Where a browser thinks that the site is. */
export const ORIGIN = "http://localhost:3000";

/** What came for an address or a form, after the redirects that a browser follows by itself. */
export interface Shown {
  status: number;
  /** Path and search of the page that stands there now. */
  path: string;
  /** The page's HTML; of a form that was sent by scripts and not redirected, the page of before. */
  html: string;
  /** Of such a form: what its action answered. */
  // The test knows what the action answers.
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
}

/** The words of a page as they are read: no tags, no scripts, the entities as characters. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|noscript)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replace(/&amp;/g, "&");

/** The form with this id in a page: where it goes, and its hidden fields. @throws when there is none */
export function formIn(html: string, id: string): { action: string | undefined; hidden: [string, string][] } {
  // The like button's form has no id: its address says which it is.
  const mark = id === "like" ? 'action="[^"]*/like"' : `id="${id}"`;
  const [tag = "", inner = ""] =
    new RegExp(`<form\\b[^>]*\\b${mark}[^>]*>([\\s\\S]*?)</form>`).exec(html) ?? [];
  if (!tag) throw new Error(`the page has no form "${id}"`);
  const hidden = [...inner.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].flatMap(
    ([input]): [string, string][] => {
      const name = attribute(input, "name");
      return name === undefined || /\bdisabled\b/.test(input)
        ? []
        : [[name, attribute(input, "value") ?? ""]];
    },
  );
  return { action: attribute(/^<form[^>]*>/.exec(tag)?.[0] ?? "", "action"), hidden };
}

/**
 * A browser: keeps cookies (unless it blocks them) and follows redirects, with the site's scripts or without. Its tabs are
 * the pages that a test holds.
 */
export class SiteBrowser {
  readonly cookies = new Map<string, string>();

  /** @param lng the language that was chosen; "blocked": no cookie is kept, this one neither */
  constructor(
    private readonly site: (request: Request) => Promise<Response>,
    readonly scripts: boolean,
    private readonly lng = "ja",
  ) {
    if (lng === "blocked") return;
    this.cookies.set("lng", encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64")));
  }

  /** The same browser as it is now: what comes to one of the two, the other never sees. */
  twin(): SiteBrowser {
    const twin = new SiteBrowser(this.site, this.scripts, this.lng);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  async open(path: string): Promise<Shown> {
    const answer = await this.ask(new Request(ORIGIN + path, { headers: this.headers() }));
    const location = answer.headers.get("Location");
    if (location && answer.status >= 300 && answer.status < 400) return this.open(pathOf(location));
    return { status: answer.status, path, html: await answer.text() };
  }

  /** Sends the form with this id as it stands in a page, with what was typed and the button that was pressed. */
  async send(page: Shown, id: string, typed: Record<string, string>): Promise<Shown> {
    const { action, hidden } = formIn(page.html, id);
    const fields = [...hidden.filter(([name]) => !(name in typed)), ...Object.entries(typed)];
    return this.post(action ?? page.path, fields, page);
  }

  /** The hidden fields of a form. */
  hidden(page: Shown, id: string): Record<string, string> {
    return Object.fromEntries(formIn(page.html, id).hidden);
  }

  /** @param from the page that it is sent from */
  async post(path: string, fields: Iterable<[string, string]>, from: Shown): Promise<Shown> {
    const url = new URL(path, ORIGIN);
    if (this.scripts) url.searchParams.set("_data", routeAt(from.html) ?? "");
    const body = new URLSearchParams([...fields]);
    const answer = await this.ask(new Request(url, { method: "POST", headers: this.headers(), body }));
    const location = answer.headers.get("X-Remix-Redirect") ?? answer.headers.get("Location");
    if (location) return this.open(pathOf(location));
    if (!this.scripts) return { status: answer.status, path, html: await answer.text() };
    return { status: answer.status, path: from.path, html: from.html, data: await answer.json() };
  }

  /** What a script of a page asks for by itself. */
  fetch(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return this.ask(new Request(ORIGIN + path, { method: "POST", headers: this.headers(), body }));
  }

  /** One request; what it sets is kept. */
  async ask(request: Request): Promise<Response> {
    const answer = await this.site(request);
    for (const header of this.lng === "blocked" ? [] : answer.headers.getSetCookie()) {
      const [pair = ""] = header.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(header)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** As it sends them now: its cookies, and where it is. */
  headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers({ Host: "localhost:3000", Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}) });
  }
}

/**
 * A site that runs somewhere, for `SiteBrowser`.
 *
 * @param origin of it; the browser's requests come from there, wherever the browser itself thinks that it is
 */
export function siteAt(origin: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("Host");
    headers.set("Origin", origin);
    const body = request.method === "POST" ? await request.arrayBuffer() : null;
    return fetch(origin + pathname + search, { method: request.method, headers, body, redirect: "manual" });
  };
}

const pathOf = (location: string) => {
  const { pathname, search } = new URL(location, ORIGIN);
  return pathname + search;
};

/** The id of the deepest route of a page, which its forms are sent to. */
export function routeAt(html: string): string | undefined {
  const [, list] = /window\.__remixRouteModules = \{([\s\S]*?)\}/.exec(html) ?? [];
  return [...(list ?? "").matchAll(/"([^"]+)":/g)].at(-1)?.[1];
}
