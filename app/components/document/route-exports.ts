/** What routes export: `export { clientAction, shouldRevalidate, textMeta as meta } from …`. */
import type { MetaFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { pageMeta } from "./seo";

export interface OfflineResult {
  offline: true;
}

export const isOffline = (result: unknown): result is OfflineResult =>
  typeof result === "object" && result !== null && "offline" in result && result.offline === true;

/**
 * `clientAction` for pages with forms: calls the server's action, and returns an offline result on network failure.
 * Otherwise an error page would replace the page, and the input would be lost.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    // fetch rejects with TypeError on network failure.
    if (error instanceof TypeError) return { offline: true } satisfies OfflineResult;
    throw error;
  }
}

/** `shouldRevalidate` that skips revalidation after an offline result. */
export function shouldRevalidate({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return !isOffline(actionResult) && defaultShouldRevalidate;
}

type Place = Pick<Location, "pathname"> & { params: Record<string, string | undefined> };

/**
 * Returns a `shouldRevalidate` for a layout with a loader: it revalidates after every form submission and on a
 * navigation to the same URL, but not if only the page inside changes.
 *
 * @param keyOf returns the part of a URL on which the layout's data depends
 */
export const loadedOncePer =
  (keyOf: (place: Place) => string | undefined) =>
  (args: ShouldRevalidateFunctionArgs): boolean => {
    const { currentUrl, nextUrl, currentParams, nextParams, formMethod = "GET" } = args;
    if (isOffline(args.actionResult)) return false;
    if (formMethod !== "GET" || currentUrl.href === nextUrl.href) return args.defaultShouldRevalidate;
    const before = keyOf({ pathname: currentUrl.pathname, params: currentParams });
    return before !== keyOf({ pathname: nextUrl.pathname, params: nextParams });
  };

type TextLoader = () => { title: string; description?: string };

/** `meta` of a page whose loader returns its `title` and `description`: `export { textMeta as meta } from …`. */
export const textMeta: MetaFunction<TextLoader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", description: data?.description });

/** `meta` of a page of one member or one request, whose loader returns its `title`. It is not indexed. */
export const unlistedMeta: MetaFunction<TextLoader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });
