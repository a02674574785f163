/** What may stand in a query string. Undefined, null and "" are left out. */
export type Query = Record<string, string | number | boolean | null | undefined>;

/** One step of a path: whatever is in it, it stays one step. */
const step = (value: string | number): string => encodeURIComponent(String(value));

/** A path with its query, in the order of the object. */
export function withQuery(path: string, query: Query | URLSearchParams = {}): string {
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const params = new URLSearchParams();
  for (const [name, value] of entries) {
    if (value !== undefined && value !== null && value !== "") params.append(name, String(value));
  }
  const text = params.toString();
  return text === "" ? path : `${path}?${text}`;
}

const listed =
  (path: string) =>
  (query?: Query | URLSearchParams): string =>
    withQuery(path, query);

/**
 * Every address of the site, the one place where they are spelled. What has no parameter is a string; what
 * takes an id or a query is a function (`paths.news()`, `paths.news({ type: "EVENT" })`).
 * Sources: accounts-and-store.md section 2, public-site-and-community.md section 2, governance.md, and
 * the site's own in docs/decisions/0002.
 */
export const paths = {
  home: "/",
  introduction: "/introduction",
  download: "/download",
  privacyPolicy: "/privacy-policy",
  termsOfUse: "/terms-of-use",
  notFound: "/not-found",

  news: listed("/news"),
  newsItem: (id: string | number, query?: Query | URLSearchParams) => withQuery(`/news/${step(id)}`, query),
  /** The same screen as newsItem, as the game links to it. */
  gameNewsItem: (id: string | number) => `/game/news/${step(id)}`,
  newsFeed: listed("/news/feed.xml"),

  signIn: (redirectTo?: string) =>
    withQuery("/sign-in", { redirectTo: redirectTo === "/" ? undefined : redirectTo }),
  /** For a member whose session the API refuses: the screen is shown although they are signed in here. */
  signInAgain: (redirectTo: string) => withQuery("/sign-in", { again: "yes", redirectTo }),
  /** The wallet's side of the sign-in screen. */
  signInWithWallet: (redirectTo?: string) =>
    withQuery("/sign-in", { mode: "wallet", redirectTo: redirectTo === "/" ? undefined : redirectTo }),
  /** Where the wallet panel gets the message to sign. */
  walletMessage: "/sign-in/wallet-message",
  signOut: "/sign-out",
  signUp: "/sign-up",
  findPassword: "/find-password",
  findPasswordEmailSent: "/find-password/email-sent",
  /** Where the link of the reset mail leads. */
  resetLink: (token: string) => withQuery("/wpdnif", { token }),
  changePassword: "/change-password",
  /** The same for a browser that had no cookie when it followed the link. */
  changePasswordFromMail: "/change-password?from=mail",
  changePasswordComplete: "/change-password/complete",
  accessDenied: "/access-denied",

  myPage: {
    root: "/my-page",
    tools: "/my-page/tools",
    profile: "/my-page/profile",
    history: listed("/my-page/history"),
    historyCsv: listed("/my-page/history.csv"),
    /** Every purchase with what was really taken. */
    purchasesCsv: "/my-page/purchases.csv",
    ecommerceHistory: listed("/my-page/ecommerce-history"),
    /** One order, to be printed. */
    order: (orderNumber: string) => `/my-page/ecommerce-history/${step(orderNumber)}`,
    terminate: "/my-page/terminate",
    dataJson: "/my-page/data.json",
    /** The member's own island, as a picture. */
    island: "/my-page/island.svg",
  },

  store: {
    root: "/store",
    products: listed("/store/products"),
    product: (id: string | number) => `/store/products/${step(id)}`,
    checkout: (id: string | number, query?: Query) =>
      withQuery(`/store/products/${step(id)}/checkout`, query),
    /** A purchase: `?purchase=` its key. */
    complete: listed("/store/products/complete"),
    purchase: (key: string) => withQuery("/store/products/complete", { purchase: key }),
    /** The picture of nothing by which a page says that it has shown how a purchase ended. */
    outcomeShown: (key: string) => withQuery("/store/products/complete/shown", { purchase: key }),
    /** Where the page says that a card is about to be sent. */
    announceCharge: "/store/products/complete/begin",
    /** Where a member has the record of purchases made again that cannot be read. */
    rebuildLedger: () => "/store/purchases/rebuild",
    confirmOrder: (id: string | number) => `/store/products/${step(id)}/checkout/confirm`,
    soriaExchange: "/store/soria-exchange",
  },

  support: {
    root: "/support",
    faq: listed("/support/faq"),
    /** One answer of the FAQ, opened by the server. */
    faqItem: (id: string | number, query: Query = {}) =>
      `${withQuery("/support/faq", { ...query, open: id })}#faq-${step(id)}`,
    inquiry: "/support/inquiry",
    /** The inquiry form with something filled in (`typeCode`, `subject`, …). */
    inquiryWith: listed("/support/inquiry"),
    /** Where a page uploads the picture of a form ahead of it; with an `id`, the picture. */
    attachment: (id?: string) => withQuery("/support/inquiry/attachment", { id }),
    inquiries: listed("/support/inquiries"),
    inquiryItem: (publicId: string | number) => `/support/inquiries/${step(publicId)}`,
    requests: listed("/support/requests"),
    request: (publicId: string | number) => `/support/requests/${step(publicId)}`,
  },

  dao: {
    root: "/dao",
    suggestions: listed("/dao/suggestions"),
    mySuggestions: listed("/dao/suggestions/mine"),
    suggestion: (id: string | number, query?: Query) => withQuery(`/dao/suggestions/${step(id)}`, query),
    debate: (suggestionId: string | number, debateId: string | number, query?: Query) =>
      withQuery(`/dao/suggestions/${step(suggestionId)}/debates/${step(debateId)}`, query),
    /** Where a debate's like button posts to. */
    like: (suggestionId: string | number, debateId: string | number) =>
      `/dao/suggestions/${step(suggestionId)}/debates/${step(debateId)}/like`,
    voters: (suggestionId: string | number, query?: Query) =>
      withQuery(`/dao/suggestions/${step(suggestionId)}/voters`, query),
    /** The calendar file of the end of a voting. */
    calendar: (suggestionId: string | number) => `/dao/suggestions/${step(suggestionId)}/voting.ics`,
    report: listed("/dao/report"),
    members: listed("/dao/members"),
    operatingMethod: "/dao/operating-method",
  },

  language: "/language",
  theme: "/theme",
  health: "/healthz",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
  manifest: "/site.webmanifest",
} as const;
