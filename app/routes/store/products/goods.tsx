import { useTranslation } from "react-i18next";
import { Amount } from "~/components/text/amount";
import { Link, UserText } from "~/components/text/elements";
import type { PaymentType } from "~/domain/currencies";
import { paths } from "~/domain/paths";
import "./goods.css";

interface GoodsProps {
  /** `amount` in hundredths; null if the API's value is not a number. */
  items: { id: number; name: string; amount: number | null; type: PaymentType; image?: string | undefined }[];
}

export function Goods({ items }: GoodsProps) {
  const { t } = useTranslation("store");
  return (
    <ul className="shelf plain">
      {items.map(({ id, name, amount, type, image }, index) => (
        <li key={id} className="good">
          {/* 4:3, like the catalogue's images. The frame keeps its size while one is loading or missing. */}
          <div className="good__picture">
            {image ? (
              <img src={image} width={640} height={480} alt="" loading={index < 6 ? "eager" : "lazy"} />
            ) : null}
          </div>
          <div className="good__words">
            <h3>
              <UserText text={name} />
            </h3>
            <Link className="good__go" to={paths.store.product(id)} aria-label={t("list.buyNamed", { name })}>
              {t("list.buy")}
            </Link>
          </div>
          <p className="price-tag">
            <Amount amount={amount} type={type} size="tag" />
          </p>
        </li>
      ))}
    </ul>
  );
}
