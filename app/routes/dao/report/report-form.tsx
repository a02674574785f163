import { useTranslation } from "react-i18next";
import { Confirm } from "~/components/form/confirm";
import { PageForm } from "~/components/form/page-form";
import { RadioGroup, TextArea } from "~/components/form/fields";
import { SubmitButton } from "~/components/form/submit-button";
import { usePageForm } from "~/components/form/use-page-form";
import { ButtonLink } from "~/components/page/button-link";
import { MAX_REPORT_DETAIL, reportReasons } from "~/domain/dao";
import type { FormSetup } from "~/domain/form-answer";

interface ReportFormProps {
  opening: FormSetup;
  target: string;
  back: string;
}

export function ReportForm({ opening, target, back }: ReportFormProps) {
  const { t } = useTranslation(["dao", "common"]);
  const form = usePageForm<"reason" | "detail">(opening, {
    // Prevents the confirmation dialog without a reason. The error message comes from the server.
    constraint: { reason: { required: true } },
  });
  const { reason, detail } = form.fields;
  return (
    <PageForm of={form} noValidate className="panel form-panel">
      <p>
        <span className="field__label">{t("dao:report.target")}</span>
        <br />
        {target}
      </p>
      <RadioGroup
        meta={reason}
        legend={t("dao:report.reason")}
        options={reportReasons.map((value) => ({ value, label: t(`dao:report.reasons.${value}`) }))}
      />
      <TextArea
        meta={detail}
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
    </PageForm>
  );
}
