/**
 * The result codes that the sandbox answers with, and the site's purchases go by, with the numbers of the
 * specification (accounts-and-store.md section 8). The names are this file's own: some differ from those of
 * `Code` in errors/catalogue.ts (USER_NOT_FOUND is 1000 here and 1111 there). Where the specification gives a
 * range without meanings (8000 to 8006, 10000 to 10007, 1500 to 1517), the meaning is this project's choice.
 */
export const resultCode = {
  FAIL: 0,
  SUCCESS: 1,
  USER_NOT_FOUND: 1000,
  /** request-code within the five minutes' cooldown (decisions.md) */
  CODE_COOLDOWN: 1001,
  INVALID_CODE: 1006,
  USER_DELETED: 1007,
  EXPIRED_CODE: 1008,
  DUPLICATE_EMAIL: 1009,
  /** wallet: nonce unknown or used, domain or address or signature wrong; reset token wrong or used */
  INVALID_TOKEN: 1010,
  UNAUTHORIZED: 1013,
  EMAIL_NOT_FOUND: 1015,
  /** wallet: message or nonce past its time; reset token past its time */
  EXPIRED_TOKEN: 1016,
  /** wallet address not registered (WEB-004) */
  WALLET_NOT_REGISTERED: 1111,
  /** wallet without a pass token (WEB-003) */
  NO_PASS_TOKEN: 1113,
  INVALID_EMAIL: 1114,
  INVALID_PASSWORD: 1115,
  INVALID_NAME: 1116,
  USER_LOCKED: 1117,
  USER_SUSPENDED: 1118,
  USER_PENDING: 1119,
  USER_ALREADY_DELETED: 1120,
  PASSWORD_FAIL: 1200,
  PASSWORD_FAIL_LOCK: 1201,
  COMMUNITY_NOT_FOUND: 1500,
  COMMUNITY_INVALID: 1501,
  /** an inquiry that does not exist, or is another member's */
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
  /** the intent is another one than the transaction's, or has another amount */
  STORE_TRANSACTION_MISMATCH: 10004,
  STORE_PROVIDER_FAILED: 10005,
  /** capture before the intent succeeded */
  STORE_NOT_PAID: 10006,
  PAYPAL_CAPTURE_FAILED: 13000,
} as const;
