import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";
import { bodyLimit } from "hono/body-limit";
import { Code } from "../wire/codes";
import { Refusal } from "./responses";
import { authCalls } from "./api/auth";
import { daoCalls } from "./api/dao";
import { fileCalls, inquiryCalls } from "./api/inquiries";
import { faqCalls, newsCalls } from "./api/news";
import { routesOf } from "./api/route";
import { orderCalls, paypalCalls, storeCalls } from "./api/store";
import { userCalls } from "./api/users";
import { walletCalls } from "./api/wallet";
import { artPath } from "./content";
import { desk } from "./desk";
import type { Env, Services } from "./services";
import { withEpoch } from "./keys";
import { mailbox } from "./mailbox";
import { cardStandIn } from "./stripe/stand-in";
import { switches, type Switchboard } from "./switches";
import { authenticated } from "./tokens";

/** Returns the paths of both APIs up to their first parameter, without duplicates. */
function faultPaths(app: Hono<Env>): string[] {
  const paths = app.routes.map(({ path }) => path.replace(/\/:.*$/, ""));
  return [...new Set(paths.filter((path) => /^\/(?:api|order-service)\/.*[^*]$/.test(path)))].sort();
}

const CALLS = [
  walletCalls,
  authCalls,
  userCalls,
  storeCalls,
  paypalCalls,
  newsCalls,
  faqCalls,
  inquiryCalls,
  daoCalls,
  orderCalls,
];

/** Fields of a purchase and an order that docs/specification does not name, and that the sandbox knows (money M9.8). */
const KNOWN_OF_PRICES = ["expectedUnitAmount", "expectedCurrency", "orderId", "transactionId"];

export function application(
  services: Services,
  parts: Switchboard & { onError: ((error: unknown) => void) | undefined },
) {
  const app = new Hono<Env>();
  app.route("/", cardStandIn(services));

  const tooLarge = () => {
    throw new Refusal(Code.FAIL, "The body is too large", null, 413);
  };
  const limit = (maxSize: number) => bodyLimit({ maxSize, onError: tooLarge });
  const [forms, others] = [limit(64 * 1024 * 1024), limit(64 * 1024)];
  const isForm = (type = "") => /^multipart\/form-data/i.test(type);
  app.use("/api/*", (c, next) => (isForm(c.req.header("content-type")) ? forms : others)(c, next));
  app.use("/order-service/*", others);

  // Tests can change the sandbox's clock, so set Date from it.
  const withDate = createMiddleware(async (c, next) => {
    await next();
    c.res.headers.set("Date", new Date(services.now()).toUTCString());
  });
  const withKnown = createMiddleware(async (c, next) => {
    await next();
    const bound = services.settings.bindsPrice ? KNOWN_OF_PRICES : [];
    c.res.headers.set("Known-Fields", [...bound, "sort=ENDING"].join(", "));
  });
  for (const path of ["/api/*", "/order-service/*"]) app.use(path, withDate, withKnown, withEpoch(services));

  for (const callsOf of CALLS) callsOf(services, routesOf(app, services));
  // Unknown paths need a token too.
  for (const area of ["users", "store", "paypal", "dao"]) app.use(`/api/${area}/*`, authenticated(services));
  app.use("/order-service/v1/users/orders/*", authenticated(services, ["ec"]));
  app.route("/files", fileCalls(services));
  // SVG is text and compresses to about a third.
  app.use("/art/*", compress());
  app.get("/art/:file{[a-z0-9-]+\\.(?:svg|png)}", async (c) => {
    const file = c.req.param("file");
    const picture = await readFile(artPath(file)).catch(() => undefined);
    if (!picture) return c.text("Not found", 404);
    return c.body(new Uint8Array(picture), 200, {
      "Content-Type": file.endsWith(".png") ? "image/png" : "image/svg+xml",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Cache-Control": "public, max-age=3600",
    });
  });
  app.route("/", mailbox(services));
  const api = switches(services, parts);
  app.route("/", api);
  app.route("/", desk(services, { ...parts, api, paths: () => faultPaths(app) }));

  app.notFound((c) => c.json({ result: Code.FAIL, message: "NOT_FOUND", data: null }, 404));
  app.onError((error, c) => {
    const isRefusal = error instanceof Refusal;
    if (!isRefusal) parts.onError?.(error);
    const refusal = isRefusal ? error : new Refusal(Code.FAIL, "INTERNAL_ERROR", null, 500);
    const { code, message, data, status, headers } = refusal;
    const isOrder = c.req.path.startsWith("/order-service/");
    return c.json(isOrder ? { message, data } : { result: code, message, data }, status, headers);
  });
  return app;
}
