/** What the forms and pages of the support accept, and for whom (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { action as inquiryAction } from "~/routes/support/inquiry/route";
import { action as replyAction } from "~/routes/support/conversation/route";
import { pngOf } from "../../kit/data/pictures";
import { texts } from "../../kit/data/texts";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { formOf, guestFields, memberFields } from "../support/support-forms";
import { memberVisits } from "../my-page/support";
import { browser, links, mainOf, memberOf, signInByWallet, tags, toastsOf, useSite, words } from "./site";
import { answers, respond } from "./mocked-responses";
import { madeTo, receive } from "./received";

useSite();

describe("support", () => {
  it.each([
    ["a guest's form with a member's type [P082.4]", "BUG_ERROR"],
    ["a member's form with a guest's type [P082.5]", "LOGIN_FAIL"],
    ["a member's form with a guest's other type [P082.5]", "NON_MEMBER"],
  ])("refuses %s", async (who, typeCode) => {
    const visitor = who.startsWith("a guest") ? new Visitor() : (await memberVisits()).visitor;
    const reply = await visitor.post(inquiryAction, "/support/inquiry", formOf({ ...guestFields, typeCode }));
    expect(reply.status).toBe(400);
    expect(errorsOf(reply)).toEqual({ typeCode: ["errors:web.045"] });
  });

  it("sends no inquiry with a name or an e-mail address above its maximum length [P135.6]", async () => {
    const received = receive();
    const sent = () => madeTo(received, "/api/support/inquiries").length;
    const [name, email] = ["n".repeat(61), `a@${"b.".repeat(125)}co`];
    const tooLong = { name: { name: `${name}n` }, email: { email: `a@${"b.".repeat(126)}co` } };
    for (const [field, longer] of Object.entries(tooLong)) {
      const fields = { ...guestFields, name, email, ...longer, confirmed: "yes" };
      const reply = await new Visitor().post(inquiryAction, "/support/inquiry", formOf(fields));
      expect(reply.status, field).toBe(400);
      const [[named, [message = ""] = []] = []] = Object.entries(errorsOf(reply));
      expect([named, message.split("?")[0]], field).toEqual([field, "common:form.tooLong"]);
    }
    expect(sent()).toBe(0);
    const fields = { ...guestFields, name, email, confirmed: "yes" };
    const taken = await new Visitor().post(inquiryAction, "/support/inquiry", formOf(fields));
    expect(errorsOf(taken)).toEqual({});
    expect(sent()).toBe(1);
  });

  it("takes five megabytes with an inquiry and a reply, and not one byte more [A351.1 P181.1]", async () => {
    const most = 5 * 1024 * 1024;
    const { visitor, member } = await memberVisits({ inquiries: [{ subject: "One", messages: ["q"] }] });
    const id = member.inquiries[0] ?? "";
    const send = (bytes: number, isReply: boolean) => {
      const file = { name: "a.png", bytes: pngOf(bytes) };
      return isReply
        ? visitor.post(replyAction, `/support/requests/${id}`, formOf({ content: "c" }, file), { id })
        : visitor.post(inquiryAction, "/support/inquiry", formOf(memberFields, file));
    };
    for (const isReply of [false, true]) {
      expect(errorsOf(await send(most, isReply))).toEqual({});
      expect(errorsOf(await send(most + 1, isReply))).toEqual({ file: ["errors:web.053"] });
    }
  });

  it("is the same for a wallet member, whose profile takes the full width [A200.2 P142.1]", async () => {
    await signInByWallet(browser, "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
    const { browser: other } = await memberOf();
    const inquiry = { id: 1, publicId: "INQ-1", typeCode: "ETC", subject: "One", status: "OPEN" };
    respond("get", "/api/support/inquiries", answers({ content: [inquiry] }));
    respond("get", "/api/support/inquiries/INQ-1", answers({ ...inquiry, messages: [] }));
    const pages = ["requests", "requests/INQ-1", "inquiries", "inquiries/INQ-1", "inquiry", "faq"];
    for (const path of pages.map((name) => `/support/${name}`)) {
      const page = await browser.open(path);
      expect([page.status, page.path]).toEqual([200, path]);
      expect(links(mainOf(page))).toContain("/support/requests");
      expect(words(page)).toBe(words(await other.open(path)));
    }
    // Only email members have the password form, which is the second column of the profile.
    const columns = (page: Awaited<ReturnType<typeof other.open>>) =>
      tags(mainOf(page), "div").some((part) => part["class"]?.split(" ").includes("profile"));
    expect(columns(await browser.open("/my-page/profile"))).toBe(false);
    expect(columns(await other.open("/my-page/profile"))).toBe(true);
  });

  it("reads a 400 silently: no message stands over the page, nor over the next one [A248.1 P171.2]", async () => {
    respond("get", "/api/support/faq", { result: 1500, message: "", data: null }, 400);
    respond("get", "/api/news", { result: 1500, message: "", data: null }, 400);
    for (const path of ["/support/faq", "/news", "/"])
      for (const shown of [path, "/download"]) expect(toastsOf(await browser.open(shown)), path).toBe("");
    const page = await browser.open("/support/faq");
    expect(words(page)).not.toContain("Session has expired");
    expect(words(page)).toContain(texts("en", "errors")("area.community"));
    const email = "a@soria.test";
    for (const [path, form, call, fields] of [
      ["/sign-in", "sign-in", "sign-in", { intent: "sign-in", password: "Lantern-7!" }],
      ["/sign-up", "sign-up-email", "check-email", { intent: "send-code" }],
      ["/find-password", "find-password", "check-email", { intent: "send" }],
    ] as const) {
      const refused = respond("post", `/api/auth/${call}`, { result: 1500, message: "", data: null }, 400);
      const shown = await browser.send(await browser.open(path), form, { email, ...fields });
      expect([refused.length, toastsOf(shown)], path).toEqual([1, ""]);
      expect(toastsOf(await browser.open(path)), path).toBe("");
    }
  });
});
