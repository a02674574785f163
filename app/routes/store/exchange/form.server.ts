import { defineForm } from "#server/forms/define-form.server";
import { exchangeFields } from "./form";

export const exchangeForm = defineForm({ name: "exchange", who: "member", fields: exchangeFields });
