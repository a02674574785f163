/** The three tokens of auth/sign-in and auth/refresh/session (specification, section 3). Never leave the server. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  /** Issued beside the access token for the order service. */
  ecAccessToken: string;
}

/** The session user of the specification, section 3. Amounts are whole units of each currency. */
export interface SessionUser {
  id: number | string;
  type: "EMAIL" | "WALLET";
  email: string;
  firstName: string;
  lastName: string;
  pointAmount: number;
  soriaAmount: number;
  soriaPlusAmount: number;
}

/** The data of POST auth/sign-in and GET auth/refresh/session: the tokens and the user in one object. */
export type SignInAnswer = SessionTokens & SessionUser;

/** A message for the page that follows, translated when it is shown. */
export interface FlashMessage {
  /** alert: the visitor has to read it (role="alert", a dialog with scripts); the others are toasts. */
  kind: "success" | "info" | "error" | "alert";
  /** "namespace:key" */
  key: string;
  params?: Record<string, string | number>;
}

/** A flash message as it is kept and handed out; the id tells two equal messages apart. */
export interface KeptFlash extends FlashMessage {
  id: string;
}

/**
 * What a visitor's session can hold; everything is optional and must survive JSON. Each screen adds its
 * own optional field here. Keep it small: the whole record is read on each request.
 */
export interface SessionData {
  tokens?: SessionTokens;
  user?: SessionUser;
  flash?: KeptFlash[];
}
