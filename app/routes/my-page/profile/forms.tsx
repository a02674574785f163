import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { NameFields } from "~/components/account/name-fields";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { PasswordField } from "~/components/form/password-field";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import { StatusTag } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { nameFields } from "~/domain/sign-up-fields";
import type { FieldName } from "~/domain/form-fields";
import type { FormSetup } from "~/domain/form-setup";
import { firstFailedCheck } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import { deviceText } from "./device-text";
import { passwordFields, sessionFields } from "./form";
import type { SessionRow, SignInRows } from "./sessions.server";
import { SignIns } from "./sign-ins";

/** With scripts the checklist is live, and the button says what is missing until all four rules are met. */
export function PasswordForm({ setup, email }: { setup: FormSetup; email: string }) {
  const { t } = useTranslation("my-page");
  const hydrated = useHydrated();
  const [isReady, setReady] = useState(false);
  const form = usePageForm(passwordFields, setup);
  const { fields } = form;
  return (
    <PageForm of={form} action={paths.myPage.profile} preventScrollReset className="form">
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <PasswordField of={fields.oldPassword} clearedBy={fields.oldPassword.meta.errors} />
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.newPasswordConfirm}
        onChange={(password, confirmation) => setReady(!firstFailedCheck(password, confirmation))}
      />
      <p className="hint">{t("password.ends")}</p>
      <div className="form__do">
        <SubmitButton
          name="intent"
          value="password"
          busy={t("password.saving")}
          onWait={hydrated && !isReady ? () => form.showMissing() : undefined}
        >
          {t("password.save")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}

export function NamesForm({
  setup,
  names,
}: {
  setup: FormSetup;
  names: Record<FieldName<typeof nameFields>, string>;
}) {
  const { t } = useTranslation("my-page");
  const form = usePageForm(nameFields, setup, { defaultValue: names });
  return (
    <PageForm of={form} action={paths.myPage.profile} preventScrollReset className="form">
      <NameFields of={form.fields} />
      <div className="form__do">
        <SubmitButton name="intent" value="names" busy={t("profile.saving")}>
          {t("profile.save")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}

interface SessionsProps {
  setup: FormSetup;
  rows: SessionRow[];
  more: number;
  signIns: SignInRows;
  hasPassword: boolean;
}

export function Sessions({ setup, rows, more, signIns, hasPassword }: SessionsProps) {
  const { t } = useTranslation("my-page");
  const title = useRef<HTMLHeadingElement>(null);
  const count = useRef(rows.length + more);
  useEffect(() => {
    // The pressed button was removed with its row, so the heading takes the keyboard focus.
    const isFewer = rows.length + more < count.current;
    count.current = rows.length + more;
    if (isFewer && document.activeElement === document.body) title.current?.focus();
  }, [rows.length, more]);
  return (
    <div className="panel sheet-part sessions" id="devices">
      <h3 ref={title} tabIndex={-1}>
        {t("sessions.title")}
      </h3>
      <p className="soft">{t(hasPassword ? "sessions.lead" : "sessions.leadWallet")}</p>
      <SessionsForm key={setup.signature} setup={setup} rows={rows} more={more} />
      <SignIns {...signIns} />
    </div>
  );
}

function SessionsForm({ setup, rows, more }: Pick<SessionsProps, "setup" | "rows" | "more">) {
  const { t } = useTranslation("my-page");
  const form = usePageForm(sessionFields, setup);
  const list = (
    <ul className="sessions__list">
      {rows.map((row) => (
        <SessionItem key={row.mark} row={row} />
      ))}
    </ul>
  );
  // Without other sessions there is no button, so no form is rendered.
  if (rows.length + more <= 1) {
    return (
      <div className="form">
        {list}
        <p className="soft">{t("sessions.only")}</p>
      </div>
    );
  }
  return (
    <PageForm of={form} action={paths.myPage.profile} preventScrollReset className="form">
      <input type="hidden" name="intent" value="sessions" />
      {list}
      {more > 0 ? <p className="soft">{t("sessions.more", { count: more })}</p> : null}
      <div className="form__do">
        <SubmitButton look="line" name="session" value="others" busy={t("sessions.busy")}>
          {t("sessions.endOthers")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}

function SessionItem({ row }: { row: SessionRow }) {
  const { t } = useTranslation("my-page");
  const device = deviceText(t, row);
  return (
    <li>
      <div>
        <p className="sessions__device">
          <b>{device}</b>
          {row.isThis ? <StatusTag tone="mint">{t("sessions.this")}</StatusTag> : null}
        </p>
        <dl className="sessions__facts">
          <div>
            <dt>{t("sessions.since")}</dt>
            <dd>
              <Time value={row.signedInAt} />
              {row.place ? <span> · {row.place}</span> : null}
            </dd>
          </div>
          <div>
            <dt>{t("sessions.used")}</dt>
            <dd>{row.isThis ? t("sessions.now") : <Time value={row.lastUsed} />}</dd>
          </div>
        </dl>
      </div>
      {row.isThis ? null : (
        <SubmitButton
          look="line"
          size="small"
          name="session"
          value={row.mark}
          busy={t("sessions.busy")}
          aria-label={t("sessions.endOf", { device, at: row.signedInText })}
        >
          {t("sessions.end")}
        </SubmitButton>
      )}
    </li>
  );
}
