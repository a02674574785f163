import type { Content, SuggestionContent } from "../content";
import { withDates } from "../content/dates";
import { insertRow, type Statement } from "../database";
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
    ...news.map((post, i) =>
      insertRow("news", {
        id: news.length - i,
        type: post.type,
        pinned: post.pinned,
        created_at: morning(post.daysAgo),
        views: random.whole(120, 900) + Math.floor(post.daysAgo) * random.whole(3, 30),
        title: json(withDates(post.title, morning(post.daysAgo))),
        content: json(withDates(post.content, morning(post.daysAgo))),
        image: post.image,
      }),
    ),
    ...faq.map(({ type, question, answer }, i) =>
      insertRow("faq", { id: i + 1, type, question: json(question), answer: json(answer) }),
    ),
    ...products.map(({ slug, name, paymentType, amount, image, inUse = "", story }, i) =>
      insertRow("products", {
        id: i + 1,
        slug,
        name: json(name),
        payment_type: paymentType,
        amount,
        image: `${image} ${inUse}`.trim(),
        story: json(story),
      }),
    ),
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
      insertRow("dao_suggestions", {
        id,
        type: item.type,
        status: item.status,
        title: json(item.title),
        content: json(item.content),
        account_name: item.accountName,
        member_id: item.accountName === OWN_ACCOUNT ? memberId : null,
        created_at: now - item.daysAgo * DAY,
        start_at: item.startDaysAgo === undefined ? null : fullHour(now - item.startDaysAgo * DAY),
        end_at: item.endInDays === undefined ? null : fullHour(now + item.endInDays * DAY),
        agree: item.agreeAmount,
        against: item.againstAmount,
        voters: item.voterCount,
        required: item.requiredAmount,
        reason: item.resultReason && json(item.resultReason),
      }),
      ...(item.myVote
        ? [insertRow("dao_votes", { suggestion_id: id, member_id: memberId, vote: item.myVote })]
        : []),
      ...item.debates.flatMap((debate) => debateStatements(debate, id, now, ids)),
    ];
  });
  const members = dao.members.map((member, i) =>
    insertRow("dao_members", {
      id: i + 1,
      account_name: member.accountName,
      type: member.type,
      joined_at: now - member.joinedDaysAgo * DAY,
      amount: member.amount,
    }),
  );
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
    insertRow("dao_debates", {
      id: debateId,
      suggestion_id: suggestionId,
      title: json(debate.title),
      content: json(debate.content),
      account_name: debate.accountName,
      created_at: now - debate.daysAgo * DAY,
      likes: debate.likes,
      deleted: debate.deletedByAdministrator,
    }),
    ...debate.comments.map((comment, i) =>
      insertRow("dao_comments", {
        id: first + i,
        debate_id: debateId,
        parent_id: parentOf(comment.replyTo),
        content: json(comment.content),
        account_name: comment.accountName,
        // Put comments of the same day one minute apart, in list order.
        created_at: now - comment.daysAgo * DAY + i * 60_000 - debate.comments.length * 60_000,
        likes: comment.likes,
        deleted_by: comment.deletedByAdministrator ? "ADMINISTRATOR" : null,
      }),
    ),
  ];
}
