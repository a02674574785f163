import { describe, expect, it, test } from "vitest";
import { addQuickAmount, checkExchange, exchangeableAmount } from "~/domain/exchange-rules";
import {
  faqFilters,
  faqTypeOf,
  inquiryTypeOf,
  inquiryTypesFor,
  isFaqType,
  isInquiryType,
} from "~/domain/inquiry-types";
import { orderTime } from "~/domain/order-number";
import { pageWindow, readPage } from "~/domain/page-window";
import { paths, withQuery } from "~/domain/paths";

describe("order numbers", () => {
  test.each([
    ["ORDER-20241018-120409-1", "2024-10-18T12:04:09.000Z"],
    ["ORDER-20240229-235959-12", "2024-02-29T23:59:59.000Z"],
    ["ORDER-20240101-000000-999", "2024-01-01T00:00:00.000Z"],
  ])("%s was made at %s", (number, time) => {
    expect(orderTime(number)?.toISOString()).toBe(time);
  });

  test.each([
    "",
    "ORDER-20230229-000000-1",
    "ORDER-20240431-000000-1",
    "ORDER-20241301-000000-1",
    "ORDER-20241018-240000-1",
    "ORDER-20241018-126000-1",
    "ORDER-20241018-120409",
    "ORDER-20241018-120409-",
    "order-20241018-120409-1",
    "REORDER-20241018-120409-1",
    "ORDER-20241018-120409-1 ",
  ])("%j tells no time", (number) => {
    expect(orderTime(number)).toBeUndefined();
  });
});

describe("page numbers", () => {
  test.each([
    ["1", 9, 1],
    ["9", 9, 9],
    ["10", 9, 1],
    ["0", 9, 1],
    ["-3", 9, 1],
    ["2.5", 9, 1],
    ["1e1", 99, 1],
    ["NaN", 9, 1],
    ["", 9, 1],
    [null, 9, 1],
    [undefined, 9, 1],
    [3, 9, 3],
    ["99999999999999999999", 9, 1],
    ["2", 0, 1],
  ])("%j of %i is page %i", (raw, total, page) => {
    expect(readPage(raw, total)).toBe(page);
  });

  it("is believed while the number of pages is unknown", () => {
    expect(readPage("400")).toBe(400);
  });

  test.each([
    [1, 1, [1], {}],
    [1, 0, [1], {}],
    [1, 13, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { next: 2, last: 13 }],
    [10, 13, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { first: 1, previous: 9, next: 11, last: 13 }],
    [11, 13, [11, 12, 13], { first: 1, previous: 10, next: 12, last: 13 }],
    [13, 13, [11, 12, 13], { first: 1, previous: 12 }],
    [20, 20, [11, 12, 13, 14, 15, 16, 17, 18, 19, 20], { first: 1, previous: 19 }],
    [14, 13, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { next: 2, last: 13 }],
  ])("page %i of %i shows %j [P180.4 P180.5]", (page, total, pages, ends) => {
    const window = pageWindow(page, total);
    expect(window.pages).toEqual(pages);
    expect({
      first: window.first,
      previous: window.previous,
      next: window.next,
      last: window.last,
    }).toEqual({ first: undefined, previous: undefined, next: undefined, last: undefined, ...ends });
  });
});

describe("the exchange", () => {
  test.each([
    ["50", 50, undefined],
    ["60", 1000, undefined],
    ["1000", 1000, undefined],
    ["1,000", 1000, undefined],
    ["１００", 1000, undefined],
    ["", 1000, "missing"],
    ["  ", 1000, "missing"],
    ["ten", 1000, "digitsOnly"],
    ["-50", 1000, "digitsOnly"],
    ["50.0", 1000, "digitsOnly"],
    ["40", 1000, "minimum"],
    ["49", 1000, "minimum"],
    ["55", 1000, "unit"],
    ["1010", 1000, "insufficient"],
    ["50", 0, "insufficient"],
  ])("%j of %i is %s [A191.1 A192.1 A192.2 A193.1 A349.1]", (raw, balance, problem) => {
    expect(checkExchange(raw, balance)).toBe(problem);
  });

  it("takes as much as the rules allow [A071.3 A071.4]", () => {
    expect([49, 50, 59, 1234].map(exchangeableAmount)).toEqual([0, 50, 50, 1230]);
    expect(addQuickAmount("", 50)).toBe(50);
    expect(addQuickAmount("120", 500)).toBe(620);
  });
});

describe("inquiry types", () => {
  it("shows two to guests and the other nine to members", () => {
    expect(inquiryTypesFor(false)).toEqual(["LOGIN_FAIL", "NON_MEMBER"]);
    expect(inquiryTypesFor(true)).toHaveLength(9);
    expect(isInquiryType("LOGIN_FAIL", true)).toBe(false);
    expect(isInquiryType("MC_RELATED", true)).toBe(false);
    expect(isInquiryType("ETC", true)).toBe(true);
  });

  it("leads from the FAQ to the inquiry and back", () => {
    expect(faqFilters).not.toContain("INSTALL_PLAY");
    expect(isFaqType("INSTALL_PLAY")).toBe(true);
    expect(faqTypeOf("LOGIN_FAIL")).toBe("ACCOUNT_RELATED");
    expect(inquiryTypeOf("BUG_ERROR", true)).toBe("BUG_ERROR");
    expect(inquiryTypeOf("ACCOUNT_RELATED", true)).toBe("USER_SIGNUP");
    expect(inquiryTypeOf("ACCOUNT_RELATED", false)).toBe("LOGIN_FAIL");
    expect(inquiryTypeOf("EVENT", false)).toBe("NON_MEMBER");
  });
});

describe("paths", () => {
  test.each([
    [paths.news(), "/news"],
    [paths.news({ type: "EVENT", page: 2, keyword: "" }), "/news?type=EVENT&page=2"],
    [paths.news(new URLSearchParams("by=TITLE&keyword=a+b")), "/news?by=TITLE&keyword=a+b"],
    [paths.newsItem(12), "/news/12"],
    [paths.newsItem("../x"), "/news/..%2Fx"],
    [paths.signIn(), "/sign-in"],
    [paths.signIn("/"), "/sign-in"],
    [paths.signIn("/news?page=2"), "/sign-in?redirectTo=%2Fnews%3Fpage%3D2"],
    [paths.support.faqItem(12), "/support/faq?open=12#faq-12"],
    [paths.myPage.order("ORDER-20241018-120409-1"), "/my-page/ecommerce-history/ORDER-20241018-120409-1"],
    [paths.dao.debate(1, 2, { page: 3 }), "/dao/suggestions/1/debates/2?page=3"],
    [withQuery("/x", { a: 0, b: false, c: undefined, d: null }), "/x?a=0&b=false"],
  ])("%s", (path, expected) => {
    expect(path).toBe(expected);
  });
});
