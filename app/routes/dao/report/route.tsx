import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { Confirm } from "~/components/form/confirm";
import { ConfirmStep } from "~/components/form/confirm-step";
import { ErrorSummary } from "~/components/form/error-summary";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { RadioGroup } from "~/components/form/radio-group";
import { pageMeta } from "~/components/document/seo";
import { SubmitButton } from "~/components/form/submit-button";
import { TextArea } from "~/components/form/text-area";
import { MAX_REPORT_DETAIL, reportReasons } from "~/domain/dao";
import { languageOf, translator } from "~/i18n/i18n.server";
import { report } from "#server/api/dao.server";
import { apiFailed, failedForm, parseFields, readForm } from "#server/forms/form.server";
import { invalidAccess, redirectTo, requireMember } from "#server/session/session.server";
import { type ReportFields, reportSchema } from "./report.schema.server";
import { readReported } from "./reported.server";

export const handle = { i18n: ["dao"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const target = readReported(args.request);
  if (!target) return invalidAccess(session);
  return json({ ...target, title: translator(lng)("dao:report.title") });
}

/** Reports, then goes back with a message; a second report of the same thing is answered as done (governance.md). */
export async function action(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const target = readReported(args.request);
  if (!target) return invalidAccess(session);
  const form = await readForm(args.request);
  const submission = parseFields(form, reportSchema, ["reason", "detail"]);
  if (submission.status !== "success") return failedForm(submission);
  const { reason, detail }: ReportFields = submission.value;
  if (form.get("confirmed") !== "yes") {
    return json({ lastResult: submission.reply(), confirm: { reason, detail } });
  }
  try {
    await report(session, { targetType: target.type, targetId: target.id, reason, detail });
  } catch (error) {
    return apiFailed(submission, error);
  }
  await session.flash({ kind: "success", key: "dao:report.done" });
  return redirectTo(session, target.back);
}

export default function Report() {
  const { type, id, back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation(["dao", "common"]);
  const [form, fields] = useForm<{ reason: string; detail: string }>({
    id: "report",
    lastResult: answer?.lastResult ?? null,
    // Lets the dialog see that it has nothing to ask yet; the words for it are the server's.
    constraint: { reason: { required: true } },
  });
  const confirm = answer && "confirm" in answer ? (answer.confirm as ReportFields) : null;
  const target = t(`dao:report.targets.${type}`, { id });
  return (
    <>
      <PageHead scene="dao" size="task" title={t("dao:report.title")} lead={t("dao:report.lead")} />
      <div className="read sheet">
        {confirm ? (
          <ConfirmStep
            title={t("dao:report.confirm")}
            text={target}
            action={t("dao:report.submit")}
            cancelHref={back}
            fields={{ reason: confirm.reason, detail: confirm.detail }}
          >
            <dl className="facts">
              <div>
                <dt>{t("dao:report.reason")}</dt>
                <dd>{t(`dao:report.reasons.${confirm.reason}`)}</dd>
              </div>
              {confirm.detail ? (
                <div>
                  <dt>{t("dao:report.detail")}</dt>
                  <dd className="typed">{confirm.detail}</dd>
                </div>
              ) : null}
            </dl>
          </ConfirmStep>
        ) : (
          <Form method="post" {...getFormProps(form)} noValidate className="panel form-panel">
            <ErrorSummary form={form} fields={fields} />
            <p>
              <span className="field__label">{t("dao:report.target")}</span>
              <br />
              {target}
            </p>
            <RadioGroup
              meta={fields.reason}
              legend={t("dao:report.reason")}
              options={reportReasons.map((value) => ({ value, label: t(`dao:report.reasons.${value}`) }))}
            />
            <TextArea
              meta={fields.detail}
              label={t("dao:report.detail")}
              note={t("common:form.optional")}
              hint={t("dao:report.detailHint")}
              maxLength={MAX_REPORT_DETAIL}
            />
            <div className="form__do">
              <Confirm
                title={t("dao:report.confirm")}
                text={t("dao:report.confirmText")}
                action={t("dao:report.submit")}
              >
                <SubmitButton>{t("dao:report.submit")}</SubmitButton>
              </Confirm>
              <ButtonLink to={back} look="line">
                {t("dao:report.cancel")}
              </ButtonLink>
            </div>
          </Form>
        )}
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
