import { expect, inject, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { SandboxClient } from "../kit/visitors/sandbox-client";

/**
 * Maximum number of URLs to open per kind. The crawl follows every internal link from the home page: pages, images,
 * styles, scripts, feeds. URLs of one kind (posts, list pages, orders) are served by the same route module, so a few of
 * each are enough.
 */
const OF_ONE_KIND = 4;

interface Found {
  /** Links with an unexpected status or target, each with the page that contains the link. */
  broken: string[];
  visited: Set<string>;
}

/** Returns the kind of a URL: ids and numbers in the path become `:id`, and query values are dropped. */
function kindOf({ pathname, searchParams }: URL): string {
  const path = pathname
    .split("/")
    .map((step) => (/\d/.test(step) && !/\.\w+$/.test(step) ? ":id" : step))
    .join("/");
  return `${path}?${[...new Set(searchParams.keys())].sort().join("&")}`;
}

/** Decodes the HTML entities that occur in URLs in attributes: no others do. */
const decoded = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'");

function* linksOf(html: string): Iterable<string> {
  const visible = html.replace(
    /<script\b[^>]*>[\s\S]*?<\/script>/g,
    (script) => script.split(">", 1)[0] ?? "",
  );
  for (const [, target] of visible.matchAll(/\s(?:href|src|poster|data-src)="([^"]*)"/g)) {
    if (target !== undefined) yield decoded(target);
  }
  for (const [, set = ""] of visible.matchAll(/\ssrcset="([^"]*)"/gi)) {
    for (const part of decoded(set).split(",")) yield part.trim().split(/\s/)[0] ?? "";
  }
}

async function crawl(visitor: HttpMember): Promise<Found> {
  const { origin } = visitor;
  const queue: { url: URL; from: string }[] = [{ url: new URL("/", origin), from: "the start" }];
  const found: Found = { broken: [], visited: new Set() };
  const ids = new Map<string, Set<string>>();
  const fragments: { url: URL; from: string }[] = [];
  const perKind = new Map<string, number>();

  for (let next = queue.shift(); next; next = queue.shift()) {
    const { url, from } = next;
    const address = url.pathname + url.search;
    if (url.hash) fragments.push(next);
    if (found.visited.has(address)) continue;
    const kind = kindOf(url);
    const seen = perKind.get(kind) ?? 0;
    // kindOf keeps the names of build files, so each of these is a kind.
    if (seen >= OF_ONE_KIND) continue;
    perKind.set(kind, seen + 1);
    found.visited.add(address);

    const { status, headers, text: html } = await visitor.request(address);
    const location = headers.get("Location");
    if (status >= 300 && status < 400 && location) {
      const target = new URL(location, url);
      if (target.origin === origin) queue.push({ url: target, from: `${address} (redirect)` });
      continue;
    }
    if (status !== 200) {
      found.broken.push(`${status} ${address} (linked from ${from})`);
      continue;
    }
    if (!headers.get("Content-Type")?.startsWith("text/html")) continue;
    // A null byte or replacement character in a page is a defect of the rendered HTML.
    if (/[\0\ufffd]/.test(html)) found.broken.push(`${address} has broken characters`);
    ids.set(address, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decoded(id ?? ""))));
    for (const target of linksOf(html)) {
      if (!URL.canParse(target, url)) {
        found.broken.push(`"${target}" is no address (on ${address})`);
        continue;
      }
      const to = new URL(target, url);
      if (to.origin === origin) queue.push({ url: to, from: address });
    }
  }

  for (const { url, from } of fragments) {
    const known = ids.get(url.pathname + url.search);
    if (known && !known.has(decodeURIComponent(url.hash.slice(1)))) {
      found.broken.push(`${url.pathname}${url.search}${url.hash} has no such place (linked from ${from})`);
    }
  }
  return found;
}

const { origin, apiOrigin } = inject("servedSite");

it("every link that a guest meets leads somewhere", async () => {
  const { broken, visited } = await crawl(new HttpMember(origin));
  expect(broken).toEqual([]);
  for (const path of [
    "/introduction",
    "/news",
    "/download",
    "/support/faq",
    "/terms-of-use",
    "/privacy-policy",
  ]) {
    expect(visited).toContain(path);
  }
});

it("every link that a member meets leads somewhere", async () => {
  const { email } = await new SandboxClient(apiOrigin).makeMember();
  const visitor = new HttpMember(origin);
  await visitor.signIn(email);
  const { broken, visited } = await crawl(visitor);
  expect(broken).toEqual([]);
  expect([...visited].some((path) => path.startsWith("/my-page/profile"))).toBe(true);
  expect([...visited].some((path) => path.startsWith("/store/products"))).toBe(true);
});
