import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type HistoryFilter, rowRange } from "~/domain/history-filter";
import type { HistoryData } from "#server/wire/users";
import type { PartResult } from "#server/errors/settled-part.server";
import { ROWS_ID } from "./history-list";

interface ListNewsProps {
  list: PartResult<HistoryData> | Promise<PartResult<HistoryData>>;
  filter: HistoryFilter;
}

/**
 * Announces the result of a choice to screen readers, because the focus stays on the control. The first list is not
 * announced; it is read with the page.
 */
export function ListNews({ list, filter }: ListNewsProps) {
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
      (answer) => {
        if (!isCurrent || !answer.ok) return;
        const { items, page, stats } = answer.value;
        const range = rowRange(stats.total, page, filter.size, items.length);
        setText(items.length > 0 ? t("my-page:history.shown", range) : t("errors:web.054"));
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
export function Rows({ children }: { children: ReactNode }) {
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
