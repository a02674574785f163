import { Area } from "~/components/layout/area";

export const handle = { i18n: ["account"] };

export default function AccountLayout() {
  return <Area scene="account" />;
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
