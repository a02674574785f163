import { defineForm } from "#server/forms/define-form.server";
import { reportFields } from "./form";

export const reportForm = defineForm({
  name: "report",
  who: "member",
  fields: reportFields,
  // A draft for each reported item.
  page: ({ searchParams }) => `${searchParams.get("target")} ${searchParams.get("id")}`,
});
