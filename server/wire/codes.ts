/**
 * Named result codes, with the numbers of the specification (accounts-and-store.md section 8). Used by the API
 * client, the screens and the sandbox; the messages are in errors/catalogue.ts. Where the specification gives a range
 * without meanings (8000 to 8006, 10000 to 10007, 1500 to 1517), the meaning is this project's choice.
 */
export const Code = {
  FAIL: 0,
  SUCCESS: 1,
  AUTH_USER_NOT_FOUND: 1000,
  AUTH_EMAIL_DUPLICATION: 1001,
  /** Also for POST auth/request-code within its cooldown of five minutes (docs/decisions/0005). */
  TOO_MANY_REQUESTS: 1001,
  AUTH_NAME_DUPLICATION: 1002,
  AUTH_SPECIAL_CHARACTER: 1003,
  AUTH_ABUSE_CHARACTER: 1004,
  AUTH_USER_SUSPENDED: 1005,
  AUTH_INVALID_CODE: 1006,
  AUTH_USER_DELETED: 1007,
  AUTH_EXPIRED_CODE: 1008,
  AUTH_DUPLICATE_EMAIL: 1009,
  /** Wallet: unknown or used nonce, or wrong domain, address or signature. Reset: wrong or used token. */
  AUTH_INVALID_TOKEN: 1010,
  AUTH_USER_UPDATE_FAIL: 1011,
  AUTH_EMAIL_TRANSFER_FAIL: 1012,
  AUTH_UNAUTHORIZED: 1013,
  AUTH_SAVE_CODE_FAIL: 1014,
  AUTH_EMAIL_NOT_FOUND: 1015,
  /** Wallet: expired message or nonce. Reset: expired token. */
  AUTH_EXPIRED_TOKEN: 1016,
  AUTH_INVALID_HEADER: 1017,
  /** Wallet: its address is not registered (WEB-004). */
  USER_NOT_FOUND: 1111,
  USER_EXISTS: 1112,
  /** Wallet: it has no pass token (WEB-003). */
  USER_NOT_AUTHORIZED: 1113,
  USER_INVALID_EMAIL: 1114,
  USER_INVALID_PASSWORD: 1115,
  USER_INVALID_NAME: 1116,
  USER_LOCKED: 1117,
  USER_SUSPENDED: 1118,
  USER_PENDING: 1119,
  USER_ALREADY_DELETED: 1120,
  PASSWORD_FAIL: 1200,
  PASSWORD_FAIL_LOCK: 1201,
  PASSWORD_EXPIRED: 1202,
  PASSWORD_INVALID: 1203,
  PASSWORD_EMAIL_TRANSFER_FAIL: 1204,
  COMMUNITY_NOT_FOUND: 1500,
  COMMUNITY_INVALID: 1501,
  /** The inquiry does not exist, or belongs to another member. */
  INQUIRY_NOT_FOUND: 1510,
  INQUIRY_CLOSED: 1511,
  INQUIRY_FILE_TYPE: 1512,
  INQUIRY_FILE_SIZE: 1513,
  INQUIRY_INVALID: 1514,
  INSUFFICIENT_POINT: 8004,
  INSUFFICIENT_SORIA: 8005,
  INSUFFICIENT_SORIA_PLUS: 8006,
  STORE_OBJECT_NOT_FOUND: 10000,
  STORE_INVALID_QUANTITY: 10001,
  STORE_INVALID_METHOD: 10002,
  STORE_TRANSACTION_NOT_FOUND: 10003,
  /** The intent differs from the transaction's, or has another amount. */
  STORE_TRANSACTION_MISMATCH: 10004,
  STORE_PROVIDER_FAILED: 10005,
  /** Capture before the intent succeeded. */
  STORE_NOT_PAID: 10006,
  /** `data` is `priceChangedData`; nothing was taken. */
  STORE_PRICE_CHANGED: 10100,
  /** HTTP 422: the key was used with other content before; that call may have taken money. */
  STORE_KEY_REUSED: 10101,
  /** HTTP 409: another request with this key is in progress. */
  STORE_KEY_IN_PROGRESS: 10102,
  STORE_KEY_MALFORMED: 10103,
  /** HTTP 410: the stored response of this key has expired. */
  STORE_KEY_EXPIRED: 10104,
  /** `data` is `endedOtherwiseData`. */
  STORE_ENDED_OTHERWISE: 10108,
  /** A balance price that is not a whole unit. */
  STORE_FRACTION: 10110,
  PAYPAL_CAPTURE_FAILED: 13000,
  VERSION_NOT_FOUND: 99000,
  VERSION_INVALID_FORMAT: 99001,
} as const;
