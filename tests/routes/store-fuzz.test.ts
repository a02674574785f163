/**
 * Random walks through everything that takes money: double submissions, responses lost on any path, other tabs, new
 * sign-ins, price changes during calls, payments cancelled while a card is charged; stores that lose data, replaced
 * secrets, and APIs that lack features or contradict themselves. Each step checks the two invariants of
 * store-walk-checks.ts.
 * Longer run on all processors: `npm run walks -- 1000`. A failure prints its seed and the command to repeat it.
 */
import { it, vi } from "vitest";
import { drainBackground } from "#server/purchases/background-task.server";
import { timing } from "#server/purchases/timing.server";
import { Faults } from "#server/sandbox/switches/faults";
import { sandbox } from "../mocks/server";
import { seedOf } from "../kit/data/random";
import { Walk } from "./store-walk";
import { walkClock } from "./store-walk-actions";

const WALKS = Number(process.env["WALKS"] ?? 40);
const STEPS = 12;
const SEED = seedOf("WALK_SEED");

/**
 * Replaces time limits, so that the walks never wait for one. A call that the API never answers times out 5 ms after it
 * arrived or took effect, and no other call times out, however busy the machine is.
 */
function timeLimitsOnlyForStalls(): void {
  let waiting: AbortController[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    waiting.push(controller);
    return controller.signal;
  });
  const respond = Faults.prototype.respond;
  vi.spyOn(Faults.prototype, "respond").mockImplementation(function (
    this: Faults,
    rule,
    request,
    carryOut,
    ...rest
  ) {
    const real = rule.after ? carryOut() : undefined;
    const end = () => {
      const ended = waiting;
      waiting = [];
      for (const controller of ended) controller.abort(new DOMException("time limit", "TimeoutError"));
    };
    if (rule.mode === "stall") void Promise.resolve(real).then(() => setTimeout(end, 5));
    return respond.call(this, rule, request, () => real ?? carryOut(), ...rest);
  });
}

it(
  `${WALKS} walks of ${STEPS} steps keep what was taken and what was told in step (seed ${SEED})`,
  async () => {
    const real = Date.now.bind(Date);
    vi.spyOn(Date, "now").mockImplementation(() => real() + walkClock.aheadMs);
    timeLimitsOnlyForStalls();
    const { services } = await sandbox();
    await services.db.run(
      "CREATE TEMP TABLE first_products AS SELECT id, amount, payment_type FROM products",
    );
    Object.assign(timing, { pageWait: 300, purchaseWait: 2_000 });
    for (let index = 0; index < WALKS; index += 1) {
      const walk = await Walk.begin(SEED + index);
      try {
        for (let step = 0; step < STEPS; step += 1) await walk.step();
        await walk.end();
      } catch (error) {
        // An error of the site names no walk, unlike a failed expectation.
        if (error instanceof Error && !error.message.includes("WALK_SEED"))
          error.message += `\n${walk.where()}`;
        throw error;
      }
      // Finishes the background work of the last pages, so that it does not run in the next walk.
      await drainBackground(10_000);
    }
  },
  20_000 + WALKS * 5_000,
);
