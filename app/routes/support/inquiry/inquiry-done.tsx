import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { DonePanel } from "~/components/page/done-panel";
import { paths } from "~/domain/paths";

export function InquiryDone({ publicId, email }: { publicId: string; email: string }) {
  const { t } = useTranslation("support");
  return (
    <DonePanel picture="sent" title={t("inquiry.doneTitle")}>
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
    </DonePanel>
  );
}
