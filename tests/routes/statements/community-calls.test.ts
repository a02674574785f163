/** What the API receives of news, support and governance: line, token and body of each call. */
import { describe, expect, it } from "vitest";
import { madeTo, receive, sorted } from "./received";
import { guest, memberOf, useSite } from "./site";

useSite();

describe("the call of a list or a post", () => {
  it.each([
    ["/news", "GET /api/news?scope=WEB&language=KO&page=1&size=10", "P115.2 P152.1 P152.2 P180.1"],
    ["/news?page=2", "GET /api/news?scope=WEB&language=KO&page=2&size=10", "P152.1 P152.2"],
    ["/news/5", "GET /api/news/5?language=KO", "P153.1"],
    ["/game/news/5", "GET /api/news/5?language=KO", "P153.1"],
    ["/support/faq?page=2", "GET /api/support/faq?language=KO&page=2&size=10", "P154.1 P154.2"],
    [
      "/support/faq?type=EVENT",
      "GET /api/support/faq?language=KO&page=1&size=10&type=EVENT",
      "P081.1 P154.2",
    ],
  ])("%s: %s [%s]", async (address, line) => {
    const browser = await guest("ko");
    const received = receive();
    await browser.open(address);
    const [path = ""] = line.split("?");
    expect(madeTo(received, path.slice(4)).map((call) => [sorted(call.line), call.hasToken])).toEqual([
      [sorted(line), false],
    ]);
  });

  it("of everybody carries no token of a member who asks for it [A203.2]", async () => {
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
    const [received, email] = [receive(), "member@soria.test"];
    await browser.send(await browser.open("/find-password"), "find-password", { intent: "send", email });
    const made = received.filter(({ line }) => line.startsWith("POST"));
    expect(made.map(({ hasToken }) => hasToken)).toEqual([false, false]);
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

describe("support's calls", () => {
  const fields = { name: "水野 灯", email: "a@soria.test", subject: "s", message: "m" };

  it.each([
    ["a guest", "LOGIN_FAIL", false],
    ["a member", "BUG_ERROR", true],
  ] as const)(
    "an inquiry of %s as multipart with its fields [P119.1 P119.2 P148.2 P155.1 P155.3]",
    async (_, typeCode, isMember) => {
      const browser = isMember ? (await memberOf({}, "ko")).browser : await guest("ko");
      const page = await browser.open("/support/inquiry");
      const received = receive();
      await browser.send(page, "inquiry", { ...fields, typeCode, confirmed: "yes" });
      expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
        {
          line: "POST /api/support/inquiries",
          parts: { ...fields, typeCode, language: "KO" },
          hasToken: isMember,
        },
      ]);
    },
  );

  it("a reply as multipart with its content, to the inquiry's own path [P148.2 P158.1]", async () => {
    const { browser, member } = await memberOf({ inquiries: [{ messages: ["q"] }, { messages: ["other"] }] });
    const [, id] = member.inquiries;
    const page = await browser.open(`/support/requests/${id}`);
    const received = receive();
    await browser.send(page, "reply", { content: "One more thing.", confirmed: "yes" });
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      {
        line: `POST /api/support/inquiries/${id}/message`,
        parts: { content: "One more thing." },
        hasToken: true,
      },
    ]);
  });

  it("an inquiry is read by its reference, with the token and no query [P148.2 P157.1]", async () => {
    const { browser, member } = await memberOf({ inquiries: [{ messages: ["q"] }] });
    const [id] = member.inquiries;
    const received = receive();
    await browser.open(`/support/inquiries/${id}`);
    expect(madeTo(received, `/api/support/inquiries/${id}`)).toEqual([
      { line: `GET /api/support/inquiries/${id}`, body: undefined, hasToken: true },
    ]);
  });
});

describe("governance's calls", () => {
  it("a like without a body, to the debate's path [P163.1]", async () => {
    const { browser } = await memberOf();
    const page = await browser.open("/dao/suggestions/19/debates/1");
    const received = receive();
    await browser.send(page, "like", {});
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      { line: "POST /api/dao/suggestions/19/debates/1/like", body: undefined, hasToken: true },
    ]);
  });

  it("a report with its target, reason and words [P164.1]", async () => {
    const { browser } = await memberOf();
    const page = await browser.open("/dao/report?target=COMMENT&id=2");
    const received = receive();
    await browser.send(page, "report", { reason: "SPAM", detail: "Twice a day.", confirmed: "yes" });
    const body = { targetType: "COMMENT", targetId: 2, reason: "SPAM", detail: "Twice a day." };
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      { line: "POST /api/dao/report", body, hasToken: true },
    ]);
  });

  it("a debate's address gives its calls the ids of suggestion and debate [P122.1]", async () => {
    const { browser } = await memberOf();
    const received = receive();
    await browser.open("/dao/suggestions/19/debates/1");
    const lines = received.map(({ line }) => line.split("?")[0]);
    expect(lines).toContain("GET /api/dao/suggestions/19");
    expect(lines).toContain("GET /api/dao/suggestions/19/debates");
    expect(lines).toContain("GET /api/dao/suggestions/19/debates/1/comments");
    const dao = lines.filter((line) => line?.includes("/dao/"));
    for (const line of dao)
      expect(line).toMatch(/^GET \/api\/dao\/suggestions\/19(?:\/debates(?:\/1\/comments)?)?$/);
  });
});
