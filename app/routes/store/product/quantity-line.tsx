import { useTranslation } from "react-i18next";
import { FieldError, type FieldMeta, wiring } from "~/components/form/fields";
import { Icon } from "~/components/text/elements";
import { useHydrated } from "~/components/document/use-hydrated";
import { MAX_QUANTITY, readQuantity, stepQuantity } from "~/domain/quantity";

interface QuantityLineProps {
  meta: FieldMeta;
  value: string;
  onChange: (value: string) => void;
  /** The pressed button, if the page was loaded after a form submission. */
  pressed?: string | undefined;
}

/** Shows the quantity with a minus and a plus button. Without scripts the buttons submit to the server. */
export function QuantityLine({ meta, value, onChange, pressed }: QuantityLineProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const quantity = readQuantity(value) ?? 1;
  const step = (by: number, name: "decrease" | "increase") => (
    <button
      type={hydrated ? "button" : "submit"}
      name="intent"
      value={name}
      formNoValidate
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- keeps the focus on the pressed button
      autoFocus={pressed === name}
      disabled={by < 0 ? quantity <= 1 : quantity >= MAX_QUANTITY}
      onClick={() => onChange(String(stepQuantity(value, by)))}
      aria-label={t(`item.${name}`)}
    >
      <Icon name={by < 0 ? "minus" : "plus"} size={18} />
    </button>
  );
  return (
    <div>
      <dt>
        <label htmlFor={meta.id}>{t("item.quantity")}</label>
      </dt>
      <dd>
        {/* `noscript`, not removed after hydration, so that the layout does not shift. */}
        <noscript>
          <button type="submit" name="intent" value="recount" formNoValidate className="link small">
            {t("item.recount")}
          </button>
        </noscript>
        <span className="qty">
          {step(-1, "decrease")}
          <input
            {...wiring(meta, undefined)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {step(1, "increase")}
        </span>
      </dd>
      <FieldError meta={meta} />
    </div>
  );
}
