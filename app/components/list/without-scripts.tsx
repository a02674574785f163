import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { WHOLE_FIELD } from "~/domain/whole-page";

/**
 * In place of a part that a script would put here, for who has switched scripts off since the site has seen them run: a
 * way to the page as a whole. From then on they get whole pages.
 */
export function WithoutScripts() {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set(WHOLE_FIELD, "1");
  return (
    <noscript>
      <p>
        {t("withoutScripts.text")}{" "}
        <a className="link" href={`${pathname}?${query}`}>
          {t("withoutScripts.link")}
        </a>
      </p>
    </noscript>
  );
}
