/** Development only (app/routes.ts): every shared component in each of its states on both grounds, with real texts. */
import type { MetaFunction } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { pageMeta } from "~/components/document/seo";
import {
  type BoundField,
  Checkbox,
  Field,
  type FieldMeta,
  RadioGroup,
  Select,
} from "~/components/form/fields";
import { password } from "~/domain/account-fields";
import { choice, consent, type FormField, longText, text } from "~/domain/form-fields";
import { PasswordField } from "~/components/form/password-field";
import { DataTable } from "~/components/list/data-table";
import { Skeleton } from "~/components/list/late-part";
import { Alert, ButtonLink, StatusTag, TextLink } from "~/components/text/elements";
import { Toast } from "~/components/message/toasts";
import { EmptyState, Pager } from "~/components/page/list-parts";
import { RequestNumber } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { stateNames } from "~/components/page/state-picture";
import { Tabs } from "~/components/page/tabs";
import { Amount } from "~/components/text/amount";

export const handle = { i18n: ["account", "store", "errors"] };

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: "Gallery" });

function Parts() {
  const { t } = useTranslation(["common", "store", "errors"]);
  const [button, text] = [t("common:nav.signIn"), t("errors:web.029")];
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        {([{}, { look: "line", icon: "arrow-right" }, { look: "danger" }, { size: "small" }] as const).map(
          (look, index) => (
            <ButtonLink key={index} to="/" {...look}>
              {button}
            </ButtonLink>
          ),
        )}
        <button type="button" className="btn btn--big" aria-disabled="true" aria-busy="true">
          <span className="spin" aria-hidden="true" />
          {t("common:form.busy")}
        </button>
        <TextLink to="/" icon="arrow-right">
          {button}
        </TextLink>
      </div>
      {(["error", "info", "ok"] as const).map((kind) => (
        <Alert key={kind} kind={kind} title={t("store:dialog.title")}>
          <p>{text}</p>
        </Alert>
      ))}
      {(["success", "done", "info", "error", "alert"] as const).map((kind) => (
        <Toast key={kind} kind={kind} text={text} scripted={false} onClose={() => {}} />
      ))}
      <p className="flex flex-wrap gap-4">
        {(["dusk", "mint", "ember", "apricot", "rose", "soft", "danger"] as const).map((tone, index) => (
          <StatusTag key={tone} tone={tone} filled={index % 2 === 1}>
            {t("common:nav.newsEvent")}
          </StatusTag>
        ))}
        {["SORIA", "POINT", "USD", "SGD"].map((type) => (
          <Amount key={type} amount={123_456} type={type} />
        ))}
        {(["row", "total", "tag", "receipt", "text"] as const).map((size) => (
          <Amount key={size} amount={-99_999_900} type="SORIA_PLUS" size={size} />
        ))}
        <Amount amount={null} type="USD" />
      </p>
      <RequestNumber id="5f1c0a52-7d0e-4f0a-9a34-000000000000" />
    </>
  );
}

function boundTo(field: FormField, id: string, more: Partial<FieldMeta> = {}): BoundField {
  return { field, meta: { id, name: id, errorId: `${id}-error`, descriptionId: `${id}-hint`, ...more } };
}

const [label, hint, missing] = ["account:signIn.email", "store:list.emptyText", "errors:web.017"];
const currencies = ["soria", "soriaPlus", "point"] as const;
const optionLabel = (name: string) => `common:currency.${name}`;
const required = { label, missing, max: 60 };
const optional = { label, max: 60, optional: true } as const;
const choices = choice({ label, missing, options: currencies, optionLabel });

export default function Gallery() {
  const { t } = useTranslation(["account", "common", "store", "errors"]);
  const [title, words] = [t("account:signIn.email"), t("store:list.emptyText")];
  const options = currencies.map((value) => ({
    value,
    label: t(`common:currency.${value}`),
    hint: t("store:item.paypalHint"),
    disabled: value === "point",
  }));
  const filled = { initialValue: "m@soria.test" };
  const wrong = { ...filled, errors: ["errors:web.017"] };
  return (
    <>
      <PageHead picture="introduction" title="Gallery" lead="Parts of pages in each of their states." />
      {/* Padding for the heads after the first: PageHead extends under the site header, which is not there. */}
      <div className="bg-ground pt-20">
        <PageHead figure="faq" size="task" title="Head of a task" lead="One line of lead." />
        <PageHead figure="dao-suggestions" size="article" title="Head of an article, whose title is long" />
      </div>
      <div className="wrap page-body grid gap-10">
        <Parts />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field of={boundTo(text({ ...required, hint }), "empty")} />
          <Field of={boundTo(text(optional), "filled", filled)} />
          <Field of={boundTo(text(required), "wrong", wrong)} required={false} />
          <Field of={boundTo(text(required), "off", filled)} required={false} disabled />
          <PasswordField
            of={boundTo(password({ label: "account:signIn.password", missing }), "password")}
            required={false}
          />
          <Select of={boundTo(choices, "select")} required={false} />
          <Field of={boundTo(longText(required), "area", wrong)} required={false} />
          <Checkbox of={boundTo(consent({ label, missing }), "check", wrong)} required={false} />
          <RadioGroup of={boundTo(choices, "list")} options={options} required={false} />
          <RadioGroup of={boundTo(choices, "rows")} options={options} look="rows" required={false} />
        </div>
        <Tabs
          label={title}
          items={["faq", "inquiry"].map((to) => ({ to, label: to, current: to === "faq" }))}
        />
        <DataTable
          caption={title}
          columns={[
            { key: "name", label: title, cell: () => words, className: "first wide title" },
            { key: "price", label: title, cell: (row) => <Amount amount={row} type="SORIA" />, align: "end" },
          ]}
          rows={[100, 200, 300]}
          rowKey={(row) => row}
        />
        <Skeleton />
        <Pager page={2} totalPages={12} href={(page) => `?page=${page}`} />
        <div className="grid gap-6 sm:grid-cols-2">
          {stateNames.map((picture) => (
            <EmptyState key={picture} picture={picture} level={3} title={title} text={words} />
          ))}
        </div>
      </div>
      <div data-ground="night" className="bg-ink">
        <div className="wrap page-body grid gap-10">
          <Parts />
        </div>
      </div>
    </>
  );
}
