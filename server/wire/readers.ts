/** The site's readers and rules for inputs, for the sandbox: it imports only server/wire and server/runtime. */
export { isEmail, readEmail } from "~/domain/email-rules";
export { checkName, readName } from "~/domain/name-rules";
export { isGoodPassword } from "~/domain/password-rules";
export { searchFor } from "~/domain/search-text";
export { lengthOf, paragraphs, readPassword } from "~/domain/readers";
