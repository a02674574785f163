/**
 * Random walks through the store's pages as served, without scripts: forms of current and earlier pages, links,
 * reloads, and double presses after 120 ms. Meanwhile the site is killed at a call, redeployed, and loses responses,
 * with an API that honours idempotency keys or not. After each step every charge in the sandbox must be delivered or
 * open in My purchases, and the messages must be true. HTML_WALKS=100 runs more walks; HTML_WALK_SEED repeats them.
 */
import { it } from "vitest";
import { seededRandom } from "#server/sandbox/seed/random";
import { figure, inRow } from "./table";
import { seedOf } from "../kit/data/random";
import { api, site, useStore, json } from "./store-pages-site";
import { Walk } from "./store-pages-walk";

inRow("kill");

useStore();

const WALKS = Number(process.env["HTML_WALKS"] ?? 4);
const STEPS = 10;
const SEED = seedOf("HTML_WALK_SEED");

it(
  `${WALKS} walks of ${STEPS} steps through the served pages without scripts, with kills and deploys (seed ${SEED})`,
  async () => {
    const began = Date.now();
    let steps = 0;
    for (let index = 0; index < WALKS; index += 1) {
      const random = seededRandom(SEED + index);
      await json("/__settings", {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ honoursKeys: random.chance(0.5) }),
      });
      const walk = new Walk(SEED + index, random, await api.makeMember({ balances: { soria: 50_000 } }));
      await walk.signIn();
      for (let step = 0; step < STEPS; step += 1, steps += 1) await walk.step();
      await walk.end();
    }
    const seconds = Math.round((Date.now() - began) / 1000);
    figure(
      `${steps} steps without scripts in ${seconds} s, ${site.kills} × kill -9, ${site.deploys} deploys, seed ${SEED}`,
    );
  },
  60_000 + WALKS * 60_000,
);
