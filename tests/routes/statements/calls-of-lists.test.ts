/** What the API receives when a list, a post or the filtered history is opened: line and token of each call. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { madeTo, receive, sorted } from "./received";
import { controls, guest, mainOf, memberOf, tags } from "./site";

beforeAll(async () => void (await guest()), 300_000);

describe("a choice in the form of the history, by its call", () => {
  const now = Date.parse("2026-11-20T03:00:00Z");
  const filter = (over: Record<string, string> = {}) => ({
    ...{ currencyType: "soria", transactionType: "ALL", from: "2026-11-13", to: "2026-11-20" },
    ...{ page: "1", size: "10", ...over },
  });

  it.each<[string, string, Record<string, string>, Record<string, string>]>([
    [
      "another currency [A142.1 A142.2 A142.3]",
      "transactionType=REDEEM&duration=MONTH&from=2026-08-01&to=2026-09-01&page=2&size=30",
      { currencyType: "point" },
      { currencyType: "point" },
    ],
    ["DAY [A144.1]", "to=2026-10-01", { duration: "DAY" }, { from: "2026-11-20" }],
    [
      "WEEK [A144.2]",
      "duration=MONTH&to=2026-10-05",
      { duration: "WEEK" },
      { from: "2026-09-28", to: "2026-10-05" },
    ],
    ["MONTH [A144.3]", "to=2026-10-05", { duration: "MONTH" }, { from: "2026-09-05", to: "2026-10-05" }],
    [
      "MONTH, from a 31st [A144.4]",
      "to=2026-03-31",
      { duration: "MONTH" },
      { from: "2026-02-28", to: "2026-03-31" },
    ],
    [
      "an end, with DAY [A143.1]",
      "duration=DAY",
      { to: "2026-11-10" },
      { from: "2026-11-03", to: "2026-11-10" },
    ],
    [
      "an end, with WEEK [A143.2]",
      "currencyType=point&from=2026-10-01",
      { to: "2026-11-10" },
      { currencyType: "point", from: "2026-11-03", to: "2026-11-10" },
    ],
    [
      "an end, with MONTH [A143.3]",
      "duration=MONTH",
      { to: "2026-11-10" },
      { from: "2026-10-10", to: "2026-11-10" },
    ],
  ])("%s", async (_, shownFirst, choice, asked) => {
    const { browser } = await memberOf();
    vi.useFakeTimers({ now, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const page = mainOf(await browser.open(`/my-page/history?${shownFirst}`));
    const [form = ""] = /<form\b[^>]*class="filter[\s\S]*?<\/form>/.exec(page) ?? [];
    const [action] = tags(form, "form").map((tag) => tag["action"]);
    const kept = tags(form, "input").find(({ type }) => type === "hidden");
    for (const name of Object.keys(choice))
      expect(controls(form).map((field) => field["name"])).toContain(name);
    const received = receive();
    await browser.open(
      `${action}?${new URLSearchParams({ [kept?.["name"] ?? ""]: kept?.["value"] ?? "", ...choice })}`,
    );
    const [line = ""] = madeTo(received, "/api/users/me/history").map((call) => call.line.split("?")[1]);
    expect(Object.fromEntries(new URLSearchParams(line))).toEqual(filter(asked));
  });
});

describe("the call of a list or a post", () => {
  it.each([
    ["/news", "GET /api/news?scope=WEB&language=KO&page=1&size=10", "P115.2"],
    ["/news?page=2", "GET /api/news?scope=WEB&language=KO&page=2&size=10", "P152.1 P152.2"],
    [
      "/news?type=EVENT&by=TITLE&keyword=k&page=1",
      "GET /api/news?scope=WEB&language=KO&page=1&size=10&type=EVENT&by=TITLE&keyword=k",
      "P152.2",
    ],
    ["/news/5", "GET /api/news/5?language=KO", "P153.1"],
    ["/game/news/5", "GET /api/news/5?language=KO", "P153.1"],
    ["/support/faq?page=2", "GET /api/support/faq?language=KO&page=2&size=10", "P154.1 P154.2"],
    ["/support/faq?type=EVENT", "GET /api/support/faq?language=KO&page=1&size=10&type=EVENT", "P154.2"],
  ])("%s: %s [%s]", async (address, line) => {
    replaceCachedReads(new SwrCache());
    const browser = await guest("ko");
    const received = receive();
    await browser.open(address);
    const [path = ""] = line.split("?");
    expect(madeTo(received, path.slice(4)).map((call) => [sorted(call.line), call.hasToken])).toEqual([
      [sorted(line), false],
    ]);
  });

  it("of everybody carries no token of a member who asks for it [A203.2]", async () => {
    replaceCachedReads(new SwrCache());
    const { browser } = await memberOf();
    for (const [address, path] of [
      ["/news?page=2", "/api/news"],
      ["/news/5", "/api/news/5"],
      ["/support/faq?page=2", "/api/support/faq"],
    ] as const) {
      const received = receive();
      await browser.open(address);
      expect(madeTo(received, path).map(({ hasToken }) => hasToken)).toContain(false);
      expect(madeTo(received, path).map(({ hasToken }) => hasToken)).not.toContain(true);
    }
  });

  it.each([
    ["/support/requests?page=2", "GET /api/support/inquiries?page=2&size=10", "P148.2 P156.1"],
    ["/dao/suggestions/19", "GET /api/dao/suggestions/19", "P159.1"],
    ["/dao/suggestions/19?page=2", "GET /api/dao/suggestions/19/debates?page=2", "P161.1"],
    ["/dao/suggestions/19/debates/1?page=2&list=3", "GET /api/dao/suggestions/19/debates?page=3", "P161.1"],
    [
      "/dao/suggestions/19/debates/1?page=2",
      "GET /api/dao/suggestions/19/debates/1/comments?page=2",
      "P162.1",
    ],
    [
      "/dao/suggestions?type=POLICY&status=PASSED&sort=POPULAR&page=2",
      "GET /api/dao/suggestions?page=2&type=POLICY&status=PASSED&sort=POPULAR",
      "P106.1 P160.1",
    ],
    ["/dao/suggestions/mine", "GET /api/dao/suggestions?by=me&sort=LATEST&page=1", "P106.1 P160.1"],
    ["/dao/members?type=VOTING&page=2", "GET /api/dao/members?type=VOTING&page=2", "P165.1"],
    ["/store/products?page=2", "GET /api/store/products?scope=WEB&page=2&size=10", "A231.1 A232.1"],
    ["/store/products/5", "GET /api/store/products/5", "A231.1 A233.1"],
    ["/my-page/ecommerce-history", "GET /order-service/v1/users/orders?page=1&size=10", "A242.1"],
    ["/my-page/ecommerce-history?page=2", "GET /order-service/v1/users/orders?page=2&size=10", "A242.1"],
    [
      "/my-page/ecommerce-history/ORDER-20241018-030000-7",
      "GET /order-service/v1/users/orders?from=2024-10-17&to=2024-10-19&page=1&size=50",
      "A242.2",
    ],
  ])("%s of a member: %s [%s]", async (address, line) => {
    const { browser } = await memberOf();
    const received = receive();
    await browser.open(address);
    const [path = ""] = line.split("?");
    const made = madeTo(received, path.slice(4)).map((call) => [sorted(call.line), call.hasToken]);
    expect(made).toContainEqual([sorted(line), true]);
    expect(made.filter(([, hasToken]) => !hasToken)).toEqual([]);
  });
});
