import { Area } from "~/components/layout/area";
import "~/components/dao/head.css";
import { paths } from "~/domain/paths";

export const handle = { i18n: ["dao"] };

export default function DaoLayout() {
  return <Area figure="dao-suggestions" tabsOf={paths.dao.root} />;
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
