import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";

/** The like button of a debate: a form without fields, made for the member who presses it. */
export const likeForm = defineForm({
  name: "like",
  who: "member",
  schema: z.object({}),
  fields: [],
});
