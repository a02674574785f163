import { useSubmit } from "@remix-run/react";
import type { MouseEvent } from "react";
import { CARRY_INTENT } from "~/domain/account-fields";
import { type LinkProps, TextLink } from "../text/elements";

/**
 * Link between sign-in and password recovery that takes the typed address along: with scripts it posts the address to
 * the page's action, which redirects to the link's target. Without scripts, and in a new tab, it is a plain link.
 *
 * @param from id of the form with the field `email`
 * @param action URL of that form
 */
export function AddressLink({ from, action, ...link }: LinkProps & { from: string; action: string }) {
  const submit = useSubmit();
  function onClick(event: MouseEvent<HTMLAnchorElement>): void {
    const form = document.getElementById(from);
    const email = form instanceof HTMLFormElement ? String(new FormData(form).get("email") ?? "").trim() : "";
    if (
      email === "" ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    submit({ intent: CARRY_INTENT, email }, { method: "post", action });
  }
  return <TextLink {...link} onClick={onClick} />;
}
