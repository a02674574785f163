import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { StepHeading } from "~/components/form/step-heading";
import { StatePicture } from "~/components/page/state-picture";
import { paths } from "~/domain/paths";

export function InquiryDone({ publicId, email }: { publicId: string; email: string }) {
  const { t } = useTranslation("support");
  return (
    <section className="panel form-panel">
      <StatePicture name="sent" />
      <StepHeading level={2}>{t("inquiry.doneTitle")}</StepHeading>
      <div role="status">
        <dl className="facts">
          <div>
            <dt>{t("inquiry.doneReference")}</dt>
            <dd className="num">{publicId}</dd>
          </div>
        </dl>
      </div>
      <p>{t("inquiry.doneNext", { email })}</p>
      <div className="form__do">
        <ButtonLink to={paths.support.faq()}>{t("inquiry.doneFaq")}</ButtonLink>
        <ButtonLink to={paths.support.inquiry} look="line">
          {t("inquiry.doneAnother")}
        </ButtonLink>
      </div>
    </section>
  );
}
