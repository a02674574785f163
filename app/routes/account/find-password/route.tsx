import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailCheckForm } from "~/components/account/email-check-form";
import { isOffline, orOffline, unlessOffline } from "~/components/document/offline";
import { OfflineAlert } from "~/components/message/offline-alert";
import { PageHead } from "~/components/page/page-head";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { findPasswordAction } from "./action.server";

export const handle = { i18n: ["account"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", image: "account" });

export async function loader({ request }: LoaderFunctionArgs) {
  return json({ title: translator(await languageOf(request))("account:find.title") });
}

export async function action(args: ActionFunctionArgs) {
  return findPasswordAction(args);
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orOffline(() => serverAction<typeof action>());
}

export const shouldRevalidate = unlessOffline;

export default function FindPassword() {
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("account");
  return (
    <>
      <PageHead scene="account" size="task" title={t("find.title")} lead={t("find.lead")} />
      <div className="form-page">
        <OfflineAlert answer={answer} />
        <section className="panel form-panel">
          <h2>{t("find.heading")}</h2>
          <EmailCheckForm
            id="find-password"
            lastResult={answer && !isOffline(answer) ? answer.lastResult : undefined}
            good="taken"
            action={paths.findPassword}
            hints={{
              missing: t("find.missing"),
              format: t("find.format"),
              free: t("find.invalid"),
              taken: t("find.success"),
            }}
            // accounts-and-store.md section 4: enabled only when the address exists.
            waits
            intent="send"
            submit={t("find.submit")}
          />
          <p className="form-links">
            <Link className="link" to={paths.signIn()}>
              {t("find.back")}
            </Link>
          </p>
        </section>
      </div>
    </>
  );
}
