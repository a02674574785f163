/** The FAQ and the inquiries as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { faqTypes } from "~/domain/inquiry-types";
import type { Shown } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import {
  browser,
  controls,
  headOf,
  links,
  mainOf,
  memberOf,
  namedLinks,
  optionsOf,
  rowsOf,
  tags,
  useSite,
  words,
} from "./site";
import { list, respond } from "./mocked-data";

useSite();

it("the answers that the inquiry form offers are sanitised", async () => {
  const html = `<p onclick="alert(1)">Offered</p><script>alert(1)</script><img src="x" onerror="alert(1)">`;
  respond("/api/support/faq", list([{ id: 1, type: "BUG_REPORT", question: "A question?", answer: html }]));
  const page = await browser.open("/support/inquiry?typeCode=NON_MEMBER");
  expect(page.html).toMatch(/<p(?: class="brief")?>Offered<\/p>/);
  expect(page.html).not.toMatch(/onclick|onerror|<script>alert/);
});

describe("FAQ", () => {
  const item = {
    id: 3,
    type: "EVENT",
    question: "Why?",
    answer: "<p>So <b>it</b> is</p><script>alert(1)</script>",
  };

  it("groups the two categories that are no filter under their own names [P116.4]", async () => {
    const items = ["USER_SIGNUP", "USER_INFO"].map((type, id) => ({ ...item, id, type }));
    respond("/api/support/faq", { page: 1, page_count: 1, stats: {}, items });
    const page = mainOf(await browser.open("/support/faq"));
    const names = [...page.matchAll(/<h2 id="faq-\w+"[^>]*>([^<]*)/g)].map(([, name]) => name);
    const t = texts("en", "support");
    expect(names).toEqual([t("faq.types.USER_SIGNUP"), t("faq.types.USER_INFO")]);
    expect(new Set([...names, t("faq.types.ETC")]).size).toBe(3);
  });

  it("filters by links with counts, without installing and playing, and keeps the type in its pager [P081.1 P081.2 P081.3 P081.4 P081.5 P116.1 P116.2]", async () => {
    const data = {
      page: 2,
      page_count: 3,
      stats: { EVENT: 21, ACCOUNT_RELATED: 4, INSTALL_PLAY: 9 },
      items: [item],
    };
    respond("/api/support/faq", data);
    const page = mainOf(await browser.open("/support/faq?type=EVENT&page=2"));
    const [filters = ""] = /<nav\b[^>]*aria-label="Category"[\s\S]*?<\/nav>/.exec(page) ?? [];
    // Without installing and playing.
    expect(namedLinks(filters)).toEqual([
      ...["All 34: /support/faq", "Account 4: /support/faq?type=ACCOUNT_RELATED"],
      ...["How to use 0: /support/faq?type=USER_GUIDE"],
      ...["Purchases and refunds 0: /support/faq?type=PURCHASE_REFUND"],
      ...["Reports and suspensions 0: /support/faq?type=REPORT_SANCTION"],
      ...["Events 21: /support/faq?type=EVENT", "Bugs and errors 0: /support/faq?type=BUG_ERROR"],
      ...["Other 0: /support/faq?type=ETC"],
    ]);
    const [pager = ""] = /<nav\b[^>]*aria-label="Pages"[\s\S]*?<\/nav>/.exec(page) ?? [];
    const [one, two, three] = [1, 2, 3].map((n) => `/support/faq?type=EVENT${n > 1 ? `&page=${n}` : ""}`);
    expect(links(pager)).toEqual([one, one, one, two, three, three, three]);
    const [group = ""] = /<section\b[^>]*class="faq-group"[\s\S]*?<\/section>/.exec(page) ?? [];
    expect(words(/<h2\b[\s\S]*?<\/h2>/.exec(group)?.[0] ?? "")).toBe("Events");
    const [question = ""] = /<details\b[^>]*id="faq-3"[\s\S]*?<\/details>/.exec(group) ?? [];
    expect(tags(question, "details")[0]).not.toHaveProperty("open");
    expect(words(/<summary\b[\s\S]*?<\/summary>/.exec(question)?.[0] ?? "")).toBe("Why?");
    expect(question).toMatch(/<p(?: class="brief")?>So <b>it<\/b> is<\/p>/);
    expect(question).not.toContain("<script>");
  });

  it("is where /support leads [P025.1 P025.2]", async () => {
    expect((await browser.open("/support")).path).toBe("/support/faq");
  });

  it("shows every question with its answer to guests and members [P026.1]", async () => {
    const items = faqTypes.map((type, at) => ({ ...item, id: at + 4, type, question: `${type}?` }));
    respond("/api/support/faq", list(items));
    for (const visitor of [browser, (await memberOf()).browser]) {
      const page = mainOf(await visitor.open("/support/faq"));
      const entries = page.match(/<details\b[^>]*id="faq-\d[\s\S]*?<\/details>/g) ?? [];
      expect(entries.map((entry) => words(entry).split("? So it is ")[0])).toEqual(faqTypes);
    }
  });

  it("asks for ten entries, and for a type only when one is chosen; an empty list says so [P085.1 P154.2 P180.2]", async () => {
    const asked = respond("/api/support/faq", { page: 1, page_count: 1, stats: {}, items: [] });
    const page = await browser.open("/support/faq");
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ language: "EN", page: "1", size: "10" });
    expect(words(page)).toContain(texts("en", "support")("faq.empty"));
    for (const search of ["type=EVENT", "open=3", "keyword=lantern"])
      await browser.open(`/support/faq?${search}`);
    expect(new Set(asked.map((query) => query.get("size")))).toEqual(new Set(["10"]));
  });
});

describe("inquiries", () => {
  it("offer a guest two types and a member the other nine, with name and e-mail filled in, and pictures to choose [P027.1 P082.1 P082.2 P082.3 P120.2 P135.7]", async () => {
    const guests = await browser.open("/support/inquiry");
    expect(guests.status).toBe(200);
    expect(optionsOf(guests, "typeCode")).toEqual(["LOGIN_FAIL", "NON_MEMBER"]);
    const file = controls(mainOf(guests)).find(({ type }) => type === "file");
    const types = [".gif", ".jpg", ".jpeg", ".png", "image/gif", "image/jpeg", "image/png"];
    expect(file?.["accept"]?.split(",")).toEqual(expect.arrayContaining(types));
    const { browser: own, member } = await memberOf();
    const members = await own.open("/support/inquiry");
    expect(optionsOf(members, "typeCode")).toEqual([
      ...["USER_GUIDE", "USER_SIGNUP", "USER_PROFILE", "PURCHASE_REFUND", "REPORT_SANCTION"],
      ...["INSTALL_PLAY", "EVENT", "BUG_ERROR", "ETC"],
    ]);
    const value = (name: string) =>
      controls(mainOf(members)).find((control) => control["name"] === name)?.["value"];
    expect(value("email")).toBe(member.email);
    expect(value("name")?.split(" ").toSorted()).toEqual(["水野", "灯"]);
  });

  it("list answered and pending ones, ten a page, and show the thread [A012.1 P008.1 P010.1 P083.1 P084.1 P117.1 P117.2 P118.1 P118.2 P118.3 P118.4 P120.2 P128.4 P156.1 P180.3]", async () => {
    const { browser: own } = await memberOf();
    const row = {
      id: 1,
      publicId: "INQ-1",
      typeCode: "EVENT",
      subject: "First",
      status: "OPEN",
      createdAt: "2026-11-23T16:30:00Z",
    };
    const asked = respond("/api/support/inquiries", {
      content: [
        row,
        {
          ...row,
          id: 2,
          publicId: `INQ-${"2".repeat(40)}`,
          subject: "Second",
          status: "RESOLVED",
          typeCode: "MC_RELATED",
        },
        { ...row, id: 3, publicId: "INQ-3", subject: "Third", status: "IN_PROGRESS", typeCode: "ETC" },
        { ...row, id: 4, publicId: "INQ-4", subject: "Fourth", status: "CLOSED", typeCode: "ETC" },
      ],
      pagination: { currentPage: 2, pageCount: 3, itemCount: 24 },
    });
    const page = await own.open("/support/requests?page=2");
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ page: "2", size: "10" });
    const t = texts("en", "support");
    expect(rowsOf(mainOf(page))).toEqual([
      [t("inquiryTypes.EVENT"), "First", "24 Nov 2026", "Awaiting an answer"],
      [t("inquiryTypes.MC_RELATED"), "Second", "24 Nov 2026", "Answered"],
      [t("inquiryTypes.ETC"), "Third", "24 Nov 2026", "Awaiting an answer"],
      [t("inquiryTypes.ETC"), "Fourth", "24 Nov 2026", "Answered"],
    ]);
    const threads = links(mainOf(page)).filter((to) => to.startsWith("/support/requests/"));
    const ids = ["1", "2".repeat(40), "3", "4"];
    expect(threads).toEqual(ids.map((id) => `/support/requests/INQ-${id}`));
    expect(words(page)).toContain(" 24 inquiries");
    const [pager = ""] = /<nav\b[^>]*aria-label="Pages"[\s\S]*?<\/nav>/.exec(mainOf(page)) ?? [];
    const [one, two, three] = ["", "?page=2", "?page=3"].map((query) => `/support/requests${query}`);
    expect(links(pager)).toEqual([one, one, one, two, three, three, three]);
    expect(tags(pager, "a").find((link) => link["aria-current"])?.["href"]).toBe(two);
    respond("/api/support/inquiries/INQ-1", {
      ...{ publicId: "INQ-1", typeCode: "EVENT", customerType: "MEMBER", customerName: "Akari" },
      ...{ customerEmail: "a@b.co", subject: "First", createdAt: "2026-11-23T16:30:00Z", status: "OPEN" },
      messages: [
        {
          senderType: "CUSTOMER",
          senderName: "Akari",
          content: "Question",
          createdAt: "2026-11-23T16:30:00Z",
          attachments: [],
        },
        {
          ...{
            senderType: "ADMIN",
            senderName: "Yuki",
            content: "Answer\nin two lines",
            createdAt: "2026-11-24T02:00:00Z",
          },
          attachments: [{ fileUrl: "https://files.test/a.png", fileName: "map.png" }],
        },
      ],
    });
    const thread = await own.open("/support/requests/INQ-1");
    const said = words(thread);
    expect(words(/<h1\b[\s\S]*?<\/h1>/.exec(thread.html)?.[0] ?? "")).toBe("First");
    const [state = ""] = /<p role="status">[\s\S]*?<\/p>/.exec(mainOf(thread)) ?? [];
    expect(words(state)).toBe(t("thread.status.OPEN"));
    expect(said).toMatch(/Events .*INQ-1 .*24 Nov 2026,? 01:30 .*Akari \/ a@b\.co /);
    expect(said).toMatch(/Akari 24 Nov 2026,? 01:30 Question Yuki 24 Nov 2026,? 11:00 Answer in two lines/);
    const sides = tags(mainOf(thread), "li").flatMap((item) =>
      item["class"]?.startsWith("message") ? [item["class"]] : [],
    );
    expect(sides).toEqual(["message message--own", "message"]);
    expect(namedLinks(mainOf(thread))).toContainEqual(
      expect.stringMatching(/^map\.png .*: https:\/\/files\.test\/a\.png$/),
    );
    expect(controls(mainOf(thread)).some(({ name }) => name === "content")).toBe(true);
  });

  it.each(["OPEN", "IN_PROGRESS", "RESOLVED", "CLOSED"])(
    "say in words that one is %s, and offer no other state [P128.1 P128.2 P128.3]",
    async (status) => {
      const { browser: own, member } = await memberOf({
        inquiries: [{ subject: "One", status: status as "CLOSED", messages: ["q", "a"] }],
      });
      const page = await own.open(`/support/requests/${member.inquiries[0]}`);
      const [state = ""] = /<p role="status">[\s\S]*?<\/p>/.exec(mainOf(page)) ?? [];
      expect(words(state)).toBe(texts("en", "support")(`thread.status.${status}`));
      expect(controls(mainOf(page)).filter(({ name }) => name === "status")).toEqual([]);
    },
  );

  it("closed take no reply and ask for a new inquiry [P029.1 P084.1 P084.3 P084.4 P084.5]", async () => {
    const { browser: own, member } = await memberOf({
      inquiries: [
        { subject: "Another", messages: ["q"] },
        { subject: "One", status: "CLOSED", messages: ["q", "a"] },
      ],
    });
    const path = `/support/inquiries/${member.inquiries[1]}`;
    const page = await own.open(path);
    expect([page.status, page.path, headOf(page)]).toEqual([200, path, "One"]);
    const t = texts("en", "support");
    expect(words(page)).toContain(t("thread.closedTitle"));
    expect(words(page)).toContain(t("thread.closedText"));
    const [, on = ""] = mainOf(page).split(t("thread.closedText"));
    expect(links(on)[0]).toMatch(
      new RegExp(`^/support/inquiry\\?typeCode=\\w+&quote=${member.inquiries[1]}$`),
    );
    const reply = controls(mainOf(page)).find(({ name }) => name === "content");
    expect(reply).toHaveProperty("disabled");
    const send = tags(mainOf(page), "button").filter(({ type }) => type === "submit");
    expect(send.map((button) => "disabled" in button)).toEqual([true]);
  });

  it("link an https address in an answer of support, but not in the member's own text", async () => {
    const { browser: own, member } = await memberOf({
      inquiries: [
        {
          subject: "One",
          status: "CLOSED",
          messages: ["https://own.test/x", "https://soria.test/news/5をご覧ください。"],
        },
      ],
    });
    const [id = ""] = member.inquiries;
    const page = mainOf(await own.open(`/support/requests/${id}`));
    expect(page).toContain(
      '<a href="https://soria.test/news/5" dir="ltr" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer">https://soria.test/news/5</a>',
    );
    expect(page).not.toContain('href="https://own.test');
    expect(page).toContain(`quote=${id}`);
  });

  it("are none: says so [P085.1]", async () => {
    const { browser: own } = await memberOf();
    expect(words(await own.open("/support/requests"))).toContain(texts("en", "support")("list.empty"));
  });

  it("of a guest: requests ask for the sign-in, inquiries are open with an invitation [P028.1 P036.2 P144.1]", async () => {
    for (const path of ["/support/requests", "/support/requests/INQ-1"])
      expect((await browser.open(path)).path, path).toMatch(/^\/sign-in/);
    for (const path of ["/support/inquiries", "/support/inquiries/INQ-1"]) {
      const page = await browser.open(path);
      expect([page.status, page.path]).toEqual([200, path]);
      expect(words(page)).toContain(texts("en", "support")("invite.title"));
    }
  });

  it("have the same screens for members as requests [P036.4 P036.5]", async () => {
    const { browser: own, member } = await memberOf({ inquiries: [{ subject: "One", messages: ["q"] }] });
    const id = member.inquiries[0];
    // The tabs mark the current page, so they differ.
    const belowTabs = (page: Shown) => words(mainOf(page).split("</nav>").at(-1) ?? "");
    for (const [one = "", other = ""] of [
      ["/support/requests", "/support/inquiries"],
      [`/support/requests/${id}`, `/support/inquiries/${id}`],
    ]) {
      const [request, inquiry] = [await own.open(one), await own.open(other)];
      expect([headOf(request), belowTabs(request)]).toEqual([headOf(inquiry), belowTabs(inquiry)]);
    }
  });
});
