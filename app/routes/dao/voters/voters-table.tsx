import { useTranslation } from "react-i18next";
import { OthersWords } from "~/components/text/others-words";
import { DataTable } from "~/components/list/data-table";
import { FormattedNumber } from "~/components/text/formatted-number";
import { StatusTag } from "~/components/text/status-tag";
import { Time } from "~/components/text/time";
import type { SampleVoter } from "~/domain/sample-voters";

/** Account, vote, amount, date. */
export function VotersTable({ voters }: { voters: SampleVoter[] }) {
  const { t } = useTranslation("dao");
  return (
    <DataTable
      caption={t("voters.table")}
      rows={voters}
      rowKey={({ created_at }) => created_at}
      columns={[
        {
          key: "account",
          label: t("voters.account"),
          className: "title",
          cell: ({ account_name }) => (
            <b>
              <OthersWords text={account_name} />
            </b>
          ),
        },
        {
          key: "vote",
          label: t("voters.vote"),
          className: "end",
          cell: ({ vote }) =>
            vote === "AGREE" ? (
              <StatusTag tone="mint">{t("vote.agree")}</StatusTag>
            ) : (
              <StatusTag tone="rose">{t("vote.against")}</StatusTag>
            ),
        },
        {
          key: "amount",
          label: t("voters.amount"),
          align: "end",
          className: "last end",
          labelInReceipt: true,
          cell: ({ amount }) => <FormattedNumber value={amount} />,
        },
        {
          key: "date",
          label: t("voters.date"),
          className: "quiet",
          cell: ({ created_at }) => <Time value={created_at} />,
        },
      ]}
    />
  );
}
