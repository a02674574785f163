/** Limits in characters (docs/decisions/0004). */
export const MAX_SUBJECT = 100;
export const MAX_MESSAGE = 2000;
/** Two names of 30 characters and a space. */
export const MAX_INQUIRY_NAME = 61;
