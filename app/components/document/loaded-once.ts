import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isOffline } from "./offline";

type Place = Pick<Location, "pathname"> & { params: Record<string, string | undefined> };

/**
 * The `shouldRevalidate` of a layout with a loader: it runs again after every form and when the same address is asked
 * for once more, but not when only the page inside it changes.
 *
 * @param keyOf what of an address the layout's data depend on
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
