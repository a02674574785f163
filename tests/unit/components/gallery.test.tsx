/**
 * Renders the gallery, which shows every shared component in each of its states, in four languages without a browser.
 */
import type { LinkProps } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { HtmlValidate } from "html-validate";
import { afterAll, expect, it, vi } from "vitest";
import { languages } from "~/i18n/languages";
import { instanceOf } from "~/i18n/i18n.server";

// Mocks the router: location and links. Resets modules so that no other test file sees the mock.
vi.resetModules();
vi.doMock("@remix-run/react", () => ({
  Link: ({ to, prefetch: _, viewTransition: __, ...link }: LinkProps) => <a href={String(to)} {...link} />,
  useLocation: () => ({ pathname: "/", search: "", hash: "", state: null, key: "" }),
  useNavigation: () => ({ state: "idle" }),
  useRouteLoaderData: () => undefined,
}));
const { default: Gallery } = await import("~/routes/site/gallery/route");
afterAll(() => {
  vi.doUnmock("@remix-run/react");
  vi.resetModules();
});

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:a11y"],
  rules: {
    "valid-id": ["error", { relaxed: true }],
    // Browsers drop a table's roles when its display changes, so the components set these roles explicitly.
    "no-redundant-role": "off",
  },
});

it.each(languages)("every part in every state is sound HTML, with a text for all (%s)", async (lng) => {
  const html = renderToString(
    <I18nextProvider i18n={instanceOf(lng)}>
      <Gallery />
    </I18nextProvider>,
  );
  // i18next renders a missing key as the key itself.
  expect(html.replace(/<[^>]*>/g, "\n")).not.toMatch(/\b(common|account|store|errors|support):\w/);
  expect(html.match(/class="state"/g)?.length).toBe(20);
  const { results } = await validator.validateString(html.replace(/:(R\w*):/g, "$1"));
  expect(
    results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([]);
});
