import { expect } from "vitest";
import { newFormToken } from "#server/forms/form-token.server";
import { loader as threadLoader } from "~/routes/support/conversation/route";
import { loader as listLoader } from "~/routes/support/inquiries/route";
import { action } from "~/routes/support/inquiry/route";
import { sandbox } from "../../mocks/server";
import type { Visitor } from "../../kit/visitors/visitor";

export const guestFields = {
  typeCode: "LOGIN_FAIL",
  name: "水野 灯",
  email: "guest@example.com",
  subject: "サインインできません",
  message: "昨日から\nサインインできません。",
};
export const memberFields = { ...guestFields, typeCode: "BUG_ERROR" };

/** Builds a multipart form as a browser submits it: without a file it has an empty one without a name. */
export function formOf(
  fields: Record<string, string>,
  file: { name: string; bytes: Uint8Array } = { name: "", bytes: new Uint8Array() },
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token: newFormToken(), ...fields })) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(file.bytes)], { type: "text/html" }), file.name);
  return form;
}

/** Submits the inquiry form. */
export const post = (visitor: Visitor, form: FormData | Record<string, string>) =>
  visitor.post(action, "/support/inquiry", form);

/** Returns the first inquiry of a member's list, its thread, and the number of all. */
export async function firstInquiry(visitor: Visitor) {
  const { data } = await visitor.get(listLoader, "/support/requests");
  const [item] = data.list.content;
  const { data: thread } = await visitor.get(threadLoader, `/support/requests/${item.publicId}`, {
    id: item.publicId,
  });
  return { item, thread: thread.inquiry, count: data.list.pagination.itemCount as number };
}

/** Returns the picture at an address of the API. */
export async function attachmentOf(url: string): Promise<Buffer> {
  const response = await (await sandbox()).fetch(new Request(url));
  expect(response.headers.get("content-type")).toMatch(/^image\//);
  return Buffer.from(await response.arrayBuffer());
}
