import { useSubmit } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { controlsOf, handOver, setControl } from "~/components/document/controls";
import { type HistoryFilter, historySearch, shownField, shownFieldName } from "~/domain/history-filter";
import { isDay } from "~/domain/calendar";
import { paths } from "~/domain/paths";

/** public-site-and-community.md section 9: list debounce. */
const RELOAD_MS = 100;
/** Period in which a button press after a date's blur counts as the same submit, in ms. */
const SAME_PRESS_MS = 1_000;
const dates = ["from", "to"] as const;

/** Rejects incomplete dates: while 2026 is typed the year is 2, and a half-typed date has no value. */
const isWhole = (day: string) => isDay(day) && day >= "1970";
const isDate = (node: unknown): node is HTMLInputElement =>
  node instanceof HTMLInputElement && node.type === "date";

function showFilter(form: HTMLFormElement, filter: HistoryFilter): void {
  for (const [name, value] of Object.entries(historySearch(filter)))
    for (const control of controlsOf(form, name)) setControl(control, value, { isSilent: true });
}

/**
 * React hook for the history's filters: a choice submits at once, a date on blur. All submits during one visit to the
 * two date fields make one entry in the browser's history.
 */
export function useFilterForm(filter: HistoryFilter) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(filter);
  latest.current = filter;
  const first = useRef(filter);
  /** While a date field has the focus: the filter on entry, and whether a date was submitted since. */
  const visit = useRef<{ filter: HistoryFilter; isSent: boolean }>();
  /** The last submitted query and its time (ms since the page was loaded). */
  const sent = useRef({ query: "", at: -SAME_PRESS_MS });

  const send = useCallback(
    (element: HTMLFormElement, replace = visit.current?.isSent ?? false) => {
      clearTimeout(timer.current);
      const data = dataOf(element, latest.current);
      // A new end moves the start, unless both have changed during this visit.
      if (visit.current) data.set(shownFieldName, shownField(visit.current.filter));
      if (visit.current) visit.current.isSent = true;
      sent.current = { query: queryOf(data), at: performance.now() };
      handOver(element);
      submit(data, { action: paths.myPage.history(), preventScrollReset: true, replace });
    },
    [submit],
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
        handOver(element);
        showFilter(element, latest.current);
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
      const isNew = queryOf(data) !== sent.current.query && isOther(element, latest.current);
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
  }, [send]);

  const isFirst = useRef(true);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    sent.current.query = "";
    if (!isFirst.current) showFilter(element, filter);
    // A filter may have been changed before hydration.
    else if (isOther(element, filter)) send(element, true);
    isFirst.current = false;
  }, [filter, send]);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const element = event.currentTarget;
    const isSent = queryOf(dataOf(element, latest.current)) === sent.current.query;
    if (!isSent || performance.now() - sent.current.at >= SAME_PRESS_MS) send(element);
  }
  return { form, first: first.current, onSubmit };
}

function dataOf(form: HTMLFormElement, filter: HistoryFilter): FormData {
  const data = new FormData(form);
  for (const name of dates) if (!isWhole(String(data.get(name)))) data.set(name, filter[name]);
  return data;
}

/** Returns the visitor's choices, without the hidden field. */
const queryOf = (data: FormData) =>
  [...data].flatMap(([name, value]) => (name === shownFieldName ? [] : [String(value)])).join(" ");

function isOther(form: HTMLFormElement, filter: HistoryFilter): boolean {
  const shown: Record<string, string> = historySearch(filter);
  return [...dataOf(form, filter)].some(
    ([name, value]) => Object.hasOwn(shown, name) && shown[name] !== value,
  );
}
