import { Form, useSubmit } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { controlsOf, noteSubmitted, setControl } from "~/components/document/controls";
import { useLatest } from "~/components/document/use-latest";
import { Icon } from "~/components/text/elements";
import { Coin } from "~/components/text/amount";
import { isDay } from "~/domain/calendar";
import { currencies, currencyKeys } from "~/domain/currencies";
import {
  durationOf,
  durations,
  type HistoryFilter,
  historySearch,
  isUsualRange,
  shownField,
  shownFieldName,
  transactionTypesOf,
} from "~/domain/history-filter";
import type { Day } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { RANGE_PROBLEM_ID } from "./range-problem";

/**
 * Shows the filters as one GET form. The server calculates how one choice changes the others (section 4) from the
 * hidden field; with scripts the form submits on every choice.
 */
export function HistoryFilterForm({
  filter,
  today,
  isRefused,
}: {
  filter: HistoryFilter;
  today: Day;
  /** True if a date was rejected and the page shows the reason. */
  isRefused: boolean;
}) {
  const { t } = useTranslation(["my-page", "common"]);
  const { form, first, onSubmit } = useFilterForm(filter, today);
  // Once opened for a rejected date it stays open: the visitor is using it.
  const [isOpen, setOpen] = useState(isRefused);
  if (isRefused && !isOpen) setOpen(true);
  const dateInput = (name: (typeof dates)[number]) => (
    <input
      className="input num"
      type="date"
      name={name}
      aria-label={t(`my-page:history.${name}`)}
      defaultValue={first[name]}
      max={today}
    />
  );
  return (
    <Form
      className="filter filter--history"
      action={paths.myPage.history()}
      aria-label={t("my-page:history.filter")}
      preventScrollReset
      ref={form}
      autoComplete="off"
      // The message for a future date is the site's, not the browser's. `max` disables those days in the picker.
      noValidate
      onSubmit={onSubmit}
    >
      <input type="hidden" name={shownFieldName} value={shownField(filter, today)} />
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
                defaultChecked={currency === first.currencyType}
              />
              <Coin currency={currency} size={20} />
              {t(`common:currency.${currencyKeys[currency]}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {/* Phones only: shows and hides the fields below it. They are not inside, because only new browsers can show the
          content of a closed details on a wide window. */}
      <details className="filter__more" open={isOpen}>
        <summary className="input">
          <span>
            {isUsualRange(filter, today)
              ? t(`my-page:history.durations.${filter.duration}`)
              : `${filter.from} – ${filter.to}`}
            {" · "}
            {t(`my-page:history.types.${filter.transactionType}`)}
          </span>
          <Icon name="chevron" size={16} className="chev" />
        </summary>
      </details>
      <div className="field">
        <label htmlFor="history-type">{t("my-page:history.type")}</label>
        <select
          className="input"
          id="history-type"
          name="transactionType"
          defaultValue={first.transactionType}
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
                defaultChecked={duration === durationOf(first, today)}
              />
              {t(`my-page:history.durations.${duration}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="field" {...(isRefused ? { "aria-describedby": RANGE_PROBLEM_ID } : {})}>
        <legend className="field__label">{t("my-page:history.range")}</legend>
        <div className="range">
          {dateInput("from")}
          <span aria-hidden="true">–</span>
          {dateInput("to")}
        </div>
      </fieldset>
      <button type="submit" className="btn btn--small">
        {t("my-page:history.apply")}
      </button>
    </Form>
  );
}

/** public-site-and-community.md section 9: list debounce. */
const RELOAD_MS = 100;
/** Period in which a button press after a date's blur counts as the same submit, in ms. */
const SAME_PRESS_MS = 1_000;
const dates = ["from", "to"] as const;

/** Rejects incomplete dates: while 2026 is typed the year is 2, and a half-typed date has no value. */
const isWhole = (day: string) => isDay(day) && day >= "1970";
const isDate = (node: unknown): node is HTMLInputElement =>
  node instanceof HTMLInputElement && node.type === "date";

/** Returns the values of the form's controls for a filter, by name. */
const shownValues = (filter: HistoryFilter, today: Day): Record<string, string> => ({
  ...historySearch(filter),
  duration: durationOf(filter, today) ?? "",
});

function showFilter(form: HTMLFormElement, filter: HistoryFilter, today: Day): void {
  for (const [name, value] of Object.entries(shownValues(filter, today)))
    for (const control of controlsOf(form, name)) setControl(control, value, { isSilent: true });
}

/**
 * React hook for the history's filters: a choice submits at once, a date on blur. All submits during one visit to the
 * two date fields make one entry in the browser's history.
 */
function useFilterForm(filter: HistoryFilter, today: Day) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useLatest(filter);
  const [first] = useState(filter);
  /** While a date field has the focus: the filter on entry, and whether a date was submitted since. */
  const visit = useRef<{ filter: HistoryFilter; isSent: boolean }>();
  /** The last submitted query and its time (ms since the page was loaded). */
  const sent = useRef({ query: "", at: -SAME_PRESS_MS });

  const send = useCallback(
    (element: HTMLFormElement, replace = visit.current?.isSent ?? false) => {
      clearTimeout(timer.current);
      const data = dataOf(element, latest.current);
      // A new end moves the start, unless both have changed during this visit.
      if (visit.current) data.set(shownFieldName, shownField(visit.current.filter, today));
      if (visit.current) visit.current.isSent = true;
      sent.current = { query: queryOf(data), at: performance.now() };
      noteSubmitted(element);
      submit(data, { action: paths.myPage.history(), preventScrollReset: true, replace });
    },
    [submit, today, latest],
  );

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // Native event: React compares with the last value it saw, and misses a radio button that is selected, reset and
    // selected again.
    const onChange = ({ target }: Event) => {
      if (isDate(target) || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
        return;
      clearTimeout(timer.current);
      const { name, value } = target;
      if (name === "currencyType") {
        // A new currency resets the other filters (section 4), including unsent choices.
        noteSubmitted(element);
        showFilter(element, latest.current, today);
        for (const control of controlsOf(element, name)) setControl(control, value, { isSilent: true });
      }
      timer.current = setTimeout(() => send(element), RELOAD_MS);
    };
    const onEnter = ({ target }: FocusEvent) => {
      if (isDate(target)) visit.current ??= { filter: latest.current, isSent: false };
    };
    const onLeave = ({ target, relatedTarget }: FocusEvent) => {
      if (!isDate(target)) return;
      const goesOn = isDate(relatedTarget) && relatedTarget.form === element;
      const data = dataOf(element, latest.current);
      const isInOrder = String(data.get("from")) <= String(data.get("to"));
      const isNew = queryOf(data) !== sent.current.query && isOther(element, latest.current, today);
      // If the range is not in order yet, wait for the other date.
      if (isNew && (isInOrder || !goesOn)) send(element);
      if (!goesOn) visit.current = undefined;
    };
    element.addEventListener("focusin", onEnter);
    element.addEventListener("change", onChange);
    element.addEventListener("focusout", onLeave);
    return () => {
      clearTimeout(timer.current);
      element.removeEventListener("change", onChange);
      element.removeEventListener("focusin", onEnter);
      element.removeEventListener("focusout", onLeave);
    };
  }, [send, today, latest]);

  const isFirst = useRef(true);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    sent.current.query = "";
    if (!isFirst.current) showFilter(element, filter, today);
    // A filter may have been changed before hydration.
    else if (isOther(element, filter, today)) send(element, true);
    isFirst.current = false;
  }, [filter, send, today]);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const element = event.currentTarget;
    const isSent = queryOf(dataOf(element, latest.current)) === sent.current.query;
    if (!isSent || performance.now() - sent.current.at >= SAME_PRESS_MS) send(element);
  }
  return { form, first, onSubmit };
}

function dataOf(form: HTMLFormElement, filter: HistoryFilter): FormData {
  const data = new FormData(form);
  for (const name of dates) if (!isWhole(String(data.get(name)))) data.set(name, filter[name]);
  return data;
}

/** Returns the visitor's choices, without the hidden field. */
const queryOf = (data: FormData) =>
  [...data].flatMap(([name, value]) => (name === shownFieldName ? [] : [String(value)])).join(" ");

function isOther(form: HTMLFormElement, filter: HistoryFilter, today: Day): boolean {
  const shown = shownValues(filter, today);
  return [...dataOf(form, filter)].some(
    ([name, value]) => Object.hasOwn(shown, name) && shown[name] !== value,
  );
}
