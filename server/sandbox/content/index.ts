import { z } from "zod";
import { MEMBER_TYPES, SUGGESTION_STATUSES, SUGGESTION_TYPES } from "../../wire/dao";
import { NEWS_TYPES } from "../../wire/news";
import { paymentType } from "../../wire/store";
import { FAQ_TYPES } from "../../wire/support";
import { sourcePath } from "../source-files";
import dao from "./dao.json";
import faq from "./faq.json";
import { withLabels } from "./labels";
import news from "./news.json";
import products from "./products.json";

const texts = z.object({ ja: z.string(), en: z.string(), ko: z.string(), zh: z.string() });

const newsPost = z.object({
  type: z.enum(NEWS_TYPES),
  pinned: z.boolean().default(false),
  /** Days before the seed. */
  daysAgo: z.number().nonnegative(),
  /** A file in art/, or "" to let the site choose a drawing. */
  image: z.string(),
  title: texts,
  content: texts,
});

const question = z.object({ type: z.enum(FAQ_TYPES), question: texts, answer: texts });

const product = z.object({
  slug: z.string(),
  name: texts,
  paymentType,
  /** Price in hundredths. */
  amount: z.number().int().positive(),
  image: z.string(),
  /** File of the second picture, which shows the item in use. */
  inUse: z.string().optional(),
  story: texts,
});

const comment = z.object({
  /** Key that replies refer to, unique in its debate. */
  key: z.string().optional(),
  replyTo: z.string().optional(),
  content: texts,
  accountName: z.string(),
  daysAgo: z.number().nonnegative(),
  likes: z.number().int().nonnegative(),
  deletedByAdministrator: z.boolean().default(false),
});

const debate = z.object({
  title: texts,
  content: texts,
  accountName: z.string(),
  daysAgo: z.number().nonnegative(),
  likes: z.number().int().nonnegative(),
  deletedByAdministrator: z.boolean().default(false),
  comments: z.array(comment),
});

const suggestion = z.object({
  type: z.enum(SUGGESTION_TYPES),
  status: z.enum(SUGGESTION_STATUSES),
  title: texts,
  content: texts,
  accountName: z.string(),
  daysAgo: z.number().nonnegative(),
  /** Start and end of the vote, in days before and after the seed; set once the vote has begun. */
  startDaysAgo: z.number().optional(),
  endInDays: z.number().optional(),
  agreeAmount: z.number().int().nonnegative(),
  againstAmount: z.number().int().nonnegative(),
  voterCount: z.number().int().nonnegative(),
  requiredAmount: z.number().int().positive(),
  /** Vote of member@soria.test. */
  myVote: z.enum(["AGREE", "AGAINST"]).optional(),
  resultReason: texts.nullish(),
  debates: z.array(debate),
});

const daoMember = z.object({
  accountName: z.string(),
  type: z.enum(MEMBER_TYPES),
  joinedDaysAgo: z.number().nonnegative(),
  amount: z.number().int().nonnegative(),
});

const content = z.object({
  news: z.array(newsPost),
  faq: z.array(question),
  products: z.array(product),
  dao: z.object({ suggestions: z.array(suggestion), members: z.array(daoMember) }),
});
export type Content = z.infer<typeof content>;
export type SuggestionContent = z.infer<typeof suggestion>;

/**
 * Returns the seed's content, with `[[…]]` references replaced by the site's labels (docs/world.md).
 *
 * @throws ZodError at an invalid data file, with the place; Error for an unknown label
 */
export const loadContent = (): Content => content.parse(withLabels({ news, faq, products, dao }));

/** Returns the path of a picture of the content. */
export const artPath = (file: string) => sourcePath(`server/sandbox/content/art/${file}`);
