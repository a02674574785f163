import { useRouteLoaderData } from "@remix-run/react";

/** What the layout of My page loads: the member as the API has them, or as the session remembers them. */
export interface MyPageData {
  firstName: string;
  lastName: string;
  email: string;
  balances: { soriaAmount: number; soriaPlusAmount: number; pointAmount: number };
  /** The API did not answer. */
  isStale: boolean;
}

/** In a page of My page. */
export const useMyPage = () => useRouteLoaderData("routes/my-page/layout/route") as MyPageData;
