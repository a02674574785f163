import { defer, type LoaderFunctionArgs, redirect, replace, type SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LatePart, ListSkeleton } from "~/components/list/late-part";
import { PartFailed } from "~/components/page/page-error";
import { currencies, type Currency, currencyKeys } from "~/domain/currencies";
import { listTitle } from "~/components/document/seo";
import { historySearch, readHistoryFilter, rowRange } from "~/domain/history-filter";
import { historyList, ROWS_ID } from "~/domain/history-list";
import { today } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { historyRowHash, LINE_PARAM } from "~/domain/purchase-outcome";
import { languageOf, translator } from "~/i18n/i18n.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";
import { deferredResult, partResult } from "#server/errors/settled-part.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { BalanceChart, ChartSkeleton } from "./balance-chart";
import { HistoryFilterForm } from "./filter-form";
import { HistoryList } from "./history-list";
import { RangeProblemAlert } from "./range-problem";
import { loadHistory, loadSeries, pageOfLine } from "./load.server";

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const now = clock.now();
  const { searchParams } = new URL(args.request.url);
  // To a URL without the form's hidden field that can be shared, with the reason of a rejected date.
  const address = historyList.redirectOf(searchParams, now);
  if (address !== undefined) throw redirect(address);
  const { filter, problem } = readHistoryFilter(searchParams, now);
  const line = searchParams.get(LINE_PARAM);
  if (line) {
    const page = (await orUndefinedAfter(pageOfLine(session, filter, line))) ?? 1;
    throw replace(`${paths.myPage.history(historySearch({ ...filter, page }))}${historyRowHash(line)}`);
  }

  const t = translator(lng);
  // The title names the page that is shown, and a page outside the range is page 1: only page 1 is known unread.
  const streams = args.context.isDataRequest === true && filter.page === 1;
  const part = streams ? deferredResult : partResult;
  const list = part(loadHistory(session, filter, lng));
  const series = part(loadSeries(session, filter, now));
  // Awaited together: if one throws a redirect, the other's rejection must still be handled.
  const [whole, wholeSeries] = streams ? [] : await Promise.all([list, series]);
  return defer(
    {
      filter,
      problem: problem ?? null,
      today: today(now),
      title: listTitle(t, titleOf(t, filter.currencyType), {
        page: whole?.ok ? whole.value.page : 1,
      }),
      list: whole ?? list,
      series: wholeSeries ?? series,
    },
    whole?.ok === false ? { status: whole.status } : {},
  );
}

/** Names the currency, except that of the default view: it has the site's own name, which ends every title. */
const titleOf = (t: ReturnType<typeof translator>, type: Currency) =>
  type === currencies[0]
    ? t("common:nav.history")
    : t("my-page:history.titleOf", { currency: t(`common:currency.${currencyKeys[type]}`) });

export default function History() {
  const { filter, problem, today: lastDay, list, series } = useLoaderData<typeof loader>();
  const { key: visit } = useLocation();
  const { t } = useTranslation(["common", "my-page"]);
  // A new key shows the skeletons while the next response is loading.
  const key = paths.myPage.history(historySearch(filter));
  return (
    <section className="my-tab" aria-labelledby="history-title">
      <h2 className="sr" id="history-title">
        {t("nav.history")}
      </h2>
      {/* A new key per navigation, so that a second rejection is announced too. */}
      {problem ? <RangeProblemAlert key={visit} problem={problem} /> : null}
      <HistoryFilterForm filter={filter} today={lastDay} isRefused={problem !== null} />
      <p className="only-print">
        {t(`currency.${currencyKeys[filter.currencyType]}`)},{" "}
        {t(`my-page:history.types.${filter.transactionType}`)},{" "}
        <span className="num">
          {filter.from} – {filter.to}
        </span>
      </p>
      <ListNews list={list} filter={filter} />
      <Rows>
        <LatePart key={key} resolve={list} fallback={<ListSkeleton rows={10} height="1.75rem" />}>
          {(result) =>
            result.ok ? (
              <HistoryList data={result.value} filter={filter} />
            ) : (
              <PartFailed messageKey={result.messageKey} />
            )
          }
        </LatePart>
      </Rows>
      <LatePart key={`chart ${key}`} resolve={series} fallback={<ChartSkeleton />}>
        {/* Without the chart no information is missing: the list has all of it and shows failures. */}
        {(result) => (result.ok && result.value ? <BalanceChart series={result.value} /> : null)}
      </LatePart>
    </section>
  );
}

/**
 * Announces the result of a choice to screen readers, because the focus stays on the control. The first list is not
 * announced; it is read with the page.
 */
function ListNews({ list, filter }: Pick<SerializeFrom<typeof loader>, "list" | "filter">) {
  const { t } = useTranslation(["my-page", "errors"]);
  const [text, setText] = useState("");
  const told = useRef(list);
  useEffect(() => {
    if (told.current === list) return;
    told.current = list;
    // Cleared first: an unchanged text would not be announced.
    setText("");
    let isCurrent = true;
    void Promise.resolve(list).then(
      (result) => {
        if (!isCurrent || !result.ok) return;
        const range = rowRange(result.value, filter.size);
        const isEmpty = result.value.items.length === 0;
        setText(isEmpty ? t("errors:web.054") : t("my-page:history.shown", range));
      },
      // The list's error boundary shows the failure.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [list, filter, t]);
  return (
    <p className="sr" role="status">
      {text}
    </p>
  );
}

/** Container of the rows. It takes the focus after paging, because the pressed link is removed. */
function Rows({ children }: { children: ReactNode }) {
  const { hash, key } = useLocation();
  const element = useRef<HTMLDivElement>(null);
  const first = useRef(key);
  useEffect(() => {
    if (first.current === key) return;
    first.current = key;
    if (hash === `#${ROWS_ID}`) element.current?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <div className="rows" id={ROWS_ID} tabIndex={-1} ref={element}>
      {children}
    </div>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
