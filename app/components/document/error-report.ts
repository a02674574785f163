import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Errors of the scripts in a visitor's browser, for the site's log (server/http/browser-reports.ts): nobody else would
 * hear of them. What is sent: the kind, the error's message and where in the scripts it was, the page's path and the id
 * of the answer that it came with; nothing of who visits it. Five a page at most, each once.
 *
 * - `render`: a part of a page broke, and its error page is shown in its place
 * - `error`, `rejection`: what no code has caught
 * - `hydration`: React rendered a page anew, because it was not as the server had sent it: an extension has changed it
 *   while it was being read, or a component of ours renders otherwise in the browser
 * - `script`: a file of the site's scripts could not be fetched
 */
type Kind = "render" | "error" | "rejection" | "hydration" | "script";

const MOST = 5;
const sent = new Set<string>();

export function reportToServer(kind: Kind, error: unknown): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  if (sent.size >= MOST || sent.has(message)) return;
  sent.add(message);
  const report = { kind, message, stack, page: location.pathname, requestId: idOfDocument() };
  // The type makes it the site's own: other sites cannot send it.
  navigator.sendBeacon("/browser-error", new Blob([JSON.stringify(report)], { type: "application/json" }));
}

/** The request id of the document, which is in its headers; undefined for browsers that hide them. */
function idOfDocument(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.serverTiming?.find(({ name }) => name === "id")?.description;
}

/** Called once, before anything can fail. */
export function watchErrors(): void {
  addEventListener("error", ({ error, message }) => reportToServer("error", error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => reportToServer("rejection", reason));
}

/** For an error boundary. What the server has thrown it has logged itself, and sends without its stack. */
export function useErrorReport(error: unknown): void {
  useEffect(() => {
    if (error instanceof Error && error.stack && !isRouteErrorResponse(error))
      reportToServer("render", error);
  }, [error]);
}
