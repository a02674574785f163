import { describe, expect, it } from "vitest";
import { withoutMarks } from "~/i18n/break-marks";
import { translator } from "~/i18n/i18n.server";
import { markPhrases } from "~/i18n/phrases.server";

const shown = (text: string, lng: "ja" | "zh") => markPhrases(text, lng).replaceAll("\u200b", "|");

describe("where a headline may break", () => {
  it.each([
    ["ja", "つくり、語りあう。みんなで育てる世界です。", "つくり、|語りあう。|みんなで|育てる|世界です。"],
    ["ja", "サインインして ご覧ください", "サインインして ご覧ください"],
    ["ja", "パスワードの再設定", "パスワードの|再設定"],
    ["ja", "お問い合わせを受け付けました", "お問い合わせを|受け付けました"],
    ["ja", "「{{name}}」に投票した人", "「{{name}}」に|投票した|人"],
    ["ja", "六枚の<b>DAOパス</b>", "六枚の<b>DAO|パス</b>"],
    ["zh", "浮岛的未来，由大家一起决定", "浮岛的|未来，|由大家|一起|决定"],
    ["zh", "发生意外错误。请联系客服获取帮助。", "发生|意外|错误。|请联系|客服|获取|帮助。"],
    ["zh", "您之前输入的内容已恢复，请在发送前确认。", "您|之前|输入的|内容|已恢复，|请在|发送前|确认。"],
    ["zh", "热气球节的夜晚", "热气球节的|夜晚"],
    ["zh", "结束时赞成多于反对即可通过。", "结束时|赞成|多于|反对|即可|通过。"],
    ["zh", "请换一张卡，或咨询发卡行。", "请换|一张卡，|或|咨询|发卡行。"],
    ["zh", "先在“我的购买”中查看。", "先在|“我的购买”中|查看。"],
    ["zh", "先在“我的购买”\u2060中查看。", "先在|“我的购买”\u2060中|查看。"],
    ["zh", "{{name}} 已付款，但尚未完成。", "{{name}} 已付款，|但|尚未|完成。"],
    [
      "zh",
      "$t(errors:web.100)在{{until}}之前登录即可取消。",
      "$t(errors:web.100)在{{until}}之前|登录|即可|取消。",
    ],
    ["zh", "5分钟后可重新发送验证码。", "5分钟后|可|重新|发送|验证码。"],
    ["zh", "例如：090-1234-5678", "例如：|090-1234-5678"],
    ["zh", "重置密码", "重置|密码"],
    ["zh", "六张通行证", "六张|通行证"],
  ] as const)("%s: %s", (lng, text, expected) => {
    expect(shown(text, lng)).toBe(expected);
    expect(withoutMarks(markPhrases(text, lng))).toBe(text);
  });

  it("is marked in the site's own headlines, and in nothing else", () => {
    expect(translator("ja")("home:make.title")).toContain("\u200b");
    expect(translator("zh")("home:hero.lead")).toContain("\u200b");
    expect(translator("ja")("home:hero.access")).not.toContain("\u200b");
    for (const lng of ["en", "ko"] as const)
      expect(translator(lng)("home:hero.lead")).not.toContain("\u200b");
  });
});
