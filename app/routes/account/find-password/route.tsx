import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailCheckForm } from "~/components/account/email-check-form";
import { TextLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";
import { CardHead } from "~/components/page/card-head";
import { languageOf, translator } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { receiveForm } from "#server/forms/form-spec.server";
import { trapMark, TRAPPED } from "#server/forms/trap.server";
import { getSession } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import { findPasswordFields } from "./form";
import { findPasswordForm } from "./form.server";

export const handle = { i18n: ["account"], title: "account:find.title" };

export { clientAction, shouldRevalidate, textMeta as meta } from "~/components/document/route-exports";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([
    getSession({ request, context }),
    languageOf({ request, context }),
  ]);
  return json({
    form: findPasswordForm.open(session, request),
    title: translator(lng)("account:find.title"),
  });
}

const unknownAddress = new Set<number | undefined>([
  Code.AUTH_EMAIL_NOT_FOUND,
  Code.AUTH_USER_NOT_FOUND,
  Code.AUTH_USER_DELETED,
  Code.USER_NOT_FOUND,
  Code.USER_ALREADY_DELETED,
]);

/** Sends the reset mail if the address is registered. With the intent `check-email` it only checks the address. */
export async function action(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return findPasswordForm.handle(sent, async ({ session, value, failed, reshow, done, withinLimit }) => {
    const person = trapMark(findPasswordForm.name, sent.form);
    if (person && sent.intent !== "check-email") return failed({ formErrors: [TRAPPED] }, { person });
    const { email } = value;
    const isCheck = sent.intent === "check-email";
    const tooMany = await withinLimit(isCheck ? "check-email" : "forgot-password", { email });
    if (tooMany) return tooMany;
    const known = await callApi("checkEmail", { json: { email } });
    if (isCheck) return reshow({ hint: known ? ("taken" as const) : ("free" as const) });
    const unknown = { fieldErrors: { email: ["account:find.invalid"] } };
    if (!known) return failed(unknown);
    try {
      const language = apiLanguage(await languageOf(args));
      await callApi("forgotPassword", { json: { email, language } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Deleted since the address was checked.
      if (unknownAddress.has(error.code)) return failed(unknown);
      // accounts-and-store.md section 8: a toast; the form keeps its input.
      const isTooSoon = error.code === Code.TOO_MANY_REQUESTS;
      await session.flash({
        kind: "error",
        key: isTooSoon ? "errors:invalidAccessForNow" : "errors:requestProblem",
      });
      return failed({ status: 502 });
    }
    return done(paths.findPasswordEmailSent);
  });
}

export default function FindPassword() {
  const { form } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  return (
    <>
      <CardHead title={t("find.title")} lead={t("find.lead")} />
      <EmailCheckForm
        key={form.signature}
        fields={findPasswordFields}
        setup={form}
        good="taken"
        action={paths.findPassword}
        texts="find"
        // accounts-and-store.md section 4: enabled only if the address is registered.
        waits
        intent="send"
        submit={t("find.submit")}
      />
      <p className="form-links">
        <TextLink to={paths.signIn()}>{t("find.back")}</TextLink>
      </p>
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
