import { useTranslation } from "react-i18next";
import { WithoutScripts } from "./without-scripts";

/** Placeholder for content that is loading. Sizes are CSS lengths. */
export function Skeleton({ width = "100%", height = "1.25rem" }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** Placeholder for a list of My page. */
export function ListSkeleton({ rows, height }: { rows: number; height: string }) {
  const { t } = useTranslation("my-page");
  return (
    <div className="panel sheet-part">
      <p className="sr" role="status">
        {t("loading")}
      </p>
      <WithoutScripts />
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}
