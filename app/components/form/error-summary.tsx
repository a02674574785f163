import { Fragment, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { dynamicKey } from "~/i18n/dynamic";
import type { FieldMeta } from "./field-parts";
import { NextSteps } from "../message/next-steps";
import { focusMessage } from "../document/controls";
import { Icon } from "../text/icon";

/** What the summary needs of conform's FormMetadata. */
interface SummaryForm {
  id: string;
  errors?: string[] | undefined;
  /** By field name; the form's own under "". */
  allErrors: Record<string, string[]>;
}

interface ErrorSummaryProps {
  form: SummaryForm;
  /**
   * The fields as `useForm` gave them, for their ids; named one by one, in the order of the page, they give the order
   * of the links too. Without them conform's own ids are used.
   */
  fields?: Record<string, FieldMeta>;
  /** Names of fields that were changed since: what the server said of them is no longer about what stands there. */
  without?: ReadonlySet<string>;
  /** Whose error it is, for fields that can have the same one; the others' errors say it themselves. */
  labels?: Record<string, string>;
}

/**
 * What is wrong with a form, on top of it: the form's own errors, then a link to every field that has one. With
 * scripts it takes the focus after each failed submit; without, the browser brings it into view (`autofocus`), however
 * far down the page the form is.
 */
export function ErrorSummary({ form, fields, without, labels }: ErrorSummaryProps) {
  const { t } = useTranslation("common");
  const box = useRef<HTMLDivElement>(null);
  const formErrors = form.errors ?? [];
  const names = Object.keys(form.allErrors).filter((name) => name !== "" && !without?.has(name));
  const ordered = fields
    ? Object.keys(fields).filter((name) => names.includes(fields[name]?.name ?? name))
    : names;
  const links = [...new Set([...ordered, ...names])].flatMap((name) => {
    const [error] = form.allErrors[name] ?? [];
    return error ? [{ name, error, id: fields?.[name]?.id ?? `${form.id}-${name}` }] : [];
  });
  const shown = formErrors.length + links.length > 0;

  // conform makes a new record of errors for each answer, so an equal answer takes the focus again.
  useEffect(() => {
    if (shown) focusMessage(box.current);
  }, [shown, form.allErrors]);

  if (!shown) return null;
  // Without fields to mend, the form's own error is the title: one above it would only delay it.
  const [first = "", ...others] = formErrors;
  const hasLinks = links.length > 0;
  const toField = ({ name, error, id }: (typeof links)[number]) => (
    <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
      {labels?.[name]
        ? t("form.errorOf", { label: labels[name], error: dynamicKey(t, error) })
        : dynamicKey(t, error)}
    </a>
  );
  // One error is the title itself: a count above it would say it once more.
  const [only] = formErrors.length === 0 && links.length === 1 ? links : [];
  return (
    // Not atomic: an entry that was mended is not all of them read once more, while somebody types.
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the answer to a form: what the reader waits for
    <div className="alert" role="alert" aria-atomic={false} tabIndex={-1} autoFocus ref={box}>
      <Icon name="bad" />
      <div>
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

/** Goes to the field without a new entry in the browser's history; the link itself does it where this cannot. */
function focusField(event: { preventDefault(): void }, id: string): void {
  const control = document.getElementById(id);
  if (!control) return;
  event.preventDefault();
  control.focus();
}
