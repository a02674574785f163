/** Addresses that are opened without the step or the id that they need (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { texts } from "../../kit/data/texts";
import { browser, memberOf, useSite, words } from "./site";

useSite();

describe("an address that needs an earlier step or a valid id", () => {
  it.each([
    ["/sign-up?step=1", "A038.1"],
    ["/sign-up?step=2", "A038.2"],
    ["/wpdnif", "A041.1 P038.1"],
    ["/wpdnif?token=", "A042.3"],
    ["/wpdnif?token=abc", "A042.3"],
    ["/wpdnif?token=a.b.c", "A042.3"],
    ["/wpdnif?token=a.e30.c", "A042.3"],
    ["/wpdnif?token=a.bm8.c", "A042.3"],
    ["/wpdnif?token=a.%25%25.c", "A042.3"],
    // The page would display this "email" as text.
    [`/wpdnif?token=a.${btoa('{"email":"call 0120-000-000 now"}')}.c`, "A042.3"],
    ["/change-password", "A045.1"],
    ["/change-password/complete", "A023.2 A047.1"],
    ["/access-denied", "A049.1 P089.1"],
    ["/news/abc", "P073.5 P173.1"],
    ["/news/-1", "P073.6 P173.1"],
    ["/news/7a", "P073.5 P173.1"],
    ["/game/news", "P073.7"],
    ["/store/products/abc", "A066.1 P173.1"],
    ["/store/products/5a", "A066.1 P173.1"],
    ["/store/products/complete", "A323.1"],
    ["/store/products/5/checkout/confirm", "A323.1"],
    ["/support/requests/no.id", "A323.1"],
    ["/support/inquiries/no.id", "A323.1"],
    ["/dao/suggestions/abc", "P173.1"],
    ["/dao/suggestions/abc/voters", "P173.1"],
    ["/dao/suggestions/-1/voters", "P173.1"],
    ["/dao/suggestions/1.5/voting.ics", "P173.1"],
    ["/dao/suggestions/19/debates/abc", "P173.1"],
    ["/dao/suggestions/1a/debates/1", "P173.1"],
    ["/dao/report?target=MEMBER&id=1", "A323.1"],
  ])("%s leads home with Invalid Access [A323.1 %s]", async (path) => {
    const needsMember = /^\/(?:store|support|dao)/.test(path);
    const page = await (needsMember ? (await memberOf()).browser : browser).open(path);
    expect(page.path).toBe("/");
    expect(words(page)).toContain(texts("en", "errors")("invalidAccess"));
  });
});
