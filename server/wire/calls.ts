import type { z } from "zod";
import * as auth from "./auth";
import { noData, pageRequest } from "./common";
import * as dao from "./dao";
import * as news from "./news";
import * as orders from "./orders";
import * as paypal from "./paypal";
import * as store from "./store";
import * as support from "./support";
import * as users from "./users";
import * as wallet from "./wallet";

/** Definition of one API call, shared by the API client, the sandbox and the OpenAPI file. */
export interface WireCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path as in the specification, relative to the base URL; the client fills `{id}` from `params`. */
  path: string;
  /** `member`: the access token; `either`: if there is one; `order`: the order service's (ecAccessToken). */
  auth: "none" | "member" | "either" | "refresh" | "order";
  query?: z.AnyZodObject;
  json?: z.ZodTypeAny;
  /** multipart/form-data: these text fields, and at most one file, `file`. */
  form?: z.AnyZodObject;
  /** `data` on success. */
  data: z.ZodTypeAny;
  /** The response contains texts and the request has no language field: the language is sent as Accept-Language. */
  hasLanguageHeader?: true;
  /** Call of the order service: another base URL, and `message` SUCCESS instead of `result` 1. */
  service?: "orders";
  /** Governance calls ignore `result` (public-site-and-community.md section 7). */
  ignoresResult?: true;
  /** Timeout in ms; 5 s by default. */
  timeoutMs?: number;
  /** The call moves or promises money: the API executes it once per `Idempotency-Key`; an older API ignores the key. */
  takesKey?: true;
}

/** Preserves the exact type of each call. */
const defineCalls = <const Calls extends Record<string, WireCall>>(all: Calls) => all;

const guestGet = { method: "GET", auth: "none" } as const;
const guestPost = { method: "POST", auth: "none" } as const;
const memberGet = { method: "GET", auth: "member" } as const;
const memberPost = { method: "POST", auth: "member" } as const;
const memberPatch = { method: "PATCH", auth: "member" } as const;
const refreshGet = { method: "GET", auth: "refresh" } as const;
const textGet = { ...memberGet, hasLanguageHeader: true } as const;
const daoGet = { ...textGet, ignoresResult: true } as const;
const daoPost = { ...memberPost, ignoresResult: true } as const;
const moneyPost = { ...memberPost, takesKey: true } as const;
const orderPost = { method: "POST", auth: "order", service: "orders", takesKey: true } as const;

/** Every call of the product API and of the order service, in the order of the specification. */
export const calls = defineCalls({
  // Account: sign-in, sign-up, recovery, tokens, wallet, profile and history (accounts-and-store.md section 7).
  signIn: { ...guestPost, path: "/auth/sign-in", json: auth.signInRequest, data: auth.signInData },
  signOut: { ...memberPost, path: "/auth/sign-out", json: auth.signOutRequest, data: noData },
  checkEmail: {
    ...guestPost,
    path: "/auth/check-email",
    json: auth.registeredEmailRequest,
    data: auth.checkEmailData,
  },
  requestCode: { ...guestPost, path: "/auth/request-code", json: auth.emailRequest, data: noData },
  verifyCode: { ...guestPost, path: "/auth/verify-code", json: auth.codeRequest, data: auth.resultData },
  signUp: { ...guestPost, path: "/auth/sign-up", json: auth.signUpRequest, data: noData },
  resetToken: { ...guestPost, path: "/auth/token", json: auth.codeRequest, data: auth.tokenData },
  forgotPassword: { ...guestPost, path: "/auth/forgot-password", json: auth.emailRequest, data: noData },
  resetPassword: {
    method: "PATCH",
    path: "/auth/reset-password",
    auth: "none",
    json: auth.resetPasswordRequest,
    data: auth.resultData,
  },
  refreshSession: {
    ...refreshGet,
    path: "/auth/refresh/session",
    query: auth.platformRequest,
    data: auth.signInData,
  },
  refreshAccessToken: { ...refreshGet, path: "/auth/refresh/access-token", data: auth.accessTokenData },
  walletNonce: { ...guestGet, path: "/auth/wallet/nonce", data: wallet.walletNonceData },
  walletSignIn: {
    ...guestPost,
    path: "/auth/wallet/sign-in",
    json: wallet.walletSignInRequest,
    data: wallet.walletSignInData,
  },

  profile: { ...memberGet, path: "/users/me", data: users.profileData },
  updateProfile: { ...memberPatch, path: "/users/me", json: users.profileRequest, data: users.profileData },
  deleteAccount: { method: "DELETE", path: "/users/me", auth: "member", data: noData },
  history: { ...textGet, path: "/users/me/history", query: users.historyRequest, data: users.historyData },
  changePassword: { ...memberPatch, path: "/users/me/password", json: users.passwordRequest, data: noData },

  // The store and the order service (accounts-and-store.md section 7).
  products: { ...textGet, path: "/store/products", query: store.storeListRequest, data: store.storeListData },
  product: { ...textGet, path: "/store/products/{id}", data: store.storeObject },
  purchase: {
    ...moneyPost,
    path: "/store/products/purchase",
    json: store.purchaseRequest,
    data: store.purchaseData,
  },
  capture: {
    ...moneyPost,
    path: "/store/order/capture",
    json: store.captureRequest,
    data: store.captureData,
  },
  cancel: { ...moneyPost, path: "/store/order/cancel", json: store.cancelRequest, data: store.cancelData },
  book: { ...memberGet, path: "/users/me/purchases", query: store.bookRequest, data: store.bookData },
  createPaypalOrder: {
    ...memberPost,
    path: "/paypal/orders",
    json: paypal.paypalOrderRequest,
    data: paypal.paypalOrderData,
  },
  capturePaypalOrder: {
    ...memberPost,
    path: "/paypal/orders/capture",
    json: paypal.paypalCaptureRequest,
    data: paypal.paypalCaptureData,
  },

  orders: {
    service: "orders",
    method: "GET",
    path: "/v1/users/orders",
    auth: "order",
    query: orders.orderListRequest,
    data: orders.orderListData,
    hasLanguageHeader: true,
  },
  createOrder: {
    ...orderPost,
    path: "/v1/users/orders",
    json: orders.orderRequest,
    data: orders.orderCreatedData,
  },
  confirmOrder: {
    ...orderPost,
    path: "/v1/users/orders/confirm",
    json: orders.orderConfirmRequest,
    data: orders.orderConfirmedData,
  },

  // News, support and governance (public-site-and-community.md section 7).
  news: { ...guestGet, path: "/news", query: news.newsListRequest, data: news.newsListData },
  newsItem: { ...guestGet, path: "/news/{id}", query: news.newsDetailRequest, data: news.newsDetailData },
  faq: { ...guestGet, path: "/support/faq", query: support.faqListRequest, data: support.faqListData },
  createInquiry: {
    method: "POST",
    path: "/support/inquiries",
    auth: "either",
    form: support.inquiryFields,
    data: support.inquiryCreatedData,
    timeoutMs: 15_000,
  },
  inquiries: {
    ...memberGet,
    path: "/support/inquiries",
    query: support.inquiryListRequest,
    data: support.inquiryListData,
  },
  inquiry: { ...memberGet, path: "/support/inquiries/{id}", data: support.inquiryDetailData },
  replyToInquiry: {
    ...memberPost,
    path: "/support/inquiries/{id}/message",
    form: support.replyFields,
    data: noData,
    timeoutMs: 60_000,
  },

  suggestions: {
    ...daoGet,
    path: "/dao/suggestions",
    query: dao.suggestionListRequest,
    data: dao.suggestionListData,
  },
  suggestion: { ...daoGet, path: "/dao/suggestions/{sId}", data: dao.suggestionDetailData },
  debates: {
    ...daoGet,
    path: "/dao/suggestions/{sId}/debates",
    query: pageRequest,
    data: dao.debateListData,
  },
  comments: {
    ...daoGet,
    path: "/dao/suggestions/{sId}/debates/{dId}/comments",
    query: pageRequest,
    data: dao.commentListData,
  },
  likeDebate: { ...daoPost, path: "/dao/suggestions/{sId}/debates/{dId}/like", data: dao.likeData },
  report: { ...daoPost, path: "/dao/report", json: dao.reportRequest, data: noData },
  daoMembers: {
    ...daoGet,
    path: "/dao/members",
    query: dao.daoMemberListRequest,
    data: dao.daoMemberListData,
  },
});
export type CallName = keyof typeof calls;
