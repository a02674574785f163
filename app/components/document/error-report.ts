import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Reports browser errors to the site's log (server/http/browser-reports.ts). A report has the kind, message, stack, the
 * page's path and the document's request id, and nothing about the visitor. At most five per page, each once.
 *
 * - `render`: a part of a page crashed and shows its error page
 * - `error`, `rejection`: an uncaught error
 * - `hydration`: React rendered a page on the client, because the HTML differed from React's first render
 * - `script`: a script file of the site failed to load
 */
type Kind = "render" | "error" | "rejection" | "hydration" | "script";

const MOST = 5;
const sent = new Set<string>();
/** The visitor goes to another document, which ends the requests of this one: no fault. */
let isLeaving = false;

export function reportToServer(kind: Kind, error: unknown): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  if (isLeaving || sent.size >= MOST || sent.has(message)) return;
  sent.add(message);
  const report = { kind, message, stack, page: location.pathname, requestId: idOfDocument() };
  // JSON, because other sites cannot send this content type without CORS.
  navigator.sendBeacon("/browser-error", new Blob([JSON.stringify(report)], { type: "application/json" }));
}

function idOfDocument(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.serverTiming?.find(({ name }) => name === "id")?.description;
}

export function watchErrors(): void {
  addEventListener("pagehide", () => (isLeaving = true));
  addEventListener("pageshow", () => (isLeaving = false));
  addEventListener("error", ({ error, message }) => reportToServer("error", error ?? message));
  addEventListener("unhandledrejection", (event) => {
    if (isSkippedTransition(event.reason)) event.preventDefault();
    else reportToServer("rejection", event.reason);
  });
}

/** A view transition that the next navigation, or a hidden tab, has cut short. Remix leaves its promise alone. */
const isSkippedTransition = (reason: unknown): boolean =>
  reason instanceof DOMException &&
  /^(?:AbortError|InvalidStateError|TimeoutError)$/.test(reason.name) &&
  /transition/i.test(reason.message);

/** Skips the server's errors, which it has already logged and sends without a stack. */
export function useErrorReport(error: unknown): void {
  useEffect(() => {
    if (error instanceof Error && error.stack && !isRouteErrorResponse(error))
      reportToServer("render", error);
  }, [error]);
}
