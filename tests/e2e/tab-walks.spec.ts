/**
 * Random walks of a member with two tabs of one browser who buys, pays, goes back, reloads, closes tabs and cancels,
 * while responses are lost and money moves. After each step both pages have to agree with the sandbox's books.
 * `TAB_WALKS=20 npm run test:e2e -- tab-walks`, every night. TAB_WALKS_SEED repeats the walks from one seed on.
 */
import { seededRandom } from "#server/sandbox/seed/random";
import { expect, test } from "../kit/browser/fixtures";
import { TabWalk } from "./tab-walk";

const WALKS = Number(process.env["TAB_WALKS"] ?? 1);
const STEPS = 18;
const SEED = Number(process.env["TAB_WALKS_SEED"] ?? Number(process.env["STAGE_SEED"] ?? 1) % 100_000);

// Chromium logs 402 for a declined card, 409 for a cancelled payment, and the responses that a fault breaks.
test.use({ allowed: [/status of (?:40[0249]|50[0-9]) |ERR_FAILED|ERR_ABORTED/] });

for (let walk = 0; walk < WALKS; walk += 1) {
  const seed = SEED + walk;
  test(`random walk ${walk + 1} of ${WALKS} in two tabs: the pages show what the API has recorded @scripts-only`, async ({
    page,
    context,
    speak,
    signIn,
    sandbox,
  }) => {
    test.setTimeout(300_000);
    const again = `TAB_WALKS=1 TAB_WALKS_SEED=${seed} npm run test:e2e -- tab-walks`;
    console.log(`two tabs: ${again}`);
    const member = await sandbox.makeMember({ balances: { soria: 50_000 } });
    await speak("en");
    await signIn(page, member);
    const tabs = await TabWalk.begin(context, sandbox, member, seededRandom(seed));
    for (let step = 0; step < STEPS; step += 1) {
      await test
        .step(`step ${step + 1}`, () => tabs.step())
        .catch((error: unknown) => {
          throw new Error(`${again}, ${tabs.where()}${String(error)}`, { cause: error });
        });
    }
    await tabs.end();
    console.log(`seed ${seed}: ${await tabs.summary()}`);
    expect(tabs.trail.length, again).toBeGreaterThan(STEPS);
  });
}
