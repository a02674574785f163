import { useLocation } from "@remix-run/react";
import type { ButtonHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { asLanguage, languageNames, languages, languageTags } from "~/i18n/languages";
import { usePageOpening } from "../document/use-page-opening";
import { Icon } from "../text/icon";

export function LanguageMenu() {
  const { t, i18n } = useTranslation("common");
  const current = asLanguage(i18n.language);
  return (
    <details className="pop" name="pop">
      <summary>
        <Icon name="globe" size={18} />
        <span className="sr">{t("form.labelled", { label: t("nav.language"), text: "" })}</span>
        <span lang={languageTags[current]}>{languageNames[current]}</span>
        <Icon name="chevron" size={16} className="chev" />
      </summary>
      <LanguageForm className="pop__panel pop__panel--end" />
    </details>
  );
}

/**
 * Form with the four languages. It loads a new document, because all texts and the document's language change.
 */
export function LanguageForm({
  className,
  ground = "paper",
}: {
  className: string;
  ground?: "night" | "paper";
}) {
  const { i18n } = useTranslation("common");
  const { pathname, search } = useLocation();
  const current = asLanguage(i18n.language);
  // An explicit ?lng= would override the choice, so drop it.
  const query = new URLSearchParams(search);
  query.delete("lng");
  const redirectTo = query.size > 0 ? `${pathname}?${query}` : pathname;
  const takesAlong = useTakesAlong(redirectTo);
  const buttons = (
    <>
      {languages.map((lng) => (
        <button
          type="submit"
          key={lng}
          name="lng"
          value={lng}
          lang={languageTags[lng]}
          {...(lng === current ? { "aria-current": "true" as const } : {})}
          {...takesAlong}
        >
          {languageNames[lng]}
        </button>
      ))}
    </>
  );
  if (takesAlong.form) {
    return (
      <div className={className} data-ground={ground}>
        {buttons}
      </div>
    );
  }
  return (
    <form className={className} data-ground={ground} method="post" action={paths.language}>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {buttons}
    </form>
  );
}

/**
 * React hook that connects the buttons to the page's form, if there is one. Without scripts its input is then submitted
 * and restored in the other language; with scripts the draft in this tab does that (document/draft.ts).
 * document/default-button.tsx keeps Enter from pressing these buttons.
 */
function useTakesAlong(redirectTo: string): ButtonHTMLAttributes<HTMLButtonElement> {
  const form = usePageOpening();
  if (!form) return {};
  return {
    form: form.name,
    formAction: `${paths.language}?${new URLSearchParams({ form: form.name, redirectTo })}`,
    formEncType: "application/x-www-form-urlencoded",
    formNoValidate: true,
  };
}
