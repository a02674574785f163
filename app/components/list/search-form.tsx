import { Form, useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MAX_SEARCH } from "~/domain/search-text";
import { useFollowedValue } from "../document/use-followed-value";
import { Link } from "../text/link";

/** Pause in typing after which the list is searched, in ms. */
const PAUSE_MS = 300;

interface SearchFormProps {
  /** What is searched: "Search the questions". */
  label: string;
  /** As the address has it. */
  keyword: string | undefined;
  /** The list without the keyword. */
  clearHref: string;
  /** Hidden fields: the list's other filters. */
  children?: ReactNode;
}

/** The search of a list: a GET form, so the address is the search; with scripts the list follows what is typed. */
export function SearchForm({ label, keyword, clearHref, children }: SearchFormProps) {
  const { t } = useTranslation("common");
  const id = useId();
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const input = useFollowedValue<HTMLInputElement>(keyword ?? "");
  useEffect(() => () => clearTimeout(timer.current), []);

  function searchSoon({ form }: HTMLInputElement) {
    clearTimeout(timer.current);
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
        {label}
      </label>
      <input
        className="input"
        id={id}
        name="keyword"
        type="search"
        {...input}
        maxLength={MAX_SEARCH}
        placeholder={label}
        // Half a syllable is not searched: an input method says when it is done.
        onInput={(event) => {
          if (!(event.nativeEvent as InputEvent).isComposing) searchSoon(event.currentTarget);
        }}
        onCompositionEnd={(event) => searchSoon(event.currentTarget)}
      />
      <button className="btn btn--small" type="submit">
        {t("search.submit")}
      </button>
      {keyword === undefined ? null : (
        <Link className="link" to={clearHref}>
          {t("search.clear")}
        </Link>
      )}
    </Form>
  );
}
