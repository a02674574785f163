import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConfirmStep } from "~/components/form/confirm-step";
import { ResettableForm } from "~/components/form/page-form";
import { useFormAnswer } from "~/components/form/use-page-form";
import type { HeadOf } from "~/components/layout/area";
import { pageMeta } from "~/components/document/seo";
import type { FormAnswer } from "~/domain/form-answer";
import { languageOf, translator } from "~/i18n/i18n.server";
import { report } from "#server/api/dao.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { type ReportFields, reportForm } from "./form.server";
import { ReportForm } from "./report-form";
import { readReported } from "./reported.server";

const head: HeadOf = ({ t }) => ({
  title: t("dao:report.title"),
  lead: t("dao:report.lead"),
  stand: "dao-debate",
});

export const handle = { i18n: ["dao"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const target = readReported(args.request);
  if (!target) return invalidAccess(session);
  return json({
    ...target,
    form: reportForm.open(session, args.request),
    title: translator(lng)("dao:report.title"),
  });
}

/**
 * Sends the report and redirects back with a message. A second report of the same item gets the same response
 * (governance.md).
 */
export async function action(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return reportForm.authorize(sent, async ({ session, submission, failed, reshow, confirmFirst, done }) => {
    const target = readReported(args.request);
    if (!target) return invalidAccess(session);
    if (sent.intent === "edit") return reshow({});
    if (submission.status !== "success") return failed();
    const { reason, detail } = submission.value;
    if (sent.form.get("confirmed") !== "yes") return confirmFirst({ confirm: { reason, detail } });
    await report(session, { targetType: target.type, targetId: target.id, reason, detail });
    return done(target.back, { kind: "success", key: "dao:report.done" });
  });
}

export { clientAction, shouldRevalidate } from "~/components/document/offline-action";

export default function Report() {
  const { form, type, id, back } = useLoaderData<typeof loader>();
  const confirm = useFormAnswer<FormAnswer<{ confirm?: ReportFields }>>(form.name)?.confirm;
  const { t } = useTranslation("dao");
  const target = t(`report.targets.${type}`, { id });
  return (
    <div className="read sheet">
      {confirm ? (
        <ConfirmStep
          of={form}
          title={t("report.confirm")}
          text={target}
          action={t("report.submit")}
          fields={{ reason: confirm.reason, detail: confirm.detail }}
        >
          <dl className="facts">
            <div>
              <dt>{t("report.reason")}</dt>
              <dd>{t(`report.reasons.${confirm.reason}`)}</dd>
            </div>
            {confirm.detail ? (
              <div>
                <dt>{t("report.detail")}</dt>
                <dd className="typed">{confirm.detail}</dd>
              </div>
            ) : null}
          </dl>
        </ConfirmStep>
      ) : (
        <ResettableForm opening={form}>
          <ReportForm opening={form} target={target} back={back} />
        </ResettableForm>
      )}
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/part-error";
