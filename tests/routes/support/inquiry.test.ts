import { readdir, rm } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { action as signInAction } from "~/routes/account/sign-in/route";
import { action as attachmentAction, loader as attachmentLoader } from "~/routes/support/attachment/route";
import { action, loader } from "~/routes/support/inquiry/route";
import { loader as listLoader } from "~/routes/support/inquiries/route";
import { loader as threadLoader } from "~/routes/support/conversation/route";
import { PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";
import { Session } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { newFormToken } from "#server/forms/form-token.server";
import { uploadPath } from "#server/uploads/disk-uploads.server";
import { action as profileAction } from "~/routes/my-page/profile/route";
import { languageCookieOf } from "#server/protocol/language.server";
import { sandbox } from "../../mocks/server";
import { picture, pngOf } from "../../kit/data/pictures";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { receive } from "../statements/received";
import { formOf, guestFields, memberFields, memberVisitor } from "./support-forms";

const MB5 = 5 * 1024 * 1024;
const post = (visitor: Visitor, form: FormData | Record<string, string>) =>
  visitor.post(action, "/support/inquiry", form);

/** Converts line breaks to CR LF, as form submission does. */
const asSent = (fields: typeof guestFields) => ({
  ...fields,
  message: fields.message.replace("\n", "\r\n"),
});

async function firstInquiry(visitor: Visitor) {
  const { data } = await visitor.get(listLoader, "/support/requests");
  const [item] = data.list.content;
  const { data: thread } = await visitor.get(threadLoader, `/support/requests/${item.publicId}`, {
    id: item.publicId,
  });
  return { item, thread: thread.inquiry, count: data.list.pagination.itemCount as number };
}

async function attachmentOf(url: string): Promise<Buffer> {
  const response = await (await sandbox()).fetch(new Request(url));
  expect(response.headers.get("content-type")).toMatch(/^image\//);
  return Buffer.from(await response.arrayBuffer());
}

describe("the form", () => {
  it("offers two types to guests, the other nine to members, with their name and e-mail", async () => {
    const { data } = await new Visitor().get(loader, "/support/inquiry");
    expect(data.types).toEqual(["LOGIN_FAIL", "NON_MEMBER"]);
    expect(data.initial).toEqual({ subject: "", message: "" });
    const { visitor, member } = await memberVisitor();
    const response = await visitor.get(loader, "/support/inquiry");
    expect(response.data.types).toHaveLength(9);
    expect(response.data.initial).toMatchObject({ name: "水野 灯", email: member.email });
  });

  it("is filled in by its address, as far as the visitor may choose it", async () => {
    const search = `?typeCode=PURCHASE_REFUND&subject=${"あ".repeat(120)}&message=text`;
    const { visitor } = await memberVisitor();
    const { data } = await visitor.get(loader, `/support/inquiry${search}`);
    expect(data.initial).toMatchObject({ typeCode: "PURCHASE_REFUND", message: "text" });
    expect(data.initial.subject).toBe("あ".repeat(100));
    expect(data.answers.items.length).toBeGreaterThan(0);
    const guest = await new Visitor().get(loader, `/support/inquiry${search}`);
    expect(guest.data.initial.typeCode).toBeUndefined();
    expect(guest.data.answers).toBeNull();
  });

  it("has an error of its own for each field [A289.1 A299.1 P175.1]", async () => {
    const response = await post(new Visitor(), formOf({}));
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({
      typeCode: ["errors:web.045"],
      name: ["errors:web.046"],
      email: ["errors:web.047"],
      subject: ["errors:web.048"],
      message: ["errors:web.049"],
    });
  });

  it.each([
    [{ typeCode: "BUG_ERROR" }, "typeCode", "errors:web.045"],
    [{ name: "  " }, "name", "errors:web.046"],
    [{ email: "a@b" }, "email", "errors:web.017"],
    [{ subject: "あ".repeat(101) }, "subject", "support:inquiry.subjectTooLong?most=100&count=101"],
    [{ message: "x".repeat(2001) }, "message", "support:inquiry.messageTooLong?most=2000&count=2001"],
  ])("refuses %j of a guest", async (wrong, field, message) => {
    const response = await post(new Visitor(), formOf({ ...guestFields, ...wrong, confirmed: "yes" }));
    expect(errorsOf(response)).toEqual({ [field]: [message] });
    // The valid fields are kept.
    const { [field as "name"]: _, message: __, ...kept } = guestFields;
    expect(response.data.lastResult.initialValue).toMatchObject(kept);
  });

  it("accepts 2000 characters of two code units each, with line breaks of any kind", async () => {
    const message = `${"🏝".repeat(1000)}\r\n${"𠮷".repeat(999)}`;
    const { visitor } = await memberVisitor();
    const response = await post(visitor, formOf({ ...memberFields, message, confirmed: "yes" }));
    expect(response.location).toBe("/support/requests");
    const { thread } = await firstInquiry(visitor);
    expect(thread.messages[0].content).toBe(message.replace("\r\n", "\n"));
  });
});

describe("sending", () => {
  it("tells the real length of 30,000 characters, and keeps them", async () => {
    const message = "あ".repeat(30_000);
    const response = await post(new Visitor(), formOf({ ...guestFields, message }));
    expect(errorsOf(response)).toEqual({ message: ["support:inquiry.messageTooLong?most=2000&count=30000"] });
    expect(response.data.lastResult.initialValue.message).toHaveLength(30_000);
  });

  it("loses nothing to a field that a password manager fills in", async () => {
    const visitor = new Visitor();
    const file = { name: "a.png", bytes: picture.png };
    const trap = { [TRAP_FIELD]: "https://me.example" };
    const response = await post(visitor, formOf({ ...guestFields, ...trap, confirmed: "yes" }, file));
    expect(response.status).toBe(400);
    expect(response.data).toMatchObject({ step: "form", attachment: { name: "a.png" } });
    expect(response.data.lastResult.error).toEqual({ "": ["common:form.trap"] });
    expect(response.data.lastResult.initialValue).toMatchObject(asSent(guestFields));
    const { person, attachment, token } = response.data;
    const again = { ...guestFields, ...trap, token, [PERSON_FIELD]: person, attachment: attachment.id };
    const sent = await post(visitor, formOf({ ...again, confirmed: "yes" }));
    expect(sent.location).toBe("/support/inquiry?sent=yes");
  });

  it("asks once more, makes no call until then, and sends what was shown [P119.2 P129.1]", async () => {
    const { visitor } = await memberVisitor();
    const received = receive();
    const asked = await post(visitor, formOf(memberFields, { name: "a.png", bytes: picture.png }));
    expect(asked.status).toBe(200);
    expect(asked.data.step).toBe("confirm");
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
    const { attachment, token, lastResult } = asked.data;
    expect(attachment).toMatchObject({ name: "a.png", size: picture.png.length });
    const fields = { ...lastResult.initialValue, token, attachment: attachment.id, confirmed: "yes" };
    const sent = await post(visitor, fields);
    expect(sent.location).toBe("/support/requests");
    const { thread } = await firstInquiry(visitor);
    expect(thread.messages[0].content).toBe(memberFields.message);
    // Values prefilled from the profile can be changed.
    expect(thread.customerEmail).toBe(memberFields.email);
    const [file] = thread.messages[0].attachments;
    expect(await attachmentOf(file.fileUrl)).toEqual(picture.png);
    expect((await visitor.messages()).at(-1)?.key).toBe("support:inquiry.sent");
  });

  it("goes back to the form with everything, the picture too", async () => {
    const visitor = new Visitor();
    const asked = await post(visitor, formOf(guestFields, { name: "a.gif", bytes: picture.gif }));
    const { attachment, lastResult } = asked.data;
    const back = await post(visitor, {
      ...lastResult.initialValue,
      attachment: attachment.id,
      intent: "edit",
    });
    expect(back.data).toMatchObject({ step: "form", attachment });
    expect(back.data.lastResult.initialValue).toMatchObject(asSent(guestFields));
    expect(errorsOf(back)).toEqual({});
  });

  it("gives a guest the reference", async () => {
    const visitor = new Visitor();
    const form = formOf({ ...guestFields, confirmed: "yes" }, { name: "a.jpg", bytes: picture.jpg });
    const response = await post(visitor, form);
    expect(response.location).toBe("/support/inquiry?sent=yes");
    const { data } = await visitor.get(loader, "/support/inquiry?sent=yes");
    expect(data.sent).toMatchObject({ email: guestFields.email });
    expect(data.sent.publicId).toMatch(/^INQ-/);
    expect((await new Visitor().get(loader, "/support/inquiry?sent=yes")).data.sent).toBeNull();
  });

  it("makes one inquiry of a form that is sent five times [P129.2 P129.3]", async () => {
    const { visitor } = await memberVisitor();
    const token = newFormToken();
    const form = () => formOf({ ...memberFields, token, confirmed: "yes" });
    const responses = await Promise.all([1, 2, 3, 4].map(() => post(visitor, form())));
    responses.push(await post(visitor, form()));
    for (const response of responses) expect(response.location).toBe("/support/requests");
    expect((await firstInquiry(visitor)).count).toBe(1);
  });

  it("with a picture that has arrived can be pressed again, and is still one", async () => {
    const { visitor } = await memberVisitor();
    const asked = await post(visitor, formOf(memberFields, { name: "a.png", bytes: picture.png }));
    const { token, attachment } = asked.data;
    const fields = { ...memberFields, token, attachment: attachment.id, confirmed: "yes" };
    for (const press of [1, 2, 3]) {
      const response = await post(visitor, fields);
      expect({ press, location: response.location }).toEqual({ press, location: "/support/requests" });
    }
    const { count, thread } = await firstInquiry(visitor);
    expect(count).toBe(1);
    expect(thread.messages[0].attachments).toHaveLength(1);
  });

  it("of other words in a form that Back has brought again is another inquiry", async () => {
    const { visitor } = await memberVisitor();
    const form = { ...memberFields, token: newFormToken(), confirmed: "yes" };
    await post(visitor, form);
    await post(visitor, { ...form, message: "もう一つあります。" });
    const { count, thread } = await firstInquiry(visitor);
    expect(count).toBe(2);
    expect(thread.messages[0].content).toBe("もう一つあります。");
  });

  it("keeps everything when the API fails, and can be sent again", async () => {
    const { visitor, member } = await memberVisitor();
    const form = formOf({ ...memberFields, confirmed: "yes" }, { name: "a.png", bytes: picture.png });
    const path = "/api/support/inquiries";
    await (await sandbox()).faults([{ path, method: "POST", status: 500, member: member.id }]);
    const response = await post(visitor, form);
    expect(response.status).toBe(502);
    expect(errorsOf(response)).toEqual({ "": ["errors:http.unexpected"] });
    expect(response.data.lastResult.initialValue).toMatchObject(asSent(memberFields));
    await (await sandbox()).faults([]);
    const { attachment, token } = response.data;
    const again = { ...memberFields, token, attachment: attachment.id, confirmed: "yes" };
    expect((await post(visitor, again)).location).toBe("/support/requests");
    const { thread } = await firstInquiry(visitor);
    expect(thread.messages[0].attachments).toHaveLength(1);
  });
});

it("gives the API 15 s for an inquiry [P155.2]", async () => {
  const { visitor } = await memberVisitor();
  const timeout = vi.spyOn(AbortSignal, "timeout");
  await post(visitor, formOf({ ...memberFields, confirmed: "yes" }));
  expect(timeout.mock.calls).toContainEqual([15_000]);
  timeout.mockRestore();
});

describe("the attachment", () => {
  it.each([
    ["5 MB", "a.png", pngOf(MB5), undefined],
    ["a byte more [P175.2]", "a.png", pngOf(MB5 + 1), "errors:web.053"],
    ["an SVG [P175.2]", "a.svg", Buffer.from("<svg/>"), "errors:web.052"],
    ["HTML named .png", "a.png", Buffer.from("<!doctype html><script>1</script>"), "errors:web.052"],
    ["a.png.exe", "a.png.exe", picture.png, "errors:web.052"],
    ["an empty file", "a.png", Buffer.alloc(0), "support:attachment.empty"],
  ])("of %s is taken, or refused with its message", async (_what, name, bytes, error) => {
    const { visitor } = await memberVisitor();
    const response = await post(visitor, formOf({ ...memberFields, confirmed: "yes" }, { name, bytes }));
    if (error) return expect(errorsOf(response)).toEqual({ file: [error] });
    expect(response.location).toBe("/support/requests");
    const { thread } = await firstInquiry(visitor);
    const [file] = thread.messages[0].attachments;
    expect(file.fileName).toMatch(/^picture-[0-9a-f]{8}\.png$/);
    expect((await attachmentOf(file.fileUrl)).equals(bytes)).toBe(true);
  });

  it("is kept while another field is wrong, for this session alone, until it is removed", async () => {
    const visitor = new Visitor();
    const file = { name: "夕焼け.png", bytes: picture.png };
    const response = await post(visitor, formOf({ ...guestFields, subject: "" }, file));
    expect(Object.keys(errorsOf(response))).toEqual(["subject"]);
    const { attachment } = response.data;
    expect(attachment).toEqual({ id: expect.any(String), name: "夕焼け.png", size: picture.png.length });
    const show = (who: Visitor) =>
      who.get(attachmentLoader, `/support/inquiry/attachment?id=${attachment.id}`);
    expect((await show(visitor)).headers.get("Content-Type")).toBe("image/png");
    expect((await show(new Visitor())).status).toBe(404);
    const stranger = await post(new Visitor(), formOf({ ...guestFields, attachment: attachment.id }));
    expect(errorsOf(stranger)).toEqual({ file: ["support:attachment.gone"] });

    const removed = await post(
      visitor,
      formOf({ ...guestFields, attachment: attachment.id, intent: "detach" }),
    );
    expect(removed.data).toMatchObject({ step: "form", attachment: null });
    expect((await show(visitor)).status).toBe(404);
    expect(await readdir(uploadPath(""))).not.toContain(attachment.id);
  });

  it("can be uploaded before its form is sent", async () => {
    const { visitor } = await memberVisitor();
    const upload = (name: string, bytes: Uint8Array, attachment = "") =>
      visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({ attachment }, { name, bytes }));
    expect((await upload("a.svg", picture.png)).data).toEqual({ error: "errors:web.052" });
    const first = await upload("a.png", picture.png);
    const { data } = await upload("b.gif", picture.gif, first.data.attachment.id);
    expect(await readdir(uploadPath(""))).not.toContain(first.data.attachment.id);
    await post(visitor, formOf({ ...memberFields, attachment: data.attachment.id, confirmed: "yes" }));
    const { thread } = await firstInquiry(visitor);
    expect(await attachmentOf(thread.messages[0].attachments[0].fileUrl)).toEqual(picture.gif);
    expect(await readdir(uploadPath(""))).not.toContain(data.attachment.id);
  });

  it("that went ahead of its form can be taken away again, by its own visitor", async () => {
    const visitor = new Visitor();
    const address = "/support/inquiry/attachment";
    const { data } = await visitor.post(
      attachmentAction,
      address,
      formOf({}, { name: "a.png", bytes: picture.png }),
    );
    const detach = formOf({ intent: "detach", attachment: data.attachment.id });
    await new Visitor().post(attachmentAction, address, detach);
    expect(await readdir(uploadPath(""))).toContain(data.attachment.id);
    expect((await visitor.post(attachmentAction, address, detach)).data).toEqual({ attachment: null });
    expect(await readdir(uploadPath(""))).not.toContain(data.attachment.id);
  });

  it("of each of eight forms waits, a ninth is refused, and ousts none", async () => {
    const visitor = new Visitor();
    const upload = () =>
      visitor.post(
        attachmentAction,
        "/support/inquiry/attachment",
        formOf({}, { name: "a.png", bytes: picture.png }),
      );
    const ids: string[] = [];
    for (let tab = 0; tab < 8; tab++) ids.push((await upload()).data.attachment.id);
    const before = (await readdir(uploadPath(""))).length;
    expect(await upload()).toMatchObject({ status: 400, data: { error: "support:attachment.tooMany" } });
    expect((await readdir(uploadPath(""))).length).toBe(before);
    const first = await post(visitor, formOf({ ...guestFields, attachment: ids[0] ?? "", confirmed: "yes" }));
    expect(first.location).toBe("/support/inquiry?sent=yes");
    expect((await upload()).status).toBe(200);
  });

  it("of a member whose session ends during the upload is kept for the sign-in, and counts once", async () => {
    const { visitor } = await memberVisitor();
    const before = (await readdir(uploadPath("")).catch(() => [])).length;
    const file = { name: "a.png", bytes: picture.png };
    // Deletes the session record at the last moment: after the file was saved and the form was checked.
    const endAtUpdate = () =>
      vi.spyOn(Session.prototype, "update").mockImplementationOnce(async function (this: Session, change) {
        await sessionStore().destroy(this.key ?? "");
        return this.update(change);
      });
    endAtUpdate();
    const ahead = await visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({}, file));
    expect(ahead).toMatchObject({ status: 409, data: { error: "common:form.stale.signedOut" } });

    const { visitor: other } = await memberVisitor();
    endAtUpdate();
    const sent = await post(other, formOf({ ...memberFields, confirmed: "yes" }, file));
    expect(sent).toMatchObject({ status: 303, location: "/sign-in?redirectTo=%2Fsupport%2Finquiry" });
    vi.restoreAllMocks();
    expect((await readdir(uploadPath(""))).length).toBe(before);
  });

  it("for a member's form is not taken once the session has ended, and makes no guest of them", async () => {
    const { visitor } = await memberVisitor();
    const signature = (await visitor.signatureFor("/support/inquiry")) ?? "";
    visitor.cookies.clear();
    const before = (await readdir(uploadPath("")).catch(() => [])).length;
    const file = { name: "a.png", bytes: picture.png };
    const response = await visitor.post(
      attachmentAction,
      "/support/inquiry/attachment",
      formOf({ stamp: signature, form: "inquiry" }, file),
    );
    expect(response).toMatchObject({ status: 409, data: { error: "common:form.stale.signedOut" } });
    expect([...visitor.cookies]).toEqual([]);
    expect((await readdir(uploadPath("")).catch(() => [])).length).toBe(before);
  });

  it("of a guest goes along when they sign in", async () => {
    const { member } = await memberVisitor();
    const visitor = new Visitor();
    const file = { name: "a.png", bytes: picture.png };
    const { data } = await visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({}, file));
    await visitor.post(signInAction, "/sign-in", { email: member.email ?? "", password: member.password });
    const shown = await visitor.get(attachmentLoader, `/support/inquiry/attachment?id=${data.attachment.id}`);
    expect(shown.status).toBe(200);
  });

  describe("is kept like typed text", () => {
    const file = { name: "夕焼け.jfif", bytes: picture.png };
    const kept = { id: expect.any(String) as string, name: "夕焼け.jfif", size: picture.png.length };
    const page = async (visitor: Visitor) => (await visitor.get(loader, "/support/inquiry")).data;

    it("and is there after a switch of language without scripts, with the text", async () => {
      const visitor = new Visitor();
      const form = formOf({ ...guestFields, lng: "EN" }, file);
      const response = await post(visitor, form);
      expect(response).toMatchObject({ status: 303, location: "/support/inquiry" });
      expect(response.headers.getSetCookie().join()).toContain(languageCookieOf("en"));
      const { attached, form: opened } = await page(visitor);
      expect(attached).toEqual(kept);
      expect(opened.draft.values).toMatchObject({ subject: guestFields.subject });
      const sent = await post(visitor, formOf({ ...guestFields, attachment: attached.id, confirmed: "yes" }));
      expect(sent.location).toBe("/support/inquiry?sent=yes");
      expect(await page(visitor)).toMatchObject({ attached: null });
    });

    it("and is there when the question is left for the page", async () => {
      const visitor = new Visitor();
      expect((await post(visitor, formOf(guestFields, file))).data.step).toBe("confirm");
      expect((await page(visitor)).attached).toEqual(kept);
    });

    it.each(["before", "with"])(
      "and is there after the session's end and a new sign-in, when it came %s the form",
      async (when) => {
        const { visitor, member } = await memberVisitor();
        const signature = (await visitor.signatureFor("/support/inquiry")) ?? "";
        const signInAgain = (one: Visitor) =>
          one.post(signInAction, "/sign-in", { email: member.email ?? "", password: member.password });
        let attachment = "";
        if (when === "before")
          attachment = (await visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({}, file)))
            .data.attachment.id;
        const other = new Visitor();
        await signInAgain(other);
        await other.post(profileAction, "/my-page/profile", { intent: "sessions", session: "others" });
        const form = formOf(
          { ...memberFields, confirmed: "yes", stamp: signature, attachment },
          when === "with" ? file : undefined,
        );
        expect((await post(visitor, form)).location).toContain("/sign-in");
        await signInAgain(visitor);
        const { attached } = await page(visitor);
        expect(attached).toEqual(kept);
        await post(visitor, formOf({ ...memberFields, attachment: attached.id, confirmed: "yes" }));
        const { thread } = await firstInquiry(visitor);
        expect(await attachmentOf(thread.messages[0].attachments[0].fileUrl)).toEqual(picture.png);
      },
    );

    it("and is named where it could not be kept", async () => {
      const visitor = new Visitor();
      await post(visitor, formOf({ ...guestFields, lng: "en" }, file));
      const { attached } = await page(visitor);
      await rm(uploadPath(attached.id));
      expect(await page(visitor)).toMatchObject({ attached: null, lost: "夕焼け.jfif" });
      const gone = { attachment: "0".repeat(32), attachmentName: "海.png", lng: "ja" };
      await post(visitor, formOf({ ...guestFields, ...gone }));
      expect(await page(visitor)).toMatchObject({ attached: null, lost: "海.png" });
    });

    it("and is never shown to another member of the same browser", async () => {
      const { visitor } = await memberVisitor();
      const { data } = await visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({}, file));
      const { member: other } = await memberVisitor();
      await visitor.post(signInAction, "/sign-in", { email: other.email ?? "", password: other.password });
      const shown = await visitor.get(
        attachmentLoader,
        `/support/inquiry/attachment?id=${data.attachment.id}`,
      );
      expect(shown.status).toBe(404);
      expect((await page(visitor)).attached).toBeNull();
    });
  });

  it("that ends too early leaves nothing behind", async () => {
    const before = (await readdir(uploadPath("")).catch(() => [])).length;
    const response = await postParts([part('form-data; name="file"; filename="a.png"', pngOf(200_000))], "");
    expect(response.status).toBe(400);
    expect((await readdir(uploadPath(""))).length).toBe(before);
  });

  it("may come before the fields, and a second one beside it is read past", async () => {
    const signature = (await new Visitor().signatureFor("/support/inquiry")) ?? "";
    const fields = Object.entries({ ...guestFields, stamp: signature }).map(([name, value]) =>
      part(`form-data; name="${name}"`, Buffer.from(value)),
    );
    // The parser's default way of skipping a file never finished at sizes like these.
    for (const size of [30_000, 60_000, 200_000]) {
      const before = (await readdir(uploadPath(""))).length;
      const files = ["a.png", "b.png"].map((name) =>
        part(`form-data; name="file"; filename="${name}"`, pngOf(size)),
      );
      const response = await postParts([...files, ...fields]);
      expect(response.status).toBe(200);
      expect((await response.json()) as unknown).toMatchObject({ attachment: { name: "a.png", size } });
      expect((await readdir(uploadPath(""))).length).toBe(before + 1);
    }
  });

  it.each([
    // Exceeds the stream buffers of the parser. Since Node 22 these are four times as large.
    ["a part that is none of a form's", [part("attachment", Buffer.alloc(400_000, 0x61))]],
    [
      "more parts than any form has",
      Array.from({ length: 60 }, () => part('form-data; name="x"', Buffer.from("y"))),
    ],
  ])("with %s is answered, with 400", async (_what, parts) => {
    expect((await postParts(parts)).status).toBe(400);
  });
});

interface Part {
  disposition: string;
  bytes: Buffer;
}

const part = (disposition: string, bytes: Buffer): Part => ({ disposition, bytes });

/**
 * Submits a multipart body part by part, in ways that no browser does.
 * @param end the bytes after the last part
 */
async function postParts(parts: Part[], end = "\r\n--x--\r\n"): Promise<Response> {
  const written = parts.flatMap(({ disposition, bytes }, index) => [
    Buffer.from(`${index > 0 ? "\r\n" : ""}--x\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    bytes,
  ]);
  const request = new Request("http://localhost:3000/support/inquiry", {
    method: "POST",
    headers: { Origin: "http://localhost:3000", "Content-Type": "multipart/form-data; boundary=x" },
    body: new Uint8Array(Buffer.concat([...written, Buffer.from(end)])),
  });
  return (await action({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown)) as Response;
}
