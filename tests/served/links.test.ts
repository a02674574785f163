import { expect, inject, it } from "vitest";
import { HttpMember } from "../setup/http-member";
import { SandboxClient } from "../setup/sandbox-client";

/**
 * Follows every internal link from home, as a crawler does, and opens what it leads to: pages, pictures, styles,
 * scripts, feeds. Addresses of one kind (posts, pages of a list, orders) lead to one module each, so of each kind
 * a few are opened.
 */
const OF_ONE_KIND = 4;

interface Found {
  /** Status and target that are not what a link may lead to, with the page that links there. */
  broken: string[];
  visited: Set<string>;
}

/** One kind of address: numbers and ids are alike, and so are the values of a query. */
function kindOf({ pathname, searchParams }: URL): string {
  const path = pathname
    .split("/")
    .map((step) => (/\d/.test(step) && !/\.\w+$/.test(step) ? ":id" : step))
    .join("/");
  return `${path}?${[...new Set(searchParams.keys())].sort().join("&")}`;
}

/** Attributes hold entities; no other appears in an address. */
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
    // Files of the build have names of their own; each is a kind.
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
    // Neither may stand in a page: a null byte or a broken character is a fault of the stream (html-stream.server.ts).
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
