import { useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fileName } from "#brand/brand.json";
import type { PassType } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { formatList } from "~/i18n/list-format";
import { asLanguage } from "~/i18n/languages";
import { IslandPicture } from "./island-picture";

export type IslandPart = "jetty" | "stall" | "lanterns" | "kite" | "windmill" | "library" | "lighthouse";
type NumberedPiece = "banner" | "star" | "vote" | "parcel";

export interface IslandView {
  ageDays?: number | undefined;
  orders?: number | undefined;
  passes: readonly PassType[];
  size: "new" | "settled" | "thriving";
  parts: IslandPart[];
  /** Number of votes, up to twelve; undefined if no page of this session has read them. */
  votes?: number | undefined;
  /** Pieces that are new since the last page; a pass, a month, an order and a vote by the name of their piece. */
  arrived: (IslandPart | `${NumberedPiece}-${string}`)[];
}

/** Loader data of the layout of My page: the member from the API, else from the session. */
export interface MyPageData {
  firstName: string;
  lastName: string;
  email: string;
  balances: Partial<Record<"soriaAmount" | "soriaPlusAmount" | "pointAmount", number>>;
  island: IslandView;
  isStale: boolean;
}

export const useMyPage = () => useRouteLoaderData("routes/my-page/layout/route") as MyPageData;

const MONTH = 30;
const YEAR = 365;

export function Island({ size, parts, arrived }: IslandView) {
  const { t } = useTranslation("my-page");
  const standing = useList()(parts.map((part) => t(`island.part.${part}`)));
  return (
    <IslandPicture
      className="member__island"
      arrived={arrived}
      isOnPage
      alt={`${t(`island.size.${size}`)}${parts.length > 0 ? t("island.standing", { parts: standing }) : ""}`}
    />
  );
}

/** What has come to the island since the last page, in words; nothing most of the time. */
export function IslandNews({ arrived }: Pick<IslandView, "arrived">) {
  const { t } = useTranslation("my-page");
  const list = useList();
  if (arrived.length === 0) return null;
  // Twelve stars at once are one piece of news.
  const names = new Set(arrived.map((piece) => piece.split("-")[0] as IslandPart | NumberedPiece));
  return (
    <p className="note island-news" role="status">
      {t("island.arrived", { parts: list([...names].map((name) => t(`island.part.${name}`))) })}
    </p>
  );
}

export function IslandFacts({ ageDays, orders, passes }: IslandView) {
  const { t } = useTranslation("my-page");
  const list = useList();
  const facts = [
    ageDays === undefined ? undefined : ageOf(ageDays),
    orders === undefined ? undefined : t("island.orders", { count: orders }),
    passes.length === 0 ? undefined : t("island.passes", { count: passes.length }),
  ].filter((fact) => fact !== undefined);

  function ageOf(days: number): string {
    if (days >= 2 * YEAR) return t("island.years", { count: Math.floor(days / YEAR) });
    if (days >= 2 * MONTH) return t("island.months", { count: Math.floor(days / MONTH) });
    return t("island.days", { count: days });
  }

  return (
    <p className="island-facts small">
      <b>{t("island.title")}</b>
      {facts.length > 0 ? <span>{list(facts)}</span> : null}
      <a className="link" href={paths.myPage.island} download={`${fileName}-island.svg`}>
        {t("island.save")}
      </a>
    </p>
  );
}

function useList(): (items: string[]) => string {
  const { i18n } = useTranslation();
  return (items) => formatList(items, asLanguage(i18n.language));
}
