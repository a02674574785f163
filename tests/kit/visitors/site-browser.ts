/** A browser without an engine, with HTML pages, forms and cookies, and helpers to inspect pages. */

/** Origin of the site from the browser's point of view. */
export const ORIGIN = "http://localhost:3000";

/** Response to a URL or form, after the redirects that a browser follows. */
export interface Shown {
  status: number;
  /** Path and search of the page that is shown now. */
  path: string;
  /** HTML of the page. After a form submission by scripts without a redirect, that of the page before. */
  html: string;
  /** Action data of such a form submission. */
  // The test knows the type of the action's data.
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
}

/** Returns the readable text of a page: without tags and scripts, with decoded entities. */
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

/**
 * Returns the action and hidden fields of the form with this id.
 * @throws Error if there is none
 */
export function formIn(html: string, id: string): { action: string | undefined; hidden: [string, string][] } {
  // The like button's form has no id, so it is found by its action.
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
 * A browser with or without the site's scripts: keeps cookies (unless it blocks them) and follows redirects. The
 * pages that a test holds are its tabs.
 */
export class SiteBrowser {
  readonly cookies = new Map<string, string>();

  /** @param lng the selected language; "blocked" rejects all cookies, including this one */
  constructor(
    private readonly site: (request: Request) => Promise<Response>,
    readonly scripts: boolean,
    private readonly lng = "ja",
  ) {
    if (lng === "blocked") return;
    this.cookies.set("lng", encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64")));
  }

  /** Returns a copy with the current cookies. Later changes affect only one of the two. */
  twin(): SiteBrowser {
    const twin = new SiteBrowser(this.site, this.scripts, this.lng);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  /** @param redirects the number followed so far; a browser gives up after 20 */
  async open(path: string, redirects = 0): Promise<Shown> {
    if (redirects > 20) throw new Error(`${path} redirects without end`);
    const response = await this.ask(new Request(ORIGIN + path, { headers: this.headers() }));
    const location = response.headers.get("Location");
    if (location && response.status >= 300 && response.status < 400)
      return this.open(pathOf(location), redirects + 1);
    return { status: response.status, path, html: await response.text() };
  }

  /** Submits the form with this id as it is in the page, with the typed fields and the pressed button. */
  async send(page: Shown, id: string, typed: Record<string, string>): Promise<Shown> {
    const { action, hidden } = formIn(page.html, id);
    const fields = [...hidden.filter(([name]) => !(name in typed)), ...Object.entries(typed)];
    return this.post(action ?? page.path, fields, page);
  }

  /** Returns the hidden fields of a form. */
  hidden(page: Shown, id: string): Record<string, string> {
    return Object.fromEntries(formIn(page.html, id).hidden);
  }

  /** @param from the page with the form */
  async post(path: string, fields: Iterable<[string, string]>, from: Shown): Promise<Shown> {
    const url = new URL(path, ORIGIN);
    if (this.scripts) url.searchParams.set("_data", routeAt(from.html) ?? "");
    const body = new URLSearchParams([...fields]);
    const response = await this.ask(new Request(url, { method: "POST", headers: this.headers(), body }));
    const location = response.headers.get("X-Remix-Redirect") ?? response.headers.get("Location");
    if (location) return this.open(pathOf(location));
    if (!this.scripts) return { status: response.status, path, html: await response.text() };
    return { status: response.status, path: from.path, html: from.html, data: await response.json() };
  }

  /** Sends a request of a page's script. */
  fetch(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return this.ask(new Request(ORIGIN + path, { method: "POST", headers: this.headers(), body }));
  }

  /** Sends one request and keeps its cookies. */
  async ask(request: Request): Promise<Response> {
    const response = await this.site(request);
    for (const header of this.lng === "blocked" ? [] : response.headers.getSetCookie()) {
      const [pair = ""] = header.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(header)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Returns the current request headers: cookies, host and origin. */
  headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers({ Host: "localhost:3000", Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}) });
  }
}

/**
 * Returns a function for `SiteBrowser` that sends requests to a running site.
 *
 * @param origin the site's origin, which replaces the browser's own in the requests
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

/** Returns the id of the deepest route of a page, to which its forms are submitted. */
export function routeAt(html: string): string | undefined {
  const [, list] = /window\.__remixRouteModules = \{([\s\S]*?)\}/.exec(html) ?? [];
  return [...(list ?? "").matchAll(/"([^"]+)":/g)].at(-1)?.[1];
}
