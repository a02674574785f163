import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailCheckForm } from "~/components/account/email-check-form";
import { ResettableForm } from "~/components/form/page-form";
import { Link } from "~/components/text/link";
import { paths } from "~/domain/paths";
import { CardHead } from "~/components/page/card-head";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getSession } from "#server/session/session.server";
import { findPasswordAction } from "./action.server";
import { findPasswordForm } from "./form.server";

export const handle = { i18n: ["account"], title: "account:find.title" };

export { textMeta as meta } from "~/components/document/seo";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([getSession({ request, context }), languageOf(request)]);
  return json({
    form: findPasswordForm.open(session, request),
    title: translator(lng)("account:find.title"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return findPasswordAction(args);
}

export { clientAction, shouldRevalidate } from "~/components/document/offline-action";

export default function FindPassword() {
  const { form } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  return (
    <>
      <CardHead title={t("find.title")} lead={t("find.lead")} />
      <ResettableForm opening={form}>
        <EmailCheckForm
          opening={form}
          good="taken"
          action={paths.findPassword}
          hints={{
            missing: t("find.missing"),
            format: t("find.format"),
            free: t("find.invalid"),
            taken: t("find.success"),
          }}
          // accounts-and-store.md section 4: enabled only if the address is registered.
          waits
          intent="send"
          submit={t("find.submit")}
        />
      </ResettableForm>
      <p className="form-links">
        <Link className="link" to={paths.signIn()}>
          {t("find.back")}
        </Link>
      </p>
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
