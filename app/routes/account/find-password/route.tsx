import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailCheckField } from "~/components/email-check-field";
import { ErrorSummary } from "~/components/error-summary";
import { Honeypot } from "~/components/honeypot";
import { PageHead } from "~/components/page-head";
import { pageMeta } from "~/components/seo";
import { SubmitButton } from "~/components/submit-button";
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

export default function FindPassword() {
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("account");
  const [form, fields] = useForm<{ email: string }>({
    id: "find-password",
    lastResult: answer?.lastResult ?? null,
  });
  return (
    <>
      <PageHead title={t("find.title")} lead={t("find.lead")} />
      <div className="form-page">
        <section className="panel form-panel">
          <h2>{t("find.heading")}</h2>
          <Form method="post" {...getFormProps(form)} className="form-stack">
            <ErrorSummary form={form} fields={fields} />
            <Honeypot />
            <EmailCheckField
              meta={fields.email}
              label={t("signIn.email")}
              good="taken"
              action={paths.findPassword}
              hints={{ taken: t("find.success"), free: t("find.invalid") }}
            />
            <SubmitButton name="intent" value="send" wide>
              {t("find.submit")}
            </SubmitButton>
          </Form>
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
