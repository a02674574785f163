import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ResettableForm } from "~/components/form/page-form";
import { useFormAnswer } from "~/components/form/use-page-form";
import { ButtonLink } from "~/components/page/button-link";
import { UserText } from "~/components/text/user-text";
import { StatusTag } from "~/components/text/status-tag";
import { Time } from "~/components/text/time";
import type { FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import type { AttachmentStep } from "#server/uploads/attachment-action.server";
import type { InquiryStatus, InquiryType } from "#server/wire/support";
import { Message } from "./message";
import { ReplyForm } from "./reply-form";
import { ReplyReview } from "./reply-review";

interface ThreadProps {
  inquiry: {
    publicId: string;
    typeCode: InquiryType;
    customerName?: string | undefined;
    customerEmail?: string | undefined;
    createdAt?: string | undefined;
    /** Undefined if the site does not know the API's value. */
    status?: InquiryStatus | undefined;
    messages: Parameters<typeof Message>[0]["message"][];
  };
  form: FormSetup;
  token: string;
}

const tones = { OPEN: "apricot", IN_PROGRESS: "dusk", RESOLVED: "mint", CLOSED: "soft" } as const;

export function Thread({ inquiry, form, token }: ThreadProps) {
  const { t } = useTranslation("support");
  const { publicId, typeCode, customerName, customerEmail, createdAt, status, messages } = inquiry;
  const answer = useFormAnswer<AttachmentStep>(form.name);
  const closed = status === "CLOSED";
  const facts = [
    [t("list.type"), t(`inquiryTypes.${typeCode}`)],
    [
      t("thread.reference"),
      <span key="id" className="num">
        {publicId}
      </span>,
    ],
    [t("thread.received"), <Time key="time" value={createdAt} />],
    [
      t("thread.sender"),
      <Fragment key="sender">
        {customerName ? <UserText text={customerName} /> : null}
        {customerName && customerEmail ? " / " : null}
        {customerEmail}
      </Fragment>,
    ],
  ] as const;
  return (
    <div className="conversation">
      <div className="conversation__about">
        {status ? (
          <p role="status">
            <StatusTag tone={tones[status]} filled>
              {t(`thread.status.${status}`)}
            </StatusTag>
          </p>
        ) : null}
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section aria-label={t("thread.label")}>
        <ol className="thread">
          {messages.map((message, index) => (
            <Message key={index} message={message} />
          ))}
        </ol>
      </section>
      {closed ? (
        <Alert title={t("thread.closedTitle")}>
          <p>{t("thread.closedText")}</p>
          <ButtonLink to={paths.support.inquiryWith({ typeCode })} look="line" size="small">
            {t("list.new")}
          </ButtonLink>
        </Alert>
      ) : null}
      {answer?.step === "confirm" && !closed ? (
        <ReplyReview
          opening={form}
          content={String(answer.lastResult.initialValue?.["content"] ?? "")}
          attached={answer.attachment}
          token={answer.token}
        />
      ) : (
        <ResettableForm opening={form}>
          <ReplyForm
            opening={form}
            attached={answer?.attachment}
            token={answer?.token ?? token}
            closed={closed}
          />
        </ResettableForm>
      )}
    </div>
  );
}
