import { Area } from "~/components/layout/area";
import { paths } from "~/domain/paths";

export const handle = { i18n: ["dao"] };

export default function DaoLayout() {
  return <Area scene="dao" stand="suggestions" tabsOf={paths.dao.root} />;
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
