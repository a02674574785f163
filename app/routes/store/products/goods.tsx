import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { Price } from "~/components/text/price";
import type { PaymentType } from "~/domain/currencies";
import { paths } from "~/domain/paths";

interface GoodsProps {
  /** `amount` in hundredths; null where the API's is not a number. */
  items: { id: number; name: string; amount: number | null; type: PaymentType; image?: string | undefined }[];
}

/** The grid of items: picture, name, price, and the way to buy. */
export function Goods({ items }: GoodsProps) {
  const { t } = useTranslation("store");
  return (
    <ul className="cards plain max-sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] max-sm:gap-4">
      {items.map(({ id, name, amount, type, image }, index) => (
        <li key={id} className="card">
          {/* 4:3, as the catalogue's pictures are; the frame keeps its place while one is loading or missing. */}
          <div className="aspect-[4/3] bg-sunken">
            {image ? (
              <img
                className="h-full w-full object-cover"
                src={image}
                width={640}
                height={480}
                alt=""
                loading={index < 6 ? "eager" : "lazy"}
              />
            ) : null}
          </div>
          <div className="card__b max-sm:p-4">
            <h3>{name}</h3>
            <p className="mt-auto flex min-h-7 items-center">
              <Price amount={amount} type={type} place="list" />
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
