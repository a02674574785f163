import { z } from "zod";
import { MAX_MESSAGE } from "~/domain/inquiry-rules";
import { defineForm } from "#server/forms/define-form.server";
import { longText } from "#server/forms/fields.server";

export const replyForm = defineForm({
  name: "reply",
  who: "member",
  schema: z.object({ content: longText("support:reply.empty", "support:reply.tooLong", MAX_MESSAGE) }),
  fields: ["content"],
  // Each inquiry has a separate draft.
  page: ({ pathname }) => pathname,
});
