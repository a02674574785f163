import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ButtonLink } from "~/components/page/button-link";
import { StatePicture } from "~/components/page/state-picture";
import { paths } from "~/domain/paths";
import type { PaymentView } from "~/domain/payment-view";
import { Summary } from "./summary";

/** A payment that is finished: reached by the back button, or by a link that was kept. */
export function PaidPanel({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("store");
  const { name, quantity } = payment;
  return (
    <section className="panel form-panel">
      <StatePicture name="done" />
      <Alert kind="ok" title={t("complete.doneTitle")}>
        <p>{t("complete.doneText", { name, quantity })}</p>
      </Alert>
      <Summary payment={payment} />
      <div className="form__do">
        <ButtonLink to={paths.store.products()} look="line">
          {t("complete.store")}
        </ButtonLink>
        <ButtonLink to={paths.myPage.history()}>{t("complete.history")}</ButtonLink>
      </div>
    </section>
  );
}
