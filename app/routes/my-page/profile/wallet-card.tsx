import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "~/components/list/data-table";
import { StatusTag } from "~/components/text/elements";
import { formatCount } from "~/domain/money";
import type { Nft, Wallet } from "#server/wire/users";
import { CopyButton } from "./copy-button";

/** Returns a shortened address, 0x7099…79C8: people compare its start and end. */
const short = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

export function WalletCard({ wallet: { address, nfts } }: { wallet: Wallet }) {
  const { t } = useTranslation(["my-page", "errors"]);
  const columns: Column<Nft>[] = [
    { key: "type", label: t("my-page:wallet.type"), cell: ({ type }) => type, className: "first" },
    {
      key: "tokenId",
      label: t("my-page:wallet.tokenId"),
      cell: ({ tokenId }) => tokenId,
      className: "n end",
      labelInReceipt: true,
    },
    {
      key: "reward",
      label: t("my-page:wallet.reward"),
      cell: ({ soriaPlusReward }) => formatCount(soriaPlusReward),
      align: "end",
      labelInReceipt: true,
    },
    {
      key: "status",
      label: t("my-page:wallet.status"),
      cell: ({ rewardStatus }) => (
        <StatusTag tone={rewardStatus === "RECEIVED" ? "mint" : "soft"}>
          {t(`wallet.rewards.${rewardStatus}`)}
        </StatusTag>
      ),
      className: "end",
    },
  ];
  return (
    <div className="my-tab">
      <div className="panel sheet-part">
        <h3>{t("wallet.address")}</h3>
        <p className="copy-line">
          <code title={address}>
            <span aria-hidden="true">{short(address)}</span>
            <span className="sr">{address}</span>
          </code>
          <CopyButton text={address} what={t("wallet.address")} />
        </p>
      </div>
      <h3>{t("wallet.nfts")}</h3>
      {nfts.length === 0 ? (
        <p className="panel sheet-part soft">{t("errors:web.090")}</p>
      ) : (
        <DataTable
          caption={t("wallet.nfts")}
          columns={columns}
          rows={nfts}
          rowKey={({ type, tokenId }) => `${type} ${tokenId}`}
          className="nfts"
        />
      )}
    </div>
  );
}
