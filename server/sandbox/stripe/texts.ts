import type { CardFault } from "./cards";

export type Locale = "ja" | "en" | "ko" | "zh";

export interface StandInTexts {
  frameTitle: string;
  number: string;
  expiry: string;
  expiryHint: string;
  cvc: string;
  note: string;
  challengeTitle: string;
  challengeText: string;
  complete: string;
  fail: string;
  gone: string;
  faults: Record<CardFault, string>;
  errors: Record<string, string>;
}

/** Texts of the stand-in in the languages of the site; `locale` selects one, as in Stripe. */
export const TEXTS: Readonly<Record<Locale, StandInTexts>> = {
  ja: {
    frameTitle: "カード情報の安全な入力欄",
    number: "カード番号",
    expiry: "有効期限",
    expiryHint: "月 / 年",
    cvc: "セキュリティコード",
    note: "サンドボックスです。実際の請求はありません。テスト番号：4242 4242 4242 4242",
    challengeTitle: "3Dセキュアの本人認証（サンドボックス）",
    challengeText: "カード会社の本人認証画面の代わりです。結果を選んでください。",
    complete: "認証を完了する",
    fail: "認証に失敗する",
    gone: "この認証はすでに終わっています。この画面を閉じて、もう一度お試しください。",
    faults: {
      incomplete_number: "カード番号を最後まで入力してください。",
      invalid_number: "カード番号が正しくありません。",
      incomplete_expiry: "有効期限を最後まで入力してください。",
      invalid_expiry_month_past: "有効期限が過ぎています。",
      invalid_expiry_year_past: "有効期限の年が正しくありません。",
      incomplete_cvc: "セキュリティコードを最後まで入力してください。",
    },
    errors: {
      card_declined: "カードが承認されませんでした。",
      insufficient_funds: "カードの残高が不足しています。",
      expired_card: "カードの有効期限が切れています。",
      incorrect_cvc: "セキュリティコードが正しくありません。",
      processing_error: "カードの処理中にエラーが発生しました。しばらくしてからもう一度お試しください。",
      payment_intent_authentication_failure: "本人認証ができませんでした。別のお支払い方法をお試しください。",
      payment_intent_unexpected_state: "このお支払いは、すでに処理されています。",
      api_connection_error: "決済サービスに接続できませんでした。",
    },
  },
  en: {
    frameTitle: "Secure card input",
    number: "Card number",
    expiry: "Expiration date",
    expiryHint: "MM / YY",
    cvc: "Security code",
    note: "Sandbox: nothing is charged. Test number: 4242 4242 4242 4242",
    challengeTitle: "3-D Secure authentication (sandbox)",
    challengeText: "This stands in for the page of a card’s bank. Choose how it ends.",
    complete: "Complete authentication",
    fail: "Fail authentication",
    gone: "This authentication has ended. Close this page and try again.",
    faults: {
      incomplete_number: "Your card number is incomplete.",
      invalid_number: "Your card number is invalid.",
      incomplete_expiry: "Your card’s expiration date is incomplete.",
      invalid_expiry_month_past: "Your card’s expiration date is in the past.",
      invalid_expiry_year_past: "Your card’s expiration year is invalid.",
      incomplete_cvc: "Your card’s security code is incomplete.",
    },
    errors: {
      card_declined: "Your card was declined.",
      insufficient_funds: "Your card has insufficient funds.",
      expired_card: "Your card has expired.",
      incorrect_cvc: "Your card’s security code is incorrect.",
      processing_error: "An error occurred while processing your card. Try again in a little bit.",
      payment_intent_authentication_failure:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      payment_intent_unexpected_state: "This payment has already been handled.",
      api_connection_error: "The payment service could not be reached.",
    },
  },
  ko: {
    frameTitle: "안전한 카드 입력란",
    number: "카드 번호",
    expiry: "만료일",
    expiryHint: "월 / 년",
    cvc: "보안 코드",
    note: "샌드박스예요. 실제로 결제되지 않아요. 테스트 번호: 4242 4242 4242 4242",
    challengeTitle: "3D 보안 인증(샌드박스)",
    challengeText: "카드사의 인증 화면을 대신하는 화면이에요. 결과를 골라 주세요.",
    complete: "인증 완료",
    fail: "인증 실패",
    gone: "이미 끝난 인증이에요. 이 화면을 닫고 다시 시도해 주세요.",
    faults: {
      incomplete_number: "카드 번호를 끝까지 입력해 주세요.",
      invalid_number: "카드 번호가 올바르지 않아요.",
      incomplete_expiry: "만료일을 끝까지 입력해 주세요.",
      invalid_expiry_month_past: "만료일이 지났어요.",
      invalid_expiry_year_past: "만료 연도가 올바르지 않아요.",
      incomplete_cvc: "보안 코드를 끝까지 입력해 주세요.",
    },
    errors: {
      card_declined: "카드가 거절됐어요.",
      insufficient_funds: "카드 잔액이 부족해요.",
      expired_card: "카드가 만료됐어요.",
      incorrect_cvc: "보안 코드가 올바르지 않아요.",
      processing_error: "카드를 처리하는 중에 오류가 났어요. 잠시 후 다시 시도해 주세요.",
      payment_intent_authentication_failure: "본인 인증을 하지 못했어요. 다른 결제 수단을 이용해 주세요.",
      payment_intent_unexpected_state: "이미 처리된 결제예요.",
      api_connection_error: "결제 서비스에 연결하지 못했어요.",
    },
  },
  zh: {
    frameTitle: "安全的银行卡输入框",
    number: "卡号",
    expiry: "有效期",
    expiryHint: "月 / 年",
    cvc: "安全码",
    note: "这是沙盒，不会真正扣款。测试卡号：4242 4242 4242 4242",
    challengeTitle: "3D 安全验证（沙盒）",
    challengeText: "此页面代替发卡行的验证页面，请选择结果。",
    complete: "完成验证",
    fail: "验证失败",
    gone: "此验证已经结束。请关闭此页面后重试。",
    faults: {
      incomplete_number: "卡号不完整。",
      invalid_number: "卡号无效。",
      incomplete_expiry: "有效期不完整。",
      invalid_expiry_month_past: "银行卡已过有效期。",
      invalid_expiry_year_past: "有效期的年份无效。",
      incomplete_cvc: "安全码不完整。",
    },
    errors: {
      card_declined: "您的卡被拒绝了。",
      insufficient_funds: "您的卡余额不足。",
      expired_card: "您的卡已过期。",
      incorrect_cvc: "安全码不正确。",
      processing_error: "处理银行卡时出错，请稍后重试。",
      payment_intent_authentication_failure: "无法验证您的付款方式。请换一种付款方式再试。",
      payment_intent_unexpected_state: "这笔付款已经处理。",
      api_connection_error: "无法连接支付服务。",
    },
  },
};

/** Returns one of the four languages; English for any other, as in Stripe. */
export function localeOf(wanted: string | undefined): Locale {
  const short = (wanted ?? "").slice(0, 2).toLowerCase();
  return short === "ja" || short === "ko" || short === "zh" ? short : "en";
}

/** Returns the error message for a declined card. */
export function messageOf(locale: Locale, code: string, declineCode?: string): string {
  const { errors } = TEXTS[locale];
  return errors[declineCode ?? ""] ?? errors[code] ?? errors.card_declined ?? code;
}
