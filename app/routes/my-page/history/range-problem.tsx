import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { REFUSED, type RangeProblem } from "~/domain/history-filter";

export const RANGE_PROBLEM_ID = "range-problem";

/**
 * Why a date was refused. It stands above the filters, which are taller than a phone, so it comes into view by itself.
 */
export function RangeProblemAlert({ problem }: { problem: RangeProblem }) {
  const { t } = useTranslation("my-page");
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: "nearest" });
    // Told once: the page that is loaded anew or shared is about the list.
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
