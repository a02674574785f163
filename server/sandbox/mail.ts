import type { Services } from "./services";
import type { Language } from "./texts";

interface MailTexts {
  codeSubject: string;
  code: (code: string) => string;
  resetSubject: string;
  reset: (link: string) => string;
  lockSubject: string;
  lock: (link: string) => string;
}

const TEXTS: Record<Language, MailTexts> = {
  ja: {
    codeSubject: "【Soria】認証コードのお知らせ",
    code: (code) =>
      `認証コードは ${code} です。\n30分以内に入力してください。\n\nお心当たりのない場合は、このメールを破棄してください。`,
    resetSubject: "【Soria】パスワード再設定のご案内",
    reset: (link) =>
      `次のリンクから新しいパスワードを設定してください。リンクは30分間、1回だけ有効です。\n\n${link}`,
    lockSubject: "【Soria】アカウントをロックしました",
    lock: (link) =>
      `パスワードの入力を5回続けて間違えたため、アカウントをロックしました。\n次のリンクから新しいパスワードを設定すると、ロックは解除されます。\n\n${link}`,
  },
  en: {
    codeSubject: "[Soria] Your verification code",
    code: (code) =>
      `Your verification code is ${code}.\nPlease enter it within 30 minutes.\n\nIf you did not ask for it, you can ignore this mail.`,
    resetSubject: "[Soria] Set a new password",
    reset: (link) =>
      `Please set a new password with the link below. It works once, for 30 minutes.\n\n${link}`,
    lockSubject: "[Soria] Your account has been locked",
    lock: (link) =>
      `A wrong password was entered five times in a row, so we locked your account.\nSet a new password with the link below to unlock it.\n\n${link}`,
  },
  ko: {
    codeSubject: "[Soria] 인증 코드를 알려 드려요",
    code: (code) =>
      `인증 코드를 알려 드려요: ${code}\n30분 안에 입력해 주세요.\n\n요청한 적이 없다면 이 메일을 무시해 주세요.`,
    resetSubject: "[Soria] 비밀번호를 다시 설정해 주세요",
    reset: (link) =>
      `아래 링크에서 새 비밀번호를 설정해 주세요. 링크는 30분 동안 한 번만 쓸 수 있어요.\n\n${link}`,
    lockSubject: "[Soria] 계정이 잠겼어요",
    lock: (link) =>
      `비밀번호를 5번 연속으로 잘못 입력해서 계정을 잠갔어요.\n아래 링크에서 새 비밀번호를 설정하면 잠금이 풀려요.\n\n${link}`,
  },
  zh: {
    codeSubject: "【Soria】验证码",
    code: (code) => `您的验证码是 ${code}。\n请在30分钟内输入。\n\n如果这不是您本人的操作，请忽略此邮件。`,
    resetSubject: "【Soria】重新设置密码",
    reset: (link) => `请通过以下链接设置新密码。链接30分钟内有效，且只能使用一次。\n\n${link}`,
    lockSubject: "【Soria】账号已被锁定",
    lock: (link) =>
      `由于连续5次输入了错误的密码，您的账号已被锁定。\n请通过以下链接设置新密码以解除锁定。\n\n${link}`,
  },
};

interface Mail {
  to: string;
  subject: string;
  text: string;
  code?: string;
  link?: string;
}

async function post(services: Services, { to, subject, text, code, link }: Mail): Promise<void> {
  await services.db.run(
    "INSERT INTO mails (recipient, subject, text, sent_at, code, link) VALUES (?, ?, ?, ?, ?, ?)",
    [to.toLowerCase(), subject, text, services.now(), code ?? null, link ?? null],
  );
}

export async function mailCode(services: Services, to: string, language: Language, code: string) {
  const texts = TEXTS[language];
  await post(services, { to, subject: texts.codeSubject, text: texts.code(code), code });
}

/** The reset link, for who asked (forgot-password) or who was locked out after five failures. */
export async function mailResetLink(
  services: Services,
  to: string,
  language: Language,
  reason: "forgotten" | "locked",
  token: string,
) {
  const texts = TEXTS[language];
  const link = `${services.settings.siteOrigin}/wpdnif?token=${encodeURIComponent(token)}`;
  const mail =
    reason === "locked"
      ? { subject: texts.lockSubject, text: texts.lock(link) }
      : { subject: texts.resetSubject, text: texts.reset(link) };
  await post(services, { to, ...mail, link });
}

/** The mailbox, newest first; of one recipient or of all. */
export async function mailsOf(services: Services, to: string | undefined, limit = 200) {
  const rows = await services.db.all<{
    recipient: string;
    subject: string;
    text: string;
    sent_at: number;
    code: string | null;
    link: string | null;
  }>(`SELECT * FROM mails WHERE ?1 IS NULL OR recipient = ?1 ORDER BY id DESC LIMIT ?2`, [
    to?.trim().toLowerCase() ?? null,
    limit,
  ]);
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    sentAt: new Date(row.sent_at).toISOString(),
    ...(row.code !== null && { code: row.code }),
    ...(row.link !== null && { link: row.link }),
  }));
}
