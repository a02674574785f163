import { useTranslation } from "react-i18next";
import { OthersWords } from "~/components/text/others-words";
import { DataTable } from "~/components/list/data-table";
import { FormattedNumber } from "~/components/text/formatted-number";
import { StatusTag } from "~/components/text/status-tag";
import { Time } from "~/components/text/time";
import type { PassType } from "~/domain/dao";

interface Member {
  id: number;
  accountName?: string | undefined;
  type?: PassType | undefined;
  joinedAt?: string | undefined;
  amount?: number | undefined;
}

const tones = {
  ENTRY: "soft",
  VOTING: "dusk",
  SUGGESTION: "ember",
  BUSINESS: "apricot",
  CANDIDACY: "rose",
  ADMINISTRATION: "mint",
} as const;

/** Account, pass, amount, since when; what the API leaves out stays empty. */
export function MembersTable({ members }: { members: Member[] }) {
  const { t } = useTranslation("dao");
  return (
    <DataTable
      caption={t("members.table")}
      rows={members}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "account",
          label: t("members.account"),
          className: "title",
          cell: ({ accountName }) => (
            <b>
              <OthersWords text={accountName ?? t("unknownAccount")} />
            </b>
          ),
        },
        {
          key: "type",
          label: t("members.type"),
          className: "end",
          cell: ({ type }) =>
            type ? <StatusTag tone={tones[type]}>{t(`members.types.${type}`)}</StatusTag> : "-",
        },
        {
          key: "amount",
          label: t("members.amount"),
          align: "end",
          className: "last end",
          labelInReceipt: true,
          cell: ({ amount }) => (amount === undefined ? "-" : <FormattedNumber value={amount} />),
        },
        {
          key: "joined",
          label: t("members.joined"),
          className: "quiet",
          labelInReceipt: true,
          cell: ({ joinedAt }) => (joinedAt ? <Time value={joinedAt} dateOnly /> : "-"),
        },
      ]}
    />
  );
}
