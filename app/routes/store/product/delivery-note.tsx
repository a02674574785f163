import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { paths } from "~/domain/paths";

/**
 * Links to the order form, for items priced in USD or SGD, which can be ordered with delivery (docs/decisions/0008).
 */
export function DeliveryNote({ id }: { id: number }) {
  const { t } = useTranslation("store");
  return (
    <div className="thing__also">
      <p>{t("item.orderText")}</p>
      <TextLink to={paths.store.checkout(id)} icon="arrow-right">
        {t("item.order")}
      </TextLink>
    </div>
  );
}
