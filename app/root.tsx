import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useChangeLanguage } from "remix-i18next/react";
import { brand as siteNames } from "#brand/brand.json";
import { env } from "#server/config/env.server";
import { carryPurchases, noPurchases, type Outcome } from "#server/purchases/outcomes.server";
import { maintenancePlan } from "#server/maintenance/plan-file.server";
import { lineOf } from "#server/maintenance/words.server";
import * as clock from "#server/runtime/clock.server";
import { offeredLanguage } from "#server/protocol/language.server";
import { memberHash } from "#server/forms/form-signature.server";
import {
  type FlashMessage,
  getSession,
  isAboutSession,
  type SessionUser,
} from "#server/session/session.server";
import { ThemeColor } from "./components/document/theme-color";
import { PageTexts } from "./components/document/page-texts";
import { LateScripts } from "./components/document/deferred-scripts";
import { DefaultButton } from "./components/document/default-button";
import { MaintenanceLine } from "./components/message/maintenance-line";
import { ConnectionLine } from "./components/message/connection-line";
import { LanguageOffer } from "./components/layout/choice-menus";
import { SiteFooter } from "./components/layout/site-footer";
import { SiteHeader, SkipLink, ProgressBar } from "./components/layout/site-header";
import { LostScripts } from "./components/document/lost-scripts";
import { addressIn } from "./components/document/seo";
import { type ShareKind, shareKindOf, shareTitles } from "./components/document/share-picture";
import { PageError } from "./components/page/page-error";
import { SessionPart } from "./components/page/session-part";
import {
  type FlashText,
  type RootData,
  RootDataContext,
  type RootUser,
  useRootData,
} from "./components/document/root-data";
import { APP_ID, AppRoot, Body, Head, Html } from "./components/document/document-shell";
import { Toasts } from "./components/message/toasts";
import { formatDateTime } from "./domain/japan-time";
import { formatCount } from "./domain/money";
import { goneAt, nextSteps } from "./domain/next-steps";
import { paths } from "./domain/paths";
import { amountText } from "./i18n/amount-text";
import { dynamicKey } from "./i18n/dynamic";
import { languageOf, translator } from "./i18n/i18n.server";
import { withoutMarks } from "./i18n/break-marks";
import { asLanguage, defaultLanguage, type Language, languageTags } from "./i18n/languages";
import { hourInJapan } from "./domain/sky";
import { themeOfCookies } from "./domain/theme";
import { styleLinks } from "./styles/links";

export const links: LinksFunction = () => styleLinks;

export const meta: MetaFunction = () => [{ title: siteNames[defaultLanguage] }];

/** The page of a purchase says itself that it is complete. */
const isNotOnPage = ({ pathname, searchParams }: URL) => {
  const key = pathname === paths.store.complete() ? searchParams.get("purchase") : null;
  return ({ kind, purchaseKey, form }: Outcome) =>
    key === null || kind !== "success" || (key !== purchaseKey && key !== form);
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [lng, session] = await Promise.all([
    languageOf({ request, context }),
    getSession({ request, context }),
  ]);
  // A prefetched response may never be shown, so it must not consume the flash messages.
  const isPrefetch = /prefetch/.test(
    request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "",
  );
  const flash = isPrefetch ? [] : await session.takeFlash();
  const { outcomes, inDoubt } = isPrefetch ? noPurchases : await carryPurchases(session);
  const t = translator(lng);
  const url = new URL(request.url);
  const gone = goneAt(url.pathname);
  const offered = session.isSignedIn ? undefined : offeredLanguage(headOf(request));
  const data: RootData = {
    lng,
    theme: themeOfCookies(request.headers.get("Cookie")),
    hour: hourInJapan(clock.now()),
    user: headerUser(session.user),
    flash: [
      ...flash.map((message) => flashText(t, lng, message, url.pathname)),
      // Once more with every page until one was sent (server/purchases/outcomes.server.ts).
      ...outcomes.filter(isNotOnPage(url)).map(({ kind, key, params, purchaseKey, refunded }) => ({
        kind,
        text: dynamicKey(t, key, {
          ...params,
          quantity: formatCount(params.quantity),
          amount: refunded ? amountText(t, refunded.amount, refunded.currency) : "",
        }),
        id: `${purchaseKey} ${key}`,
      })),
    ],
    inDoubt: inDoubt.map(({ key, name, quantity }) => ({
      key,
      text: t("store:open.inDoubt", { name, quantity: formatCount(quantity) }),
      link: t("store:open.link"),
    })),
    who: memberHash(session.user),
    siteUrl: env().siteUrl ?? url.origin,
    path: url.pathname + url.search,
    shareAlt: withoutMarks(t("common:share", { title: shareTitleOf(t, lng, shareKindOf(url.pathname)) })),
    errorPrefix: context.hasFormErrors ? t("common:form.error") : null,
    errorTitle: t("errors:boundary.title"),
    gone: gone ? { key: gone.key, title: t(gone.title) } : null,
    requestId: (request.headers.get("Sec-Fetch-Dest") === "empty" && context.requestId) || null,
    ...(env().checkedFetch ? {} : { plainFetch: true }),
    maintenance: lineOf(maintenancePlan(), lng, clock.now()) ?? null,
    offer: offered ? { lng: offered, text: translator(offered)("common:offer") } : null,
  };
  return json(data);
}

/** Returns the title of a share picture as one sentence without its end: the description that follows has its own. */
function shareTitleOf(t: ReturnType<typeof translator>, lng: Language, kind: ShareKind): string {
  const lines = shareTitles[kind].map((key) => t(key));
  return lines.join(lng === "ja" || lng === "zh" ? "" : " ").replace(/[.。]$/u, "");
}

const headOf = ({ url, headers }: Request) => ({
  url,
  headers: {
    cookie: headers.get("Cookie") ?? undefined,
    "accept-language": headers.get("Accept-Language") ?? undefined,
  },
});

/** Returns a flash message in the visitor's language, with next steps for the reader of the page at `pathname`. */
function flashText(t: unknown, lng: Language, message: FlashMessage, pathname: string): FlashText {
  const { kind, key, link } = message;
  const params = shownParams(t, lng, message.params);
  const next = nextSteps(key, pathname).map((step) => dynamicKey(t, step, params));
  return {
    kind,
    text: dynamicKey(t, key, params),
    ...(next.length > 0 && { next }),
    ...(isAboutSession({ key }) && { isAboutSession: true }),
    ...(link && { link: { to: link.to, text: dynamicKey(t, link.key) } }),
  };
}

/** Writes a time (`at`, ms since 1970) and a device that is not known in the visitor's language. */
const shownParams = (t: unknown, lng: Language, params: FlashMessage["params"]) => ({
  ...params,
  ...(typeof params?.["at"] === "number" && { at: formatDateTime(params["at"], lng) }),
  ...(params?.["device"] === "" && { device: dynamicKey(t, "my-page:sessions.unknown") }),
});

/** Only what the header shows. */
function headerUser(user: SessionUser | undefined): RootUser | null {
  if (!user) return null;
  const { email, firstName, lastName } = user;
  return { email: email || undefined, firstName, lastName };
}

export { shouldRevalidate } from "./components/document/route-exports";

/** The site's address for the printed links (print.css), as a CSS string. */
const printedSite = (siteUrl: string | undefined) =>
  siteUrl === undefined ? undefined : ({ "--site": JSON.stringify(siteUrl) } as CSSProperties);

// The same elements at every render: React renders only those whose own data have changed.
const header = (
  <>
    <DefaultButton />
    <SkipLink />
    <ProgressBar />
    <LostScripts />
    <MaintenanceLine />
    <LanguageOffer />
    <SiteHeader />
    <ConnectionLine />
  </>
);
const toasts = <Toasts />;
const footer = <SiteFooter />;

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData("root") as RootData | undefined;
  const { i18n } = useTranslation();
  const matches = useMatches();
  const lng = asLanguage(data?.lng ?? i18n.language);
  const { theme, hour } = data ?? {};
  return (
    <RootDataContext.Provider value={data}>
      <Html
        lang={languageTags[lng]}
        data-lng={lng}
        data-hour={hour}
        {...(theme ? { "data-theme": theme } : {})}
      >
        <Head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          {/* Before the style sheet loads: correct canvas and scroll bar colours. */}
          <meta name="color-scheme" content={theme ? (theme === "night" ? "dark" : "light") : "light dark"} />
          <ThemeColor hour={hour} theme={theme} />
          {/* Order and inquiry numbers are not telephone numbers. */}
          <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
          {/* In development a page's style sheet may load before the global one, which orders the layers. */}
          {import.meta.env.DEV ? <style>{"@layer base, components, utilities;"}</style> : null}
          <link rel="manifest" href={addressIn(lng, paths.manifest)} />
          <Meta />
          <Links />
        </Head>
        <Body>
          <AppRoot id={APP_ID}>
            {header}
            <main id="main" tabIndex={-1} style={printedSite(data?.siteUrl)}>
              {toasts}
              <SessionPart>{children}</SessionPart>
            </main>
            {footer}
            <ScrollRestoration />
            <PageTexts matches={matches} />
          </AppRoot>
          <LateScripts />
        </Body>
      </Html>
    </RootDataContext.Provider>
  );
}

export default function App() {
  const data = useRootData();
  useChangeLanguage(asLanguage(data?.lng));
  return <Outlet />;
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
