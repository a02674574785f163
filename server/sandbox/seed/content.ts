import type { Content } from "../content";
import { insertRow, type SqlValue, type Statement } from "../database";
import { DAY } from "../members";
import { LANGUAGES, type Language, type Texts } from "../texts";
import type { Random } from "./random";

/** Japan has no summer time. */
const JAPAN_MS = 9 * 3_600_000;
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const tags = { ja: "ja-JP", en: "en-GB", ko: "ko-KR", zh: "zh-CN" };

const written = (at: number, language: Language, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tags[language], { ...parts, timeZone: "Asia/Tokyo" }).format(at);

const DATE = new RegExp(`^(day|month):(${weekdays.join("|")})?([+-]\\d+)?$`);

function dateOf(at: number, language: Language, mark: string): string {
  const [, kind, weekday, days = "0"] = DATE.exec(mark) ?? [];
  if (kind === undefined) throw new Error(`content has an unknown date: ${mark}`);
  const inJapan = new Date(at + JAPAN_MS);
  if (kind === "month") {
    const first = Date.UTC(inJapan.getUTCFullYear(), inJapan.getUTCMonth() + Number(days), 1);
    // The long name is spelled in letters in Chinese (十二月).
    return written(first, language, { month: language === "zh" ? "short" : "long" });
  }
  // To the first such day of the week after the day itself.
  const ahead = weekday ? ((weekdays.indexOf(weekday) - inJapan.getUTCDay() + 6) % 7) + 1 : 0;
  return written(at + (ahead + Number(days)) * DAY, language, {
    month: "long",
    day: "numeric",
    ...(weekday && { weekday: "short" }),
  });
}

/**
 * Replaces date placeholders in a content text, because words like "tomorrow" are wrong the day after. `{{day:+1}}` is
 * the day after `at`, `{{day:mon}}` the first Monday after it, `{{day:mon+4}}` four days later, `{{month:+1}}` the next
 * month.
 *
 * @param at when the text was written, in ms since 1970
 */
export function withDates(texts: Texts, at: number) {
  const dated = LANGUAGES.map((language) => [
    language,
    texts[language].replace(/\{\{([^}]*)\}\}/g, (_, mark: string) => dateOf(at, language, mark)),
  ]);
  return Object.fromEntries(dated) as Texts;
}

/** Inserts content with its texts as JSON. */
function insertContent(table: string, content: Record<string, SqlValue | object>) {
  const columns = Object.entries(content).map(([name, value]) => [
    name,
    typeof value === "object" ? JSON.stringify(value) : value,
  ]);
  return insertRow(table, Object.fromEntries(columns) as Record<string, SqlValue>);
}

/**
 * Returns the statements for news, FAQ and products. A post is dated 9:00 Japan time, or at the seed's time of day if
 * that is earlier.
 */
export function publicStatements(random: Random, { news, faq, products }: Content, now: number): Statement[] {
  return [
    ...news.map(({ daysAgo, pinned = false, title, content, ...post }, i) => {
      const at = now - daysAgo * DAY;
      const createdAt = Math.min(at, at - ((at + 9 * 3_600_000) % DAY) + 9 * 3_600_000);
      return insertContent("news", {
        ...post,
        id: news.length - i,
        pinned,
        createdAt,
        views: random.whole(120, 900) + Math.floor(daysAgo) * random.whole(3, 30),
        title: withDates(title, createdAt),
        content: withDates(content, createdAt),
      });
    }),
    ...faq.map((entry, i) => insertContent("faq", { id: i + 1, ...entry })),
    ...products.map(({ image, inUse = "", ...product }, i) =>
      insertContent("products", { id: i + 1, ...product, image: `${image} ${inUse}`.trim() }),
    ),
  ];
}

/** Rounds a time down to the full hour, as votes start and end. */
const fullHour = (at: number) => Math.floor(at / 3_600_000) * 3_600_000;

/** Account name of member@soria.test, who has a suggestion in every status, so that `by=me` returns each. */
const OWN_ACCOUNT = "水野 灯";

/** A debate or a comment. */
interface Post {
  content: Texts;
  accountName: string;
  daysAgo: number;
  likes: number;
  deletedByAdministrator?: boolean | undefined;
}
interface Debate extends Post {
  title: Texts;
  /** `replyTo` is the `key` of another comment in the debate. */
  comments: (Post & { key?: string | undefined; replyTo?: string | undefined })[];
}

/** Returns the statements for governance. `memberId` is member@soria.test, who owns the votes in the content. */
export function daoStatements({ dao }: Content, now: number, memberId: number): Statement[] {
  const ago = (days: number) => now - days * DAY;
  let debateId = 0;
  let lastComment = 0;
  const debateStatements = (suggestionId: number, debate: Debate): Statement[] => {
    const { comments, daysAgo, deletedByAdministrator = false, ...post } = debate;
    debateId += 1;
    const firstComment = lastComment + 1;
    const idOf = (wanted: string) => {
      const index = comments.findIndex(({ key }) => key === wanted);
      if (index === -1) throw new Error(`A comment answers ${wanted}, which is not in its debate`);
      return firstComment + index;
    };
    return [
      insertContent("dao_debates", {
        ...post,
        id: debateId,
        suggestionId,
        createdAt: ago(daysAgo),
        deleted: deletedByAdministrator,
      }),
      ...comments.map(({ content, accountName, likes, replyTo, ...comment }, i) =>
        insertContent("dao_comments", {
          id: (lastComment += 1),
          debateId,
          parentId: replyTo === undefined ? undefined : idOf(replyTo),
          content,
          accountName,
          // Comments of the same day are one minute apart, in list order.
          createdAt: ago(comment.daysAgo) + (i - comments.length) * 60_000,
          likes,
          deletedBy: comment.deletedByAdministrator ? "ADMINISTRATOR" : undefined,
        }),
      ),
    ];
  };
  return [
    ...dao.suggestions.flatMap(({ debates, daysAgo, startDaysAgo, endInDays, myVote, ...item }, i) => {
      const id = dao.suggestions.length - i;
      const vote = { suggestionId: id, memberId, vote: myVote };
      return [
        insertContent("dao_suggestions", {
          ...item,
          id,
          memberId: item.accountName === OWN_ACCOUNT ? memberId : undefined,
          createdAt: ago(daysAgo),
          startAt: startDaysAgo === undefined ? undefined : fullHour(ago(startDaysAgo)),
          endAt: endInDays === undefined ? undefined : fullHour(ago(-endInDays)),
        }),
        ...(myVote === undefined ? [] : [insertContent("dao_votes", vote)]),
        ...debates.flatMap((debate) => debateStatements(id, debate)),
      ];
    }),
    ...dao.members.map(({ joinedDaysAgo, ...member }, i) =>
      insertContent("dao_members", { id: i + 1, ...member, joinedAt: ago(joinedDaysAgo) }),
    ),
  ];
}
