import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink, Icon, type IconName, Link, UserText } from "~/components/text/elements";
import { Coin } from "~/components/text/amount";
import { type Column, DataTable } from "~/components/list/data-table";
import { EmptyState, Pager } from "~/components/page/list-parts";
import { useMyPage } from "~/components/layout/island";
import { addMonths } from "~/domain/calendar";
import { currencyKeys } from "~/domain/currencies";
import { amountSign, type HistoryFilter, pageSizes, rowNumber, rowRange } from "~/domain/history-filter";
import { historyList } from "~/domain/history-list";
import { dateTimeAttribute, formatDate, formatDateTime, formatDay, formatTime } from "~/domain/japan-time";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import { historyRowId, rowInquiry } from "~/domain/purchase-outcome";
import { dynamicKey } from "~/i18n/dynamic";
import type { HistoryItem } from "#server/wire/users";
import type { HistoryPage } from "./load.server";

export function HistoryList({ data, filter }: { data: HistoryPage; filter: HistoryFilter }) {
  const { t } = useTranslation(["my-page", "common", "errors"]);
  const { page, page_count: totalPages, items } = data;
  const here = useRowOfAddress();
  const gaps = data.gaps ?? [];
  const range = rowRange(data, filter.size);
  if (items.length === 0) return <NoHistory filter={filter} />;

  const rows = withGaps(items, gaps).map((row, index) => ({
    ...row,
    no: rowNumber(range.total, page, filter.size, index),
  }));
  const columns: Omit<Column<(typeof rows)[number]>, "label">[] = [
    { key: "no", cell: ({ no }) => formatCount(no), align: "end", className: "no" },
    { key: "date", cell: ({ item }) => <When item={item} />, className: "quiet" },
    {
      key: "currency",
      cell: ({ item: { currency_type: currency } }) => (
        <span className="cur-c">
          <Coin currency={currency} size={24} />
          {t(`common:currency.${currencyKeys[currency]}`)}
        </span>
      ),
      className: "first",
    },
    { key: "type", cell: ({ item }) => t(`my-page:history.types.${item.type}`), className: "end" },
    {
      key: "change",
      // '-' for REDEEM and '+' otherwise, whatever sign the API sends.
      cell: ({ item }) => changeOf(item),
      align: "end",
      className: ({ item }) => `first big ${item.type === "REDEEM" ? "minus" : "plus"}`,
    },
    {
      key: "balance",
      cell: ({ item }) => formatCount(item.net_amount),
      align: "end",
      className: "last quiet",
      labelInReceipt: true,
    },
    {
      key: "note",
      cell: ({ item }) => (
        <>
          {item.web_note?.trim() ? <UserText text={item.web_note.trim()} /> : null}
          <RowLinks item={item} receipt={data.receipts[item.id]} />
        </>
      ),
      className: "quiet",
    },
  ];
  const gapCell = (key: string) => (key === "date" ? t("my-page:history.unreadable") : "");
  return (
    <div>
      <div className="tbar">
        <p>{t("my-page:history.shown", range)}</p>
        <a className="link" href={historyList.csvHref(filter)} download>
          <Icon name="download" />
          {t("my-page:history.csv")}
        </a>
      </div>
      <DataTable
        caption={t("common:nav.history")}
        columns={columns.map((column) => ({
          ...column,
          // A row that the API sent wrong keeps its place and its number.
          cell: (row: (typeof rows)[number]) =>
            row.isGap && column.key !== "no" ? gapCell(column.key) : column.cell(row),
          label: dynamicKey(t, `my-page:history.columns.${column.key}`),
        }))}
        rows={rows}
        rowKey={({ item, isGap, no }) => (isGap ? `gap-${no}` : item.id)}
        rowId={({ item, isGap, no }) => (isGap ? `gap-${no}` : historyRowId(item.id))}
        rowClassName={({ item, isGap }) => (!isGap && here === historyRowId(item.id) ? "here" : undefined)}
        groupOf={({ item }) => ({
          key: formatDate(item.created_at, "en"),
          heading: <DayHeading value={item.created_at} />,
        })}
        className="tbl--tight tbl--numbered"
      />
      <div className="tfoot">
        <Pager {...historyList.pager({ ...filter, page }, totalPages)} />
        <PageSizes filter={filter} />
      </div>
    </div>
  );
}

/** Links to the same rows with another number of them on a page. */
function PageSizes({ filter }: { filter: HistoryFilter }) {
  const { t } = useTranslation("my-page");
  return (
    <nav className="pager sizes" aria-labelledby="sizes">
      <p id="sizes">{t("history.size")}</p>
      <ul>
        {pageSizes.map((size) => (
          <li key={size}>
            <Link
              to={historyList.href({ ...filter, size, page: 1 })}
              aria-label={t("history.perPage", { count: size })}
              aria-current={size === filter.size ? "true" : undefined}
            >
              {size}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Inserts a row at each gap. It has the item of its neighbour, for the day that it stands under. */
function withGaps(items: HistoryItem[], gaps: number[]): { item: HistoryItem; isGap: boolean }[] {
  const rows: { item: HistoryItem; isGap: boolean }[] = items.map((item) => ({ item, isGap: false }));
  for (const gap of gaps) {
    const neighbour = rows[gap - 1] ?? rows[gap];
    if (neighbour) rows.splice(gap, 0, { ...neighbour, isGap: true });
  }
  return rows;
}

/**
 * Shows the time of a row; the date is included for screen readers and for copying. A charge also has an anchor by its
 * transaction; a refund may have the same transaction, so it gets none.
 */
function When({ item: { type, created_at, transactionId } }: { item: HistoryItem }) {
  const { language } = useTranslation().i18n;
  const time = formatTime(created_at, language);
  const whole = formatDateTime(created_at, language);
  const isTaken = type === "REDEEM" && transactionId !== undefined;
  return (
    <span id={isTaken ? historyRowId(transactionId) : undefined}>
      <time dateTime={dateTimeAttribute(created_at)}>
        <span className="sr">{whole.slice(0, whole.length - time.length)}</span>
        {time}
      </time>
    </span>
  );
}

const changeOf = ({ type, change_amount }: HistoryItem) =>
  amountSign(type) + formatCount(Math.abs(change_amount));

/** Links to the receipt of the row's purchase, if the site knows it, and to an inquiry that has the row's number. */
function RowLinks({ item, receipt }: { item: HistoryItem; receipt: string | undefined }) {
  const { t, i18n } = useTranslation("my-page");
  const about = t("history.about", {
    at: formatDateTime(item.created_at, i18n.language),
    change: changeOf(item),
  });
  const link = (to: string, icon: IconName, text: string) => (
    <Link className="link" to={to} aria-label={`${text}: ${about}`} title={text}>
      <Icon name={icon} />
    </Link>
  );
  return (
    <span className="row-links">
      {receipt === undefined ? null : link(paths.store.purchase(receipt), "file", t("history.receipt"))}
      {link(rowInquiry(item), "comment", t("history.ask"))}
    </span>
  );
}

function DayHeading({ value }: { value: string }) {
  const { day, weekday } = formatDay(value, useTranslation().i18n.language);
  return (
    <>
      {day} <small>{weekday}</small>
    </>
  );
}

/** Shows WEB-054/099, with a link to a longer period if that may show more. */
function NoHistory({ filter }: { filter: HistoryFilter }) {
  const { t } = useTranslation(["my-page", "errors"]);
  const { balances, island } = useMyPage();
  // A new member has no rows in a longer period either.
  const isNew = !island.orders && Object.values(balances).every((balance) => balance === 0);
  const isWidest = isNew || (filter.from <= addMonths(filter.to, -1) && filter.transactionType === "ALL");
  const month = { currencyType: filter.currencyType, duration: "MONTH" };
  return (
    <EmptyState
      picture={isWidest ? "no-history" : "no-results"}
      level={3}
      title={t("errors:web.054")}
      text={t(isWidest ? "my-page:history.emptyNew" : "my-page:history.empty")}
      action={
        isWidest ? undefined : (
          <ButtonLink look="line" to={paths.myPage.history(month)}>
            {t("my-page:history.showMonth")}
          </ButtonLink>
        )
      }
    />
  );
}

/**
 * React hook that scrolls the row of the URL's hash into view and returns its id. The browser does this itself
 * (`:target`) for rows in the initial document, but not for rows that arrive later.
 */
function useRowOfAddress(): string | undefined {
  const { hash } = useLocation();
  const [id, setId] = useState<string>();
  useEffect(() => {
    const target = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const row = target?.closest("tr");
    setId(row?.id);
    row?.scrollIntoView({ block: "center" });
  }, [hash]);
  return id;
}
