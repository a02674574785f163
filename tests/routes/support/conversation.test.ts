import { beforeEach, describe, expect, it, vi } from "vitest";
import { action, loader } from "~/routes/support/conversation/route";
import { loader as inquiryLoader } from "~/routes/support/inquiry/route";
import { loader as listLoader } from "~/routes/support/inquiries/route";
import type { MadeMember } from "#server/sandbox/switches/members";
import { newFormToken } from "#server/forms/form-token.server";
import { sessionStore } from "#server/store/stores.server";
import { faults, sandbox } from "../../mocks/server";
import { picture } from "../../kit/data/pictures";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { receive } from "../statements/received";
import { formOf } from "./support-forms";
import { memberVisits, signIn } from "../my-page/support";

const inquiries = [
  { status: "IN_PROGRESS" as const, subject: "一つ目", messages: ["質問です。", "お答えします。"] },
  { status: "CLOSED" as const, subject: "二つ目" },
  { status: "RESOLVED" as const, subject: "三つ目" },
  { status: "OPEN" as const, subject: "四つ目", messages: ["質問です。"] },
];
const at = (id: string, area = "requests") => `/support/${area}/${id}`;
let visitor: Visitor;
let memberId: number;
let ids: string[];

beforeEach(async () => {
  const made = await memberVisits({ inquiries });
  visitor = made.visitor;
  memberId = made.member.id;
  ids = made.member.inquiries;
});

const thread = (id = ids[0] ?? "") => visitor.get(loader, at(id), { id });
const reply = (fields: Record<string, string> | FormData, id = ids[0] ?? "") =>
  visitor.post(action, at(id), fields, { id });

describe("the list", () => {
  it("has the member's own, page by page [P083.2]", async () => {
    const many = Array.from({ length: 23 }, (_, index) => ({ subject: `${index}` }));
    const { visitor: other } = await memberVisits({ inquiries: many });
    const own = await visitor.get(listLoader, "/support/requests");
    const idsOf = (content: { publicId: string }[]) => content.map(({ publicId }) => publicId);
    expect(new Set(idsOf(own.data.list.content))).toEqual(new Set(ids));
    // Nothing of that page is kept for another member.
    const first = await other.get(listLoader, "/support/requests");
    expect(first.data.list.pagination.itemCount).toBe(23);
    for (const id of ids) expect(idsOf(first.data.list.content)).not.toContain(id);
    const { data } = await other.get(listLoader, "/support/requests?page=3");
    expect(data.list.content).toHaveLength(3);
    for (const id of ids) expect(idsOf(data.list.content)).not.toContain(id);
    expect(data.list.pagination).toMatchObject({ pageCount: 3, itemCount: 23 });
  });
});

describe("a conversation", () => {
  it("of somebody else is as not found as one that does not exist [P083.2]", async () => {
    const { visitor: other } = await memberVisits();
    const [id = ""] = ids;
    // The owner has just read it: nothing of that is kept for another member.
    expect((await thread(id)).data.inquiry.publicId).toBe(id);
    for (const [who, wanted] of [
      [other, id],
      [visitor, "INQ-NOSUCHONE"],
    ] as const) {
      const response = await who.get(loader, at(wanted), { id: wanted });
      expect(response.status).toBe(404);
      expect(response.data).toBe("");
      const sent = await who.post(action, at(wanted), formOf({ content: "a", confirmed: "yes" }), {
        id: wanted,
      });
      expect(sent.status).toBe(404);
    }
  });

  it.each(["", " ", "../x", "<b>", "a".repeat(65)])(
    "%j is no id: Invalid Access [P084.2 P173.1]",
    async (id) => {
      const response = await visitor.get(loader, at(encodeURIComponent(id)), { id });
      expect(response.location).toBe("/");
      expect((await visitor.messages()).at(-1)).toMatchObject({ kind: "alert", key: "errors:invalidAccess" });
    },
  );

  it("shows only attachments at addresses that may stand in a link", async () => {
    const body = {
      result: 1,
      message: "",
      data: {
        publicId: "A",
        typeCode: "ETC",
        subject: "x",
        createdAt: "2026-11-01T00:00:00Z",
        status: "OPEN",
        messages: [
          {
            senderType: "ADMIN",
            content: "x",
            createdAt: "2026-11-01T00:00:00Z",
            attachments: [
              { fileUrl: "javascript:alert(1)", fileName: "a.png" },
              { fileUrl: "data:text/html,x", fileName: "a.png" },
              { fileUrl: "https://files.test/a.png", fileName: "a\u202egnp.exe" },
            ],
          },
        ],
      },
    };
    await faults({ path: "/api/support/inquiries/", member: memberId, status: 200, body });
    const { data } = await thread();
    expect(data.inquiry.messages[0].attachments).toEqual([
      { fileUrl: "https://files.test/a.png", fileName: "agnp.exe" },
    ]);
  });
});

describe("a reply", () => {
  it("is refused when empty or too long [P136.1]", async () => {
    expect(errorsOf(await reply({ content: " \r\n ", confirmed: "yes" }))).toEqual({
      content: ["support:reply.empty"],
    });
    const { data, status } = await reply({ content: "あ".repeat(2001), confirmed: "yes" });
    expect(status).toBe(400);
    expect(data.lastResult.error.content).toEqual(["support:reply.tooLong?most=2000&count=2001"]);
  });

  it("asks once more, then goes out with its picture, once [P129.7 P158.1]", async () => {
    const asked = await reply(formOf({ content: "追記です。" }, { name: "a.gif", bytes: picture.gif }));
    expect(asked.data.step).toBe("confirm");
    const { token, attachment } = asked.data;
    const fields = { content: "追記です。", token, attachment: attachment.id, confirmed: "yes" };
    const received = receive();
    expect((await reply(fields)).location).toBe(at(ids[0] ?? ""));
    const file = expect.objectContaining({ type: "image/gif", size: picture.gif.length }) as File;
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      {
        line: `POST /api/support/inquiries/${ids[0]}/message`,
        parts: { content: "追記です。", file },
        hasToken: true,
      },
    ]);
    const { data } = await thread();
    expect(data.inquiry.messages).toHaveLength(3);
    expect(data.inquiry.messages[2]).toMatchObject({ senderType: "CUSTOMER", content: "追記です。" });
    expect(data.inquiry.messages[2].attachments).toHaveLength(1);
    expect((await reply(fields)).location).toBe(at(ids[0] ?? ""));
    expect((await thread()).data.inquiry.messages).toHaveLength(3);
    await reply({ ...fields, content: "もう一つ。", attachment: "" });
    expect((await thread()).data.inquiry.messages).toHaveLength(4);
  });

  it("that is slow is waited for by a second press, which sends nothing again", async () => {
    const withLock = vi.spyOn(sessionStore(), "withLock");
    await reply({ content: "追記です。", confirmed: "yes" });
    const [, , waitMs] = withLock.mock.calls.find(([key]) => key.startsWith("sent:")) ?? [];
    // public-site-and-community.md section 7: the call may take 60 s.
    expect(waitMs).toBeGreaterThan(60_000);
  });

  it("follows up an open inquiry [P008.2]", async () => {
    await reply({ content: "追記です。", confirmed: "yes" }, ids[3]);
    const { data } = await thread(ids[3]);
    expect(data.inquiry.status).toBe("OPEN");
    expect(data.inquiry.messages.at(-1)).toMatchObject({ senderType: "CUSTOMER", content: "追記です。" });
  });

  it("takes a resolved inquiry up again", async () => {
    await reply({ content: "まだ直りません。", confirmed: "yes", token: newFormToken() }, ids[2]);
    expect((await thread(ids[2])).data.inquiry.status).toBe("IN_PROGRESS");
  });

  it.each([
    { status: 500 },
    { mode: "close" as const },
    { body: { result: 0, message: "", data: null }, status: 200 },
  ])("that fails (%j) keeps its text and says whom to ask [P174.3]", async (fault) => {
    await faults({ path: "/api/support/inquiries/", method: "POST", member: memberId, ...fault });
    const response = await reply({ content: "消えないで", confirmed: "yes" });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(errorsOf(response)).toEqual({ "": ["errors:contactAdmin"] });
    expect(response.data.lastResult.initialValue).toEqual({ content: "消えないで" });
  });

  it("that the API has not taken after 60 s has failed, and keeps its text [P158.2]", async () => {
    await faults({ path: "/api/support/inquiries/", method: "POST", member: memberId, mode: "stall" });
    const real = AbortSignal.timeout.bind(AbortSignal);
    // public-site-and-community.md section 7: the 60 s limit is shortened to 50 ms here.
    const timeout = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation((ms) => real(ms === 60_000 ? 50 : ms));
    const response = await reply({ content: "消えないで", confirmed: "yes" });
    expect(timeout.mock.calls).toContainEqual([60_000]);
    expect(response.status).toBe(504);
    expect(errorsOf(response)).toEqual({ "": ["errors:contactAdmin"] });
    expect(response.data.lastResult.initialValue).toEqual({ content: "消えないで" });
  });

  it("to a closed inquiry is refused by the site, before its API is asked [P084.6]", async () => {
    const body = { result: 1, message: "SUCCESS", data: null };
    const path = "/api/support/inquiries/";
    await faults({ path, method: "POST", member: memberId, status: 200, body });
    const received = receive();
    const response = await reply({ content: "消えないで", confirmed: "yes" }, ids[1]);
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ "": ["support:thread.closedText"] });
    expect(response.data.lastResult.initialValue).toEqual({ content: "消えないで" });
  });

  it("is replaced by a new inquiry that quotes the closed one", async () => {
    const quoted = async (id: string) =>
      (await visitor.get(inquiryLoader, `/support/inquiry?quote=${id}`)).data;
    const { quote, initial } = await quoted(ids[1] ?? "");
    expect(quote.reference).toBe(ids[1]);
    expect(initial.subject).toBe("二つ目（続き）");
    expect(initial.message).toContain(`受付番号 ${ids[1]}`);
    expect(initial.message).toMatch(/\n> /);
    // Another member's, one that does not exist, and what is no number: an empty form, and nothing of the other.
    const others = (await memberVisits({ inquiries })).member.inquiries;
    for (const id of [others[1] ?? "", "INQ-NONE", "%3Cb%3E"]) {
      const data = await quoted(id);
      expect([data.quote, data.initial.subject, data.initial.message]).toEqual([null, "", ""]);
    }
  });

  describe("that is sent after the session has ended", () => {
    const typed = "長い返信です。";
    let member: MadeMember;

    beforeEach(async () => {
      ({ visitor, member } = await memberVisits({ inquiries }));
      ids = member.inquiries;
    });

    it.each([
      ["by another tab", async () => visitor.cookies.clear()],
      [
        "by the API, at this very moment",
        async () =>
          faults(
            { path: "/api/support/inquiries/", status: 401, member: member.id },
            { path: "/api/auth/refresh/", status: 401 },
          ),
      ],
    ] as const)("(%s) waits for the sign-in, until it has been sent", async (_, end) => {
      const signature = (await visitor.signatureFor(at(ids[0] ?? ""))) ?? "";
      await end();
      const response = await reply({ content: typed, confirmed: "yes", stamp: signature });
      expect(response.location).toBe(`/sign-in?redirectTo=${encodeURIComponent(at(ids[0] ?? ""))}`);
      await faults();
      await signIn(visitor, member);
      expect((await thread()).data.form.draft.values).toEqual({ content: typed });
      expect((await thread(ids[2])).data.form.draft, "another inquiry").toBeNull();
      await reply({ content: typed, confirmed: "yes" });
      const { data } = await thread();
      expect(data.form.draft).toBeNull();
      expect(data.inquiry.messages.at(-1)).toMatchObject({ content: typed });
    });

    it("is shown to nobody else who signs in at this browser", async () => {
      const signature = (await visitor.signatureFor(at(ids[0] ?? ""))) ?? "";
      visitor.cookies.clear();
      await reply({ content: typed, confirmed: "yes", stamp: signature });
      await signIn(visitor, await (await sandbox()).make({}));
      await expect(thread()).resolves.toMatchObject({ status: 404 });
    });
  });

  it("of a guest asks for sign-in", async () => {
    const [id = ""] = ids;
    const response = await new Visitor().post(action, at(id, "inquiries"), { content: "a" }, { id });
    expect(response.location).toMatch(/^\/sign-in\?redirectTo=/);
  });
});
