import { texts } from "../kit/data/texts";

/** Texts of the DAO. */
export const t = texts("ja", "dao");

/** Texts of the catalogue. */
export const errors = texts("ja", "errors");

/** From the sandbox's content: the suggestion with the most debates, and its debate with the most comments. */
export const SUGGESTION = "/dao/suggestions/19";
