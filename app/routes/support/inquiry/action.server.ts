import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { admitWithFile, attachmentFormStep, sendFailure } from "#server/uploads/attachment-action.server";
import { dropPendingFile } from "#server/uploads/pending-uploads.server";
import { formWithFile } from "#server/uploads/disk-uploads.server";
import { inquiryForm } from "./form.server";

export async function inquiryAction(args: ActionFunctionArgs) {
  return admitWithFile(inquiryForm, args, async (admitted, received) => {
    const { session, done } = admitted;
    const step = await attachmentFormStep(admitted, received, "inquiry");
    if (step.response) return step.response;
    const { value, file, once, failed } = step;
    try {
      const publicId = await once(async () => {
        const language = apiLanguage(await languageOf(args));
        const inquiry = await formWithFile<"createInquiry">({ ...value, language }, file);
        const tokens = session.isSignedIn ? session : undefined;
        return (await callApi("createInquiry", { tokens, form: inquiry })).publicId;
      });
      // Only after a successful send: until then a second submit may still need the picture.
      if (file) await dropPendingFile(session, file.id);
      // Members are redirected to their list. Guests have no list and get a page with the reference.
      if (session.isSignedIn) {
        return await done(paths.support.requests(), { kind: "success", key: "support:inquiry.sent" });
      }
      await session.update((draft) => {
        draft.sentInquiry = { publicId, email: value.email };
      });
      return await done(paths.support.inquiryWith({ sent: "yes" }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === Code.USER_INVALID_EMAIL)
        return failed({ fieldErrors: { email: [error.messageKey] }, ...error.response });
      return failed(sendFailure(error, error.messageKey));
    }
  });
}
