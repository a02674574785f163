/**
 * Simulates a month in minutes: two sites (tests/month/world.ts), members who come and go, and a fault or change each
 * day. After each day it compares the sites' records with their budget. `npm run soak:month` runs it and prints a
 * table. MONTH_SEED repeats a month.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { seededRandom } from "#server/sandbox/seed/random";
import { People } from "../month/people";
import { canFillDisk, DAY_MS, HOUR_MS, type Kept, type Store, stores, World } from "../month/world";
import { SiteBrowser, siteAt } from "../kit/visitors/site-browser";
import { figure, inRow } from "./table";
import { seedOf } from "../kit/data/random";

inRow("month");

const DAYS = Number(process.env["MONTH_DAYS"] ?? 3);
const VISITS = Number(process.env["MONTH_VISITS"] ?? 2);
const SEED = seedOf("MONTH_SEED");
/** Steps per day. Each takes several hours, after which pending uploads have expired. */
const STEPS = DAYS > 10 ? 4 : 2;
/** Maximum number of cached public reads. Each is a file or a key. */
const MOST_READS = 100;

const random = seededRandom(SEED);
let world: World;
let people: People;

beforeAll(async () => {
  world = await World.open();
  people = new People(world, random);
}, 60_000);
afterAll(() => world?.close());

/** Visits one site while it cannot write, then restores it and waits until it is healthy. */
async function whileFull(store: Store, fill: () => Promise<void>, mend: () => Promise<void>): Promise<void> {
  await fill();
  for (let n = 0; n < VISITS; n += 1) await people.visit(store);
  await mend();
  await expect.poll(() => healthOf(store), { timeout: 10_000 }).toBe(200);
}

const healthOf = async (store: Store) => (await fetch(`${world.site(store).origin}/healthz`)).status;

async function restartAll(signal?: NodeJS.Signals): Promise<void> {
  await Promise.all(stores.map((store) => world.restart(store, signal)));
}

/** Events, one or more per day, in random order. */
const events: Record<string, () => Promise<void>> = {
  "sites restarted": () => restartAll(),
  "sites killed": () => restartAll("SIGKILL"),
  "secret changed": async () => {
    const [old = ""] = world.secrets;
    const fresh = `secret-${random.whole(1, 1e9)}-that-only-tests-use-0123456789`;
    // Rotates the secret in two restarts (docs/operating.md). Earlier secrets remain readable.
    world.secrets = [old, fresh, ...world.secrets.slice(1)];
    await restartAll();
    for (const store of stores) await people.visit(store);
    world.secrets = [fresh, old, ...world.secrets.slice(2)];
    await restartAll();
  },
  "disk full": async () => {
    if (!canFillDisk) return console.log("No prlimit here: the disk was not full.");
    await whileFull(
      "disk",
      async () => world.fillDisk("disk", true),
      async () => world.fillDisk("disk", false),
    );
  },
  "Redis restarted": async () => {
    await world.redis.stop();
    await world.redis.run();
    await expect.poll(() => healthOf("redis"), { timeout: 10_000 }).toBe(200);
  },
  "Redis's disk full": () =>
    whileFull(
      "redis",
      () => world.redis.failDisk(),
      () => world.redis.mendDisk(),
    ),
  "sandbox restarted": async () => {
    await world.stopSandbox();
    await world.startSandbox();
  },
};

const rows: (string | number)[][] = [];

function note(day: number, event: string, store: Store, kept: Kept): void {
  const { records, files, uploads, megabytes, memory } = kept;
  const of = (kind: string) => records[kind] ?? 0;
  const purchases = of("purchases") + of("purchases-watched");
  const named = ["session", "sent", "purchases", "purchases-watched"];
  const other = Object.entries(records).reduce((sum, [kind, n]) => (named.includes(kind) ? sum : sum + n), 0);
  rows.push([
    ...[day, event, store, of("session"), of("sent"), purchases, other],
    ...[files, uploads, megabytes.toFixed(1), Math.round(memory)],
  ]);
}

/** Compares a site's records with the budget, after some hours without visits. */
async function check(day: number, event: string, store: Store): Promise<Kept> {
  const kept = await world.kept(store);
  note(day, event, store, kept);
  const { records, uploads } = kept;
  const { sessions, sent, purchases } = people.budget(store);
  const where = `day ${day}, ${store}, seed ${SEED}: ${JSON.stringify(kept)}`;
  expect(records["session"] ?? 0, `sessions, ${where}`).toBeGreaterThanOrEqual(sessions[0]);
  expect(records["session"] ?? 0, `sessions, ${where}`).toBeLessThanOrEqual(sessions[1]);
  expect(records["sent"] ?? 0, `forms that were sent, ${where}`).toBeLessThanOrEqual(sent);
  expect(records["purchases"] ?? 0, `ledgers, ${where}`).toBeLessThanOrEqual(purchases);
  expect(records["purchases-watched"] ?? 0, `members looked after, ${where}`).toBeLessThanOrEqual(16);
  expect(records["read"] ?? 0, `kept reads, ${where}`).toBeLessThanOrEqual(MOST_READS);
  // At most one per session in the index.
  expect(records["owner"] ?? 0, `owners, ${where}`).toBeLessThanOrEqual(sessions[1]);
  expect([records["lock"] ?? 0, records["limit"] ?? 0, records["upload"] ?? 0, uploads], where).toEqual([
    0, 0, 0, 0,
  ]);
  return kept;
}

it(
  `${DAYS} days`,
  async () => {
    const order = Object.keys(events).sort(() => random.next() - 0.5);
    const eachDay = Math.ceil(order.length / Math.min(DAYS, order.length));
    for (let day = 1; day <= DAYS; day += 1) {
      const today = Array.from(
        { length: eachDay },
        (_, n) => order[((day - 1) * eachDay + n) % order.length] ?? "",
      );
      for (let step = 0; step < STEPS; step += 1) {
        for (let n = 0; n < VISITS; n += 1) for (const store of stores) await people.visit(store);
        if (step === 0) for (const name of today) await events[name]?.();
        await world.pass(DAY_MS / STEPS);
      }
      for (const store of stores) await check(day, today.join(", "), store);
    }
    const { refused, ...counts } = people.counts;
    figure(
      `seed ${SEED}: ${Object.entries(counts)
        .map(([what, n]) => `${n} ${what}`)
        .join(", ")}, ${refused} refused`,
    );
  },
  60_000 + DAYS * 60_000,
);

it("news outlives an API that is gone for two days, and no longer than three", async () => {
  const news = (store: Store) =>
    new SiteBrowser(siteAt(world.site(store).origin), false).open(`/news?n=${random.next()}`);
  const statuses = async () => (await Promise.all(stores.map(news))).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 200]);
  await world.stopSandbox();
  await world.pass(2 * DAY_MS);
  await restartAll("SIGKILL");
  expect(await statuses()).toEqual([200, 200]);
  await world.pass(DAY_MS + HOUR_MS);
  await restartAll("SIGKILL");
  expect(await statuses()).toEqual([503, 503]);
  await world.startSandbox();
});

it("nothing is left of sessions and forms a month after the last visit, and of ledgers after 400 days", async () => {
  await world.pass(31 * DAY_MS);
  for (const store of stores) {
    const kept = await check(DAYS + 34, "nobody came for a month", store);
    expect([kept.records["session"] ?? 0, kept.records["sent"] ?? 0, kept.records["owner"] ?? 0]).toEqual([
      0, 0, 0,
    ]);
    expect(kept.records["purchases"] ?? 0).toBeGreaterThan(0);
  }
  await world.pass(400 * DAY_MS);
  for (const store of stores) {
    const { records } = await check(DAYS + 434, "nor for 400 days", store);
    const left = Object.entries(records).filter(
      ([kind, n]) => !["ping", "purchases-swept"].includes(kind) && n > 0,
    );
    expect(left, store).toEqual([]);
  }
  const head = [
    "day",
    "event",
    "store",
    "sessions",
    "sent forms",
    "purchases",
    "other records",
    "files",
    "uploads",
    "MB",
    "memory, MB",
  ];
  const table = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
  if (DAYS > 10) console.log(`Seed ${SEED}\n\n${table}`);
  figure(
    `seed ${SEED}: most memory ${Math.max(...rows.map((row) => Number(row.at(-1))))} MB, nothing left in the end`,
  );
});
