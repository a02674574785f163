/** verified: the code was right, its field is locked, and "continue" leads to the details. */
export type SignUpStage = "email" | "code" | "verified" | "details" | "done";
