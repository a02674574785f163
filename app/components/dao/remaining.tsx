import { useTranslation } from "react-i18next";
import type { Remaining as Left } from "~/domain/remaining-time";
import { Time } from "../text/time";

/**
 * Time until the end of a vote as text, in the two largest units. Computed by the loader, so that server and browser
 * render the same text.
 */
export function Remaining({ left }: { left: Left }) {
  const { t } = useTranslation("dao");
  const units = [
    left.days > 0 && t("remaining.days", { count: left.days }),
    left.hours > 0 && t("remaining.hours", { count: left.hours }),
    left.minutes > 0 && t("remaining.minutes", { count: left.minutes }),
  ].filter((unit) => unit !== false);
  const [first, second] = units;
  if (first === undefined) return <>{t("remaining.soon")}</>;
  const time = second === undefined ? first : t("remaining.two", { first, second });
  return <>{t("remaining.left", { time })}</>;
}

/** Placeholder for an element inside a translated sentence. */
const HOLE = "\u{fffc}";

export function Until({ at }: { at: string }) {
  const { t } = useTranslation("dao");
  const [before, after] = t("now.until", { time: HOLE }).split(HOLE);
  return (
    <>
      {before}
      <Time value={at} />
      {after}
    </>
  );
}
