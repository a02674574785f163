import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { action as attachmentAction, loader as attachmentLoader } from "~/routes/support/attachment/route";
import { loader } from "~/routes/support/inquiry/route";
import { uploadPath } from "#server/uploads/disk-uploads.server";
import { action as profileAction } from "~/routes/my-page/profile/route";
import { languageCookieOf } from "#server/protocol/language.server";
import { picture } from "../../kit/data/pictures";
import { Visitor } from "../../kit/visitors/visitor";
import { attachmentOf, firstInquiry, formOf, guestFields, memberFields, post } from "./support-forms";
import { memberVisits, signIn } from "../my-page/support";

describe("the attachment", () => {
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
        const { visitor, member } = await memberVisits();
        const signature = (await visitor.signatureFor("/support/inquiry")) ?? "";
        let attachment = "";
        if (when === "before")
          attachment = (await visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({}, file)))
            .data.attachment.id;
        const other = new Visitor();
        await signIn(other, member);
        await other.post(profileAction, "/my-page/profile", { intent: "sessions", session: "others" });
        const form = formOf(
          { ...memberFields, confirmed: "yes", stamp: signature, attachment },
          when === "with" ? file : undefined,
        );
        expect((await post(visitor, form)).location).toContain("/sign-in");
        await signIn(visitor, member);
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
      const { visitor } = await memberVisits();
      const { data } = await visitor.post(attachmentAction, "/support/inquiry/attachment", formOf({}, file));
      const { member: other } = await memberVisits();
      await signIn(visitor, other);
      const shown = await visitor.get(
        attachmentLoader,
        `/support/inquiry/attachment?id=${data.attachment.id}`,
      );
      expect(shown.status).toBe(404);
      expect((await page(visitor)).attached).toBeNull();
    });
  });
});
