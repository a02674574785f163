import { useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PartOnlyBoundary } from "~/components/page/part-error";
import { dynamicKey } from "~/i18n/dynamic";

/** The heading of a card's page, and a sentence below it. */
export function CardHead({ title, lead }: { title: string; lead?: string }) {
  return (
    <div>
      <h1>{title}</h1>
      {lead === undefined ? null : (
        <p className="split__lead" data-marked="">
          {lead}
        </p>
      )}
    </div>
  );
}

/** The error boundary of a card's page: the heading of its `handle`, what else is known of it, the error. */
export function CardErrorBoundary({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const handle = useMatches().at(-1)?.handle as { title: string } | undefined;
  return (
    <>
      <CardHead title={dynamicKey(t, handle?.title ?? "errors:boundary.title")} />
      {children}
      <PartOnlyBoundary />
    </>
  );
}
