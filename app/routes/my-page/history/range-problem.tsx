import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/text/elements";
import { type RangeProblem, REFUSED } from "~/domain/history-filter";

export const RANGE_PROBLEM_ID = "range-problem";

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
