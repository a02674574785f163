import { useSubmit } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { controlsOf, handOver, setControl } from "~/components/document/controls";
import { type HistoryFilter, historySearch, shownField, shownFieldName } from "~/domain/history-filter";
import { isDay } from "~/domain/japan-time";
import { paths } from "~/domain/paths";

/** public-site-and-community.md section 9: list debounce. */
const RELOAD_MS = 100;
/** A press on the button takes the focus from a date first: both are one submit. */
const SAME_PRESS_MS = 1_000;
const dates = ["from", "to"] as const;

/** The year 2 on the way to 2026 is no choice, and half a date has no value. */
const isWhole = (day: string) => isDay(day) && day >= "1970";
const isDate = (node: unknown): node is HTMLInputElement =>
  node instanceof HTMLInputElement && node.type === "date";

/** Makes the controls show a filter, except those in use. */
function showFilter(form: HTMLFormElement, filter: HistoryFilter): void {
  for (const [name, value] of Object.entries(historySearch(filter)))
    for (const control of controlsOf(form, name)) setControl(control, value, { isSilent: true });
}

/**
 * React hook for the history's filters: a choice is sent at once, a date when its field is left. The range of one visit
 * to the two date fields is one entry of the browser's history.
 */
export function useFilterForm(filter: HistoryFilter) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(filter);
  latest.current = filter;
  const first = useRef(filter);
  /** While a visitor is in the two dates: the filter when they came, and whether a date was sent since. */
  const visit = useRef<{ filter: HistoryFilter; isSent: boolean }>();
  /** What was sent last, and when (ms since the page was loaded). */
  const sent = useRef({ query: "", at: -SAME_PRESS_MS });

  const send = useCallback(
    (element: HTMLFormElement, replace = visit.current?.isSent ?? false) => {
      clearTimeout(timer.current);
      const data = dataOf(element, latest.current);
      // Choosing an end moves the start, unless both are new to the server.
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
    // The browser's own event: React compares with the value that it saw last, and would miss a radio button that is
    // chosen, set back and chosen again.
    const onChange = ({ target }: Event) => {
      if (isDate(target) || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
        return;
      clearTimeout(timer.current);
      const { name, value } = target;
      if (name === "currencyType") {
        // It resets the other filters (section 4), also those that were chosen just before.
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
      // The other end of a range that is not in order yet is about to be typed.
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
    // A filter may have been changed before the scripts ran.
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

/** The form's fields; a date that is half typed is the filter's. */
function dataOf(form: HTMLFormElement, filter: HistoryFilter): FormData {
  const data = new FormData(form);
  for (const name of dates) if (!isWhole(String(data.get(name)))) data.set(name, filter[name]);
  return data;
}

/** What the visitor has chosen: without the hidden field. */
const queryOf = (data: FormData) =>
  [...data].flatMap(([name, value]) => (name === shownFieldName ? [] : [String(value)])).join(" ");

/** Whether the form shows something else than a filter. */
function isOther(form: HTMLFormElement, filter: HistoryFilter): boolean {
  const shown: Record<string, string> = historySearch(filter);
  return [...dataOf(form, filter)].some(
    ([name, value]) => Object.hasOwn(shown, name) && shown[name] !== value,
  );
}
