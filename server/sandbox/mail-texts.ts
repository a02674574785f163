import { brandTexts } from "../../app/domain/brand-text";
import { brand } from "../runtime/brand";
import { type Language, LANGUAGES } from "./texts";

/** Content of a mail, as HTML and as plain text. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

interface Words {
  subject: string;
  heading: string;
  lead: string;
  /** Label of the link button; undefined in a mail with a code. */
  button?: string;
  /** Text about the lifetime of the code or link. */
  life: string;
  notYou: string;
}
type Kind = "code" | "forgotten" | "locked";

const texts: Record<Language, Record<Kind, Words> & { linkBelow: string; sender: string }> = {
  ja: {
    linkBelow: "ボタンを押せないときは、次のアドレスを開いてください。",
    sender: "{{company}} このメールは送信専用です。",
    code: {
      subject: "【{{brand}}】認証コードのお知らせ",
      heading: "認証コード",
      lead: "次のコードを、サイトの画面に入力してください。",
      life: "30分間有効です。",
      notYou:
        "お心当たりのない場合は、このメールを破棄してください。コードは、どなたにもお伝えにならないでください。",
    },
    forgotten: {
      subject: "【{{brand}}】パスワード再設定のご案内",
      heading: "パスワードの再設定",
      lead: "次のリンクから、新しいパスワードを設定してください。",
      button: "新しいパスワードを設定する",
      life: "リンクは30分間、1回だけ有効です。",
      notYou: "お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。",
    },
    locked: {
      subject: "【{{brand}}】アカウントをロックしました",
      heading: "アカウントをロックしました",
      lead: "パスワードの入力を5回続けて間違えたため、安全のためロックしました。次のリンクから新しいパスワードを設定すると、ロックは解除されます。",
      button: "新しいパスワードを設定する",
      life: "リンクは30分間、1回だけ有効です。",
      notYou:
        "お心当たりのない場合は、ほかの方がサインインを試した可能性があります。アカウントには入られていません。新しいパスワードの設定をおすすめします。",
    },
  },
  en: {
    linkBelow: "If the button does not work, open this address:",
    sender: "{{company}} Please do not reply to this e-mail.",
    code: {
      subject: "[{{brand}}] Your verification code",
      heading: "Your verification code",
      lead: "Enter this code on the site:",
      life: "It is good for 30 minutes.",
      notYou: "If this was not you, you can ignore this e-mail. Do not give the code to anybody.",
    },
    forgotten: {
      subject: "[{{brand}}] Reset your password",
      heading: "Reset your password",
      lead: "Set a new password with this link:",
      button: "Set a new password",
      life: "The link works once, for 30 minutes.",
      notYou: "If this was not you, you can ignore this e-mail: your password stays as it is.",
    },
    locked: {
      subject: "[{{brand}}] Your account has been locked",
      heading: "Your account has been locked",
      lead: "A wrong password was entered five times in a row, so we locked your account to keep it safe. Set a new password with this link to unlock it:",
      button: "Set a new password",
      life: "The link works once, for 30 minutes.",
      notYou:
        "If this was not you, somebody may have tried to sign in. They did not get in. We recommend that you set a new password.",
    },
  },
  ko: {
    linkBelow: "버튼이 눌리지 않으면 아래 주소를 열어 주세요.",
    sender: "{{company}} 발신 전용 메일이에요.",
    code: {
      subject: "[{{brand}}] 인증 코드",
      heading: "인증 코드",
      lead: "사이트 화면에 이 코드를 입력해 주세요.",
      life: "30분 동안 쓸 수 있어요.",
      notYou: "요청한 적이 없다면 이 메일을 무시해 주세요. 코드는 누구에게도 알려 주지 마세요.",
    },
    forgotten: {
      subject: "[{{brand}}] 비밀번호 재설정",
      heading: "비밀번호 재설정",
      lead: "아래 링크에서 새 비밀번호를 설정해 주세요.",
      button: "새 비밀번호 설정하기",
      life: "링크는 30분 동안 한 번만 쓸 수 있어요.",
      notYou: "요청한 적이 없다면 이 메일을 무시해 주세요. 비밀번호는 그대로예요.",
    },
    locked: {
      subject: "[{{brand}}] 계정이 잠겼어요",
      heading: "계정이 잠겼어요",
      lead: "비밀번호를 5번 연속으로 잘못 입력해서 안전을 위해 계정을 잠갔어요. 아래 링크에서 새 비밀번호를 설정하면 잠금이 풀려요.",
      button: "새 비밀번호 설정하기",
      life: "링크는 30분 동안 한 번만 쓸 수 있어요.",
      notYou:
        "직접 하신 일이 아니라면 다른 사람이 로그인을 시도했을 수 있어요. 로그인되지는 않았어요. 새 비밀번호를 설정해 두는 것이 좋아요.",
    },
  },
  zh: {
    linkBelow: "如果无法点击按钮，请打开以下地址：",
    sender: "{{company}} 此邮件由系统发送，请勿回复。",
    code: {
      subject: "【{{brand}}】验证码",
      heading: "验证码",
      lead: "请在网站页面输入以下验证码：",
      life: "30分钟内有效。",
      notYou: "如果这不是您本人的操作，请忽略此邮件，也不要将验证码告诉任何人。",
    },
    forgotten: {
      subject: "【{{brand}}】重置密码",
      heading: "重置密码",
      lead: "请通过以下链接设置新密码：",
      button: "设置新密码",
      life: "链接30分钟内有效，且只能使用一次。",
      notYou: "如果这不是您本人的操作，请忽略此邮件，您的密码不会改变。",
    },
    locked: {
      subject: "【{{brand}}】账户已被锁定",
      heading: "账户已被锁定",
      lead: "由于连续5次输入了错误的密码，为了安全，您的账户已被锁定。请通过以下链接设置新密码以解除锁定：",
      button: "设置新密码",
      life: "链接30分钟内有效，且只能使用一次。",
      notYou: "如果这不是您本人的操作，可能有人尝试登录您的账户，但没有成功。建议您设置新密码。",
    },
  },
};

const WORDS = Object.fromEntries(
  LANGUAGES.map((lng) => [lng, brandTexts(texts[lng], lng, brand)]),
) as typeof texts;

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );

const { day, night, font, radius, radiusSmall } = brand.mail;

/**
 * Colours are inline because mail clients drop style sheets; the media query is for clients that keep them and have a
 * dark theme. Contrast is at least 6.3 in light and 7 in dark.
 */
const STYLE = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.ground{background:${night.ground}!important}.sheet{background:${night.sheet}!important;border-color:${night.line}!important}.ink{color:${night.ink}!important}.soft{color:${night.soft}!important}.code{background:${night.ground}!important;color:${night.code}!important}}
@media (max-width:520px){.sheet{padding:24px 20px!important}}`;

/** Keeps Korean words and Japanese phrases whole, where the mail program can. */
const WORD_BREAK = { ja: "auto-phrase", en: "normal", ko: "keep-all", zh: "normal" } as const;

function page(lng: Language, words: Words, main: string): string {
  const p = (text: string, kind: "ink" | "soft") =>
    `<p class="${kind}" style="margin:0 0 16px;color:${day[kind]};font-size:${kind === "ink" ? 17 : 15}px">${escaped(text)}</p>`;
  return `<!doctype html><html lang="${lng}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(words.subject)}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;background:${day.ground};font-family:${escaped(font)};line-height:1.7;word-break:${WORD_BREAK[lng]}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td class="ink" style="padding:0 4px 16px;color:${day.ink};font-size:20px;font-weight:700;letter-spacing:.08em">${escaped(brand.brand[lng])}</td></tr>
<tr><td class="sheet" style="padding:32px;background:${day.sheet};border:1px solid ${day.line};border-radius:${radius}">
<h1 class="ink" style="margin:0 0 16px;color:${day.ink};font-size:22px;line-height:1.4">${escaped(words.heading)}</h1>
${p(words.lead, "ink")}${main}${p(words.life, "soft")}${p(words.notYou, "soft")}</td></tr>
<tr><td class="soft" style="padding:16px 4px;color:${day.soft};font-size:13px">${escaped(WORDS[lng].sender)}</td></tr></table></td></tr></table></body></html>`;
}

const textOf = (words: Words, sender: string, main: string) =>
  [words.lead, main, words.life, words.notYou, `— \n${sender}`].join("\n\n");

/** Returns the mail with a six-digit verification code. */
export function codeMail(lng: Language, code: string): MailContent {
  const words = WORDS[lng].code;
  const main = `<p class="code" style="margin:0 0 16px;padding:16px;background:${day.ground};border-radius:${radiusSmall};color:${day.ink};font:700 30px/1.2 ui-monospace,Menlo,monospace;letter-spacing:.2em;text-align:center">${escaped(code)}</p>`;
  return {
    subject: words.subject,
    text: textOf(words, WORDS[lng].sender, code),
    html: page(lng, words, main),
  };
}

/**
 * Returns the mail with a link to set a new password.
 *
 * @param reason forgotten: the member requested it; locked: five consecutive wrong passwords
 */
export function resetMail(lng: Language, reason: "forgotten" | "locked", link: string): MailContent {
  const words = WORDS[lng][reason];
  const href = escaped(link);
  const main = `<p style="margin:0 0 16px"><a href="${href}" target="_blank" style="display:inline-block;padding:14px 24px;background:${day.action};border-radius:${radiusSmall};color:${day.onAction};font-size:17px;font-weight:700;text-decoration:none">${escaped(words.button ?? "")}</a></p>
<p class="soft" style="margin:0 0 16px;color:${day.soft};font-size:13px;overflow-wrap:anywhere">${escaped(WORDS[lng].linkBelow)}<br><a class="soft" href="${href}" target="_blank" style="color:${day.soft}">${href}</a></p>`;
  return {
    subject: words.subject,
    text: textOf(words, WORDS[lng].sender, link),
    html: page(lng, words, main),
  };
}
