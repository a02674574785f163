import { useTranslation } from "react-i18next";

/** First focusable element of every page: skips header and menus. */
export function SkipLink() {
  const { t } = useTranslation("common");
  return (
    <a className="skip" href="#main">
      {t("skip")}
    </a>
  );
}
