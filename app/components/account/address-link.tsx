import { useSubmit } from "@remix-run/react";
import type { MouseEvent } from "react";
import { CARRY_INTENT } from "~/domain/account-fields";
import { useSignedIn } from "../document/auth-channel";
import { forgetDraft } from "../document/draft";
import { type LinkProps, TextLink } from "../text/elements";

/**
 * Link between sign-in and password recovery that takes the typed address along: with scripts it posts the address to
 * the page's action, which redirects to the link's target. Without scripts, and in a new tab, it is a plain link.
 *
 * @param from name of the form with the field `email`, which is also its id
 * @param action URL of that form
 * @param target name of the form at the link's target
 */
export function AddressLink({
  from,
  action,
  target,
  ...link
}: LinkProps & { from: string; action: string; target: string }) {
  const submit = useSubmit();
  const { who } = useSignedIn();
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
    // A draft of this tab would show the address that was typed before.
    forgetDraft({ who, form: from, path: action });
    forgetDraft({ who, form: target, path: link.to });
    submit({ intent: CARRY_INTENT, email }, { method: "post", action });
  }
  return <TextLink {...link} onClick={onClick} />;
}
