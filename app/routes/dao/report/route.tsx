import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Confirm, ConfirmStep } from "~/components/form/confirm";
import { PageForm, useFormActionData, usePageForm } from "~/components/form/page-form";
import { Field, RadioGroup } from "~/components/form/fields";
import { SubmitButton } from "~/components/form/submit-button";
import type { HeadOf } from "~/components/layout/area";
import { ButtonLink } from "~/components/text/elements";
import { readId, reportTargets } from "~/domain/dao";
import type { FormValue } from "~/domain/form-fields";
import type { FormActionData, FormSetup } from "~/domain/form-setup";
import { oneOf } from "~/domain/one-of";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { reportFields } from "./form";
import { reportForm } from "./form.server";

const head: HeadOf = ({ t }) => ({
  title: t("dao:report.title"),
  lead: t("dao:report.lead"),
  figure: "inquiry",
});

export const handle = { i18n: ["dao"], head };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

/** Reads what is reported from the URL (`target`, `id`, `back`); undefined if the target or the id is invalid. */
function readReported(request: Request) {
  const search = new URL(request.url).searchParams;
  const type = oneOf(reportTargets, search.get("target"));
  const id = readId(search.get("id"));
  if (!type || id === undefined) return undefined;
  return { type, id, back: safeRedirect(search.get("back"), paths.dao.suggestions()) };
}

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const target = readReported(args.request);
  if (!target) return invalidAccess(session);
  return json({
    ...target,
    form: reportForm.open(session, args.request),
    title: translator(lng)("dao:report.title"),
  });
}

/** Redirects back with a message, the same for a second report of the same item (governance.md). */
export async function action(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return reportForm.authorize(sent, async ({ session, submission, failed, reshow, confirmFirst, done }) => {
    const target = readReported(args.request);
    if (!target) return invalidAccess(session);
    if (sent.intent === "edit") return reshow({});
    if (submission.status !== "success") return failed();
    const { reason, detail = "" } = submission.value;
    if (sent.form.get("confirmed") !== "yes") return confirmFirst({ confirm: { reason, detail } });
    await callApi("report", {
      tokens: session,
      json: { targetType: target.type, targetId: target.id, reason, detail },
    });
    return done(target.back, { kind: "success", key: "dao:report.done" });
  });
}

export default function Report() {
  const { form, type, id, back } = useLoaderData<typeof loader>();
  const confirm = useFormActionData<FormActionData<{ confirm?: FormValue<typeof reportFields> }>>(
    form.name,
  )?.confirm;
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
          declared={reportFields}
          values={confirm}
        />
      ) : (
        <ReportForm key={form.signature} setup={form} target={target} back={back} />
      )}
    </div>
  );
}

function ReportForm({ setup, target, back }: { setup: FormSetup; target: string; back: string }) {
  const { t } = useTranslation("dao");
  const form = usePageForm(reportFields, setup);
  const { reason, detail } = form.fields;
  return (
    <PageForm of={form} noValidate className="panel form-panel">
      <p>
        <span className="field__label">{t("report.target")}</span>
        <br />
        {target}
      </p>
      {/* Required, so that the dialog does not ask without a reason. The error message comes from the server. */}
      <RadioGroup of={reason} />
      <Field of={detail} />
      <div className="form__do">
        <Confirm title={t("report.confirm")} text={t("report.confirmText")} action={t("report.submit")}>
          <SubmitButton>{t("report.submit")}</SubmitButton>
        </Confirm>
        <ButtonLink to={back} look="line">
          {t("report.cancel")}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
