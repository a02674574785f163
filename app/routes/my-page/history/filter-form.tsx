import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Alert, Icon } from "~/components/text/elements";
import { Coin } from "~/components/text/amount";
import { currencies, currencyKeys } from "~/domain/currencies";
import {
  durations,
  type HistoryFilter,
  isUsualRange,
  pageSizes,
  type RangeProblem,
  REFUSED,
  shownField,
  shownFieldName,
  transactionTypesOf,
} from "~/domain/history-filter";
import { paths } from "~/domain/paths";
import { useFilterForm } from "./use-filter-form";

const RANGE_PROBLEM_ID = "range-problem";

/** Shows why a date was rejected. It scrolls into view, because the filters below it are taller than a phone. */
export function RangeProblemAlert({ problem }: { problem: RangeProblem }) {
  const { t } = useTranslation("my-page");
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: "nearest" });
    // Removes the reason from the URL, so that a reloaded or shared page does not show it.
    const url = new URL(location.href);
    url.searchParams.delete(REFUSED);
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }, []);
  return (
    <div id={RANGE_PROBLEM_ID} ref={element}>
      <Alert kind="error" role="alert">
        {t(`history.problem.${problem}`)}
      </Alert>
    </div>
  );
}

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
  today: string;
  /** True if a date was rejected and the page shows the reason. */
  isRefused: boolean;
}) {
  const { t } = useTranslation(["my-page", "common"]);
  const { form, first, onSubmit } = useFilterForm(filter);
  // Once opened for a rejected date it stays open: the visitor is using it.
  const isOpen = useRef(false);
  isOpen.current ||= isRefused;
  return (
    <Form
      className="filter filter--history"
      action={paths.myPage.history()}
      aria-label={t("my-page:history.filter")}
      preventScrollReset
      ref={form}
      autoComplete="off"
      // The message for a future date is the site's, not the browser's. `max` still disables those days in the
      // picker.
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
      <details className="filter__more" open={isOpen.current}>
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
                defaultChecked={duration === first.duration}
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
            defaultValue={first.from}
            max={today}
          />
          <span aria-hidden="true">–</span>
          <input
            className="input num"
            type="date"
            name="to"
            aria-label={t("my-page:history.to")}
            defaultValue={first.to}
            max={today}
          />
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="history-size">{t("my-page:history.size")}</label>
        <select className="input" id="history-size" name="size" defaultValue={first.size}>
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
