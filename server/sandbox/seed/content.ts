import type { Content } from "../content";
import { withDates } from "../content/dates";
import { insertRow, type Statement } from "../database";
import { DAY } from "../members";
import type { Texts } from "../texts";
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
        pinned: post.pinned ?? false,
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
  const suggestions = dao.suggestions.map((item, i) => ({ ...item, id: dao.suggestions.length - i }));
  const debates = suggestions.flatMap((item) =>
    item.debates.map((debate: Debate) => ({ ...debate, suggestionId: item.id })),
  );
  const comments = debates.flatMap((debate, d) =>
    // Comments of the same day are one minute apart, in list order.
    debate.comments.map((comment, i) => ({
      ...comment,
      debateId: d + 1,
      minutes: i - debate.comments.length,
    })),
  );
  const commentId = (debateId: number, wanted: string) => {
    const index = comments.findIndex((comment) => comment.debateId === debateId && comment.key === wanted);
    if (index === -1) throw new Error(`A comment answers ${wanted}, which is not in its debate`);
    return index + 1;
  };
  return [
    ...suggestions.map((item) =>
      insertRow("dao_suggestions", {
        id: item.id,
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
    ),
    ...suggestions
      .filter(({ myVote }) => myVote !== undefined)
      .map(({ id, myVote }) =>
        insertRow("dao_votes", { suggestion_id: id, member_id: memberId, vote: myVote }),
      ),
    ...debates.map((debate, i) =>
      insertRow("dao_debates", {
        id: i + 1,
        suggestion_id: debate.suggestionId,
        title: json(debate.title),
        content: json(debate.content),
        account_name: debate.accountName,
        created_at: now - debate.daysAgo * DAY,
        likes: debate.likes,
        deleted: debate.deletedByAdministrator ?? false,
      }),
    ),
    ...comments.map(({ debateId, replyTo, ...comment }, i) =>
      insertRow("dao_comments", {
        id: i + 1,
        debate_id: debateId,
        parent_id: replyTo === undefined ? null : commentId(debateId, replyTo),
        content: json(comment.content),
        account_name: comment.accountName,
        created_at: now - comment.daysAgo * DAY + comment.minutes * 60_000,
        likes: comment.likes,
        deleted_by: comment.deletedByAdministrator ? "ADMINISTRATOR" : null,
      }),
    ),
    ...dao.members.map((member, i) =>
      insertRow("dao_members", {
        id: i + 1,
        account_name: member.accountName,
        type: member.type,
        joined_at: now - member.joinedDaysAgo * DAY,
        amount: member.amount,
      }),
    ),
  ];
}
