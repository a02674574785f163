import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";

export const terminateForm = defineForm({
  name: "terminate",
  who: "member",
  schema: z.object({
    confirm: z.literal("on", { errorMap: () => ({ message: "my-page:terminate.confirmMissing" }) }),
  }),
  fields: ["confirm"],
  consents: ["confirm"],
  endsSessions: true,
});
