import { useTranslation } from "react-i18next";

/** The first stop of the keyboard on every page: past header and menus. */
export function SkipLink() {
  const { t } = useTranslation("common");
  return (
    <a className="skip" href="#main">
      {t("skip")}
    </a>
  );
}
