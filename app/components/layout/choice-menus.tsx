import { Form, useLocation } from "@remix-run/react";
import type { ButtonHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { themes } from "~/domain/theme";
import { asLanguage, type Language, languageNames, languages, languageTags } from "~/i18n/languages";
import { usePageSetup } from "../document/default-button";
import { useHydrated } from "../document/use-hydrated";
import { useRootData } from "../document/root-data";
import { Icon } from "../text/elements";

interface FormProps {
  className: string;
  ground?: "night" | "paper";
}

const icons = { system: "screen", paper: "sheet", night: "lantern" } as const;

export function ThemeMenu() {
  const { t } = useTranslation("common");
  const current = useRootData()?.theme ?? "system";
  return (
    <details className="pop only-wide" name="pop">
      <summary>
        <Icon name={icons[current]} size={20} />
        <span className="sr">
          {t("form.labelled", { label: t("theme.label"), text: t(`theme.${current}`) })}
        </span>
      </summary>
      <ThemeForm className="pop__panel pop__panel--end" />
    </details>
  );
}

/** React hook that returns the page's URL with its fragment, which the server does not know. */
function useWayBack(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + (useHydrated() ? hash : "");
}

/** Form with the three themes. It loads a new document, because the server writes the theme into the HTML. */
export function ThemeForm({ className, ground = "paper" }: FormProps) {
  const { t } = useTranslation("common");
  const wayBack = useWayBack();
  const current = useRootData()?.theme ?? "system";
  return (
    <form className={className} data-ground={ground} method="post" action={paths.theme}>
      <input type="hidden" name="redirectTo" value={wayBack} />
      {themes.map((theme) => (
        <button
          type="submit"
          key={theme}
          name="theme"
          value={theme}
          aria-current={theme === current ? "true" : undefined}
        >
          <Icon name={icons[theme]} size={18} />
          {t(`theme.${theme}`)}
        </button>
      ))}
    </form>
  );
}

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

/** Form with the four languages. It loads a new document, because all texts and the document's language change. */
export function LanguageForm({ className, ground = "paper" }: FormProps) {
  const { i18n } = useTranslation("common");
  const current = asLanguage(i18n.language);
  const takesAlong = useTakesAlong();
  const buttons = languages.map((lng) => (
    <button
      type="submit"
      key={lng}
      name="lng"
      value={lng}
      lang={languageTags[lng]}
      aria-current={lng === current ? "true" : undefined}
      {...takesAlong}
    >
      {languageNames[lng]}
    </button>
  ));
  if (takesAlong.form) {
    return (
      <div className={className} data-ground={ground}>
        {buttons}
      </div>
    );
  }
  return (
    <form className={className} data-ground={ground} {...hereForm}>
      <HereFields />
      {buttons}
    </form>
  );
}

/**
 * A form without `action` and with method GET leads to the page's own URL, with its fragment, also without scripts:
 * a POST to another URL would lose it. The front stores the language and redirects (docs/decisions/0100).
 */
const hereForm = { method: "get" } as const;

/** The page's query, which the form replaces. An explicit `lng` would override the choice, so it is left out. */
function HereFields() {
  const { search } = useLocation();
  const fields = [...new URLSearchParams(search)].filter(([name]) => name !== "lng" && name !== "choose");
  return (
    <>
      {fields.map(([name, value], index) => (
        <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="choose" value="lng" />
    </>
  );
}

/** The page's form is submitted with the language, so that its input is kept without scripts (default-button.tsx). */
function useTakesAlong(): ButtonHTMLAttributes<HTMLButtonElement> {
  const form = usePageSetup();
  const { pathname, search } = useLocation();
  if (!form) return {};
  const query = new URLSearchParams(search);
  // An explicit ?lng= would override the choice, so drop it.
  query.delete("lng");
  const redirectTo = query.size > 0 ? `${pathname}?${query}` : pathname;
  // A form with an attachment goes to its own page, which takes the file and the language.
  if (form.hasFile) return { form: form.name, formAction: pathname + search, formNoValidate: true };
  return {
    form: form.name,
    formAction: `${paths.language}?${new URLSearchParams({ form: form.name, redirectTo })}`,
    formEncType: "application/x-www-form-urlencoded",
    formNoValidate: true,
  };
}

/** Offers the language of a guest's browser (docs/decisions/0003). Both buttons store a choice. */
export function LanguageOffer() {
  const { i18n } = useTranslation("common");
  const { pathname, search } = useLocation();
  const offer = useRootData()?.offer;
  if (!offer) return null;
  const { lng, text } = offer;
  return <OfferedLanguage lng={lng} text={text} here={asLanguage(i18n.language)} back={pathname + search} />;
}

/** Without scripts both buttons submit the page's form, as those of the header do, so that its input is kept. */
function OfferedLanguage(props: { lng: Language; text: string; here: Language; back: string }) {
  const { lng, text, here, back } = props;
  const { t } = useTranslation("common");
  const takesAlong = useTakesAlong();
  return (
    <aside className="offer" data-ground="night" aria-label={t("nav.language")}>
      <div className="wrap offer__in">
        <form {...hereForm} lang={languageTags[lng]}>
          <HereFields />
          <p>{text}</p>
          <button type="submit" name="lng" value={lng} className="btn btn--small" {...takesAlong}>
            {languageNames[lng]}
          </button>
        </form>
        {/* With scripts the page stays as it is, with all input. */}
        <Form method="post" action={paths.language} navigate={false} preventScrollReset>
          <input type="hidden" name="redirectTo" value={back} />
          <button
            type="submit"
            name="lng"
            value={here}
            className="offer__close"
            {...takesAlong}
            aria-label={t("toast.dismiss")}
          >
            <Icon name="close" />
          </button>
        </Form>
      </div>
    </aside>
  );
}
