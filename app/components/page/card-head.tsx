import { useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PartOnlyBoundary } from "~/components/page/page-error";
import { dynamicKey } from "~/i18n/dynamic";

export const CardHead = ({ title, lead }: { title: string; lead?: string }) => (
  <div>
    <h1>{title}</h1>
    {lead === undefined ? null : (
      <p className="split__lead" data-marked="">
        {lead}
      </p>
    )}
  </div>
);

/** Error boundary of a card page: the heading (`title`, else that of its `handle`), other known content, the error. */
export function CardErrorBoundary({ title, children }: { title?: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const handle = useMatches().at(-1)?.handle as { title?: string } | undefined;
  return (
    <>
      <CardHead title={dynamicKey(t, title ?? handle?.title ?? "errors:boundary.title")} />
      {children}
      <PartOnlyBoundary />
    </>
  );
}
