/** The terms of use and the privacy policy (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { browser, guest, mainOf, useSite, words } from "./site";

useSite();

describe("the terms of use", () => {
  it.each<[string, RegExp[]]>([
    ["title and introduction [P093.1]", [/^Terms of use/, /Introduction Welcome to Soria\./]],
    [
      "terms, use and obligations [P093.2]",
      [/Terms of Use Definitions/, /Use of Service Membership/, /User Obligations Your Account/],
    ],
    [
      "indemnification, liability, disputes and general terms [P093.3]",
      [
        /Your Indemnification to Us You indemnify/,
        /Limitation of Liability The Service is/,
        /Disputes and Jurisdiction If you/,
        /General Terms Severability/,
      ],
    ],
    [
      "their day [P095.1 P184.1]",
      [
        /in effect since 1 July 2024/,
        /Effective 1 July 2024/,
        /They take effect on 1 July 2024/,
        /these Terms take effect on 1 July 2024/,
      ],
    ],
    [
      "who issued them [P095.2]",
      [/Issued by Soria Works Co\., Ltd\./, /agreement between you and the Company/],
    ],
    [
      "the law [P095.3 P184.1]",
      [/Governing law Laws of the Republic of Korea/, /are governed by the laws of the Republic of Korea/],
    ],
    [
      "membership for paid services and studios [P096.1]",
      [/Membership is needed for the Paid Services and the Studios/],
    ],
    [
      "the review of an application [P096.2]",
      [/reviews and accepts each application/, /suspend our decision on an application, or reject it/],
    ],
    [
      "what leads to a restriction [P096.3]",
      [
        /We may restrict the use of the Service .* in the case of mechanical access, /,
        /theft of an Account, or .*; false information given at registration .*; or abuse of the Service, of/,
      ],
    ],
    ["the licence [P097.1]", [/personal, non-exclusive, non-assignable and royalty-free licence/]],
    [
      "credentials and acts of an account [P097.2]",
      [
        /responsible for keeping your credentials safe/,
        /responsible for all actions that are taken through your Account/,
      ],
    ],
    [
      "what is prohibited [P098.1]",
      [
        /you must not use it for illegal purposes, .* law that applies to you; disrupt it,/,
        /scrape it, or access it with bots, .*; reverse engineer, decompile,/,
      ],
    ],
    [
      "accounts of others [P098.2]",
      [/share your own Account/, /sell, buy, rent or give away Accounts or usernames/],
    ],
    [
      "interfaces, harassment, impersonation, privacy [P098.3]",
      [
        /you must not use .*; access our programming interfaces without authorisation, /,
        /; harass, threaten, .*; impersonate another person, .*; violate the privacy of others, /,
      ],
    ],
    [
      "other apps and usernames in reviews [P098.4]",
      [
        /you must not use it.*; use third-party applications, [^;]*, without our prior consent; or/,
        /; or post usernames of other Users in app-store reviews/,
      ],
    ],
    [
      "what follows a violation [P099.1]",
      [/delete the content concerned, suspend your use/, /We tell you what we have done/],
    ],
    [
      "the limit of liability [P100.2]",
      [/limits do not apply to damages that the Company causes by willful misconduct or gross negligence/],
    ],
    [
      "severability, non-waiver, assignment [P100.3]",
      [
        /Severability\. If .* the other provisions stay in force/,
        /Non-waiver\. If .* it does not thereby waive that right/,
        /may assign its rights and duties without your consent in the case of a merger/,
      ],
    ],
    [
      "silence about a change [P101.1]",
      [/do not object within 30 days of the announcement, the amended Terms are deemed accepted/],
    ],
    ["in-service notifications [P101.2]", [/cannot opt out of in-service notifications/]],
    [
      "the court of the residence [P102.1]",
      [/district court that is competent for the User’s address .* for the User’s place of residence/],
    ],
    [
      "the court for users overseas [P102.2 P184.1]",
      [/lives outside the Republic of Korea.*the Seoul Central District Court has jurisdiction/],
    ],
  ])("name %s", async (_, patterns) => {
    const said = words(await browser.open("/terms-of-use"));
    for (const pattern of patterns) expect(said).toMatch(pattern);
  });

  it("name the same day in every other language [P184.1]", async () => {
    for (const lng of ["ja", "ko", "zh"]) {
      const { html } = await (await guest(lng)).open("/terms-of-use");
      // In the description and in the lead.
      expect(html.match(/2024[年년] ?7[月월] ?1[日일]/g)?.length, lng).toBeGreaterThanOrEqual(2);
    }
  });

  it("list seven cases of indemnification [P100.1]", async () => {
    const main = mainOf(await browser.open("/terms-of-use"));
    const [list = ""] = main.slice(main.indexOf("one of the following seven cases")).split("</ol>");
    expect(list.match(/<li\b/g)).toHaveLength(7);
  });

  it("and the privacy policy are English whatever the language, which has its contact and July 2024 [P033.1 P033.2 P033.3]", async () => {
    const korean = await guest("ko");
    const english = words(
      /<article\b[\s\S]*<\/article>/.exec((await browser.open("/privacy-policy")).html)?.[0] ?? "",
    );
    const [article = ""] =
      /<article\b[\s\S]*<\/article>/.exec((await korean.open("/privacy-policy")).html) ?? [];
    expect(article).toMatch(/<article[^>]* lang="en"/);
    expect(words(article)).toBe(english);
    expect(english).toMatch(/^.{0,400}Last updated July 2024 /);
    expect(english).toMatch(/was last updated in July 2024\.$/);
    const [contact = ""] =
      /<table\b(?:(?!<\/table>)[\s\S])*data-protection contact<\/caption>[\s\S]*?<\/table>/.exec(article) ??
      [];
    expect(words(contact)).toMatch(/Company Soria Works Co\., Ltd\..*E-mail \S+@\S+\.\w+ /);
  });
});
