import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/components/form/error-summary";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { isOffline, orOffline, unlessOffline } from "~/components/document/offline";
import { OfflineAlert } from "~/components/message/offline-alert";
import { PageHead } from "~/components/page/page-head";
import { pageMeta } from "~/components/document/seo";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import { firstFailedCheck } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getSession, invalidAccess, redirectTo } from "#server/session/session.server";
import { changePasswordAction } from "./action.server";

export const handle = { i18n: ["account"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

/** Only with the token of a reset link in the session; else Invalid Access at /. Once it is done, back leads on. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  if (session.data.resetDone) return redirectTo(session, paths.changePasswordComplete);
  if (!session.data.reset) return invalidAccess(session);
  const t = translator(await languageOf(request));
  return json({ email: session.data.reset.email, title: t("account:change.title") });
}

export async function action(args: ActionFunctionArgs) {
  return changePasswordAction(args);
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orOffline(() => serverAction<typeof action>());
}

export const shouldRevalidate = unlessOffline;

export default function ChangePassword() {
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation(["account", "errors"]);
  const hydrated = useHydrated();
  const [ready, setReady] = useState(false);
  const [form, fields] = useForm<{ password: string; passwordConfirm: string }>({
    id: "change-password",
    lastResult: answer && !isOffline(answer) ? answer.lastResult : null,
  });
  return (
    <>
      <PageHead scene="account" size="task" title={t("change.title")} lead={t("change.lead")} />
      <div className="form-page">
        <OfflineAlert answer={answer} />
        <section className="panel form-panel">
          <h2>{t("change.heading")}</h2>
          <Form method="post" {...getFormProps(form)} className="form-stack">
            <ErrorSummary form={form} fields={fields} />
            <div className="field">
              <label htmlFor="change-email">{t("signIn.email")}</label>
              {/* For password managers: they keep it with the new password. */}
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
            {/* Waits for all four rules where a script can tell (section 5, Change password). */}
            <SubmitButton wide disabled={hydrated && !ready}>
              {t("change.submit")}
            </SubmitButton>
          </Form>
          <p className="form-links">
            <Link className="link" to={paths.findPassword}>
              {t("change.newLink")}
            </Link>
          </p>
        </section>
      </div>
    </>
  );
}
