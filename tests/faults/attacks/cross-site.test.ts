/** Forms submitted by another site: the HTTP front and each action reject them before any API call. */
import { createRequestHandler } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetProcessState } from "../session-support";
import { draw } from "../../kit/data/sample";
import type { Client, Sending } from "./client";
import { pathFor, siteBuild, siteRoutes, type SiteRoute } from "./routes";
import { Target } from "./site";

let target: Target;
let client: Client;
let actions: SiteRoute[];

beforeAll(async () => {
  target = Target.shared();
  ({ client } = await target.member());
  // For the build in this process, which remix-serve runs likewise: the same sandbox and sessions. All files of
  // tests/faults share the process, so an earlier one may have opened another store.
  forgetProcessState();
  process.env["DATA_DIR"] = target.dataDir;
  process.env["SANDBOX_PORT"] = new URL(target.sandbox.origin).port;
  process.env["LOG_LEVEL"] = "silent";
  actions = (await siteRoutes()).filter(({ hasAction }) => hasAction);
});
afterAll(() => target.stop());

/** Headers of forms that another site submits. */
const senders = (own: string): [string, Record<string, string | undefined>][] => {
  const { port } = new URL(own);
  return [
    ["foreign", { Origin: "https://evil.example" }],
    ["null", { Origin: "null" }],
    ["missing", { Origin: undefined }],
    ["missing, with the site's Referer", { Origin: undefined, Referer: `${own}/sign-in` }],
    ["empty", { Origin: "" }],
    ["another port", { Origin: `http://localhost:${Number(port) + 1}` }],
    ["no port", { Origin: "http://localhost" }],
    ["another scheme", { Origin: own.replace("http:", "https:") }],
    ["another name of this machine", { Origin: own.replace("localhost", "127.0.0.1") }],
    ["a longer name", { Origin: `http://localhost.evil.example:${port}` }],
    ["the name as user", { Origin: `http://localhost:${port}@evil.example` }],
    ["two", { Origin: `${own}, https://evil.example` }],
    [
      "foreign, made own by a proxy's header",
      { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
    ],
    ["own, but the browser says cross-site", { Origin: own, "Sec-Fetch-Site": "cross-site" }],
    ["own, but the browser says same-site", { Origin: own, "Sec-Fetch-Site": "same-site" }],
  ];
};

const bodies: [string, Sending][] = [
  [
    "a form",
    { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "intent=x&redirectTo=/" },
  ],
  [
    "a form with files",
    { headers: { "Content-Type": "multipart/form-data; boundary=b" }, body: "--b--\r\n" },
  ],
  ["nothing", { body: "" }],
];

/**
 * Returns URLs of an action: the page's, the one for data requests, and one with another parameter and a trailing
 * slash.
 */
function addresses({ id, pattern, isIndex }: SiteRoute): string[] {
  const path = pathFor(pattern) + (isIndex ? "?index" : "");
  const data = `_data=${encodeURIComponent(id)}`;
  return [
    path,
    `${path}${path.includes("?") ? "&" : "?"}${data}`,
    `${path}${path.includes("?") ? "&" : "/?"}x=1`,
  ];
}

describe("a form of another site", () => {
  it("is refused 403 at every action, and asks nothing of the API", async () => {
    expect(actions.length).toBeGreaterThan(20);
    let tried = 0;
    const wrong: string[] = [];
    // Every sender at every URL with one of the bodies; with all bodies every night.
    const { some, told } = draw("ATTACKS", bodies.length);
    const calls = await target.callsDuring(async () => {
      for (const action of actions) {
        for (const address of addresses(action)) {
          for (const [who, headers] of senders(target.origin)) {
            for (const [what, sending] of some(bodies)) {
              const response = await client.send(address, {
                ...sending,
                method: "POST",
                own: false,
                headers: { ...sending.headers, ...headers },
              });
              tried += 1;
              if (response.status !== 403 || response.cookies.length > 0) {
                wrong.push(`${response.status} ${address}: ${who}, ${what}`);
              }
            }
          }
        }
      }
    });
    console.log(
      `cross-site forms (${told}): ${tried} at ${actions.length} actions, all 403, ${Object.keys(calls).length} API calls`,
    );
    expect(wrong).toEqual([]);
    expect(calls).toEqual({});
  });

  it("is refused only because it is foreign: the site's own reaches every action", async () => {
    const guest = target.client();
    for (const action of actions) {
      const [address = ""] = addresses(action);
      const response = await guest.post(address, "intent=x");
      expect([403, 405, 421], address).not.toContain(response.status);
    }
  });

  it("is refused 403 by every action itself, without the front", async () => {
    const handle = createRequestHandler(await siteBuild(), "production");
    let tried = 0;
    const wrong: string[] = [];
    const calls = await target.callsDuring(async () => {
      for (const action of actions) {
        // /not-found and unknown paths: their action renders the 404 page.
        if (action.id === "unknown" || action.id === "routes/site/not-found/route") continue;
        for (const address of addresses(action)) {
          for (const origin of ["https://evil.example", "null", undefined, "http://localhost:1"]) {
            const headers = new Headers({ Cookie: client.cookie });
            if (origin !== undefined) {
              headers.set("Origin", origin);
              // Remix compares Origin with this header; the action must not rely on it.
              headers.set("X-Forwarded-Host", origin.replace(/^https?:\/\//, ""));
            }
            const body = new URLSearchParams({ intent: "x" });
            const response = await handle(
              new Request(`http://localhost:3000${address}`, { method: "POST", headers, body }),
              {},
            );
            tried += 1;
            if (response.status !== 403) wrong.push(`${response.status} ${address} from ${origin}`);
          }
        }
      }
    });
    console.log(`cross-site forms without the front: ${tried}, all 403`);
    expect(wrong).toEqual([]);
    // The error page reads data for its layout (balances), but nothing is written.
    expect(Object.keys(calls).filter((call) => !call.startsWith("GET "))).toEqual([]);
  });
});
