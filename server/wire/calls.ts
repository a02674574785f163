import type { z } from "zod";
import {
  accessTokenData,
  checkEmailData,
  codeRequest,
  emailRequest,
  platformRequest,
  registeredEmailRequest,
  resetPasswordRequest,
  resultData,
  signInData,
  signInRequest,
  signOutRequest,
  signUpRequest,
  tokenData,
} from "./auth";
import { noData, pageRequest } from "./common";
import {
  commentListData,
  daoMemberListData,
  daoMemberListRequest,
  debateListData,
  likeData,
  reportRequest,
  suggestionDetailData,
  suggestionListData,
  suggestionListRequest,
} from "./dao";
import { newsDetailData, newsDetailRequest, newsListData, newsListRequest } from "./news";
import {
  orderConfirmedData,
  orderConfirmRequest,
  orderCreatedData,
  orderListData,
  orderListRequest,
  orderRequest,
} from "./orders";
import { paypalCaptureData, paypalCaptureRequest, paypalOrderData, paypalOrderRequest } from "./paypal";
import {
  bookData,
  bookRequest,
  cancelData,
  cancelRequest,
  captureData,
  captureRequest,
  purchaseData,
  purchaseRequest,
  storeListData,
  storeListRequest,
  storeObject,
} from "./store";
import {
  faqListData,
  faqListRequest,
  inquiryCreatedData,
  inquiryDetailData,
  inquiryFields,
  inquiryListData,
  inquiryListRequest,
  replyFields,
} from "./support";
import { historyData, historyRequest, passwordRequest, profileData, profileRequest } from "./users";
import { walletNonceData, walletSignInData, walletSignInRequest } from "./wallet";

/** One call of the wire: what the API client sends, what the sandbox answers, what the OpenAPI file says. */
export interface WireCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As the specification writes it, joined to the base address; `{id}` is filled from the client's `params`. */
  path: string;
  /** Whose token it carries; `either`: the member's when there is one; `refresh`: the refresh token. */
  auth: "none" | "member" | "either" | "refresh";
  query?: z.AnyZodObject;
  json?: z.ZodTypeAny;
  /** multipart/form-data: these as text fields, and at most one file, `file`. */
  form?: z.AnyZodObject;
  /** `data` on success. */
  data: z.ZodTypeAny;
  /** Its answer has texts, but it has no field for their language: sent as Accept-Language (BCP 47). */
  hasLanguageHeader?: true;
  /** The order service: its own base address, and `message` SUCCESS in place of `result` 1. */
  service?: "orders";
  /** Governance calls do not look at `result` (public-site-and-community.md section 7). */
  ignoresResult?: true;
  /** When it is not the 5 s of the others. */
  timeoutMs?: number;
  /**
   * It takes or promises money: sent with an `Idempotency-Key`, under which the API does it once and gives the same
   * answer again. So the call may be made again, whatever became of the one before; an older API ignores the key.
   */
  takesKey?: true;
}

/** Keeps each call's own schemas and path in its type. */
const define = <const Calls extends Record<string, WireCall>>(calls: Calls) => calls;

/**
 * Every call of the product API and of the order service, in the order of the specification
 * (accounts-and-store.md section 7, public-site-and-community.md section 7; the wallet: docs/decisions/0009).
 */
export const calls = define({
  signIn: { method: "POST", path: "/auth/sign-in", auth: "none", json: signInRequest, data: signInData },
  signOut: { method: "POST", path: "/auth/sign-out", auth: "member", json: signOutRequest, data: noData },
  checkEmail: {
    method: "POST",
    path: "/auth/check-email",
    auth: "none",
    json: registeredEmailRequest,
    data: checkEmailData,
  },
  requestCode: { method: "POST", path: "/auth/request-code", auth: "none", json: emailRequest, data: noData },
  verifyCode: {
    method: "POST",
    path: "/auth/verify-code",
    auth: "none",
    json: codeRequest,
    data: resultData,
  },
  signUp: { method: "POST", path: "/auth/sign-up", auth: "none", json: signUpRequest, data: noData },
  resetToken: { method: "POST", path: "/auth/token", auth: "none", json: codeRequest, data: tokenData },
  forgotPassword: {
    method: "POST",
    path: "/auth/forgot-password",
    auth: "none",
    json: emailRequest,
    data: noData,
  },
  resetPassword: {
    method: "PATCH",
    path: "/auth/reset-password",
    auth: "none",
    json: resetPasswordRequest,
    data: resultData,
  },
  refreshSession: {
    method: "GET",
    path: "/auth/refresh/session",
    auth: "refresh",
    query: platformRequest,
    data: signInData,
  },
  refreshAccessToken: {
    method: "GET",
    path: "/auth/refresh/access-token",
    auth: "refresh",
    data: accessTokenData,
  },
  walletNonce: { method: "GET", path: "/auth/wallet/nonce", auth: "none", data: walletNonceData },
  walletSignIn: {
    method: "POST",
    path: "/auth/wallet/sign-in",
    auth: "none",
    json: walletSignInRequest,
    data: walletSignInData,
  },

  profile: { method: "GET", path: "/users/me", auth: "member", data: profileData },
  updateProfile: {
    method: "PATCH",
    path: "/users/me",
    auth: "member",
    json: profileRequest,
    data: profileData,
  },
  deleteAccount: { method: "DELETE", path: "/users/me", auth: "member", data: noData },
  history: {
    method: "GET",
    path: "/users/me/history",
    auth: "member",
    query: historyRequest,
    data: historyData,
    hasLanguageHeader: true,
  },
  changePassword: {
    method: "PATCH",
    path: "/users/me/password",
    auth: "member",
    json: passwordRequest,
    data: noData,
  },

  products: {
    method: "GET",
    path: "/store/products",
    auth: "member",
    query: storeListRequest,
    data: storeListData,
    hasLanguageHeader: true,
  },
  product: {
    method: "GET",
    path: "/store/products/{id}",
    auth: "member",
    data: storeObject,
    hasLanguageHeader: true,
  },
  purchase: {
    method: "POST",
    path: "/store/products/purchase",
    auth: "member",
    json: purchaseRequest,
    data: purchaseData,
    takesKey: true,
  },
  capture: {
    method: "POST",
    path: "/store/order/capture",
    auth: "member",
    json: captureRequest,
    data: captureData,
    takesKey: true,
  },
  cancel: {
    method: "POST",
    path: "/store/order/cancel",
    auth: "member",
    json: cancelRequest,
    data: cancelData,
    takesKey: true,
  },
  book: { method: "GET", path: "/users/me/purchases", auth: "member", query: bookRequest, data: bookData },
  createPaypalOrder: {
    method: "POST",
    path: "/paypal/orders",
    auth: "member",
    json: paypalOrderRequest,
    data: paypalOrderData,
  },
  capturePaypalOrder: {
    method: "POST",
    path: "/paypal/orders/capture",
    auth: "member",
    json: paypalCaptureRequest,
    data: paypalCaptureData,
  },

  orders: {
    service: "orders",
    method: "GET",
    path: "/v1/users/orders",
    auth: "member",
    query: orderListRequest,
    data: orderListData,
    hasLanguageHeader: true,
  },
  createOrder: {
    service: "orders",
    method: "POST",
    path: "/v1/users/orders",
    auth: "member",
    json: orderRequest,
    data: orderCreatedData,
    takesKey: true,
  },
  confirmOrder: {
    service: "orders",
    method: "POST",
    path: "/v1/users/orders/confirm",
    auth: "member",
    json: orderConfirmRequest,
    data: orderConfirmedData,
    takesKey: true,
  },

  news: { method: "GET", path: "/news", auth: "none", query: newsListRequest, data: newsListData },
  newsItem: {
    method: "GET",
    path: "/news/{id}",
    auth: "none",
    query: newsDetailRequest,
    data: newsDetailData,
  },
  faq: { method: "GET", path: "/support/faq", auth: "none", query: faqListRequest, data: faqListData },
  createInquiry: {
    method: "POST",
    path: "/support/inquiries",
    auth: "either",
    form: inquiryFields,
    data: inquiryCreatedData,
    timeoutMs: 15_000,
  },
  inquiries: {
    method: "GET",
    path: "/support/inquiries",
    auth: "member",
    query: inquiryListRequest,
    data: inquiryListData,
  },
  inquiry: { method: "GET", path: "/support/inquiries/{id}", auth: "member", data: inquiryDetailData },
  replyToInquiry: {
    method: "POST",
    path: "/support/inquiries/{id}/message",
    auth: "member",
    form: replyFields,
    data: noData,
    timeoutMs: 60_000,
  },

  suggestions: {
    method: "GET",
    path: "/dao/suggestions",
    auth: "member",
    query: suggestionListRequest,
    data: suggestionListData,
    hasLanguageHeader: true,
    ignoresResult: true,
  },
  suggestion: {
    method: "GET",
    path: "/dao/suggestions/{sId}",
    auth: "member",
    data: suggestionDetailData,
    hasLanguageHeader: true,
    ignoresResult: true,
  },
  debates: {
    method: "GET",
    path: "/dao/suggestions/{sId}/debates",
    auth: "member",
    query: pageRequest,
    data: debateListData,
    hasLanguageHeader: true,
    ignoresResult: true,
  },
  comments: {
    method: "GET",
    path: "/dao/suggestions/{sId}/debates/{dId}/comments",
    auth: "member",
    query: pageRequest,
    data: commentListData,
    hasLanguageHeader: true,
    ignoresResult: true,
  },
  likeDebate: {
    method: "POST",
    path: "/dao/suggestions/{sId}/debates/{dId}/like",
    auth: "member",
    data: likeData,
    ignoresResult: true,
  },
  report: {
    method: "POST",
    path: "/dao/report",
    auth: "member",
    json: reportRequest,
    data: noData,
    ignoresResult: true,
  },
  daoMembers: {
    method: "GET",
    path: "/dao/members",
    auth: "member",
    query: daoMemberListRequest,
    data: daoMemberListData,
    hasLanguageHeader: true,
    ignoresResult: true,
  },
});
export type CallName = keyof typeof calls;
