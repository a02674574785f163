import { getFormProps } from "@conform-to/react";
import { Form, type FormProps, useLocation, useNavigation } from "@remix-run/react";
import { type FormEvent, Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormSetup, StaleReason } from "~/domain/form-answer";
import { memberName } from "~/domain/member-name";
import { useSignedIn } from "../document/auth-channel";
import { markSent } from "../document/draft";
import { Alert } from "../message/alert";
import { ErrorSummary } from "./error-summary";
import { FormMarks } from "./hidden-fields";
import type { PageFormState } from "./use-page-form";

/** Minimum interval between two submissions, in ms (public-site-and-community.md section 9). */
const PAUSE_MS = 1000;

type OwnFormProps = "action" | "className" | "encType" | "noValidate" | "onChange" | "preventScrollReset";

interface PageFormProps extends Pick<FormProps, OwnFormProps> {
  of: PageFormState<string>;
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
  title,
  labels,
  order,
  onSubmit: onFirst,
  offlineText,
  foot,
  children,
  ...props
}: PageFormProps) {
  const { lost, hasNotArrived } = of;
  const { t } = useTranslation(["common", "errors"]);
  const { onSubmit, ...formProps } = getFormProps(of.form);
  const isTooSoon = useSubmitThrottle();
  const [presses, setPresses] = useState(0);

  function submit(event: FormEvent<HTMLFormElement>): void {
    if (of.isLocked) {
      event.preventDefault();
      return setPresses((before) => before + 1);
    }
    onFirst?.(event);
    if (event.defaultPrevented) return;
    if (isTooSoon(event)) return event.preventDefault();
    markSent(of.place);
    onSubmit(event);
    if (!event.defaultPrevented) of.noteSubmit(event);
  }
  const sheet = (
    <>
      {title}
      {of.stale ? <StaleAlert reason={of.stale} presses={presses} /> : null}
      {lost ? (
        <Alert kind="error" role="alert" answer={lost}>
          {offlineText ?? t(of.isAsking ? "errors:findingOut" : "errors:offline")}
        </Alert>
      ) : null}
      {hasNotArrived ? (
        <Alert kind="error" role="alert" answer={hasNotArrived}>
          {t("errors:notArrived")}
        </Alert>
      ) : null}
      {of.isKept ? <Alert role="status">{t("common:form.kept")}</Alert> : null}
      <ErrorSummary of={of} order={order} labels={labels} />
      <FormMarks of={of.opening} />
      {children}
    </>
  );
  return (
    <Form method="post" {...formProps} {...props} onSubmit={submit}>
      {foot ? <div className="ticket__sheet">{sheet}</div> : sheet}
      {foot}
    </Form>
  );
}

/**
 * React hook that throttles submissions to one per second, because a second press is usually accidental. Submissions
 * are allowed again once the response has arrived. The server does not rely on it.
 */
function useSubmitThrottle(): (event: FormEvent) => boolean {
  const last = useRef(-PAUSE_MS);
  const { state } = useNavigation();
  useEffect(() => {
    if (state === "idle") last.current = -PAUSE_MS;
  }, [state]);
  return ({ timeStamp }) => {
    if (timeStamp - last.current < PAUSE_MS) return true;
    last.current = timeStamp;
    return false;
  };
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
