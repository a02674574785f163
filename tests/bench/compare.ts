/**
 * `npm run bench:compare -- REF`: compares this checkout with another commit, page by page. Each has its own sandbox,
 * and their rounds alternate, so that other load on the machine affects both alike. The measure is the CPU time of
 * the site's process per page, which stays valid on a busy machine, unlike pages per second. A difference counts if 0
 * is outside the 95 % interval of the median of the paired differences (order statistics: no assumption on the
 * distribution). BENCH_ROUNDS: number of rounds (12).
 */
import { projectRoot } from "#server/cli/children";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { startSite } from "../kit/programs/site";
import { buildHere, checkout, removeCheckout } from "./checkout";
import { type Page, weights } from "./measure";
import { interval, median, PAGES_A_ROUND, percent, type Round, round, type Side } from "./paired";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 12);

const [ref] = process.argv.slice(2);
if (!ref || !(ROUNDS >= 6)) {
  console.error("npm run bench:compare -- REF   (a commit, branch or tag; BENCH_ROUNDS at least 6)");
  process.exit(2);
}

interface Compared extends Side {
  root: string;
  pages: Page[];
}

async function start(root: string): Promise<Compared> {
  const metricsPort = await freePort();
  const running = await startSite({ root, env: { LOG_LEVEL: "error", METRICS_PORT: String(metricsPort) } });
  const made = await fetch(`${running.sandbox?.origin}/__members`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ history: 120 }),
  });
  const { email } = (await made.json()) as { email: string };
  const member = new HttpMember(running.site.origin);
  await member.signIn(email);
  const cookie = member.cookieHeader;
  const pages: Page[] = [
    { name: "home, kept", path: "/" },
    { name: "home, rendered anew", path: "/?n=[<id>]" },
    { name: "sign-in", path: "/sign-in" },
    { name: "home as a member", path: "/", cookie },
    { name: "my-page/history", path: "/my-page/history", cookie },
    { name: "store", path: "/store/products", cookie },
    { name: "DAO list", path: "/dao/suggestions", cookie },
    // The same pages at the cost of a cache miss (server/web/render-cache.server.ts).
    { name: "sign-in, rendered anew", path: "/sign-in?n=[<id>]" },
    { name: "home as a member, rendered anew", path: "/?n=[<id>]", cookie },
    { name: "my-page/history, rendered anew", path: "/my-page/history?n=[<id>]", cookie },
    { name: "store, rendered anew", path: "/store/products?n=[<id>]", cookie },
    { name: "DAO list, rendered anew", path: "/dao/suggestions?n=[<id>]", cookie },
  ];
  return { running, root, metrics: `http://127.0.0.1:${metricsPort}/metrics`, pages };
}

const row = (...cells: string[]) => console.log(`| ${cells.join(" | ")} |`);
buildHere();
const other = checkout(ref);
const sides: Compared[] = [];
try {
  const [there, here] = [await start(other), await start(projectRoot)];
  sides.push(there, here);
  console.log(`Before: ${ref}. ${ROUNDS} rounds in turn, ${PAGES_A_ROUND} pages each; processor ms a page\n`);
  row(
    "page",
    "before ms",
    "after ms",
    "difference",
    "95 %",
    "told apart",
    "API calls",
    "HTML kB",
    "scripts kB (brotli)",
  );
  row("---", "--:", "--:", "--:", "--:", "---", "--:", "--:", "--:");
  for (const [i, page] of here.pages.entries()) {
    const before: Round[] = [];
    const after: Round[] = [];
    // The first round of each page is a warm-up and is dropped.
    for (let n = 0; n <= ROUNDS; n++) {
      // The side that starts alternates too.
      for (const side of n % 2 ? [there, here] : [here, there]) {
        (side === there ? before : after).push(await round(side, side.pages[i] ?? page));
      }
    }
    before.shift();
    after.shift();
    const ratios = after.map(({ cpuMs }, n) => cpuMs / (before[n]?.cpuMs ?? NaN) - 1);
    const [low, high] = interval(ratios);
    const mid = (rounds: Round[], of: (one: Round) => number) => median(rounds.map(of));
    const bytes = await Promise.all(
      sides.map((side) =>
        weights(
          side.running.site.origin,
          { ...page, ...side.pages[i], path: page.path.replace("[<id>]", "w") },
          side.root,
        ),
      ),
    );
    const pair = (figures: number[]) => figures.map((figure) => figure.toFixed(1)).join(" → ");
    row(
      page.name,
      mid(before, (one) => one.cpuMs).toFixed(2),
      mid(after, (one) => one.cpuMs).toFixed(2),
      percent(median(ratios)),
      `${percent(low)} to ${percent(high)}`,
      low > 0 || high < 0 ? "yes" : "no",
      pair([mid(before, (one) => one.calls), mid(after, (one) => one.calls)]),
      pair(bytes.map(({ html }) => html / 1000)),
      pair(bytes.map(({ scripts }) => scripts / 1000)),
    );
  }
} finally {
  await Promise.all(sides.map(({ running }) => running.stop()));
  removeCheckout(other);
}
