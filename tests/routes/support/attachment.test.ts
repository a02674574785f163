import { readdir } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { action as attachmentAction, loader as attachmentLoader } from "~/routes/support/attachment/route";
import { action } from "~/routes/support/inquiry/route";
import { Session } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { uploadPath } from "#server/uploads/disk-uploads.server";
import { picture, pngOf } from "../../kit/data/pictures";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { attachmentOf, firstInquiry, formOf, guestFields, memberFields, post } from "./support-forms";
import { memberVisits, signIn } from "../my-page/support";

const MB5 = 5 * 1024 * 1024;

describe("the attachment", () => {
  it.each([
    ["5 MB", "a.png", pngOf(MB5), undefined],
    ["a byte more [P175.2]", "a.png", pngOf(MB5 + 1), "errors:web.053"],
    ["an SVG [P175.2]", "a.svg", Buffer.from("<svg/>"), "errors:web.052"],
    [
      "HTML named .png [P135.10]",
      "a.png",
      Buffer.from("<!doctype html><script>1</script>"),
      "errors:web.052",
    ],
    ["a.png.exe", "a.png.exe", picture.png, "errors:web.052"],
    ["an empty file", "a.png", Buffer.alloc(0), "support:attachment.empty"],
  ])("of %s is taken, or refused with its message", async (_what, name, bytes, error) => {
    const { visitor } = await memberVisits();
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
    const { visitor } = await memberVisits();
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
    const { visitor } = await memberVisits();
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

    const { visitor: other } = await memberVisits();
    endAtUpdate();
    const sent = await post(other, formOf({ ...memberFields, confirmed: "yes" }, file));
    expect(sent).toMatchObject({ status: 303, location: "/sign-in?redirectTo=%2Fsupport%2Finquiry" });
    vi.restoreAllMocks();
    expect((await readdir(uploadPath(""))).length).toBe(before);
  });

  it("for a member's form is not taken once the session has ended, and makes no guest of them", async () => {
    const { visitor } = await memberVisits();
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
    const { member } = await memberVisits();
    const visitor = new Visitor();
    const file = { name: "a.png", bytes: picture.png };
    const { data } = await visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({}, file));
    await signIn(visitor, member);
    const shown = await visitor.get(attachmentLoader, `/support/inquiry/attachment?id=${data.attachment.id}`);
    expect(shown.status).toBe(200);
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
