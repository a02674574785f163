/** The specified messages and hints, in all four languages (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { webMessage } from "~/domain/message-codes";
import { texts } from "../../kit/data/texts";
import { expectWords } from "./message-words";

/** @param key with its namespace: "errors:web.001" */
function textOf(lng: string, key: string): string {
  const [namespace = "", name = ""] = key.split(":");
  return texts(lng, namespace)(name, { count: 1 });
}

/** Expects this English text, and a different text in each of the other languages. */
function expectText(key: string, english: RegExp): void {
  expect(textOf("en", key), key).toMatch(english);
  const all = languages.map((lng) => textOf(lng, key));
  expect(new Set(all).size, `${key} in four languages`).toBe(languages.length);
}

const web = (...codes: string[]) => codes.map(webMessage);

it.each<[title: string, keys: string[], english: RegExp, figure?: string]>([
  ["wrong password: the count of five [A282.1]", web("001", "009"), /wrong .*1\/5/i, "1/5"],
  [
    "locked: five failures and the mail [A283.1]",
    web("002", "010"),
    /locked after 5 .*verification e-mail/i,
    "5",
  ],
  ["locked: whether to send a mail [A284.1]", web("011"), /shall we send a verification e-mail\?/i],
  ["no pass token: register by e-mail [A200.3 A285.1]", web("003"), /no pass token.*register by e-mail/i],
  ["wallet not registered: proceed? [A286.1]", web("004"), /not registered.*proceed to registration\?/i],
  ["a pass used before gives no Soria Plus [A288.1]", web("006"), /no Soria Plus .*already registered/i],
  ["enter an e-mail address [A289.1]", web("007", "018", "031", "047"), /^enter an e-mail address\.$/i],
  ["enter a password [A290.1 A307.3]", web("008", "025"), /^enter a password\.$/i],
  ["enter the new password [A291.1]", web("013", "038", "097"), /^enter the new password\.$/i],
  ["enter its confirmation [A291.1]", web("014", "039", "098"), /^enter the new password again .*confirm/i],
  [
    "e-mail registered already [A292.1]",
    web("016"),
    /^This e-mail address is already registered\. Sign in, or enter another one\.$/,
  ],
  ["e-mail format wrong [A293.1]", web("017", "030"), /doesn’t look like an e-mail address/i],
  ["the code does not match [A294.1 A312.1]", web("020", "033"), /code doesn’t match/i],
  ["enter the code [A295.1 A307.3]", web("021", "034"), /^enter the code\.$/i],
  ["digits only [A296.1]", [...web("022", "035", "042"), "store:exchange.errors.digitsOnly"], /digits only/i],
  ["the code has expired [A297.1 A312.1]", web("023", "036"), /code has expired/i],
  ["another code after five minutes [A298.1 A312.1]", web("024", "037"), /after 5 minutes/i, "5"],
  ["enter a name [A299.1 A307.3]", web("026", "027", "084"), /^enter a (first|last) name\.$/i],
  ["enter the name of the inquiry [A299.1]", web("046"), /^enter your name\.$/i],
  ["not registered under this e-mail [A300.1]", web("029"), /e-mail address isn’t registered/i],
  ["at least fifty Soria [A301.1]", web("040"), /^enter at least 50 Soria\.$/i, "50"],
  ["units of ten [A302.1]", web("041"), /units of 10\b/i, "10"],
  ["no history [A303.1]", web("054", "099"), /no entries/i],
  ["no NFT [A304.1]", web("090"), /not own any NFTs/i],
  ["deletion requested [A305.1]", web("100"), /deletion request has been received/i],
  ["try again in five minutes [A307.1]", ["errors:invalidAccessForNow"], /try again in 5 minutes/i, "5"],
  ["a date in the future [A187.1]", ["my-page:history.problem.future"], /please select a past date/i],
  ["too few points [A267.1]", ["errors:code.shortPoint"], /^you don’t have enough points\.$/i],
  ["too few Soria [A267.1]", ["errors:code.shortSoria"], /^you don’t have enough Soria\.$/i],
  ["too few Soria Plus [A267.1]", ["errors:code.shortSoriaPlus"], /^you don’t have enough Soria Plus\.$/i],
  ["more than is held [A193.1]", ["store:exchange.errors.insufficient"], /more Soria than you have/i],
  ["details saved [A321.1]", ["my-page:profile.saved"], /^your details have been saved\.$/i],
  ["old password incorrect [A307.2]", ["errors:code.oldPassword"], /current password doesn’t match/i],
  ["password missing [A307.3]", ["account:password.missing"], /^enter a password/i],
  [
    "the four hints of the sign-up's e-mail: missing [A310.1]",
    ["account:emailHint.missing"],
    /^enter an e-mail/i,
  ],
  [
    "the four hints of the sign-up's e-mail: format [A310.1]",
    ["account:emailHint.format"],
    /doesn’t look like/i,
  ],
  [
    "the four hints of the sign-up's e-mail: invalid [A310.1]",
    ["account:emailHint.invalid"],
    /already registered/i,
  ],
  [
    "the four hints of the sign-up's e-mail: success [A310.1]",
    ["account:emailHint.success"],
    /is available/i,
  ],
  ["the four hints of find-password: missing [A311.1]", ["account:find.missing"], /^enter the e-mail/i],
  ["the four hints of find-password: format [A311.1]", ["account:find.format"], /doesn’t look like/i],
  ["the four hints of find-password: invalid [A311.1]", ["account:find.invalid"], /isn’t registered/i],
  ["the four hints of find-password: success [A311.1]", ["account:find.success"], /is registered/i],
  ["the four hints of the code: missing [A312.1]", ["account:code.incomplete"], /six-digit code/i],
  ["the countdown, by minute [A131.2]", ["account:code.left.minutes_other"], /^1 min left$/],
  ["the countdown, by second [A131.3]", ["account:code.left.seconds_other"], /^1 s left$/],
  ["the code is right [A313.1]", ["account:code.success"], /code is correct/i],
  ["the code was sent again [A314.1]", ["account:code.resent"], /sent again/i],
  ["an inquiry without its type [P175.1]", web("045"), /inquiry type/i],
  ["an inquiry without a title [P175.1]", web("048"), /enter a subject/i],
  ["an inquiry without its text [P175.1]", web("049"), /enter your message/i],
  ["the image types [P175.2]", web("052"), /gif, jpg, jpeg and png/i, "png"],
  ["the size limit [P175.2]", web("053"), /5 MB/, "5"],
  ["no posts [P175.3]", web("075"), /no posts/i],
  ["the time to take part has ended [P175.4]", web("076"), /period has ended/i],
  ["deleted by administrator [P106.7 P175.5]", web("077"), /deleted by administrator/i],
  ["a post deleted by an administrator [P175.5]", web("078"), /deleted by an administrator/i],
  ["voted for [P175.6]", web("082"), /in favour/i],
  ["voted against [P175.6]", web("083"), /against/i],
  ["nobody has taken part [P175.7]", web("073"), /nobody has taken part/i],
  ["no items [P175.8]", web("095"), /no items/i],
  ["no proposals [P175.9]", web("055"), /no suggestions/i],
  ["no vote in progress [P175.10]", web("056"), /^no vote is open\.$/i],
  ["voting not in progress [P175.10]", web("072"), /voting is not in progress/i],
  [
    "HTTP 403 [A204.1 P171.3]",
    ["errors:http.403"],
    /^You do not have the correct authorization to access this content\.$/,
  ],
  ["page not found: title [P040.3]", ["errors:notFound.title"], /^Page not found$/],
  ["page not found: text [P040.3]", ["errors:notFound.text"], /^The page may have moved/],
  ["HTTP 401 [A247.1 P171.1]", ["errors:http.401"], /^Session has expired\. Please refresh the website\.$/],
  ["HTTP 404 [A326.1 P171.4]", ["errors:http.404"], /^Failed to load information\. Please try again\.$/],
  [
    "HTTP 500 [A327.1 A327.2 P171.5]",
    ["errors:http.unexpected"],
    /^An unexpected error occurred\. Please contact support for further assistance\.$/,
  ],
  [
    "no response [A328.1 P171.6]",
    ["errors:http.noResponse"],
    /^Server is not responsive\. Please contact your administrator for more information\.$/,
  ],
  [
    "a request that failed [A118.4 A319.1]",
    ["errors:requestProblem"],
    /^There was a problem with the request\. Please try again in a moment\.$/,
  ],
  [
    "a code that could not be sent again [A317.1]",
    ["account:code.resendFailed"],
    /^There was an error resending verification code\. Please try again in a moment\.$/,
  ],
  ["a reply that failed [P174.3]", ["errors:contactAdmin"], /^Error\. Please contact the administrator\.$/],
  ["an inquiry was received [P128.1]", ["support:thread.status.OPEN"], /^received$/i],
  ["an inquiry is worked on [P128.2]", ["support:thread.status.IN_PROGRESS"], /^in progress$/i],
  ["an inquiry is answered [P128.2]", ["support:thread.status.RESOLVED"], /^answered$/i],
  ["an inquiry is closed [P128.2]", ["support:thread.status.CLOSED"], /^closed$/i],
  [
    "a rejected payment [A152.1 A269.1]",
    ["errors:area.payment"],
    /^Payment could not be processed\. Please try again later\.$/,
  ],
  [
    "an interrupted payment [A153.1]",
    ["store:done.interrupted"],
    /^Your payment succeeded, .*interrupted\. Please contact support/,
  ],
  ["a captured payment [A151.6]", ["store:outcome.captured"], /^Your purchase of .* is complete\./],
  ["a quantity of zero or less [A150.1]", ["store:errors.quantity"], /quantity of 1 or more/i, "1"],
  ["no payment type [A150.2 A189.1]", ["store:errors.method"], /^Choose a payment method\.$/],
  ["no confirm tick [A150.3 A189.2]", ["store:errors.confirm"], /^Tick the box to confirm the purchase\.$/],
  ["the reset mail of a locked account [A118.3]", ["account:signIn.unlockSent"], /^We have sent .*e-mail\./],
  [
    "a cancelled deletion [A114.2]",
    ["account:signIn.deletionCancelledUntil"],
    /^Your deletion request has been cancelled\./,
  ],
  ["the e-mail was sent: title [A021.1]", ["account:sent.title"], /^We have sent the e-mail$/],
  ["the e-mail was sent: message [A021.1]", ["account:sent.text"], /^Open the link in the e-mail/],
  ["the password was changed [A023.1 A047.2]", ["account:changed.title"], /^Your password has been changed$/],
  ["the password was changed: next step [A047.2]", ["account:changed.text"], /^Please sign in with the new/],
  ["the password was changed: button [A047.2]", ["account:changed.signIn"], /^Sign in$/],
  ["the sign-up is complete [A037.1]", ["account:signUp.done.text"], /^You are registered\./],
])("the specified message: %s", (_, keys, english, figure) => {
  for (const key of keys) {
    expectText(key, english);
    expectWords(key);
    // 10 is not in 100.
    const whole = figure && new RegExp(`(?<!\\d)${figure}(?!\\d)`);
    if (whole) for (const lng of languages) expect(textOf(lng, key), `${lng} ${key}`).toMatch(whole);
  }
});

describe("every type has a name in four languages", () => {
  const faq = "ACCOUNT_RELATED USER_GUIDE INSTALL_PLAY PURCHASE_REFUND REPORT_SANCTION EVENT BUG_ERROR ETC";
  const inquiry =
    "USER_GUIDE USER_SIGNUP USER_PROFILE PURCHASE_REFUND REPORT_SANCTION INSTALL_PLAY EVENT BUG_ERROR LOGIN_FAIL NON_MEMBER ETC";
  const of = (prefix: string, names: string) => names.split(" ").map((name) => `${prefix}.${name}`);

  it.each([
    ["the eight FAQ types [P116.3]", of("support:faq.types", faq)],
    ["the two display categories [P116.4]", of("support:faq.types", "USER_SIGNUP USER_INFO")],
    ["the eleven inquiry types [P120.1]", of("support:inquiryTypes", inquiry)],
    [
      "the four states of an inquiry [P128.1 P128.2]",
      of("support:thread.status", "OPEN IN_PROGRESS RESOLVED CLOSED"),
    ],
    [
      "the five states of a proposal [P106.8]",
      of("dao:status", "UNDER_REVIEW RETURNED IN_PROGRESS PASSED REJECTED"),
    ],
  ])("%s", (_, keys) => {
    for (const lng of languages) {
      const named = keys.map((key) => textOf(lng, key));
      expect(new Set(named).size, lng).toBe(keys.length);
      for (const name of named) expect(name.trim(), lng).not.toMatch(/^$|[A-Z]{2}_/);
      // Not the English name.
      if (lng !== "en") for (const name of named) expect(name, lng).toMatch(/[^\x20-\x7e]/);
    }
  });
});

it("names reward types and states of an NFT apart [A083.3]", () => {
  const yet = { ja: "まだ", en: "Not yet", ko: "아직", zh: "尚未" };
  for (const lng of languages) {
    const t = texts(lng, "my-page");
    expect(t("wallet.rewards.RECEIVED")).not.toContain(yet[lng]);
    expect(t("wallet.rewards.NOT_RECEIVED")).toContain(yet[lng]);
  }
});

it("gives an example where an e-mail is badly formed [A162.4]", () => {
  for (const lng of languages)
    for (const key of ["emailHint.format", "find.format"] as const)
      expect(texts(lng, "account")(key), `${lng} ${key}`).toContain("@example.jp");
});
