import type { RefusalStatus } from "./guard";
import { brand } from "#server/runtime/brand";
import type { Language } from "#server/protocol/language";

/** Status of a guard's refusal, or 500 when the front itself fails. */
export type FrontStatus = RefusalStatus | 500;

interface Words {
  title: string;
  text: string;
}

/**
 * The front's texts. They are not in app/i18n, because the guard runs before the app and must respond even when the app
 * cannot be loaded.
 */
const words: Record<Language, Record<FrontStatus, Words> & { home: string; id: string }> = {
  ja: {
    400: {
      title: "アドレスを読み取れません",
      text: "アドレスに誤りがあるようです。入力し直すか、ホームからお進みください。",
    },
    403: {
      title: "この送信は受け付けられません",
      text: "このサイトのページから送られたことを確認できませんでした。ページを開き直して、もう一度お試しください。",
    },
    405: { title: "この操作には対応していません", text: "ホームから目的のページへお進みください。" },
    408: {
      title: "送信に時間がかかりすぎました",
      text: "送信された内容は処理されていません。通信状況をご確認のうえ、もう一度お試しください。",
    },
    413: {
      title: "データが大きすぎます",
      text: "送信できる大きさを超えています。添付ファイルは5MBまでです。小さくしてから、もう一度お試しください。",
    },
    414: { title: "アドレスが長すぎます", text: "アドレスを短くするか、ホームからお進みください。" },
    415: { title: "この形式は受け付けられません", text: "ページのフォームから、もう一度お送りください。" },
    421: {
      title: "このアドレスでは応答していません",
      text: "別のアドレスのサイトです。アドレスをご確認ください。",
    },
    500: { title: "エラーが発生しました", text: "しばらくしてから、もう一度お試しください。" },
    503: {
      title: "ただいま混み合っています",
      text: "アクセスが集中しています。送信された内容はまだ処理されていません。数秒後に、もう一度お試しください。",
    },
    home: "ホームへ戻る",
    id: "お問い合わせの際は、この番号をお知らせください：",
  },
  en: {
    400: {
      title: "We cannot read this address",
      text: "It seems to contain a mistake. Type it again, or start from the home page.",
    },
    403: {
      title: "We cannot accept this",
      text: "We could not tell that it was sent from a page of this site. Open the page again and try once more.",
    },
    405: { title: "This cannot be done here", text: "Please go on from the home page." },
    408: {
      title: "Sending took too long",
      text: "Nothing that you sent was carried out. Please check your connection and try again.",
    },
    413: {
      title: "This is too large",
      text: "It is larger than we can take. An attachment may have up to 5 MB. Make it smaller and try again.",
    },
    414: { title: "This address is too long", text: "Shorten it, or start from the home page." },
    415: { title: "We cannot read this format", text: "Please send it again with the form on the page." },
    421: {
      title: "This address is not answered here",
      text: "The site has another address. Please check the one you used.",
    },
    500: { title: "Something went wrong", text: "Please try again in a moment." },
    503: {
      title: "We are very busy right now",
      text: "Many people are here at once. Nothing that you sent was carried out. Please try again in a few seconds.",
    },
    home: "Back to home",
    id: "If you contact us, please quote this number: ",
  },
  ko: {
    400: {
      title: "주소를 읽을 수 없어요",
      text: "주소에 잘못된 부분이 있는 것 같아요. 다시 입력하거나 홈에서 시작해 주세요.",
    },
    403: {
      title: "이 요청은 받을 수 없어요",
      text: "이 사이트의 페이지에서 보낸 요청인지 확인할 수 없었어요. 페이지를 다시 열고 한 번 더 시도해 주세요.",
    },
    405: { title: "여기서는 할 수 없는 작업이에요", text: "홈에서 원하는 페이지로 이동해 주세요." },
    408: {
      title: "보내는 데 시간이 너무 오래 걸렸어요",
      text: "보내신 내용은 처리되지 않았어요. 연결 상태를 확인하고 다시 시도해 주세요.",
    },
    413: {
      title: "용량이 너무 커요",
      text: "보낼 수 있는 크기를 넘었어요. 첨부 파일은 5MB까지예요. 크기를 줄여 다시 시도해 주세요.",
    },
    414: { title: "주소가 너무 길어요", text: "주소를 줄이거나 홈에서 시작해 주세요." },
    415: { title: "읽을 수 없는 형식이에요", text: "페이지의 양식으로 다시 보내 주세요." },
    421: { title: "이 주소로는 응답하지 않아요", text: "사이트의 주소가 달라요. 주소를 확인해 주세요." },
    500: { title: "문제가 생겼어요", text: "잠시 후 다시 시도해 주세요." },
    503: {
      title: "지금은 접속이 많아요",
      text: "한꺼번에 많은 분이 찾아오셨어요. 보내신 내용은 아직 처리되지 않았어요. 몇 초 뒤에 다시 시도해 주세요.",
    },
    home: "홈으로 돌아가기",
    id: "문의하실 때 이 번호를 알려 주세요: ",
  },
  zh: {
    400: { title: "无法识别此地址", text: "地址似乎有误。请重新输入，或从首页开始浏览。" },
    403: { title: "无法接受此请求", text: "无法确认请求来自本站的页面。请重新打开页面后再试一次。" },
    405: { title: "不支持此操作", text: "请从首页前往所需的页面。" },
    408: { title: "发送时间过长", text: "您提交的内容尚未处理。请检查网络连接后重试。" },
    413: { title: "数据过大", text: "超出了可发送的大小。附件最大为5MB，请缩小后重试。" },
    414: { title: "地址过长", text: "请缩短地址，或从首页开始浏览。" },
    415: { title: "无法识别此格式", text: "请使用页面上的表单重新发送。" },
    421: { title: "此地址不提供服务", text: "本站使用其他地址，请确认您输入的地址。" },
    500: { title: "发生错误", text: "请稍后再试。" },
    503: { title: "当前访问人数较多", text: "访问过于集中，您提交的内容尚未处理。请在几秒后重试。" },
    home: "返回首页",
    id: "联系我们时，请提供此编号：",
  },
};

/** Colours and letters of the brand; the page loads no style sheet. */
const page = Object.entries(brand.errorPage)
  .map(([name, value]) => `--${name}: ${value};`)
  .join(" ");

/**
 * Returns a complete HTML page, in the visitor's language and without scripts or files to load, for a response that
 * does not come from Remix.
 *
 * @param requestId shown so that a visitor can quote it; generated by the front, so it needs no escaping
 */
export function refusalPage(status: FrontStatus, lng: Language, requestId: string): string {
  const { [status]: say, home, id } = words[lng];
  const wayOn = status === 421 ? "" : `<a href="/">${home}</a>`;
  return `<!doctype html>
<html lang="${lng === "zh" ? "zh-Hans" : lng}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say.title} | ${brand.brand[lng]}</title>
<style>
:root { ${page} }
html { min-height: 100%; background: var(--ground) var(--sky) fixed; color: var(--text); }
body { margin: 0; min-height: 100vh; display: grid; align-content: center; justify-items: start; gap: 1rem; padding: 2rem clamp(1.25rem, 8vw, 8rem); box-sizing: border-box; font: 400 1.0625rem/1.8 var(--font); overflow-wrap: anywhere; }
.status { margin: 0; color: var(--accent); font-weight: 700; letter-spacing: 0.08em; }
h1 { margin: 0; max-width: 22ch; font-size: clamp(1.75rem, 1.2rem + 2.6vw, 3rem); line-height: 1.35; text-wrap: balance; word-break: auto-phrase; }
p { margin: 0; max-width: 36rem; }
a { display: inline-flex; align-items: center; min-height: 2.75rem; margin-top: 0.5rem; padding: 0 1.5rem; border-radius: var(--radius); background: var(--action); color: var(--on-action); font-weight: 700; text-decoration: none; }
a:hover { background: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
small { margin-top: 1rem; color: var(--soft); }
</style>
</head>
<body>
<p class="status">${status}</p>
<h1>${say.title}</h1>
<p>${say.text}</p>
${wayOn}
<small>${id}${requestId}</small>
</body>
</html>
`;
}

/** Returns the same message in one sentence, for the JSON response to a data request. */
export function refusalText(status: FrontStatus, lng: Language): string {
  return words[lng][status].text;
}
