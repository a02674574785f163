/** Hostile redirect targets. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SiteResponse, Client } from "./client";
import { draw } from "../../kit/data/sample";
import { Target } from "./site";

let target: Target;
let guest: Client;

beforeAll(() => {
  target = Target.shared();
  guest = target.client();
});
afterAll(() => target.stop());

/** Addresses of another site, as a user could enter them in a URL or a form. */
const elsewhere = [
  "//evil.example",
  "///evil.example",
  "////evil.example/%2e%2e",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "/\u0000/evil.example",
  "/\u0085/evil.example",
  "/\u2028/evil.example",
  " //evil.example",
  "\t//evil.example",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "http:\\\\evil.example",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "/a/..//evil.example",
  "/news\r\nSet-Cookie: evil=1",
  "/news\nLocation: https://evil.example",
  "/%0d%0aSet-Cookie:%20evil=1",
  "%2F%2Fevil.example",
  "/%09/evil.example",
  "/%5cevil.example",
  "/@evil.example",
  "@evil.example",
  ".evil.example",
  ":80@evil.example",
  "https://localhost@evil.example",
  "https://localhost.evil.example",
  "//evil.example#https://localhost",
  "//%65vil.example",
  "//[::1]",
  "//2130706433",
  "?redirectTo=//evil.example",
  "#//evil.example",
  "/sign-in?redirectTo=//evil.example",
  `/${"a".repeat(3000)}`,
];

/** Returns the URL to which a browser follows the response. */
const wayOf = ({ headers }: SiteResponse) =>
  headers.location === undefined ? undefined : new URL(headers.location, `${target.origin}/sign-in`);

function staysHere(response: SiteResponse, what: string, wrong: string[]): void {
  const { location } = response.headers;
  if (
    location !== undefined &&
    (wayOf(response)?.origin !== target.origin || !/^\/(?![/\\])/.test(location))
  ) {
    wrong.push(`${what} leads to ${JSON.stringify(location)}`);
  }
  if (response.cookies.some((cookie) => cookie.startsWith("evil="))) wrong.push(`${what} sets a cookie`);
  if (response.status >= 500) wrong.push(`${what} answers ${response.status}`);
}

it("redirects lead to this site only", { timeout: 120_000 }, async () => {
  const made = await target.sandbox.makeMember();
  const { client: signedIn } = await target.member();
  const wrong: string[] = [];
  let tried = 0;
  const { isDrawn, told } = draw("ATTACKS", 4);
  /** Sends one of the requests if it is in the sample. */
  const ask = async (what: string, asking: () => Promise<SiteResponse>) => {
    if (!isDrawn()) return undefined;
    tried += 1;
    const response = await asking();
    staysHere(response, what, wrong);
    return response;
  };
  for (const to of elsewhere) {
    const query = encodeURIComponent(to);
    const name = JSON.stringify(to.slice(0, 60));
    for (const path of ["/sign-in", "/signin"]) {
      const page = await ask(`${path}?redirectTo=${name}`, () => guest.get(`${path}?redirectTo=${query}`));
      const fields = [...(page?.text ?? "").matchAll(/name="redirectTo"[^>]*value="([^"]*)"/g)].map(
        ([, value]) => value,
      );
      for (const value of fields) {
        if (!/^\/(?![/\\])/.test(value ?? "")) wrong.push(`${path} passes ${value} on`);
      }
      // A signed-in member is redirected immediately.
      await ask(`${path}?redirectTo=${name}, signed in`, () => signedIn.get(`${path}?redirectTo=${query}`));
    }
    const fresh = target.client();
    const credentials = { email: made.email, password: made.password };
    const response = await ask(`sign-in to ${name}`, () =>
      fresh.post("/sign-in", { ...credentials, redirectTo: to }),
    );
    if (response) expect(response.status).toBe(303);
    await ask(`unlocking, then ${name}`, () =>
      fresh.post("/sign-in", { intent: "unlock", email: made.email, redirectTo: to }),
    );
    await ask(`wallet to ${name}`, () =>
      guest.post("/sign-in", { intent: "wallet", signature: "0x", redirectTo: to }),
    );
    await ask(`language, then ${name}`, () => guest.post("/language", { lng: "en", redirectTo: to }));
    await ask(`a like, then ${name}`, () =>
      signedIn.post("/dao/suggestions/19/debates/1/like", { intent: "like", back: to }),
    );
    const report = `/dao/report?target=SUGGESTION&id=19&back=${query}`;
    const form = await ask(`a report, then ${name}`, () => signedIn.get(report));
    expect(form?.text ?? "").not.toMatch(/href="(?:\/\/|\/\\|https?:\/*evil|javascript:)/i);
    await ask(`a report sent, then ${name}`, () => signedIn.post(report, { reason: "SPAM", detail: "" }));
    const post = await ask(`a post, back to ${name}`, () => guest.get(`/news/1?back=${query}`));
    expect(post?.text ?? "").not.toMatch(/href="(?:\/\/|\/\\|https?:\/*evil|javascript:)/i);
    const data = `_data=${encodeURIComponent("routes/account/sign-in/route")}`;
    const script = await ask(`data of ${name}`, () => signedIn.get(`/sign-in?redirectTo=${query}&${data}`));
    const way = script?.headers["x-remix-redirect"];
    if (typeof way === "string" && !/^\/(?![/\\])/.test(way)) wrong.push(`a script is led to ${way}`);
    // Header values must be Latin-1.
    const referer = [...to].every((letter) => letter >= " " && letter <= "~") ? to : "https://evil.example/";
    for (const path of ["/language", "/sign-out"]) {
      await ask(`${path} from ${name}`, () => fresh.post(path, { lng: "en" }, { Referer: referer }));
    }
  }
  console.log(`redirect targets (${told}): ${elsewhere.length} at 15 places, ${tried} answers`);
  expect(wrong).toEqual([]);
});
