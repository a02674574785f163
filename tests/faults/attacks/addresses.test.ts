/** Hostile ids and search parameters. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SiteResponse, Client } from "./client";
import { draw } from "../../kit/data/sample";
import { crawl } from "./pages";
import { pathFor, siteRoutes, type SiteRoute } from "./routes";
import { Target } from "./site";

let target: Target;
let guest: Client;
let member: Client;
let routes: SiteRoute[];

beforeAll(async () => {
  target = Target.shared();
  guest = target.client();
  const balances = { point: 90_000, soria: 90_000, soriaPlus: 90_000 };
  ({ client: member } = await target.member({ balances, history: 30, orders: 3, inquiries: [{}] }));
  routes = (await siteRoutes()).filter(({ hasLoader }) => hasLoader);
});
afterAll(() => target.stop());

/** Encoded for a URL. Some are long enough to be rejected by the HTTP front. */
const hostile = [
  "..%2f",
  "..%2f..%2fapi%2fusers%2fme",
  "%2e%2e",
  "..%5c",
  "%00",
  "1%00",
  "-1",
  "0",
  "-0",
  "1.5",
  "NaN",
  "Infinity",
  "1e9",
  "1e309",
  "0x10",
  "9007199254740993",
  "99999999999999999999",
  "%EF%BC%91",
  "1%20",
  "x".repeat(5 * 1024),
  "1".repeat(1500),
  "%E0%A4%A",
  "%FF",
  "%ED%A0%80",
  "%0d%0aSet-Cookie:%20evil=1",
  "%E2%80%AE1",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "%22onload=%22alert(1)",
  "__proto__",
  "constructor",
  "toString",
  "%F0%9F%8F%9D",
  "1;drop%20table",
  "1?x=1",
  "1%3Fx%3D1%23",
];

/** Returns the fault of a response, or undefined. */
function problemOf(response: SiteResponse, asked: string): string | undefined {
  const { status, headers, cookies, text } = response;
  if (status >= 500) return `status ${status}`;
  if (cookies.some((cookie) => cookie.startsWith("evil="))) return "splits the head";
  const { location } = headers;
  if (location !== undefined) {
    const to = new URL(location, target.origin);
    if (to.origin !== target.origin || !/^\/(?![/\\])/.test(location)) return `leads to ${location}`;
  }
  if (status !== 200) return undefined;
  const type = headers["content-type"] ?? "";
  if (type.includes("json")) {
    JSON.parse(text);
    return undefined;
  }
  if (!type.startsWith("text/html")) return text === "" ? "is empty" : undefined;
  const page = text.replace(/<script\b[\s\S]*?<\/script>/g, "").replace(/<style\b[\s\S]*?<\/style>/g, "");
  if (!text.trimEnd().endsWith("</html>")) return "is cut";
  if (!page.includes("<h1")) return "has no heading";
  if (/[\0\ufffd]/.test(page) && !/%(?:00|FF|ED|E0)/i.test(asked)) return "has broken characters";
  // A page may repeat the requested value, for example in a search field.
  const shown = page.replace(/<[^>]*>/g, " ");
  const broken = /\bNaN\b|\bundefined\b|\[object |Invalid Date|\bInfinity\b/.exec(shown)?.[0];
  if (broken && !asked.includes(broken)) return `shows ${broken}`;
  const raw = /<script>alert\(1\)|"onload="/.exec(text)?.[0];
  return raw && `repeats ${raw}`;
}

async function send(
  paths: Iterable<string>,
  clients: Client[],
  isDrawn = () => true,
): Promise<{ tried: number; wrong: string[]; count: string }> {
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  let tried = 0;
  const asked = [...paths].flatMap((path) => clients.map((client) => ({ path, client }))).filter(isDrawn);
  const work = async () => {
    for (let next = asked.shift(); next; next = asked.shift()) {
      const response = await next.client.get(next.path);
      tried += 1;
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const problem = problemOf(response, next.path);
      if (problem) wrong.push(`${next.path.slice(0, 120)}: ${problem}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  const count = [...statuses]
    .sort()
    .map(([status, times]) => `${times} × ${status}`)
    .join(", ");
  return { tried, wrong, count };
}

describe("addresses", () => {
  it("with hostile ids are answered, and never by a broken page", { timeout: 120_000 }, async () => {
    const paths = routes.flatMap(({ id, pattern, params }) =>
      params.flatMap((name) =>
        hostile.flatMap((value, at) => {
          const path = pathFor(pattern, { [name]: value, sId: name === "sId" ? value : "19" });
          // Every other value is also requested as data, as the app's script does.
          const data = `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(id)}`;
          return at % 2 ? [path] : [path, data];
        }),
      ),
    );
    const { isDrawn, told } = draw("ATTACKS", 6);
    const { tried, wrong, count } = await send(paths, [member], isDrawn);
    console.log(`hostile ids (${told}): ${tried} addresses; ${count}`);
    expect(wrong).toEqual([]);
  });

  it("with hostile search parameters too", { timeout: 120_000 }, async () => {
    const starts = routes.filter(({ params, pattern }) => params.length === 0 && pattern !== "/*");
    const { searchNames } = await crawl(
      member,
      starts.map(({ pattern }) => pattern),
    );
    // Parameters that no link uses: those of the card provider and of old URLs.
    const everywhere = [
      "page",
      "size",
      "id",
      "open",
      "step",
      "quantity",
      "redirectTo",
      "lng",
      "_data",
      "index",
    ];
    const known = new Set([...searchNames.values()].flatMap((names) => [...names]));
    for (const name of ["payment_intent", "transaction", "token", "target", "back", "play"]) known.add(name);
    const paths = routes
      .filter(({ pattern, isIndex }) => pattern !== "/*" && !isIndex)
      .flatMap(({ pattern }) => {
        const path = pathFor(pattern, { sId: "19" });
        const own = searchNames.get(pattern.replace(/:\w+/g, ":id")) ?? [];
        // Each of the page's own parameters alone, and for every third value all known parameters together. `lng` is
        // tested once, because every page reads it.
        const all = [...known, ...everywhere].filter((name) => name !== "_data");
        return hostile.flatMap((value, at) => [
          ...(at % 3 === 0
            ? [`${path}?${all.map((name) => `${name}=${value.slice(0, 20)}`).join("&")}`]
            : []),
          ...[...own]
            .filter((name) => name !== "lng" || pattern === "/")
            .map((name) => `${path}?${name}=${value}`),
        ]);
      });
    const { isDrawn, told } = draw("ATTACKS", 6);
    const { tried, wrong, count } = await send(new Set(paths), [member], isDrawn);
    console.log(`hostile search parameters (${told}): ${tried} addresses, ${known.size} names; ${count}`);
    expect(wrong).toEqual([]);
  });

  it("with pages and sizes out of range show a page that is there", async () => {
    const lists = ["/news", "/support/faq", "/support/inquiries", "/store/products", "/my-page/history"];
    lists.push(
      "/my-page/ecommerce-history",
      "/dao/suggestions",
      "/dao/members",
      "/dao/suggestions/19/voters",
    );
    const numbers = [
      "0",
      "-1",
      "-9007199254740993",
      "2.5",
      "99999",
      "1e9",
      "9007199254740993",
      "NaN",
      "",
      "%00",
    ];
    const paths = lists.flatMap((list) => [
      ...numbers.map((number) => `${list}?page=${number}`),
      ...numbers.map((number) => `${list}?size=${number}&page=2`),
      `${list}?page=1&page=2`,
      `${list}?page[]=2`,
      `${list}?page=2&page=-1`,
    ]);
    const { isDrawn, told } = draw("ATTACKS", 4);
    const { tried, wrong, count } = await send(paths, [guest, member], isDrawn);
    console.log(`pages out of range (${told}): ${tried} addresses; ${count}`);
    expect(wrong).toEqual([]);
  });

  it("that are malformed as a whole are refused", async () => {
    const paths = [
      "/%",
      "/%E0%A4%A",
      "/%zz",
      "/news/%E0%A4%A?x=1",
      "/?_data=",
      "/?_data=%00",
      "/?_data=__proto__",
    ];
    paths.push("/?_data=routes%2Fnowhere", "/..%2f..%2fetc%2fpasswd", "/assets/..%2f..%2fserver%2findex.js");
    paths.push(
      "/assets/%2e%2e/%2e%2e/package.json",
      "/.env",
      "/.git/config",
      "/build/server/index.js",
      "/%00",
      "/assets/%00",
    );
    paths.push(
      "/../../../etc/passwd",
      "/assets/../../server/index.js",
      "/.vite/manifest.json",
      "/%2e%2e%2fpackage.json",
    );
    paths.push(
      "//evil.example/..",
      "/\\evil.example",
      "/news//1",
      "/a".repeat(13),
      `/${"x".repeat(3000)}`,
      "/art/%2e%2e/robots.txt",
    );
    const { tried, wrong, count } = await send(paths, [guest]);
    console.log(`malformed addresses: ${tried}; ${count}`);
    expect(wrong).toEqual([]);
    for (const path of paths) {
      const { text } = await guest.get(path);
      expect(text, path).not.toMatch(/root:x:|"soria-web"|createRequestHandler|SESSION_SECRET/);
    }
  });
});
