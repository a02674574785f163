import { stirredHash } from "./stirred-hash";

/** public/art/people. A longer list would change everybody's face: whoever appends makes a new rule. */
const portraits = ["akari", "nagi", "hinata", "toma", "mei", "ren", "sol", "yuki", "kon", "pip"] as const;

/**
 * The portrait of a member of the DAO: the same name has the same face everywhere. By the account's name, because only
 * the list of members has an id, and that one is its row's.
 */
export function portraitOf(accountName: string): string {
  return portraits[stirredHash(accountName.normalize("NFC")) % portraits.length] as string;
}
