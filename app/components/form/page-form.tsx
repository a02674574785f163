import { getFormProps } from "@conform-to/react";
import { Form, type FormProps, useLocation } from "@remix-run/react";
import { type FormEvent, Fragment, type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormOpening, StaleReason } from "~/domain/form-answer";
import { useSignedIn } from "../document/signed-in";
import { memberName } from "~/domain/member-name";
import { Alert } from "../message/alert";
import { markSent } from "../document/draft";
import { ErrorSummary } from "./error-summary";
import { FormMarks } from "./form-marks";
import type { PageFormState } from "./use-page-form";
import { useSubmitPause } from "./use-submit-pause";

type OwnFormProps = "action" | "encType" | "noValidate" | "onChange" | "preventScrollReset";

interface PageFormProps extends Pick<FormProps, OwnFormProps> {
  of: PageFormState<string>;
  className?: string;
  /** Its heading, above what is said of the form. */
  title?: ReactNode;
  /** Whose error it is, for fields that can have the same one. */
  labels?: Record<string, string>;
  /** The order of the summary's links, when it is another than that of the declaration. */
  order?: readonly string[];
  /** May hold a submit back (`preventDefault`) before anything else is done about it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** What is said when the connection broke on the way, where more is known than that it may have arrived. */
  offlineText?: string;
  /** A part that stands apart below the rest, as a ticket's stub; the rest is a sheet of its own then. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every form: where it goes, whom it was made for, what is wrong with it, that the connection broke, that
 * what was typed is here again, that somebody else is signed in now.
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
  const pause = useSubmitPause();
  const [presses, setPresses] = useState(0);
  // As another tab has told: to be sent it would have to be another form.
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
      <ErrorSummary form={form} fields={ordered} without={edited} {...(labels ? { labels } : {})} />
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

/** Who is signed in now, or why else the form was not looked at, and the way on. */
function StaleAlert({ reason, presses }: { reason: StaleReason; presses: number }) {
  const { t, i18n } = useTranslation("common");
  const { user } = useSignedIn();
  const { pathname, search } = useLocation();
  // For each press anew: what the visitor waits for comes into view.
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

/** The place of a form in its page: a form of another member, or about another address, is another form. */
export function FormPlace({ opening, children }: { opening: FormOpening; children: ReactNode }) {
  return <Fragment key={opening.stamp}>{children}</Fragment>;
}
