import { useRouteLoaderData } from "@remix-run/react";
import type { SuggestionSummary } from "~/domain/dao";

export interface SuggestionDetail extends SuggestionSummary {
  /** Sanitised on the server (server/api/sanitize-html.server.ts). */
  html: string;
  reason?: string | undefined;
}

/** What the layout of a suggestion's pages loads. */
export interface SuggestionData {
  id: number;
  /** The suggestion's own, or a name for it while it cannot be read. */
  title: string;
  suggestion:
    | { ok: true; value: SuggestionDetail | null }
    | { ok: false; messageKey: string; status: number };
}

/** In a page inside the layout of a suggestion. */
export const useSuggestion = () => useRouteLoaderData("routes/dao/suggestion-layout/route") as SuggestionData;

/** The API says that there is no such suggestion. */
export const isMissing = ({ suggestion }: SuggestionData): boolean =>
  suggestion.ok ? suggestion.value === null : suggestion.status === 404;
