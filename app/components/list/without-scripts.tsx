import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { wholePageOf } from "~/domain/streaming-param";

/**
 * No-script fallback for a streamed part: links to the same page with `?whole=1`, which disables streaming. The page's
 * head also redirects there; the link is for browsers that block automatic refreshes.
 */
export function WithoutScripts() {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  return (
    <noscript>
      <p>
        {t("withoutScripts.text")}{" "}
        <a className="link" href={wholePageOf(pathname + search)}>
          {t("withoutScripts.link")}
        </a>
      </p>
    </noscript>
  );
}
