import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Coin } from "~/components/text/coin";
import { currencies, currencyKeys } from "~/domain/currencies";
import {
  durations,
  type HistoryFilter,
  historySearch,
  pageSizes,
  shownField,
  shownFieldName,
  transactionTypesOf,
} from "~/domain/history-filter";
import { isDay } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { RANGE_PROBLEM_ID } from "./range-problem";

/** public-site-and-community.md section 9: list debounce. */
const RELOAD_MS = 100;
/** A date is typed digit by digit, and each of them may make a date. */
const TYPING_MS = 700;

/** Does the form say something else than the filter that it was made for? */
function isChanged(form: HTMLFormElement, filter: HistoryFilter): boolean {
  const shown: Record<string, string> = historySearch(filter);
  return [...new FormData(form)].some(([name, value]) => Object.hasOwn(shown, name) && shown[name] !== value);
}

/** Gives a control, or a group of radio buttons, a value. */
function setControl(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name);
  if (control && "value" in control) control.value = value;
}

/**
 * Makes the controls say what a filter says. React moves the defaults of inputs along, but not those of selects.
 */
function showFilter(form: HTMLFormElement, { transactionType, size }: HistoryFilter): void {
  form.reset();
  setControl(form, "transactionType", transactionType);
  setControl(form, "size", String(size));
}

/**
 * The filters as one GET form. What choosing one of them does to the others (section 4) the server works out from
 * the hidden field; with scripts the form sends itself on every choice.
 */
export function HistoryFilterForm({
  filter,
  today,
  isRefused,
}: {
  filter: HistoryFilter;
  today: string;
  /** A date was refused, and the page says why. */
  isRefused: boolean;
}) {
  const { t } = useTranslation(["my-page", "common"]);
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  /** Choices that have not been sent yet, by name. */
  const waiting = useRef(new Map<string, string>());
  const isFirst = useRef(true);
  const latest = useRef(filter);
  latest.current = filter;

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    if (isFirst.current) {
      isFirst.current = false;
      // A filter may have been changed before the scripts ran: send it now.
      if (isChanged(element, filter)) submit(element, { preventScrollReset: true, replace: true });
      return;
    }
    // The controls stay in place, so that the focus does, and take over what the server made of the choice.
    showFilter(element, filter);
    for (const [name, value] of waiting.current) setControl(element, name, value);
  }, [filter, submit]);

  // The browser's own event: React compares with what it last saw, does not see `reset`, and would keep quiet
  // about a radio button that is chosen, reset and chosen again.
  useEffect(() => {
    const element = form.current;
    element?.addEventListener("change", onChange);
    return () => {
      clearTimeout(timer.current);
      element?.removeEventListener("change", onChange);
    };

    function onChange({ target }: Event) {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
      clearTimeout(timer.current);
      // Half a date, or the year 2 on the way to 2026: not a choice yet.
      if (target.type === "date" && !(isDay(target.value) && target.value >= "1970")) return;
      const { name, value } = target;
      if (name === "currencyType" && element) {
        // It resets the rest (section 4), and so what was chosen just before and is still on its way.
        waiting.current.clear();
        showFilter(element, latest.current);
        setControl(element, name, value);
      }
      waiting.current.set(name, value);
      timer.current = setTimeout(
        () => {
          waiting.current.clear();
          if (element) submit(element, { preventScrollReset: true });
        },
        target.type === "date" ? TYPING_MS : RELOAD_MS,
      );
    }
  }, [submit]);

  function onSubmit() {
    clearTimeout(timer.current);
    waiting.current.clear();
  }

  return (
    <Form
      className="filter filter--history"
      action={paths.myPage.history()}
      aria-label={t("my-page:history.filter")}
      preventScrollReset
      ref={form}
      autoComplete="off"
      // The words for a date in the future are the site's, not the browser's; `max` still greys the days out.
      noValidate
      onSubmit={onSubmit}
    >
      <input type="hidden" name={shownFieldName} value={shownField(filter)} />
      <fieldset className="field">
        <legend className="field__label">{t("my-page:history.currency")}</legend>
        <div className="choice">
          {currencies.map((currency) => (
            <label key={currency}>
              <input
                className="sr"
                type="radio"
                name="currencyType"
                value={currency}
                defaultChecked={currency === filter.currencyType}
              />
              <Coin currency={currency} size={20} />
              {t(`common:currency.${currencyKeys[currency]}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="history-type">{t("my-page:history.type")}</label>
        <select
          className="input"
          id="history-type"
          name="transactionType"
          defaultValue={filter.transactionType}
        >
          {transactionTypesOf(filter.currencyType).map((type) => (
            <option key={type} value={type}>
              {t(`my-page:history.types.${type}`)}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="field">
        <legend className="field__label">{t("my-page:history.duration")}</legend>
        <div className="choice">
          {durations.map((duration) => (
            <label key={duration}>
              <input
                className="sr"
                type="radio"
                name="duration"
                value={duration}
                defaultChecked={duration === filter.duration}
              />
              {t(`my-page:history.durations.${duration}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="field" {...(isRefused ? { "aria-describedby": RANGE_PROBLEM_ID } : {})}>
        <legend className="field__label">{t("my-page:history.range")}</legend>
        <div className="range">
          <input
            className="input num"
            type="date"
            name="from"
            aria-label={t("my-page:history.from")}
            defaultValue={filter.from}
            max={today}
          />
          <span aria-hidden="true">–</span>
          <input
            className="input num"
            type="date"
            name="to"
            aria-label={t("my-page:history.to")}
            defaultValue={filter.to}
            max={today}
          />
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="history-size">{t("my-page:history.size")}</label>
        <select className="input" id="history-size" name="size" defaultValue={filter.size}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t("my-page:history.perPage", { count: size })}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="btn btn--small">
        {t("my-page:history.apply")}
      </button>
    </Form>
  );
}
