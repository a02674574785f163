import { useRouteLoaderData } from "@remix-run/react";
import type { SuggestionSummary } from "~/domain/dao";

export interface SuggestionDetail extends SuggestionSummary {
  /** Sanitised on the server (server/api/sanitize-html.server.ts). */
  html: string;
  result_reason?: string | undefined;
}

/** Loader data of the layout of a suggestion's pages. */
export interface SuggestionData {
  id: number;
  /** The suggestion's title, or a substitute if it cannot be read. */
  title: string;
  suggestion:
    | { ok: true; value: SuggestionDetail | null }
    | { ok: false; messageKey: string; status: number };
}

export function useSuggestion() {
  const data = useRouteLoaderData("routes/dao/suggestion-layout/route") as SuggestionData;
  const { suggestion } = data;
  return {
    ...data,
    about: suggestion.ok ? suggestion.value : null,
    isMissing: suggestion.ok ? suggestion.value === null : suggestion.status === 404,
  };
}
