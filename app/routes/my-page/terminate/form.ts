import { consent } from "~/domain/form-fields";

export const terminateFields = {
  confirm: consent({ label: "my-page:terminate.confirm", missing: "my-page:terminate.confirmMissing" }),
};
