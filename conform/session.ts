/** A session that the run has opened. A token that the API did not send as text is "". */
export interface Session {
  email: string;
  accessToken: string;
  refreshToken: string;
  ecAccessToken: string;
  id: string | number;
}

/** Reads a session from `data` of a sign-in or a refresh. Wrong types are findings of the response itself. */
export function sessionOf(email: string, data: unknown): Session {
  const given = (data ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");
  return {
    email,
    accessToken: text("accessToken"),
    refreshToken: text("refreshToken"),
    ecAccessToken: text("ecAccessToken"),
    id: typeof given["id"] === "number" ? given["id"] : text("id"),
  };
}
