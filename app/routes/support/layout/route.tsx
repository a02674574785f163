import { Area } from "~/components/layout/area";
import { paths } from "~/domain/paths";

export const handle = { i18n: ["support"] };

export default function SupportLayout() {
  return <Area figure="inquiry" tabsOf={paths.support.root} />;
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
