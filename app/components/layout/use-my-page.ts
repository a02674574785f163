import { useRouteLoaderData } from "@remix-run/react";
import type { PassType } from "~/domain/dao";

export type IslandPart = "jetty" | "stall" | "lanterns" | "kite" | "windmill" | "library" | "lighthouse";

export interface IslandView {
  ageDays?: number | undefined;
  orders?: number | undefined;
  passes: readonly PassType[];
  size: "new" | "settled" | "thriving";
  parts: IslandPart[];
  /** Pieces that are new since the last page; a pass, a month, an order and a vote by the name of their piece. */
  arrived: (IslandPart | `banner-${string}` | `star-${number}` | `light-${number}` | `vote-${number}`)[];
}

/** Loader data of the layout of My page: the member from the API, else from the session. */
export interface MyPageData {
  firstName: string;
  lastName: string;
  email: string;
  balances: { soriaAmount: number; soriaPlusAmount: number; pointAmount: number };
  island: IslandView;
  /** True if the API did not respond. */
  isStale: boolean;
}

export const useMyPage = () => useRouteLoaderData("routes/my-page/layout/route") as MyPageData;
