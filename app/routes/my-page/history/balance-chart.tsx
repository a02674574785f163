import { useTranslation } from "react-i18next";
import { Skeleton } from "~/components/list/late-part";
import { Icon } from "~/components/text/elements";
import { formatDate, startOfDay } from "~/domain/japan-time";
import { formatCount } from "~/domain/money";
import type { balanceSeries } from "./load.server";

const WIDTH = 800;
const HEIGHT = 120;

/** Shows the balance over the range as a curve, and the same data as a table for screen readers. */
export function BalanceChart({ series }: { series: NonNullable<ReturnType<typeof balanceSeries>> }) {
  const { t, i18n } = useTranslation("my-page");
  const { from, to, lowest, highest, opening, closing, points, days, sample } = series;
  const day = (value: string) => formatDate(startOfDay(value), i18n.language);
  const line = linePath(points, WIDTH, HEIGHT);
  return (
    <figure className="panel chart">
      <figcaption>
        <h3>{t("history.chart.title")}</h3>
      </figcaption>
      <div className="chart__plot">
        <div className="chart__scale" aria-hidden="true">
          <span>{formatCount(highest)}</span>
          <span>{highest > 0 ? formatCount(0) : ""}</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("history.chart.summary", {
            from: day(from),
            to: day(to),
            opening: formatCount(opening),
            closing: formatCount(closing),
            lowest: formatCount(lowest),
            highest: formatCount(highest),
          })}
        >
          <path className="chart__base" d={`M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          <path className="chart__area" d={`${line}V${HEIGHT}H0Z`} />
          <path className="chart__line" d={line} />
        </svg>
        <div className="chart__days" aria-hidden="true">
          <span>{day(from)}</span>
          <span>{day(to)}</span>
        </div>
      </div>
      {sample ? <p className="small soft">{t("history.chart.sample", sample)}</p> : null}
      <details>
        <summary>
          {t("history.chart.table")}
          <Icon name="chevron" size={16} />
        </summary>
        {/* The table scrolls if the range is long, so it must be focusable. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div role="region" aria-label={t("history.chart.table")} tabIndex={0}>
          <table>
            <caption className="sr">{t("history.chart.title")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("history.chart.day")}</th>
                <th scope="col">{t("history.columns.balance")}</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day: value, balance }) => (
                <tr key={value}>
                  <th scope="row">{day(value)}</th>
                  <td className="num">{formatCount(balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** Returns the curve as the `d` attribute of an SVG path in a box of the given size. */
export function linePath(points: readonly { x: number; y: number }[], width: number, height: number): string {
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return points
    .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${tenth(x * width)} ${tenth((1 - y) * height)}`)
    .join("");
}

export const ChartSkeleton = () => (
  <div className="panel chart chart__wait" aria-hidden="true">
    <Skeleton width="12rem" />
    <Skeleton height="8rem" />
  </div>
);
