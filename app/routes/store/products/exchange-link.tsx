import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { StatePicture } from "~/components/page/state-picture";
import { paths } from "~/domain/paths";

export function ExchangeLink() {
  const { t } = useTranslation("store");
  return (
    <aside className="to-exchange" aria-labelledby="to-exchange">
      <div>
        <StatePicture name="exchange" />
      </div>
      <p>
        <strong id="to-exchange">{t("list.exchange")}</strong>{" "}
        <span className="sign">{t("list.exchangeSoon")}</span>
        <br />
        <span className="soft">{t("list.exchangeText")}</span>
      </p>
      <ButtonLink to={paths.store.soriaExchange} look="line" size="small">
        {t("exchange.look")}
      </ButtonLink>
    </aside>
  );
}
