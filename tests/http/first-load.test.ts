/**
 * Holds the scripts, styles, fonts and texts of the pages of governance and store (docs/first-load.md): bodies, Brotli
 * where the site has it. Pictures are not counted; `npm run bench:pages` counts all bytes in a browser.
 */
import { beforeAll, expect, inject, it } from "vitest";
import { type BenchMember, benchMember, memberPages } from "../bench/member-pages";

const { origin, apiOrigin } = inject("servedSite");

let member: BenchMember;
beforeAll(async () => {
  member = await benchMember(origin, apiOrigin);
}, 30_000);

/** Limit of each page's files in bytes: what they had on 2026-11-28 (DAO home: 2026-11-29), and 2 to 4 kB. */
const limits: Record<string, number> = {
  "DAO home, member": 174_000,
  suggestions: 173_000,
  suggestion: 178_000,
  store: 173_000,
  product: 190_000,
  orders: 175_000,
  purchase: 189_000,
  exchange: 184_000,
};

/** Returns the URLs of the files that a page names. */
async function filesOf(path: string): Promise<string[]> {
  const response = await fetch(origin + path, { headers: { Cookie: member.cookie } });
  expect(response.status, path).toBe(200);
  return [...new Set((await response.text()).match(/\/assets\/[\w.-]+\.(?:json|js|css|woff2)\b/g))];
}

async function bytesOf(file: string): Promise<number> {
  const response = await fetch(origin + file, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  expect(response.status, file).toBe(200);
  return Number(response.headers.get("Content-Length"));
}

it.each(memberPages)("the files of $name stay within their bytes", async ({ name, path }) => {
  const files = await filesOf(path.replace(":purchase", member.purchase));
  const sizes = await Promise.all(files.map(bytesOf));
  expect(files.length).toBeGreaterThan(10);
  expect(sizes.every((size) => size > 0)).toBe(true);
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum, files.join("\n")).toBeLessThan(limits[name] ?? 0);
});

it("a list has no form library, and a purchase from the balance no card dialog", async () => {
  for (const path of ["/store/products", "/my-page/ecommerce-history", "/dao/suggestions/19"])
    expect(
      (await filesOf(path)).filter((file) => /\/(?:conform|forms)-/.test(file)),
      path,
    ).toEqual([]);
  for (const path of ["/store/products/1", member.purchase])
    expect(
      (await filesOf(path)).filter((file) => file.includes("/payment-dialog-")),
      path,
    ).toEqual([]);
});

it("home preloads the stars of its first screen, and its style sheet asks for the same file", async () => {
  const html = await (await fetch(`${origin}/`)).text();
  const pictures = [...html.matchAll(/<link [^>]*\bas="image"[^>]*>/g)].map(
    ([tag]) => /\bhref="([^"]+)"/.exec(tag)?.[1] ?? "",
  );
  expect(pictures).toEqual(["/art/stage/stars-dim.svg"]);
  const sheets = [...html.matchAll(/href="(\/assets\/[\w.-]+\.css)"/g)].map(([, file = ""]) => origin + file);
  const styles = await Promise.all(sheets.map(async (sheet) => (await fetch(sheet)).text()));
  for (const picture of pictures) {
    expect((await fetch(origin + picture)).status).toBe(200);
    expect(styles.join(""), picture).toMatch(new RegExp(`url\\("?${picture}"?\\)`));
  }
});
