import { defineForm } from "#server/forms/define-form.server";

/** Like button of a debate: a form without fields, signed for the member. */
export const likeForm = defineForm({ name: "like", who: "member", fields: {} });
