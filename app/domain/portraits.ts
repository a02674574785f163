import { stirredHash } from "./stirred-hash";

/** Drawings in public/art/faces. Do not append: a longer list changes the figures of existing members. */
const figures = ["akari", "nagi", "hinata", "toma", "mei", "ren", "sol", "yuki", "kon", "pip"] as const;

/** Number of grounds and of masks in app/components/dao/faces.css. */
const GROUNDS = 6;
const MASKS = 6;

export interface Portrait {
  figure: (typeof figures)[number];
  /** 1 to 6. */
  ground: number;
  /** 1 to 6. */
  mask: number;
}

/**
 * Returns the portrait of a DAO member, one of 360; the same name has the same portrait on every page. Uses the account
 * name, because only the list of members has an id, and that is the id of the row.
 */
export function portraitOf(accountName: string): Portrait {
  const hash = stirredHash(accountName.normalize("NFC"));
  const rest = Math.floor(hash / figures.length);
  return {
    figure: figures[hash % figures.length] as Portrait["figure"],
    ground: 1 + (rest % GROUNDS),
    mask: 1 + (Math.floor(rest / GROUNDS) % MASKS),
  };
}
