import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { paths } from "~/domain/paths";

/** For items priced in USD or SGD: they can be ordered with delivery (docs/decisions/0008). */
export function DeliveryNote({ id }: { id: number }) {
  const { t } = useTranslation("store");
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-sunken p-5">
      <p className="small">{t("item.orderText")}</p>
      <ButtonLink to={paths.store.checkout(id)} look="line" size="small">
        {t("item.order")}
      </ButtonLink>
    </div>
  );
}
