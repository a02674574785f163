import { useLocation } from "@remix-run/react";
import { Fragment, type MouseEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { StaleReason } from "~/domain/form-setup";
import { memberName } from "~/domain/member-name";
import { dynamicKey } from "~/i18n/dynamic";
import { useSignedIn } from "../document/auth-channel";
import { withErrorPrefix } from "../document/seo";
import { focusMessage } from "../document/controls";
import { Alert, Icon } from "../text/elements";
import { NextSteps } from "../page/next-steps";
import { shownOrder } from "~/domain/field-order";
import type { FormFields } from "~/domain/form-fields";
import type { BoundField } from "./fields";

/** Says why the form cannot be sent as it is. `presses` is how often the visitor has tried. */
export function StaleAlert({ reason, presses }: { reason: StaleReason; presses: number }) {
  const { t, i18n } = useTranslation("common");
  const { user } = useSignedIn();
  const { pathname, search } = useLocation();
  // A new object for each press, so that Alert takes focus and scrolls into view again.
  const shown = useMemo(() => ({ presses, reason }), [presses, reason]);
  const name = user ? (memberName(user, i18n.language) ?? user.email ?? t("nav.myPage")) : undefined;
  return (
    <Alert kind="error" role="alert" response={shown}>
      <p>
        {reason === "member"
          ? name === undefined
            ? t("form.stale.signedOut")
            : t("form.stale.member", { name })
          : t(`form.stale.${reason}`)}
      </p>
      <p>
        <a className="link" href={pathname + search}>
          {t("form.stale.again")}
        </a>
      </p>
    </Alert>
  );
}

interface ErrorSummaryProps {
  of: {
    declared: FormFields;
    form: { id: string; errors: string[] | undefined; allErrors: Record<string, string[]> };
    fields: Record<string, BoundField>;
    edited: ReadonlySet<string>;
    isTold: boolean;
    /** Number of responses since the page was loaded. */
    response: number;
  };
}

/**
 * Summary above a form: the form's own errors, then a link to each field with an error, in the order of the page. With
 * scripts it takes the focus after each failed submission; without, `autofocus` scrolls it into view. If a toast says
 * the error too, the field with the error takes the focus instead. Where two fields have the same error text, their
 * labels tell them apart.
 */
export function ErrorSummary({ of }: ErrorSummaryProps) {
  const { form, declared, fields, edited, isTold, response } = of;
  const { t, i18n } = useTranslation("common");
  const box = useRef<HTMLDivElement>(null);
  const formErrors = form.errors ?? [];
  // The form's own errors have the name "". Errors of fields that were edited since the response are outdated.
  const names = new Set([...shownOrder(declared, i18n.language), ...Object.keys(form.allErrors)]);
  const links = [...names].flatMap((name) => {
    const [error] = form.allErrors[name] ?? [];
    if (!error || name === "" || edited.has(name)) return [];
    return [{ name, error, id: fields[name]?.meta.id ?? `${form.id}-${name}` }];
  });
  // A single error is the title; a count would be redundant.
  const [only] = formErrors.length === 0 && links.length === 1 ? links : [];
  const told = isTold ? only?.id : undefined;
  const shown = !told && formErrors.length + links.length > 0;

  // conform creates a new errors object for each response, so an equal response takes the focus again.
  useEffect(() => {
    if (shown) focusMessage(box.current);
    else if (told) document.getElementById(told)?.focus();
  }, [shown, told, form.allErrors]);

  // The response of a submission by scripts brings no new title.
  const prefix = t("form.error");
  useEffect(() => {
    if (!shown && !told) return;
    const before = document.title;
    const withError = withErrorPrefix(prefix, before);
    document.title = withError;
    return () => {
      if (document.title === withError) document.title = before;
    };
  }, [shown, told, prefix, form.allErrors]);

  if (!shown) return null;
  // Without field errors the form's own error is the title.
  const [first = "", ...others] = formErrors;
  const hasLinks = links.length > 0;
  const toField = ({ name, error, id }: (typeof links)[number]) => (
    <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
      {declared[name]?.label && links.filter((link) => link.error === error).length > 1
        ? t("form.labelled", { label: dynamicKey(t, declared[name].label), text: dynamicKey(t, error) })
        : dynamicKey(t, error)}
    </a>
  );
  return (
    // The focus and the role are on two elements: a screen reader would read an alert that takes the focus twice.
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the result of a form submission, for which the user waits
    <div className="alert" tabIndex={-1} autoFocus ref={box}>
      <Icon name="bad" />
      {/* A new element for each response, which is announced again; silent while the visitor mends the fields. */}
      <div key={response} role={edited.size > 0 ? undefined : "alert"}>
        <h2>
          {only
            ? toField(only)
            : hasLinks
              ? t("form.summary", { count: links.length })
              : dynamicKey(t, first)}
        </h2>
        {hasLinks ? null : <NextSteps after={first} />}
        {(hasLinks ? formErrors : others).map((error) => (
          <Fragment key={error}>
            <p>{dynamicKey(t, error)}</p>
            <NextSteps after={error} />
          </Fragment>
        ))}
        {hasLinks && !only ? (
          <ul>
            {links.map((link) => (
              <li key={link.name}>{toField(link)}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

/** Focuses a field without a new history entry. If the field is not found, the link's default action runs. */
function focusField(event: MouseEvent, id: string): void {
  const control = document.getElementById(id);
  if (!control) return;
  event.preventDefault();
  control.focus();
}
