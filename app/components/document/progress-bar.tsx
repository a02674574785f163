import { useNavigation } from "@remix-run/react";

/**
 * Thin line at the top during a navigation or submission. Hidden from screen readers, because pages and buttons
 * announce themselves.
 */
export function ProgressBar() {
  const { state } = useNavigation();
  return <div className="progress" data-busy={state !== "idle"} aria-hidden="true" />;
}
