import type { Content, SuggestionContent } from "../content";
import { withDates } from "../content/dates";
import type { Statement } from "../database";
import { DAY } from "../members";
import type { Random } from "./random";

const json = (value: unknown) => JSON.stringify(value);

/**
 * Returns the statements for news, FAQ and products. A post is dated 9:00 Japan time, or at the seed's time of day if
 * that is earlier.
 */
export function publicStatements(random: Random, { news, faq, products }: Content, now: number): Statement[] {
  const morning = (daysAgo: number) => {
    const at = now - daysAgo * DAY;
    return Math.min(at, at - ((at + 9 * 3_600_000) % DAY) + 9 * 3_600_000);
  };
  return [
    ...news.map((post, i) => ({
      sql: "INSERT INTO news (id, type, pinned, created_at, views, title, content, image) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      args: [
        news.length - i,
        post.type,
        post.pinned ? 1 : 0,
        morning(post.daysAgo),
        random.whole(120, 900) + Math.floor(post.daysAgo) * random.whole(3, 30),
        json(withDates(post.title, morning(post.daysAgo))),
        json(withDates(post.content, morning(post.daysAgo))),
        post.image,
      ],
    })),
    ...faq.map((item, i) => ({
      sql: "INSERT INTO faq (id, type, question, answer) VALUES (?, ?, ?, ?)",
      args: [i + 1, item.type, json(item.question), json(item.answer)],
    })),
    ...products.map((item, i) => ({
      sql: "INSERT INTO products (id, slug, name, payment_type, amount, image, story) VALUES (?, ?, ?, ?, ?, ?, ?)",
      args: [
        i + 1,
        item.slug,
        json(item.name),
        item.paymentType,
        item.amount,
        [item.image, item.inUse ?? ""].join(" ").trim(),
        json(item.story),
      ],
    })),
  ];
}

/** Rounds a time down to the full hour, as votes start and end. */
const fullHour = (at: number) => Math.floor(at / 3_600_000) * 3_600_000;

/** Account name of member@soria.test, and authors whose suggestion with that status becomes this member's own. */
const OWN_ACCOUNT = "水野 灯";
const OWN_INSTEAD: Record<string, string> = {
  "hoshi.kuzu": "UNDER_REVIEW",
  "tomás.v": "RETURNED",
  "Wen Jiayi": "PASSED",
  grandfather_clock: "REJECTED",
};

/**
 * Renames the author of such a suggestion, also in its debates and comments, so that `by=me` returns every status.
 */
function asOwn(item: SuggestionContent): SuggestionContent {
  if (OWN_INSTEAD[item.accountName] !== item.status) return item;
  const renamed = (name: string) => (name === item.accountName ? OWN_ACCOUNT : name);
  return {
    ...item,
    accountName: OWN_ACCOUNT,
    debates: item.debates.map((debate) => ({
      ...debate,
      accountName: renamed(debate.accountName),
      comments: debate.comments.map((comment) => ({ ...comment, accountName: renamed(comment.accountName) })),
    })),
  };
}

/** Returns the statements for governance. `memberId` is member@soria.test, who owns the votes in the content. */
export function daoStatements({ dao }: Content, now: number, memberId: number): Statement[] {
  const ids = { debate: 0, comment: 0 };
  const suggestions = dao.suggestions.map(asOwn).flatMap((item, i): Statement[] => {
    const id = dao.suggestions.length - i;
    return [
      {
        sql: `INSERT INTO dao_suggestions (id, type, status, title, content, account_name, member_id, created_at, start_at,
          end_at, agree, against, voters, required, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        args: [
          id,
          item.type,
          item.status,
          json(item.title),
          json(item.content),
          item.accountName,
          item.accountName === OWN_ACCOUNT ? memberId : null,
          now - item.daysAgo * DAY,
          item.startDaysAgo === undefined ? null : fullHour(now - item.startDaysAgo * DAY),
          item.endInDays === undefined ? null : fullHour(now + item.endInDays * DAY),
          item.agreeAmount,
          item.againstAmount,
          item.voterCount,
          item.requiredAmount,
          item.resultReason ? json(item.resultReason) : null,
        ],
      },
      ...(item.myVote
        ? [
            {
              sql: "INSERT INTO dao_votes (suggestion_id, member_id, vote) VALUES (?, ?, ?)",
              args: [id, memberId, item.myVote],
            },
          ]
        : []),
      ...item.debates.flatMap((debate) => debateStatements(debate, id, now, ids)),
    ];
  });
  const members = dao.members.map((member, i) => ({
    sql: "INSERT INTO dao_members (id, account_name, type, joined_at, amount) VALUES (?, ?, ?, ?, ?)",
    args: [i + 1, member.accountName, member.type, now - member.joinedDaysAgo * DAY, member.amount],
  }));
  return [...suggestions, ...members];
}

function debateStatements(
  debate: SuggestionContent["debates"][number],
  suggestionId: number,
  now: number,
  ids: { debate: number; comment: number },
): Statement[] {
  const debateId = (ids.debate += 1);
  const first = ids.comment + 1;
  ids.comment += debate.comments.length;
  const parentOf = (key: string | undefined) => {
    if (key === undefined) return null;
    const index = debate.comments.findIndex((other) => other.key === key);
    if (index < 0) throw new Error(`A comment answers ${key}, which is not in its debate`);
    return first + index;
  };
  return [
    {
      sql: `INSERT INTO dao_debates (id, suggestion_id, title, content, account_name, created_at, likes, deleted)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        debateId,
        suggestionId,
        json(debate.title),
        json(debate.content),
        debate.accountName,
        now - debate.daysAgo * DAY,
        debate.likes,
        debate.deletedByAdministrator ? 1 : 0,
      ],
    },
    ...debate.comments.map((comment, i) => ({
      sql: `INSERT INTO dao_comments (id, debate_id, parent_id, content, account_name, created_at, likes, deleted_by)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        first + i,
        debateId,
        parentOf(comment.replyTo),
        json(comment.content),
        comment.accountName,
        // Put comments of the same day one minute apart, in list order.
        now - comment.daysAgo * DAY + i * 60_000 - debate.comments.length * 60_000,
        comment.likes,
        comment.deletedByAdministrator ? "ADMINISTRATOR" : null,
      ],
    })),
  ];
}
