import { Form, useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFollowedValue } from "../document/use-followed-value";
import { TextLink } from "../text/elements";

const PAUSE_MS = 300;

interface SearchFormProps {
  label: string;
  /** Label of the field, if it is not the form's. */
  fieldLabel?: string;
  keyword: string | undefined;
  /** URL of the list without the keyword. */
  clearHref: string;
  /** Searches only on submit: for a search of the API. Otherwise, with scripts, the list follows the input. */
  onSubmitOnly?: boolean;
  /** The list's other filters. */
  children?: ReactNode;
}

/** Search form of a list: a GET form, so that the URL contains the search. */
export function SearchForm(props: SearchFormProps) {
  const { label, fieldLabel = label, keyword, clearHref, onSubmitOnly = false, children } = props;
  const { t } = useTranslation("common");
  const id = useId();
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const input = useFollowedValue<HTMLInputElement>(keyword ?? "");
  useEffect(() => () => clearTimeout(timer.current), []);

  function searchSoon({ form }: HTMLInputElement) {
    clearTimeout(timer.current);
    if (onSubmitOnly) return;
    timer.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), PAUSE_MS);
  }
  return (
    <Form
      method="get"
      role="search"
      aria-label={label}
      className="search-form"
      onSubmit={() => clearTimeout(timer.current)}
    >
      {children}
      <label className="sr" htmlFor={id}>
        {fieldLabel}
      </label>
      <input
        className="input"
        id={id}
        name="keyword"
        type="search"
        {...input}
        placeholder={fieldLabel}
        // Not while an input method is composing, which would search for half a syllable.
        onInput={(event) => {
          if (!(event.nativeEvent as InputEvent).isComposing) searchSoon(event.currentTarget);
        }}
        onCompositionEnd={(event) => searchSoon(event.currentTarget)}
      />
      <button className="btn btn--small" type="submit">
        {t("search.submit")}
      </button>
      {keyword === undefined ? null : <TextLink to={clearHref}>{t("search.clear")}</TextLink>}
    </Form>
  );
}
