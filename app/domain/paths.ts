/** Query parameters. Undefined, null and "" are omitted. */
export type Query = Record<string, string | number | boolean | null | undefined>;

/** Encodes one path segment, so that its value cannot add another segment. */
const step = (value: string | number): string => encodeURIComponent(String(value));

/** Appends a query string, with the parameters in the order of the object. */
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
 * All URLs of the site; nothing else spells them. A path without parameters is a string, one with an id or a query a
 * function (`paths.news()`, `paths.news({ type: "EVENT" })`). Sources: accounts-and-store.md section 2,
 * public-site-and-community.md section 2, governance.md; the site's own in docs/decisions/0002.
 */
export const paths = {
  home: "/",
  introduction: "/introduction",
  download: "/download",
  privacyPolicy: "/privacy-policy",
  termsOfUse: "/terms-of-use",
  notFound: "/not-found",
  /** Details of a planned or running maintenance (server/http/maintenance.ts). */
  maintenance: "/maintenance",

  news: listed("/news"),
  newsItem: (id: string | number, query?: Query | URLSearchParams) => withQuery(`/news/${step(id)}`, query),
  /** Same page as newsItem; the game links to this path. */
  gameNewsItem: (id: string | number) => `/game/news/${step(id)}`,
  newsFeed: listed("/news/feed.xml"),

  signIn: (redirectTo?: string) =>
    withQuery("/sign-in", { redirectTo: redirectTo === "/" ? undefined : redirectTo }),
  /** For a member whose session the API rejects: shows the page although this site still has a session. */
  signInAgain: (redirectTo: string) => withQuery("/sign-in", { again: "yes", redirectTo }),
  /** Wallet tab of the sign-in page. */
  signInWithWallet: (redirectTo?: string) =>
    withQuery("/sign-in", { mode: "wallet", redirectTo: redirectTo === "/" ? undefined : redirectTo }),
  /** Returns the message that the wallet signs. */
  walletMessage: "/sign-in/wallet-message",
  signOut: "/sign-out",
  signUp: "/sign-up",
  findPassword: "/find-password",
  findPasswordEmailSent: "/find-password/email-sent",
  /** Target of the link in the password reset mail. */
  resetLink: (token: string) => withQuery("/wpdnif", { token }),
  changePassword: "/change-password",
  /** Same page, for a browser that sent no cookie when it opened the link. */
  changePasswordFromMail: "/change-password?from=mail",
  changePasswordComplete: "/change-password/complete",
  accessDenied: "/access-denied",

  myPage: {
    root: "/my-page",
    tools: "/my-page/tools",
    profile: "/my-page/profile",
    /** Part of the profile with the member's calendar address. */
    calendarAddress: "/my-page/profile#calendar-address",
    history: listed("/my-page/history"),
    historyCsv: listed("/my-page/history.csv"),
    /** All purchases with the amounts that were charged. */
    purchasesCsv: "/my-page/purchases.csv",
    ecommerceHistory: listed("/my-page/ecommerce-history"),
    /** One order, for printing. */
    order: (orderNumber: string) => `/my-page/ecommerce-history/${step(orderNumber)}`,
    terminate: "/my-page/terminate",
    dataJson: "/my-page/data.json",
    /** SVG picture of the member's island. */
    island: "/my-page/island.svg",
  },

  store: {
    root: "/store",
    products: listed("/store/products"),
    product: (id: string | number) => `/store/products/${step(id)}`,
    checkout: (id: string | number, query?: Query) =>
      withQuery(`/store/products/${step(id)}/checkout`, query),
    /** Outcome page of a purchase: `?purchase=` is its key. */
    complete: listed("/store/products/complete"),
    purchase: (key: string) => withQuery("/store/products/complete", { purchase: key }),
    /** Called by the page before it submits a card to the provider. */
    announceCharge: "/store/products/complete/begin",
    /** Rebuilds a member's purchase record when it cannot be read. */
    rebuildLedger: () => "/store/purchases/rebuild",
    confirmOrder: (id: string | number) => `/store/products/${step(id)}/checkout/confirm`,
    soriaExchange: "/store/soria-exchange",
  },

  support: {
    root: "/support",
    faq: listed("/support/faq"),
    /** One FAQ item, expanded by the server. */
    faqItem: (id: string | number, query: Query = {}) =>
      `${withQuery("/support/faq", { ...query, open: id })}#faq-${step(id)}`,
    inquiry: "/support/inquiry",
    /** Inquiry form with prefilled fields (`typeCode`, `subject`, …). */
    inquiryWith: listed("/support/inquiry"),
    /** Receives an attachment before its form is submitted; with an `id`, serves the picture. */
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
    /** Action of a debate's like button. */
    like: (suggestionId: string | number, debateId: string | number) =>
      `/dao/suggestions/${step(suggestionId)}/debates/${step(debateId)}/like`,
    voters: (suggestionId: string | number, query?: Query) =>
      withQuery(`/dao/suggestions/${step(suggestionId)}/voters`, query),
    /** Calendar file for the end of a vote. */
    calendar: (suggestionId: string | number) => `/dao/suggestions/${step(suggestionId)}/voting.ics`,
    /** Calendar file for all open votes: a download, or with a `secret` a calendar address. */
    votesCalendar: listed("/dao/votes.ics"),
    report: listed("/dao/report"),
    members: listed("/dao/members"),
    operatingMethod: "/dao/operating-method",
  },

  language: "/language",
  theme: "/theme",
  health: "/healthz",
  sitemap: "/sitemap.xml",
  sitemapFile: (name: string) => `/sitemaps/${name}.xml`,
  robots: "/robots.txt",
  manifest: "/site.webmanifest",
} as const;
