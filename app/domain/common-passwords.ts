/**
 * Passwords of published lists that pass the site's rules, in lower case. A warning only: the API decides what it
 * takes (docs/decisions/0098-hints-at-passwords-and-devices.md).
 */
const COMMON = new Set(
  (
    "password1! password123! password@1 password@123 password!1 passw0rd! passw0rd1! p@ssw0rd p@ssw0rd1 p@ssw0rd! " +
    "p@ssword1 p@ssword123 pa$$w0rd pa$$word1 qwerty1! qwerty12! qwerty123! qwerty@123 qwer1234! q1w2e3r4! " +
    "1q2w3e4r! 1qaz@wsx 1qaz!qaz 1qaz2wsx! !qaz2wsx zaq1@wsx zaq!2wsx abc123!@# abc@1234 abcd1234! abcd@1234 " +
    "abc12345! asdf1234! a1234567! aa123456! 1234567! 12345678! 123456789! 1234qwer! 123qwe!@# 123!@#qwe " +
    "admin123! admin@123 admin1234! welcome1! welcome123! welcome@1 welcome@123 test1234! test@1234 test123! " +
    "letmein1! changeme1! changeme123! iloveyou1! football1! monkey123! dragon123! sunshine1! princess1! " +
    "summer2024! winter2024! spring2024! summer2025! winter2025! spring2025! summer2026! winter2026! spring2026! " +
    "!@#$1234 1234!@#$ qwe123!@# asd123!@# zxc123!@# secret123! master123! hello123! google123!"
  ).split(" "),
);

/** Returns whether a password is one of the very common ones, in any case of its letters. */
export const isCommonPassword = (password: string): boolean =>
  COMMON.has(password.normalize("NFKC").trim().toLowerCase());
