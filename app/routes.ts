import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

/**
 * All URLs of the site, in the order of the specification: accounts and store (section 2), the public site (section 2),
 * governance, then the site's own (docs/decisions/0002). An alias follows its original.
 */
export default [
  // Accounts
  layout("routes/account/layout/route.tsx", [
    route("sign-in", "routes/account/sign-in/route.tsx"),
    route("signin", "routes/account/sign-in/route.tsx", { id: "signin" }),
    route("sign-up", "routes/account/sign-up/route.tsx"),
    route("find-password", "routes/account/find-password/route.tsx"),
    route("find-password/email-sent", "routes/account/done/route.tsx"),
    route("change-password", "routes/account/change-password/route.tsx"),
    route("change-password/complete", "routes/account/done/route.tsx", { id: "change-complete" }),
    route("access-denied", "routes/account/access-denied/route.tsx"),
  ]),
  route("sign-in/wallet-message", "routes/account/wallet-message/route.ts"),
  route("wpdnif", "routes/account/reset-link/route.ts"),

  // My page
  route("my-page", "routes/my-page/layout/route.tsx", [
    index("routes/my-page/profile/route.tsx", { id: "my-page-index" }),
    route("tools", "routes/my-page/tools/route.tsx"),
    route("profile", "routes/my-page/profile/route.tsx"),
    route("history", "routes/my-page/history/route.tsx"),
    route("ecommerce-history", "routes/my-page/ecommerce-history/route.tsx"),
    route("ecommerce-history/:orderNumber", "routes/my-page/order/route.tsx"),
    route("terminate", "routes/my-page/terminate/route.tsx"),
  ]),
  route("my-page/history.csv", "routes/my-page/history-csv/route.ts"),
  route("my-page/purchases.csv", "routes/my-page/purchases-csv/route.ts"),
  route("my-page/island.svg", "routes/my-page/island/route.ts"),
  route("my-page/data.json", "routes/my-page/data/route.ts"),

  // Store
  route("store", "routes/store/index/route.tsx"),
  layout("routes/store/layout/route.tsx", [
    route("store/products", "routes/store/products/route.tsx"),
    route("store/products/:id", "routes/store/product/route.tsx"),
    route("store/products/:id/checkout", "routes/store/checkout/route.tsx"),
    route("store/products/:id/checkout/confirm", "routes/store/confirm-order/route.tsx"),
    route("store/soria-exchange", "routes/store/exchange/route.tsx"),
  ]),
  // Outside the layout: shows what is known about the money even if nothing else loads.
  route("store/products/complete", "routes/store/complete/route.tsx"),
  route("store/products/complete/begin", "routes/store/complete/announce-charge.ts"),
  route("store/products/complete/shown", "routes/store/complete/outcome-seen.ts"),
  route("store/purchases/rebuild", "routes/store/rebuild/route.ts"),

  // Public site
  index("routes/site/home/route.tsx"),
  route("introduction", "routes/site/introduction/route.tsx"),
  route("news", "routes/news/list/route.tsx"),
  route("news/:id", "routes/news/detail/route.tsx"),
  route("game/news", "routes/news/no-post/route.ts"),
  route("game/news/:id", "routes/news/detail/route.tsx", { id: "game-news" }),
  route("download", "routes/site/download/route.tsx"),

  // Support
  route("support", "routes/support/index/route.ts"),
  layout("routes/support/layout/route.tsx", [
    route("support/faq", "routes/support/faq/route.tsx"),
    route("support/inquiry", "routes/support/inquiry/route.tsx"),
    route("support/inquiries", "routes/support/inquiries/route.tsx"),
    route("support/inquiries/:id", "routes/support/conversation/route.tsx"),
    route("support/requests", "routes/support/inquiries/route.tsx", { id: "requests" }),
    route("support/requests/:id", "routes/support/conversation/route.tsx", { id: "request" }),
  ]),
  route("support/inquiry/attachment", "routes/support/attachment/route.ts"),

  // Legal
  route("privacy-policy", "routes/site/legal/route.tsx"),
  route("terms-of-use", "routes/site/legal/route.tsx", { id: "terms-of-use" }),

  // Governance
  layout("routes/dao/layout/route.tsx", [
    route("dao", "routes/dao/home/route.tsx"),
    route("dao/suggestions", "routes/dao/suggestions/route.tsx"),
    route("dao/suggestions/mine", "routes/dao/suggestions/route.tsx", { id: "my-suggestions" }),
    layout("routes/dao/suggestion-layout/route.tsx", [
      route("dao/suggestions/:sId", "routes/dao/suggestion/route.tsx"),
      route("dao/suggestions/:sId/voters", "routes/dao/voters/route.tsx"),
      route("dao/suggestions/:sId/debates/:dId", "routes/dao/debate/route.tsx"),
    ]),
    route("dao/report", "routes/dao/report/route.tsx"),
    route("dao/members", "routes/dao/members/route.tsx"),
    route("dao/operating-method", "routes/dao/operating-method/route.tsx"),
  ]),
  route("dao/votes.ics", "routes/dao/votes-calendar/route.ts"),
  route("dao/suggestions/:sId/voting.ics", "routes/dao/calendar/route.ts"),
  route("dao/suggestions/:sId/debates/:dId/like", "routes/dao/like/route.ts"),

  // The site's own
  route("language", "routes/resources/language.ts"),
  route("theme", "routes/resources/theme.ts"),
  route("sign-out", "routes/resources/sign-out.ts"),
  route("news/feed.xml", "routes/news/feed/route.ts"),
  route("sitemap.xml", "routes/resources/sitemap.ts"),
  route("sitemaps/:name", "routes/resources/sitemap.ts", { id: "routes/resources/sitemap-file" }),
  route("robots.txt", "routes/resources/robots.ts"),
  route("site.webmanifest", "routes/resources/manifest.ts"),
  // Component gallery with all states, in development only.
  ...(process.env["NODE_ENV"] === "development" ? [route("gallery", "routes/site/gallery/route.tsx")] : []),
  route("not-found", "routes/site/not-found/route.tsx"),
  route("*", "routes/site/not-found/route.tsx", { id: "unknown" }),
] satisfies RouteConfig;
