import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { paths } from "~/domain/paths";

/** The way to the exchange of soria for soria-plus. */
export function ExchangeLink() {
  const { t } = useTranslation("store");
  return (
    <aside className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-sunken p-5">
      <div className="flex items-center gap-3">
        <img src="/art/coin-soria.svg" width={96} height={96} alt="" className="coin" />
        <img src="/art/coin-soria-plus.svg" width={96} height={96} alt="" className="coin" />
        <p>{t("list.exchangeText")}</p>
      </div>
      <TextLink to={paths.store.soriaExchange} icon="arrow-right">
        {t("list.exchange")}
      </TextLink>
    </aside>
  );
}
