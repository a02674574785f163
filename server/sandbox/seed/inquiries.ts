import { brand } from "../../runtime/brand";
import type { InquiryStatus } from "../../wire/support";
import { insertMessage, newPublicId } from "../api/inquiries";
import type { Statement } from "../database";
import { DAY } from "../members";
import type { Random } from "./random";

export interface InquirySeed {
  typeCode: string;
  status: InquiryStatus;
  daysAgo: number;
  subject: string;
  /** Messages, alternating between the member and support; the member starts. */
  messages: string[];
}

const SUPPORT = `${brand.brand.ja} サポート`;

/** Inquiries of member@soria.test, in all four statuses and on more than one page. */
export const MEMBER_INQUIRIES: InquirySeed[] = [
  {
    typeCode: "PURCHASE_REFUND",
    status: "OPEN",
    daysAgo: 0.3,
    subject: "灯籠を二つ買ってしまいました",
    messages: [
      "空の灯籠をまちがえて二度購入しました。片方を取り消せますか。購入はどちらも今朝の9時ごろです。",
    ],
  },
  {
    typeCode: "BUG_ERROR",
    status: "IN_PROGRESS",
    daysAgo: 2,
    subject: "渡し船に乗ると画面が白くなります",
    messages: [
      "北の桟橋から渡し船に乗ると、画面が白いまま戻りません。Windows版です。",
      "ご不便をおかけしております。お使いのグラフィックドライバーのバージョンを教えていただけますか。",
      "552.44です。今日もう一度試しましたが同じでした。画面の写真を添付します。",
    ],
  },
  {
    typeCode: "USER_PROFILE",
    status: "RESOLVED",
    daysAgo: 6,
    subject: "名前の表示がローマ字になります",
    messages: [
      "プロフィールを漢字に直しても、島ではローマ字のままです。",
      "反映までに最大1時間かかります。先ほど反映を確認しました。まだ変わらないときは、この画面からお知らせください。",
    ],
  },
  {
    typeCode: "EVENT",
    status: "CLOSED",
    daysAgo: 18,
    subject: "島めぐりのスタンプが一つ足りません",
    messages: [
      "灯台の島のスタンプだけ押されていません。確かに立ち寄りました。",
      "記録を確認し、スタンプを追加いたしました。報酬の受け取りは今月末までです。",
      "追加を確認しました。ありがとうございました。",
    ],
  },
  {
    typeCode: "REPORT_SANCTION",
    status: "RESOLVED",
    daysAgo: 24,
    subject: "しつこく話しかけてくる方がいます",
    messages: [
      "市場の島で、断っても取引を求めてくる方がいて困っています。",
      "お知らせありがとうございます。該当の方に注意を行いました。続くようでしたら、ブロックと通報をお使いください。",
    ],
  },
  {
    typeCode: "INSTALL_PLAY",
    status: "CLOSED",
    daysAgo: 33,
    subject: "更新が47%で止まります",
    messages: [
      "昨日の更新から、ダウンロードが47%で止まってしまいます。",
      "空き容量が5GBを下回っていると止まることがあります。容量をご確認のうえ、もう一度お試しください。",
    ],
  },
  {
    typeCode: "USER_GUIDE",
    status: "CLOSED",
    daysAgo: 41,
    subject: "工房の島で作ったものを人に渡すには",
    messages: [
      "作った小物を友だちに贈りたいのですが、方法がわかりません。",
      "「小包」からお送りいただけます。相手の方の持ち物がいっぱいのときは届きませんのでご注意ください。",
    ],
  },
  {
    typeCode: "PURCHASE_REFUND",
    status: "RESOLVED",
    daysAgo: 52,
    subject: "マグカップの持ち手が欠けていました",
    messages: [
      "届いたマグカップの持ち手が欠けていました。",
      "申し訳ございません。代わりの品を本日お送りしました。お手元の品はそのままお持ちください。",
    ],
  },
  {
    typeCode: "ETC",
    status: "CLOSED",
    daysAgo: 60,
    subject: "取材のお願い",
    messages: [
      `学校新聞で${brand.brand.ja}を紹介したいのですが、画像を使ってもよいでしょうか。`,
      "ありがとうございます。ニュースに載せた画像は、出典を添えてお使いいただけます。",
    ],
  },
  {
    typeCode: "USER_SIGNUP",
    status: "CLOSED",
    daysAgo: 71,
    subject: "家族のアカウントを作りたい",
    messages: [
      "同じパソコンで家族のアカウントも作れますか。",
      "はい、メールアドレスが別であればお作りいただけます。",
    ],
  },
  {
    typeCode: "EVENT",
    status: "OPEN",
    daysAgo: 1.2,
    subject: "来月の音楽会に出演したいです",
    messages: ["庭の舞台で演奏したいのですが、申し込みはどこからできますか。"],
  },
  {
    typeCode: "USER_GUIDE",
    status: "RESOLVED",
    daysAgo: 83,
    subject: "Question about points",
    messages: [
      "Do points expire if I do not use them for a year?",
      "They do not. Points stay on your account as long as it exists.",
    ],
  },
];

/**
 * Returns the statements for these inquiries. `attachment`, the id of a stored file, goes to the last message of the
 * second inquiry.
 */
export function inquiryStatements(
  random: Random,
  {
    memberId,
    name,
    email,
    inquiries,
    now,
    attachment,
  }: {
    memberId: number;
    name: string;
    email: string;
    inquiries: InquirySeed[];
    now: number;
    attachment?: string;
  },
): Statement[] {
  return inquiries.flatMap((inquiry, index) => {
    const publicId = newPublicId((below) => random.whole(0, below - 1));
    const created = now - Math.floor(inquiry.daysAgo * DAY);
    // At most half a day between messages, and none in the future.
    const gap = Math.min(DAY / 2, Math.floor((inquiry.daysAgo * DAY) / (inquiry.messages.length + 1)));
    return [
      {
        sql: `INSERT INTO inquiries (public_id, member_id, type_code, language, name, email, subject, status, created_at)
          VALUES (?, ?, ?, 'ja', ?, ?, ?, ?, ?)`,
        args: [publicId, memberId, inquiry.typeCode, name, email, inquiry.subject, inquiry.status, created],
      },
      ...inquiry.messages.map((content, turn) =>
        insertMessage({
          publicId,
          senderType: turn % 2 === 0 ? "CUSTOMER" : "ADMIN",
          senderName: turn % 2 === 0 ? name : SUPPORT,
          content,
          at: created + turn * gap,
          fileId: index === 1 && turn === inquiry.messages.length - 1 ? attachment : undefined,
        }),
      ),
    ];
  });
}
