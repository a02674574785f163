import { useTranslation } from "react-i18next";
import { Checkbox, Field, type FieldMeta, RadioGroup, Select, TextArea } from "~/components/form/fields";
import { PasswordField } from "~/components/form/password-field";
import { DataTable } from "~/components/list/data-table";
import { EmptyState, Pager } from "~/components/page/list-parts";
import { Skeleton } from "~/components/list/late-part";
import { Alert } from "~/components/message/alert";
import { Toast } from "~/components/message/toasts";
import { ButtonLink, StatusTag, TextLink } from "~/components/text/elements";
import { RequestNumber } from "~/components/page/page-error";
import { stateNames } from "~/components/page/state-picture";
import { Tabs } from "~/components/page/tabs";
import { Amount } from "~/components/text/amount";
import { paths } from "~/domain/paths";

const here = paths.home;

export function Buttons() {
  const { t } = useTranslation(["common", "store"]);
  const sign = t("common:nav.signIn");
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ButtonLink to={here}>{sign}</ButtonLink>
      <ButtonLink to={here} look="line" icon="arrow-right">
        {t("common:button.more")}
      </ButtonLink>
      <ButtonLink to={here} look="danger">
        {t("common:nav.terminate")}
      </ButtonLink>
      <ButtonLink to={here} size="small">
        {sign}
      </ButtonLink>
      <ButtonLink to={here} size="big">
        {sign}
      </ButtonLink>
      <button type="button" className="btn" disabled>
        {t("store:item.buy")}
      </button>
      <button type="button" className="btn btn--line" aria-disabled="true">
        {t("common:button.cancel")}
      </button>
      <button type="button" className="btn" aria-busy="true" aria-disabled="true">
        <span className="spin" aria-hidden="true" />
        {t("common:form.busy")}
      </button>
      <TextLink to={here} icon="arrow-right">
        {t("common:button.readNews")}
      </TextLink>
    </div>
  );
}

export function Messages() {
  const { t } = useTranslation(["common", "errors", "store"]);
  return (
    <div className="grid gap-4">
      {(["error", "info", "ok"] as const).map((kind) => (
        <Alert key={kind} kind={kind} title={t("store:dialog.title")}>
          <p>{t("errors:web.029")}</p>
        </Alert>
      ))}
      {(["success", "done", "info", "error", "alert"] as const).map((kind) => (
        <Toast key={kind} kind={kind} text={t("errors:web.076")} scripted={false} onClose={() => {}} />
      ))}
      <p className="flex flex-wrap gap-4">
        {(["dusk", "mint", "ember", "apricot", "rose", "soft", "danger"] as const).map((tone, i) => (
          <StatusTag key={tone} tone={tone} filled={i % 2 === 1}>
            {t("common:nav.newsEvent")}
          </StatusTag>
        ))}
      </p>
      <p className="flex flex-wrap gap-6">
        {(["SORIA", "SORIA_PLUS", "POINT", "USD", "SGD"] as const).map((type) => (
          <Amount key={type} amount={123_456} type={type} />
        ))}
        {(["row", "total", "tag", "receipt", "text"] as const).map((size) => (
          <Amount key={size} amount={-99_999_900} type="SORIA_PLUS" size={size} />
        ))}
        <Amount amount={null} type="USD" />
      </p>
      <RequestNumber id="5f1c0a52-7d0e-4f0a-9a34-000000000000" />
    </div>
  );
}

export function Lists() {
  const { t } = useTranslation(["common", "store", "errors"]);
  const rows = [1, 2, 3];
  return (
    <div className="grid gap-6">
      <Tabs
        label={t("common:nav.support")}
        items={[
          { to: `${here}?1`, label: t("common:nav.faq"), current: true },
          { to: `${here}?2`, label: t("common:nav.inquiry"), current: false },
        ]}
      />
      <DataTable
        caption={t("store:list.heading")}
        columns={[
          {
            key: "name",
            label: t("store:complete.item"),
            cell: () => t("store:list.heading"),
            className: "first wide title",
          },
          {
            key: "price",
            label: t("store:item.total"),
            cell: (row) => <Amount amount={row * 100} type="SORIA" />,
            align: "end",
          },
        ]}
        rows={rows}
        rowKey={(row) => row}
      />
      <Skeleton />
      <Pager page={2} totalPages={12} href={(page) => `${here}?page=${page}`} />
      <div className="grid gap-6 sm:grid-cols-2">
        {stateNames.map((picture) => (
          <EmptyState
            key={picture}
            picture={picture}
            level={3}
            title={t("errors:web.054")}
            text={t("store:list.emptyText")}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns the metadata that conform would pass to a field: name, value and errors. */
const metaOf = (ground: string, name: string, more: Partial<FieldMeta> = {}): FieldMeta => {
  const id = `${ground}-${name}`;
  return { id, name: id, errorId: `${id}-error`, descriptionId: `${id}-hint`, ...more };
};

export function Fields({ ground }: { ground: string }) {
  const { t } = useTranslation(["account", "common", "store", "errors"]);
  const meta = (name: string, more?: Partial<FieldMeta>) => metaOf(ground, name, more);
  const label = t("account:signIn.email");
  const options = (["soria", "soriaPlus", "point"] as const).map((value) => ({
    value,
    label: t(`common:currency.${value}`),
    hint: t("store:item.paypalHint"),
    ...(value === "point" ? { disabled: true } : {}),
  }));
  const wrong = { initialValue: "m@soria", errors: ["errors:web.017"] };
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field meta={meta("empty", { required: true })} label={label} hint={t("store:checkout.phoneHint")} />
      <Field
        meta={meta("filled", { initialValue: "m@soria.test" })}
        label={label}
        note={t("common:form.optional")}
      />
      <Field meta={meta("wrong", wrong)} label={label} />
      <Field meta={meta("off", { initialValue: "m@soria.test" })} label={label} disabled />
      <PasswordField meta={meta("password")} label={t("account:signIn.password")} />
      <Select
        meta={meta("select")}
        label={t("store:item.method")}
        options={options}
        placeholder={t("common:form.choose")}
      />
      <TextArea meta={meta("area", { ...wrong, initialValue: "" })} label={t("store:checkout.address")} />
      <Checkbox meta={meta("check", { errors: ["errors:web.045"] })} label={t("store:item.confirm")} />
      {(["list", "rows"] as const).map((look) => (
        <RadioGroup
          key={look}
          meta={meta(`radio-${look}`, { initialValue: "soria" })}
          legend={t("store:item.method")}
          options={options}
          look={look}
        />
      ))}
    </div>
  );
}
