import { describe, expect, it, vi } from "vitest";
import { loader } from "~/routes/support/inquiry/route";
import { PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";
import { newFormToken } from "#server/forms/form-token.server";
import { faults } from "../../mocks/server";
import { picture } from "../../kit/data/pictures";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { receive } from "../statements/received";
import { attachmentOf, firstInquiry, formOf, guestFields, memberFields, post } from "./support-forms";
import { memberVisits } from "../my-page/support";

/** Converts line breaks to CR LF, as form submission does. */
const asSent = (fields: typeof guestFields) => ({
  ...fields,
  message: fields.message.replace("\n", "\r\n"),
});

describe("the form", () => {
  it("is filled in by its address, as far as the visitor may choose it", async () => {
    const search = `?typeCode=PURCHASE_REFUND&subject=${"あ".repeat(120)}&message=text`;
    const { visitor } = await memberVisits();
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
    const { visitor } = await memberVisits();
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

  it("asks once more, makes no call until then, and sends what was shown [P119.2 P129.1 P155.1]", async () => {
    const { visitor } = await memberVisits();
    const received = receive();
    expect((await post(visitor, memberFields)).data.step).toBe("confirm");
    const asked = await post(visitor, formOf(memberFields, { name: "a.png", bytes: picture.png }));
    expect(asked.status).toBe(200);
    expect(asked.data.step).toBe("confirm");
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
    const { attachment, token, lastResult } = asked.data;
    expect(attachment).toMatchObject({ name: "a.png", size: picture.png.length });
    const fields = { ...lastResult.initialValue, token, attachment: attachment.id, confirmed: "yes" };
    const sent = await post(visitor, fields);
    expect(sent.location).toBe("/support/requests");
    const parts = {
      ...asSent(memberFields),
      language: "JA",
      file: expect.objectContaining({ type: "image/png", size: picture.png.length }) as File,
    };
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      { line: "POST /api/support/inquiries", parts, hasToken: true },
    ]);
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
    const { visitor } = await memberVisits();
    const token = newFormToken();
    const form = () => formOf({ ...memberFields, token, confirmed: "yes" });
    const responses = await Promise.all([1, 2, 3, 4].map(() => post(visitor, form())));
    responses.push(await post(visitor, form()));
    for (const response of responses) expect(response.location).toBe("/support/requests");
    expect((await firstInquiry(visitor)).count).toBe(1);
  });

  it("with a picture that has arrived can be pressed again, and is still one", async () => {
    const { visitor } = await memberVisits();
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
    const { visitor } = await memberVisits();
    const form = { ...memberFields, token: newFormToken(), confirmed: "yes" };
    await post(visitor, form);
    await post(visitor, { ...form, message: "もう一つあります。" });
    const { count, thread } = await firstInquiry(visitor);
    expect(count).toBe(2);
    expect(thread.messages[0].content).toBe("もう一つあります。");
  });

  it("keeps everything when the API fails, and can be sent again", async () => {
    const { visitor, member } = await memberVisits();
    const form = formOf({ ...memberFields, confirmed: "yes" }, { name: "a.png", bytes: picture.png });
    const path = "/api/support/inquiries";
    await faults({ path, method: "POST", status: 500, member: member.id });
    const response = await post(visitor, form);
    expect(response.status).toBe(502);
    expect(errorsOf(response)).toEqual({ "": ["errors:http.unexpected"] });
    expect(response.data.lastResult.initialValue).toMatchObject(asSent(memberFields));
    await faults();
    const { attachment, token } = response.data;
    const again = { ...memberFields, token, attachment: attachment.id, confirmed: "yes" };
    expect((await post(visitor, again)).location).toBe("/support/requests");
    const { thread } = await firstInquiry(visitor);
    expect(thread.messages[0].attachments).toHaveLength(1);
  });
});

it("gives the API 15 s for an inquiry [P155.2]", async () => {
  const { visitor } = await memberVisits();
  const timeout = vi.spyOn(AbortSignal, "timeout");
  await post(visitor, formOf({ ...memberFields, confirmed: "yes" }));
  expect(timeout.mock.calls).toContainEqual([15_000]);
});
