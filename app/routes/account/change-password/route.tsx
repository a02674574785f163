import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AccountEmail, NewPasswordFields } from "~/components/account/new-password-fields";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import { TextLink } from "~/components/text/elements";
import type { FormSetup } from "~/domain/form-setup";
import { firstFailedCheck } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import { CardHead } from "~/components/page/card-head";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { storeResult, USED_LINK } from "#server/forms/form-token.server";
import { accountMark, securityEvent } from "#server/observe/security.server";
import { requestPath, getSession, invalidAccess, redirectTo } from "#server/session/session.server";
import { resetFields } from "./form";
import { resetForm } from "./form.server";

export const handle = { i18n: ["account"], title: "account:change.title" };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  if (session.data.resetDone) return redirectTo(session, paths.changePasswordComplete);
  const isFromMail = requestPath(request) === paths.changePasswordFromMail;
  if (!session.data.reset) {
    // The reset link has just set the session's cookie, so a browser without one does not accept cookies.
    if (isFromMail && !request.headers.has("Cookie")) {
      throw json({ messageKey: "common:cookies.link" }, { status: 400 });
    }
    return invalidAccess(session);
  }
  if (isFromMail) return redirectTo(session, paths.changePassword);
  const t = translator(await languageOf({ request, context }));
  return json({
    form: resetForm.open(session, request),
    email: session.data.reset.email,
    title: t("account:change.title"),
  });
}

/** Sets the new password with the token of the reset link (accounts-and-store.md section 2, Change password). */
export async function action(args: ActionFunctionArgs) {
  const [sent, session] = await Promise.all([receiveForm(args), getSession(args)]);
  return session.exclusively("reset", async () => {
    // A second submit of the form: the first one has set the password.
    if (session.data.resetDone) return redirectTo(session, paths.changePasswordComplete);
    const { reset } = session.data;
    if (!reset && session.isSignedIn) {
      // Another member has signed in in another tab, which has removed the link's token from the session.
      await session.flash({ kind: "alert", key: "account:change.otherMember" });
      return redirectTo(session, paths.home);
    }
    if (!reset) return invalidAccess(session);
    return resetForm.handle(sent, async ({ value, failed, done }) => {
      const isChanged = await callApi("resetPassword", {
        json: { ...value, token: reset.token },
      });
      if (!isChanged) return failed({ formErrors: ["errors:requestProblem"] });
      securityEvent("password-changed", { account: accountMark(reset.email), what: "reset" });
      await storeResult(USED_LINK, reset.token, "used");
      // A new password ends all sessions of its member. Sign out only if this session is theirs; another member or a
      // guest keeps the session, so that a second submit finds `resetDone` in it.
      const isOwn = session.user?.email.toLowerCase() === reset.email.toLowerCase();
      if (isOwn) await session.signOut();
      await session.update((draft) => {
        delete draft.reset;
        draft.recovery = { email: reset.email };
        draft.resetDone = true;
      });
      return done(paths.changePasswordComplete);
    });
  });
}

function ResetForm({ setup, email }: { setup: FormSetup; email: string }) {
  const { t } = useTranslation("account");
  const hydrated = useHydrated();
  const [ready, setReady] = useState(false);
  const form = usePageForm(resetFields, setup);
  const { fields } = form;
  return (
    <PageForm of={form} className="form-stack">
      <AccountEmail id="change-email" value={email} />
      <NewPasswordFields
        password={fields.password}
        confirmation={fields.passwordConfirm}
        onChange={(password, confirmation) => setReady(!firstFailedCheck(password, confirmation))}
      />
      {/* With scripts, disabled until the password meets all four rules. Spec: accounts-and-store.md, section 5. */}
      <SubmitButton wide onWait={hydrated && !ready ? () => form.showMissing() : undefined}>
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
      <ResetForm key={form.signature} setup={form} email={email} />
      <p className="form-links">
        <TextLink to={paths.findPassword}>{t("change.newLink")}</TextLink>
      </p>
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
