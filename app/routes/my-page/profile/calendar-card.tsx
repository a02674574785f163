import { useTranslation } from "react-i18next";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import type { FormSetup } from "~/domain/form-setup";
import { paths } from "~/domain/paths";
import { CopyButton } from "./copy-button";
import { calendarFields } from "./form";

interface CalendarProps {
  form: FormSetup;
  /** Null before the member has made one. */
  address: string | null;
}

/** The address at which the member's calendar program reads the votes, and the buttons to replace and remove it. */
export function CalendarCard({ form: setup, address }: CalendarProps) {
  const { t } = useTranslation("my-page");
  return (
    <div className="panel sheet-part" id="calendar-address">
      <h3>{t("calendar.title")}</h3>
      <p>{t("calendar.text")}</p>
      <p className="soft">{t("calendar.signedIn")}</p>
      {address === null ? null : (
        <>
          <p className="copy-line">
            <input className="copy-line__text" aria-label={t("calendar.address")} value={address} readOnly />
            <CopyButton text={address} what={t("calendar.address")} />
          </p>
          <p>{t("calendar.how")}</p>
          <p>
            <b>{t("calendar.private")}</b>
          </p>
        </>
      )}
      <CalendarForm key={setup.signature} setup={setup} hasAddress={address !== null} />
    </div>
  );
}

function CalendarForm({ setup, hasAddress }: { setup: FormSetup; hasAddress: boolean }) {
  const { t } = useTranslation("my-page");
  const form = usePageForm(calendarFields, setup);
  return (
    <PageForm of={form} action={paths.myPage.profile} preventScrollReset className="form">
      <input type="hidden" name="intent" value="calendar" />
      {hasAddress ? (
        <>
          <p className="hint">{t("calendar.renewText")}</p>
          <p className="hint">{t("calendar.stop")}</p>
        </>
      ) : null}
      <div className="form__do">
        <SubmitButton look="line" name="address" value="renew" busy={t("calendar.making")}>
          {t(hasAddress ? "calendar.renew" : "calendar.make")}
        </SubmitButton>
        {hasAddress ? (
          <SubmitButton look="line" name="address" value="remove" busy={t("calendar.removing")}>
            {t("calendar.remove")}
          </SubmitButton>
        ) : null}
      </div>
    </PageForm>
  );
}
