import { getFormProps } from "@conform-to/react";
import { Form, type FormProps, useLocation } from "@remix-run/react";
import { type FormEvent, Fragment, type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormSetup, StaleReason } from "~/domain/form-answer";
import { useSignedIn } from "../document/auth-channel";
import { memberName } from "~/domain/member-name";
import { Alert } from "../message/alert";
import { markSent } from "../document/draft";
import { ErrorSummary } from "./error-summary";
import { FormMarks } from "./hidden-fields";
import type { PageFormState } from "./use-page-form";
import { useSubmitThrottle } from "./use-submit-throttle";

type OwnFormProps = "action" | "encType" | "noValidate" | "onChange" | "preventScrollReset";

interface PageFormProps extends Pick<FormProps, OwnFormProps> {
  of: PageFormState<string>;
  className?: string;
  title?: ReactNode;
  labels?: Record<string, string>;
  /** Order of the links in the error summary, if it differs from the declaration. */
  order?: readonly string[];
  /** Runs first on submit; `preventDefault` stops the submission. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Message for a lost response, if the page knows more than that the submission may have arrived. */
  offlineText?: string;
  /** Content below the form that is visually separate, like a ticket's stub. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * Frame of every form: action, form signature, errors, lost connection, restored draft, and a change of the signed-in
 * member.
 */
export function PageForm({
  of,
  className,
  title,
  labels,
  order,
  onSubmit: onFirst,
  offlineText,
  foot,
  children,
  ...props
}: PageFormProps) {
  const { opening, form, fields, edited, lost, isKept, place } = of;
  const { t } = useTranslation(["common", "errors"]);
  const { onSubmit, ...formProps } = getFormProps(form);
  const pause = useSubmitThrottle();
  const [presses, setPresses] = useState(0);
  // Another tab signed in or out. This form is signed for the previous member and must not be submitted.
  const { who } = useSignedIn();
  const isLocked = opening.isBound && who !== opening.who;

  function submit(event: FormEvent<HTMLFormElement>): void {
    if (isLocked) {
      event.preventDefault();
      return setPresses((before) => before + 1);
    }
    onFirst?.(event);
    if (event.defaultPrevented) return;
    if (pause(event)) {
      markSent(place);
      onSubmit(event);
      if (!event.defaultPrevented) of.noteSubmit(event);
    }
  }
  const ordered = order
    ? Object.fromEntries(order.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
    : fields;
  const sheet = (
    <>
      {title}
      {of.stale ? <StaleAlert reason={of.stale} presses={presses} /> : null}
      {lost ? (
        <Alert kind="error" role="alert" answer={lost}>
          {offlineText ?? (of.isAsking ? t("errors:findingOut") : t("errors:offline"))}
        </Alert>
      ) : null}
      {of.hasNotArrived ? (
        <Alert kind="error" role="alert" answer={of.hasNotArrived}>
          {t("errors:notArrived")}
        </Alert>
      ) : null}
      {isKept ? <Alert role="status">{t("common:form.kept")}</Alert> : null}
      <ErrorSummary
        form={form}
        fields={ordered}
        without={edited}
        isTold={of.isTold}
        {...(labels ? { labels } : {})}
      />
      <FormMarks of={opening} />
      {children}
    </>
  );
  return (
    <Form method="post" {...formProps} {...props} onSubmit={submit} {...(className ? { className } : {})}>
      {foot ? <div className="ticket__sheet">{sheet}</div> : sheet}
      {foot}
    </Form>
  );
}

/**
 * Tells why the form was rejected or locked, for example which member is signed in now, with a link to reload the page.
 */
function StaleAlert({ reason, presses }: { reason: StaleReason; presses: number }) {
  const { t, i18n } = useTranslation("common");
  const { user } = useSignedIn();
  const { pathname, search } = useLocation();
  // A new object for each press, so that Alert takes focus and scrolls into view again.
  const shown = useMemo(() => ({ presses, reason }), [presses, reason]);
  const name = user ? (memberName(user, i18n.language) ?? user.email ?? t("nav.myPage")) : undefined;
  return (
    <Alert kind="error" role="alert" answer={shown}>
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

/** Remounts a form when its signature changes: a form for another member or subject is a different form. */
export function ResettableForm({ opening, children }: { opening: FormSetup; children: ReactNode }) {
  return <Fragment key={opening.stamp}>{children}</Fragment>;
}
