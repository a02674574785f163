import { useRouteLoaderData } from "@remix-run/react";
import type { PassType } from "~/domain/dao";

/** What the member's island is made of, and what stands on it. */
export interface IslandView {
  ageDays?: number | undefined;
  orders?: number | undefined;
  passes: readonly PassType[];
  size: "new" | "settled" | "thriving";
  parts: ("jetty" | "stall" | "lanterns" | "kite" | "windmill" | "library" | "lighthouse")[];
}

/** What the layout of My page loads: the member as the API has them, or as the session remembers them. */
export interface MyPageData {
  firstName: string;
  lastName: string;
  email: string;
  balances: { soriaAmount: number; soriaPlusAmount: number; pointAmount: number };
  island: IslandView;
  /** The API did not answer. */
  isStale: boolean;
}

/** In a page of My page. */
export const useMyPage = () => useRouteLoaderData("routes/my-page/layout/route") as MyPageData;
