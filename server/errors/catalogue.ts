import type { CodeSubject, WireCall } from "#server/wire/call";
import { Code } from "#server/wire/codes";

/**
 * The error catalogue (accounts-and-store.md section 8): the areas of the product API's result codes, with the message
 * key for codes without their own. Without a name in the specification, a code has its area's and its number in it.
 */
const areas = [
  { name: "AUTH", from: 1000, to: 1017, messageKey: "errors:area.auth" },
  { name: "OAUTH", from: 1100, to: 1103, messageKey: "errors:area.auth" },
  { name: "USER", from: 1111, to: 1120, messageKey: "errors:area.user" },
  { name: "PASSWORD", from: 1200, to: 1204, messageKey: "errors:area.password" },
  { name: "CHARACTER", from: 1300, to: 1304, messageKey: "errors:area.character" },
  { name: "MEETING", from: 1400, to: 1412, messageKey: "errors:area.meeting" },
  { name: "COMMUNITY", from: 1500, to: 1517, messageKey: "errors:area.community" },
  { name: "NOTIFICATION", from: 1600, to: 1609, messageKey: "errors:area.notification" },
  { name: "PARCEL", from: 6000, to: 6014, messageKey: "errors:area.parcel" },
  { name: "EVENT", from: 7000, to: 7019, messageKey: "errors:area.event" },
  { name: "GAME_STORE", from: 8000, to: 8006, messageKey: "errors:area.store" },
  { name: "IN_APP_PURCHASE", from: 9000, to: 9003, messageKey: "errors:area.payment" },
  { name: "STORE", from: 10000, to: 10007, messageKey: "errors:area.payment" },
  { name: "STORE_MONEY", from: 10100, to: 10110, messageKey: "errors:area.payment" },
  { name: "VIDEO", from: 11000, to: 11001, messageKey: "errors:area.video" },
  { name: "INVENTORY", from: 12000, to: 12002, messageKey: "errors:area.inventory" },
  { name: "PAYPAL", from: 13000, to: 13000, messageKey: "errors:area.payment" },
  { name: "VERSION", from: 99000, to: 99001, messageKey: "errors:area.version" },
];

/** Messages of single codes. All other codes use the message of their area. */
const ownMessage: ReadonlyMap<number, string> = new Map([
  [Code.AUTH_USER_NOT_FOUND, "errors:code.userNotFound"],
  [Code.AUTH_EMAIL_DUPLICATION, "errors:web.016"],
  [Code.AUTH_NAME_DUPLICATION, "errors:code.nameTaken"],
  [Code.AUTH_SPECIAL_CHARACTER, "errors:code.specialCharacter"],
  [Code.AUTH_ABUSE_CHARACTER, "errors:code.abuseCharacter"],
  [Code.AUTH_USER_SUSPENDED, "errors:code.suspended"],
  [Code.AUTH_INVALID_CODE, "errors:web.020"],
  [Code.AUTH_USER_DELETED, "errors:code.userNotFound"],
  [Code.AUTH_EXPIRED_CODE, "errors:web.023"],
  [Code.AUTH_DUPLICATE_EMAIL, "errors:web.016"],
  [Code.AUTH_INVALID_TOKEN, "errors:code.linkInvalid"],
  [Code.AUTH_EMAIL_TRANSFER_FAIL, "errors:code.mailFailed"],
  [Code.AUTH_UNAUTHORIZED, "errors:http.401"],
  [Code.AUTH_SAVE_CODE_FAIL, "errors:code.mailFailed"],
  [Code.AUTH_USER_UPDATE_FAIL, "errors:code.userUpdate"],
  [Code.AUTH_EMAIL_NOT_FOUND, "errors:web.029"],
  [Code.AUTH_EXPIRED_TOKEN, "errors:code.linkExpired"],
  [Code.USER_NOT_FOUND, "errors:code.userNotFound"],
  [Code.USER_EXISTS, "errors:web.016"],
  [Code.USER_NOT_AUTHORIZED, "errors:http.403"],
  [Code.USER_INVALID_EMAIL, "errors:web.017"],
  [Code.USER_INVALID_PASSWORD, "errors:code.oldPassword"],
  [Code.USER_INVALID_NAME, "errors:code.nameInvalid"],
  [Code.USER_LOCKED, "errors:web.002"],
  [Code.USER_SUSPENDED, "errors:code.suspended"],
  [Code.USER_PENDING, "errors:code.pending"],
  [Code.USER_ALREADY_DELETED, "errors:code.userNotFound"],
  [Code.PASSWORD_FAIL, "errors:web.001plain"],
  [Code.PASSWORD_FAIL_LOCK, "errors:web.002"],
  [Code.PASSWORD_EXPIRED, "errors:code.passwordExpired"],
  [Code.PASSWORD_INVALID, "errors:code.oldPassword"],
  [Code.PASSWORD_EMAIL_TRANSFER_FAIL, "errors:code.mailFailed"],
  [Code.INSUFFICIENT_POINT, "errors:code.insufficientPoint"],
  [Code.INSUFFICIENT_SORIA, "errors:code.insufficientSoria"],
  [Code.INSUFFICIENT_SORIA_PLUS, "errors:code.insufficientSoriaPlus"],
]);

const names: ReadonlyMap<number, string> = new Map(
  Object.entries(Code)
    .filter(([name]) => name !== "TOO_MANY_REQUESTS")
    .map(([name, code]) => [code, name]),
);

/** What single codes are about. A code that is missing here is about what its area is about. */
const subjects: ReadonlyMap<number, CodeSubject> = new Map(
  Object.entries({
    email: [1001, 1009, 1112, 1114],
    text: [1003, 1004],
    name: [1002, 1116],
    password: [1115],
    authCode: [1006, 1008],
    link: [1010, 1016],
    details: [1011],
    mail: [1012, 1014, 1204],
    access: [1013, 1113, 1017],
    state: [1005, 1117, 1118, 1119],
    memberGone: [1000, 1007, 1111, 1120],
  } satisfies Partial<Record<CodeSubject, number[]>>).flatMap(([subject, codes]) =>
    codes.map((code) => [code, subject as CodeSubject] as const),
  ),
);

/** What the codes of an area are about. No screen is about the areas that are missing here. */
const areaSubjects: Readonly<Record<string, CodeSubject>> = {
  OAUTH: "access",
  PASSWORD: "password",
  COMMUNITY: "community",
  GAME_STORE: "money",
  IN_APP_PURCHASE: "money",
  STORE: "money",
  STORE_MONEY: "money",
  PAYPAL: "money",
  VERSION: "version",
};

/** A member's call also fails for reasons of the account, and every call for the site's version. */
const ofMembers: readonly CodeSubject[] = ["access", "state"];

/**
 * Returns the message key of a code for the visitor who reads it at a call's screen. A code that says nothing about
 * the call, such as a wrong verification code at the news, has the general message.
 */
export function messageAt({ auth, about = [] }: Pick<WireCall, "auth" | "about">, code: number): string {
  const { messageKey } = catalogueEntry(code);
  const subject = subjects.get(code) ?? areaSubjects[areaOf(code)?.name ?? ""];
  const isMembers = auth === "member" || auth === "order";
  // The member who is signed in is unknown to the API.
  if (isMembers && subject === "memberGone") return "errors:area.auth";
  const isAbout =
    subject !== undefined &&
    (subject === "version" || about.includes(subject) || (isMembers && ofMembers.includes(subject)));
  return isAbout ? messageKey : "errors:http.unexpected";
}

const areaOf = (code: number) => areas.find(({ from, to }) => code >= from && code <= to);

/** Returns the message key of a code, and its name for logs: "PASSWORD_FAIL", "PARCEL_03", or "UNKNOWN". */
export function catalogueEntry(code: number) {
  const area = areaOf(code);
  const name =
    names.get(code) ?? (area ? `${area.name}_${String(code - area.from).padStart(2, "0")}` : "UNKNOWN");
  return { code, name, messageKey: ownMessage.get(code) ?? area?.messageKey ?? "errors:http.unexpected" };
}
