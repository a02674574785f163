import type { Client } from "./client";

export interface FormField {
  name: string;
  value: string;
  isFile: boolean;
}

export interface PageForm {
  action: string;
  method: "get" | "post";
  fields: FormField[];
  /** Names and values of the buttons. Only one is submitted. */
  buttons: FormField[];
}

const decoded = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`, "i").exec(tag);
  return found ? decoded(found[1] ?? "") : undefined;
}

/** Replaces the ids in a path: `/news/:id`. */
const withoutIds = (path: string) => path.replace(/\/(?:INQ-[^/]*|[^/]*\d[^/]*)/g, "/:id");

/** Removes scripts from the markup, whose texts can contain tags. */
const withoutScripts = (html: string) => html.replace(/<script\b[\s\S]*?<\/script>/g, "");

/** Returns the forms of a page written by React. Fields outside a form belong to it by `form="…"`. */
export function formsOf(html: string, pagePath: string): PageForm[] {
  const page = withoutScripts(html);
  const strays = page.replace(/<form\b[\s\S]*?<\/form>/g, "");
  return [...page.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/g)].map(([, open = "", inner = ""]) => {
    const id = attribute(open, "id");
    const named = [...strays.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => id !== undefined && attribute(tag, "form") === id);
    const tags = [...inner.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)].map(([tag]) => tag);
    const found = [...tags, ...named].flatMap((tag) => {
      const name = attribute(tag, "name");
      if (!name) return [];
      const isFile = attribute(tag, "type") === "file";
      return [{ tag, field: { name, value: attribute(tag, "value") ?? "", isFile } }];
    });
    const unique = new Map<string, FormField>();
    for (const { tag, field } of found) {
      if (tag.startsWith("<button")) continue;
      const isChosen = attribute(tag, "checked") !== undefined;
      if (!unique.has(field.name) || isChosen) unique.set(field.name, field);
    }
    return {
      action: attribute(open, "action") ?? pagePath,
      method: attribute(open, "method")?.toLowerCase() === "post" ? "post" : "get",
      fields: [...unique.values()],
      buttons: found.filter(({ tag }) => tag.startsWith("<button")).map(({ field }) => field),
    };
  });
}

/** Returns the same signature for forms of the same kind, by replacing ids in their action. */
export const signatureOf = ({ action, method, fields, buttons }: PageForm) =>
  [
    method,
    withoutIds(action.split("?")[0] ?? ""),
    ...fields.map(({ name }) => name).sort(),
    ...buttons.map(({ name, value }) => `${name}=${value}`),
  ].join(" ");

function linksOf(html: string): string[] {
  return [...withoutScripts(html).matchAll(/\shref="([^"]*)"/g)].map(([, target]) => decoded(target ?? ""));
}

const kindOf = ({ pathname, searchParams }: URL) =>
  `${withoutIds(pathname)}?${[...new Set(searchParams.keys())].sort().join("&")}`;

export interface Crawled {
  /** HTML of each page by URL. */
  pages: Map<string, string>;
  /** Names of search parameters in links and GET forms, by path (`/news/:id`). */
  searchNames: Map<string, Set<string>>;
}

/** Crawls the pages that a visitor can reach by links, at most two URLs of each kind, from the start paths. */
export async function crawl(client: Client, starts: string[]): Promise<Crawled> {
  const pages = new Map<string, string>();
  const searchNames = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const perKind = new Map<string, number>();
  const queue = [...starts];
  const note = (path: string, names: Iterable<string>) => {
    const key = withoutIds(path);
    searchNames.set(key, new Set([...(searchNames.get(key) ?? []), ...names]));
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const url = new URL(next, client.origin);
    const address = url.pathname + url.search;
    const kind = kindOf(url);
    if (url.origin !== client.origin || seen.has(address) || (perKind.get(kind) ?? 0) >= 2) continue;
    if (/\/assets\/|\.\w{2,5}$/.test(url.pathname)) continue;
    seen.add(address);
    perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
    note(url.pathname, url.searchParams.keys());
    const { status, headers, text } = await client.get(address);
    if (headers.location) queue.push(headers.location);
    if (status !== 200 || !headers["content-type"]?.startsWith("text/html")) continue;
    pages.set(address, text);
    queue.push(...linksOf(text));
    for (const form of formsOf(text, address)) {
      const { pathname } = new URL(form.action, client.origin);
      if (form.method === "get")
        note(
          pathname,
          [...form.fields, ...form.buttons].map(({ name }) => name),
        );
    }
  }
  return { pages, searchNames };
}
