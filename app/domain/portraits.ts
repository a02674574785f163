import { stirredHash } from "./stirred-hash";

/** Pictures in public/art/people. Do not append: a longer list changes the portraits of existing members. */
const portraits = ["akari", "nagi", "hinata", "toma", "mei", "ren", "sol", "yuki", "kon", "pip"] as const;

/**
 * Returns the portrait of a DAO member; the same name has the same portrait on every page. Uses the account name,
 * because only the list of members has an id, and that is the id of the row.
 */
export const portraitOf = (accountName: string): string =>
  portraits[stirredHash(accountName.normalize("NFC")) % portraits.length] as string;
