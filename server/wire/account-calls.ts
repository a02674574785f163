import { defineCalls } from "./call";
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
import { noData } from "./common";
import { historyData, historyRequest, passwordRequest, profileData, profileRequest } from "./users";
import { walletNonceData, walletSignInData, walletSignInRequest } from "./wallet";

/**
 * Account calls: sign-in, sign-up, recovery, tokens, wallet, profile and history (accounts-and-store.md section 7).
 */
export const accountCalls = defineCalls({
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
});
