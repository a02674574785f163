import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { ResettableForm, PageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { usePageForm } from "~/components/form/use-page-form";
import { useHydrated } from "~/components/document/use-hydrated";
import { Link } from "~/components/text/link";
import type { FormSetup } from "~/domain/form-answer";
import { firstFailedCheck } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import { CardHead } from "~/components/page/card-head";
import { languageOf, translator } from "~/i18n/i18n.server";
import { addressOf, getSession, invalidAccess, redirectTo } from "#server/session/session.server";
import { changePasswordAction } from "./action.server";
import { resetForm } from "./form.server";

export const handle = { i18n: ["account"], title: "account:change.title" };

export { unlistedMeta as meta } from "~/components/document/seo";

/**
 * Returns the form if the session has the token of a reset link.
 *
 * @throws a redirect home with the Invalid Access message without a token; a redirect to the confirmation page if the
 *   password has already been changed; 400 when the browser followed the mail's link and rejected the cookie
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  if (session.data.resetDone) return redirectTo(session, paths.changePasswordComplete);
  const isFromMail = addressOf(request) === paths.changePasswordFromMail;
  if (!session.data.reset) {
    // The reset link has just set the session's cookie, so a browser without one does not accept cookies.
    if (isFromMail && !request.headers.has("Cookie")) {
      throw json({ messageKey: "common:cookies.link" }, { status: 400 });
    }
    return invalidAccess(session);
  }
  if (isFromMail) return redirectTo(session, paths.changePassword);
  const t = translator(await languageOf(request));
  return json({
    form: resetForm.open(session, request),
    email: session.data.reset.email,
    title: t("account:change.title"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return changePasswordAction(args);
}

export { clientAction, shouldRevalidate } from "~/components/document/offline-action";

function ResetForm({ opening, email }: { opening: FormSetup; email: string }) {
  const { t } = useTranslation(["account", "errors"]);
  const hydrated = useHydrated();
  const [ready, setReady] = useState(false);
  const form = usePageForm<"password" | "passwordConfirm">(opening);
  const { fields } = form;
  return (
    <PageForm of={form} className="form-stack">
      <div className="field">
        <label htmlFor="change-email">{t("signIn.email")}</label>
        {/* For password managers, which store the address with the new password. */}
        <input
          id="change-email"
          className="input"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
      </div>
      <NewPasswordFields
        password={fields.password}
        confirmation={fields.passwordConfirm}
        labels={{ password: t("change.password"), confirmation: t("change.confirm") }}
        missing={{ password: t("errors:web.013"), confirmation: t("errors:web.014") }}
        onChange={(password, confirmation) => setReady(!firstFailedCheck(password, confirmation))}
      />
      {/* With scripts, disabled until the password meets all four rules. Spec: accounts-and-store.md, section 5. */}
      <SubmitButton wide disabled={hydrated && !ready}>
        {t("change.submit")}
      </SubmitButton>
    </PageForm>
  );
}

export default function ChangePassword() {
  const { form, email } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  return (
    <>
      <CardHead title={t("change.title")} lead={t("change.lead")} />
      <ResettableForm opening={form}>
        <ResetForm opening={form} email={email} />
      </ResettableForm>
      <p className="form-links">
        <Link className="link" to={paths.findPassword}>
          {t("change.newLink")}
        </Link>
      </p>
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
