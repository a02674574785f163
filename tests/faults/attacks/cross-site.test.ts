/** Forms that another site sends: refused before anything is asked of the API, by the front and by each action itself. */
import { createRequestHandler } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetProcessState } from "../session-support";
import { draw } from "../../setup/draw";
import type { Client, Sending } from "./client";
import { addressOf, siteBuild, siteRoutes, type SiteRoute } from "./routes";
import { Target } from "./site";

let target: Target;
let client: Client;
let actions: SiteRoute[];

beforeAll(async () => {
  target = Target.shared();
  ({ client } = await target.member());
  // For the build in this process, as remix-serve runs it: the same sandbox, the same sessions. All files of faults share
  // the process, and one before this may have opened another store.
  forgetProcessState();
  process.env["DATA_DIR"] = target.dataDir;
  process.env["SANDBOX_PORT"] = new URL(target.sandbox.origin).port;
  process.env["LOG_LEVEL"] = "silent";
  actions = (await siteRoutes()).filter(({ hasAction }) => hasAction);
});
afterAll(() => target.stop());

/** What the Origin header and its like say of a form that is not the site's own. */
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

/** The addresses at which an action answers: its page's, the app's script's, and the sloppy spellings of both. */
function addresses({ id, pattern, isIndex }: SiteRoute): string[] {
  const path = addressOf(pattern) + (isIndex ? "?index" : "");
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
    // Each sender at each address, with one of the bodies; with all of them every night.
    const { some, told } = draw("ATTACKS", bodies.length);
    const calls = await target.callsDuring(async () => {
      for (const action of actions) {
        for (const address of addresses(action)) {
          for (const [who, headers] of senders(target.origin)) {
            for (const [what, sending] of some(bodies)) {
              const answer = await client.send(address, {
                ...sending,
                method: "POST",
                own: false,
                headers: { ...sending.headers, ...headers },
              });
              tried += 1;
              if (answer.status !== 403 || answer.cookies.length > 0) {
                wrong.push(`${answer.status} ${address}: ${who}, ${what}`);
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
      const answer = await guest.post(address, "intent=x");
      expect([403, 405, 421], address).not.toContain(answer.status);
    }
  });

  it("is refused 403 by every action itself, without the front", async () => {
    const handle = createRequestHandler(await siteBuild(), "production");
    let tried = 0;
    const wrong: string[] = [];
    const calls = await target.callsDuring(async () => {
      for (const action of actions) {
        // /not-found and unknown addresses: their action is the 404 page.
        if (action.id === "unknown" || action.id === "routes/site/not-found/route") continue;
        for (const address of addresses(action)) {
          for (const origin of ["https://evil.example", "null", undefined, "http://localhost:1"]) {
            const headers = new Headers({ Cookie: client.cookie });
            if (origin !== undefined) {
              headers.set("Origin", origin);
              // Remix compares the two; the action must not believe it.
              headers.set("X-Forwarded-Host", origin.replace(/^https?:\/\//, ""));
            }
            const body = new URLSearchParams({ intent: "x" });
            const answer = await handle(
              new Request(`http://localhost:3000${address}`, { method: "POST", headers, body }),
              {},
            );
            tried += 1;
            if (answer.status !== 403) wrong.push(`${answer.status} ${address} from ${origin}`);
          }
        }
      }
    });
    console.log(`cross-site forms without the front: ${tried}, all 403`);
    expect(wrong).toEqual([]);
    // The page that says so reads what its frame shows (balances); nothing is written.
    expect(Object.keys(calls).filter((call) => !call.startsWith("GET "))).toEqual([]);
  });
});
