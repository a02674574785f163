import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isStorePath, MONEY_STEP } from "~/domain/next-steps";
import { dynamicKey } from "~/i18n/dynamic";
import { connection } from "../document/connection";

const texts = { offline: "noNetwork", gone: "offline", foreign: "foreign" } as const;

export function ConnectionLine() {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const state = connection.useValue();
  return (
    <div role="status">
      {state === "good" ? null : (
        <p className="connection" data-ground="night">
          {t(texts[state])}
          {state === "foreign" && isStorePath(pathname) ? ` ${dynamicKey(t, MONEY_STEP)}` : null}
          {state === "foreign" ? (
            // Loads a document, because a captive portal then shows its sign-in page.
            <>
              {" "}
              <a className="link" href={pathname + search}>
                {t("foreignOpen")}
              </a>
            </>
          ) : null}
        </p>
      )}
    </div>
  );
}
