import { refreshAccessToken, refreshSession } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import type { RefreshCalls } from "./refresher.server";

/** The refresh calls of the product API. */
export const apiRefreshCalls: RefreshCalls = {
  refreshAccess: refreshAccessToken,
  restoreSession: refreshSession,
  isRejection: (error) =>
    error instanceof ApiError && (error.kind === "business" || error.status === 401 || error.status === 403),
  noResponse: () =>
    ApiError.noResponse("GET auth/refresh/access-token", 504, "a refresh elsewhere did not end"),
};
