import { useTranslation } from "react-i18next";
import { Skeleton } from "~/components/list/skeleton";
import { WithoutScripts } from "~/components/list/without-scripts";

export function ListSkeleton() {
  const { t } = useTranslation("my-page");
  return (
    <div className="panel sheet-part">
      <p className="sr" role="status">
        {t("loading")}
      </p>
      <WithoutScripts />
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={index} height="1.75rem" />
      ))}
    </div>
  );
}

export function ChartSkeleton() {
  return (
    <div className="panel chart chart__wait" aria-hidden="true">
      <Skeleton width="12rem" />
      <Skeleton height="8rem" />
    </div>
  );
}
