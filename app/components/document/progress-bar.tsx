import { useNavigation } from "@remix-run/react";

/**
 * A thin line at the top while a page or a form is on its way. Only for the eye: pages and buttons speak for
 * themselves.
 */
export function ProgressBar() {
  const { state } = useNavigation();
  return <div className="progress" data-busy={state !== "idle"} aria-hidden="true" />;
}
