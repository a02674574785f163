import { breakMark } from "./break-marks";
import type { Language } from "./languages";

const openers = /^[「『（〈《【“‘(]+$/u;
const closers = /^[\p{P}\p{S}\s\u2060]+$/u;
/** Japanese endings and particles use these letters and belong to the preceding word. */
const kanaOnly = /^[\p{Script=Hiragana}ー]+$/u;
/** An honorific prefix starts a word. */
const honorific = /^[おご]$/u;
/** Characters that belong to the preceding Chinese word. */
const chineseEnding = /^[的了吗吧呢着过们上下里中证者员器岛人年月日起时前后节]$/u;
/** Characters that belong to the following Chinese word. */
const chineseBeginning = /(?:^|\s)[请已由将热]$/u;
/** Words of the site that ICU's dictionary lacks, or splits beside some neighbours. */
const chineseWords =
  "我的购买 我的主页 银行卡 发卡行 测试卡号 这张卡 一张卡 扣款 付款 余额 新加坡元 下单 收货 验证码 注销 重置 重试 加载 上传 勾选 举报 表单 确认框 链接 标签页 页面 关键词 文件夹 客服 图书馆 工坊 集市 大树 热气球 音乐会 发布会 日落 冬马 安全码 第三方 物品栏 一笔 另一位 接下来 强制性 冒犯性";
const splitWord = new RegExp(
  chineseWords
    .split(" ")
    .map((word) => [...word].join(`${breakMark}?`))
    .join("|"),
  "gu",
);

/** Returns whether a key is a display text: a heading, or a sentence right below one. */
const isDisplay = (key: string) => /^(?:title|heading|lead|line\d)$|(?:Title|Heading)$/.test(key);

/** Returns whether a text takes a few lines on a phone: longer than a label, shorter than prose. */
function isShortText(text: string): boolean {
  const { length } = text.replace(/\{\{.*?\}\}|<[^>]*>/gu, "");
  return length >= 12 && length < 60;
}

/** Character pairs inside one word: katakana and katakana, kanji and kanji, a number and its counter. */
const japaneseCompound =
  /[\p{Script=Katakana}ー][\p{Script=Katakana}ー]|\p{Script=Han}\p{Script=Han}|\d[\p{L}]|\p{Script=Han}\d/u;
/** Two single characters in a row are a word that the dictionary lacks. */
const single = /^\p{Script=Han}$/u;

function belongsTo(last: string, segment: string, lng: "ja" | "zh"): boolean {
  if (closers.test(segment) && !openers.test(segment)) return true;
  if (openers.test(last.slice(-1)) || /\s$/u.test(last)) return true;
  if (lng === "zh") {
    if (chineseEnding.test(segment) || chineseBeginning.test(last)) return true;
    // A number with its counter, and what has hyphens: Wi-Fi, 2026-01-31, a telephone number.
    if (/\d$/u.test(last) && /^\p{Script=Han}/u.test(segment)) return true;
    if (/[A-Za-z0-9+\-\u2060]$/u.test(last) && /^[A-Za-z0-9\-\u2060]/u.test(segment)) return true;
    return single.test(last) && single.test(segment);
  }
  if (honorific.test(last)) return true;
  if (kanaOnly.test(segment)) return !honorific.test(segment) && !/[。、！？]$/u.test(last);
  return japaneseCompound.test(last.slice(-1) + segment.slice(0, 1));
}

/**
 * Marks where a Japanese or Chinese headline may break: between phrases, never inside a word. Words come from ICU's
 * dictionary in Node, because browsers other than Chromium break between any two characters. Placeholders (`{{count}}`),
 * references to other texts (`$t(key)`) and tags stay whole.
 *
 * @example markPhrases("語りあう世界です。", "ja") // "語りあう|世界です。", with a zero-width space for |
 */
export function markPhrases(text: string, lng: "ja" | "zh"): string {
  const segmenter = new Intl.Segmenter(lng, { granularity: "word" });
  return text
    .split(/(\{\{.*?\}\}|\$t\(.*?\)|<[^>]*>)/u)
    .map((part, i) => {
      if (i % 2) return part;
      const phrases: string[] = [];
      for (const { segment } of segmenter.segment(part)) {
        const last = phrases.at(-1);
        if (last !== undefined && belongsTo(last, segment, lng)) phrases[phrases.length - 1] = last + segment;
        else phrases.push(segment);
      }
      const marked = phrases.join(breakMark);
      return lng === "zh" ? marked.replace(splitWord, (word) => word.replaceAll(breakMark, "")) : marked;
    })
    .join("");
}

/**
 * Returns a namespace's texts, with marked display texts in Japanese and Chinese. In Chinese short texts are marked as
 * well, because `word-break: auto-phrase` knows Japanese only.
 */
export function withPhrases(texts: Record<string, unknown>, lng: Language): Record<string, unknown> {
  if (lng !== "ja" && lng !== "zh") return texts;
  const isMarked = (key: string, text: string) => isDisplay(key) || (lng === "zh" && isShortText(text));
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      if (typeof value === "string") return [key, isMarked(key, value) ? markPhrases(value, lng) : value];
      return [key, withPhrases(value as Record<string, unknown>, lng)];
    }),
  );
}
