import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { siteRoutes } from "../faults/attacks/routes";
import { Target } from "../faults/attacks/site";
import { HttpMember } from "../kit/visitors/http-member";
import { frameOf, htmlProblems } from "../kit/browser/html-rules";
import { rawKey } from "../kit/data/texts";
import {
  accountScreens,
  communityScreens,
  detailsIn,
  guestScreens,
  stepScreens,
} from "../kit/browser/screens";

/** Visitors to render the pages for. Wallet members need a wallet to sign in; tests/e2e covers their pages. */
const visitors = {
  "a guest": undefined,
  "a member with much": {
    history: 30,
    orders: 12,
    balances: { point: 1_200, soria: 70_000, soriaPlus: 700 },
    inquiries: [{ status: "RESOLVED" as const, messages: ["a", "b"] }],
  },
  "a new member": {},
};

const target = Target.shared();
afterAll(() => target.stop());

const art = join(projectRoot, "public/art");
/** Paths of the scenes with the fox, which a page shows once. Members' faces are no scenes. */
const foxes = new Set(
  readdirSync(art, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".svg") && !/^(?:faces|people)\//.test(file))
    .filter((file) => readFileSync(join(art, file), "utf8").includes("data-fox"))
    .map((file) => `/art/${file}`),
);
const foxesOf = (html: string) =>
  [...html.matchAll(/<img\b[^>]* src="([^"]+)"/g)].map(([, src = ""]) => src).filter((src) => foxes.has(src));

const asRegExp = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+").replace("*", ".*")}$`);

describe("the HTML of every address is sound", () => {
  const seen = new Set<string>();
  // Markup without its text that has passed validation. Pages with the same markup are not validated again.
  const sound = new Set<string>();
  let [checked, validated] = [0, 0];

  describe.each(Object.entries(visitors))("for %s", (who, order) => {
    it.each(["ja", "en", "ko", "zh"])("in %s", async (lng) => {
      const visitor = new HttpMember(target.origin);
      const screens = [...guestScreens];
      // Guests get the invitation to sign in, whichever inquiry the URL names.
      if (!order) screens.push("/support/inquiries/INQ-0");
      else {
        const { email } = await target.sandbox.makeMember(order);
        await visitor.signIn(email);
        screens.push(...accountScreens, ...communityScreens);
      }
      const failed: string[] = [];
      for (const path of screens) {
        const address = `${path}${path.includes("?") ? "&" : "?"}lng=${lng}`;
        const { status, text } = await visitor.request(address);
        // Members are redirected away from the sign-in pages.
        if (order && status === 303 && /^\/(sign|find)/.test(path)) continue;
        const isNoPage = path === "/nowhere" || path === "/not-found";
        if (status !== (isNoPage ? 404 : 200)) failed.push(`${address} for ${who}: ${status}`);
        seen.add(new URL(address, target.origin).pathname);
        checked += 1;
        const frame = frameOf(text);
        if (!sound.has(frame)) {
          const problems = await htmlProblems(text);
          validated += 1;
          failed.push(...problems.map((problem) => `${address}: ${problem}`));
          if (problems.length === 0) sound.add(frame);
        }
        if (foxesOf(text).length > 1)
          failed.push(`${address} shows the fox in ${foxesOf(text).join(" and ")}`);
        const key = rawKey.exec(text.replace(/<(script|style)\b[^]*?<\/\1>|<[^>]*>/g, " "));
        if (key) failed.push(`${address} says ${key[0]}`);
        for (const detail of detailsIn(text)) if (!screens.includes(detail)) screens.push(detail);
      }
      expect(failed).toEqual([]);
    });
  });

  it("and no screen is left out", async () => {
    expect(foxes.size).toBeGreaterThan(10);
    console.log(
      `html: ${checked} pages at ${seen.size} addresses, ${validated} of them of a frame of their own`,
    );
    const left = (await siteRoutes())
      .filter(({ isResource, pattern }) => !isResource && !(pattern in stepScreens))
      .map(({ pattern }) => pattern)
      .filter((pattern) => ![...seen].some((path) => asRegExp(pattern).test(path)));
    expect(left).toEqual([]);
  });
});
