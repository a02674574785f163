import { useTranslation } from "react-i18next";
import { UserText } from "~/components/text/user-text";
import { DataTable } from "~/components/list/data-table";
import { StatusTag } from "~/components/text/status-tag";
import { Time } from "~/components/text/time";
import type { InquiryListItem } from "#server/wire/support";
import { Link } from "~/components/text/link";

interface InquiryTableProps {
  items: InquiryListItem[];
  href: (publicId: string) => string;
}

/** Shows type, title, date and whether there is an answer; a stack of small cards on narrow screens. */
export function InquiryTable({ items, href }: InquiryTableProps) {
  const { t } = useTranslation("support");
  return (
    <DataTable
      caption={t("list.title")}
      rows={items}
      rowKey={({ publicId }) => publicId}
      columns={[
        {
          key: "type",
          label: t("list.type"),
          className: "quiet",
          cell: ({ typeCode }) => t(`inquiryTypes.${typeCode}`),
        },
        {
          key: "subject",
          label: t("list.subject"),
          className: "title wide",
          cell: ({ publicId, subject }) => (
            <Link to={href(publicId)}>
              <UserText text={subject} />
            </Link>
          ),
        },
        {
          key: "date",
          label: t("list.date"),
          className: "quiet",
          cell: ({ createdAt }) => <Time value={createdAt} dateOnly />,
        },
        {
          key: "state",
          label: t("list.state"),
          className: "end",
          cell: ({ status }) =>
            status === undefined ? null : status === "RESOLVED" || status === "CLOSED" ? (
              <StatusTag tone="mint">{t("list.answered")}</StatusTag>
            ) : (
              <StatusTag tone="apricot">{t("list.pending")}</StatusTag>
            ),
        },
      ]}
    />
  );
}
