import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { Amount } from "~/components/text/amount";
import { OthersWords } from "~/components/text/others-words";

import type { PaymentType } from "~/domain/currencies";
import { paths } from "~/domain/paths";
import "./goods.css";

interface GoodsProps {
  /** `amount` in hundredths; null where the API's is not a number. */
  items: { id: number; name: string; amount: number | null; type: PaymentType; image?: string | undefined }[];
}

/** The grid of items: picture, name, price, and the way to buy. */
export function Goods({ items }: GoodsProps) {
  const { t } = useTranslation("store");
  return (
    <ul className="cards goods plain">
      {items.map(({ id, name, amount, type, image }, index) => (
        <li key={id} className="card goods__item">
          {/* 4:3, as the catalogue's pictures are; the frame keeps its place while one is loading or missing. */}
          <div className="goods__picture">
            {image ? (
              <img src={image} width={640} height={480} alt="" loading={index < 6 ? "eager" : "lazy"} />
            ) : null}
          </div>
          <div className="card__b">
            <h3>
              <OthersWords text={name} />
            </h3>
            <p className="price-tag">
              <Amount amount={amount} type={type} size="tag" />
            </p>
            <ButtonLink
              to={paths.store.product(id)}
              size="small"
              look="line"
              aria-label={t("list.buyNamed", { name })}
            >
              {t("list.buy")}
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
