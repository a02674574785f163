import { Form, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { asLanguage, languageNames, languageTags } from "~/i18n/languages";
import { useRootData } from "../document/root-data";
import { Icon } from "../text/icon";

/**
 * Offers the preferred language of a guest's browser, if the guest has not chosen one (docs/decisions/0003). Both
 * buttons store a choice, the offered or the current language, and the line does not appear again.
 */
export function LanguageOffer() {
  const { t, i18n } = useTranslation("common");
  const { pathname, search } = useLocation();
  const offer = useRootData()?.offer;
  if (!offer) return null;
  const redirectTo = pathname + search;
  const { lng, text } = offer;
  return (
    <aside className="offer" data-ground="night" aria-label={t("nav.language")}>
      <div className="wrap offer__in">
        <form method="post" action={paths.language} lang={languageTags[lng]}>
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <p>{text}</p>
          <button type="submit" name="lng" value={lng} className="btn btn--small">
            {languageNames[lng]}
          </button>
        </form>
        {/* With scripts the page stays as it is, with all input. */}
        <Form method="post" action={paths.language} navigate={false} preventScrollReset>
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <button
            type="submit"
            name="lng"
            value={asLanguage(i18n.language)}
            className="offer__close"
            aria-label={t("toast.dismiss")}
          >
            <Icon name="close" />
          </button>
        </Form>
      </div>
    </aside>
  );
}
