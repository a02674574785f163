import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isOffline } from "./offline-action";

type Place = Pick<Location, "pathname"> & { params: Record<string, string | undefined> };

/**
 * Returns a `shouldRevalidate` for a layout with a loader: it revalidates after every form submission and on a
 * navigation to the same URL, but not if only the page inside changes.
 *
 * @param keyOf returns the part of a URL on which the layout's data depends
 */
export function loadedOncePer(keyOf: (place: Place) => string | undefined) {
  return (args: ShouldRevalidateFunctionArgs): boolean => {
    const { currentUrl, nextUrl, currentParams, nextParams, formMethod = "GET" } = args;
    if (isOffline(args.actionResult)) return false;
    if (formMethod !== "GET" || currentUrl.href === nextUrl.href) return args.defaultShouldRevalidate;
    const before = keyOf({ pathname: currentUrl.pathname, params: currentParams });
    return before !== keyOf({ pathname: nextUrl.pathname, params: nextParams });
  };
}
