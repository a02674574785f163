/** `verified`: the code is verified and its field locked; the Continue button leads to `details`. */
export type SignUpStage = "email" | "code" | "verified" | "details" | "done";
