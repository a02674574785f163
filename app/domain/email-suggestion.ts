import { checkEmail, readEmail } from "./email-rules";

/** Hosts of many addresses, whose names are often mistyped. */
const HOSTS = [
  ..."gmail.com yahoo.co.jp yahoo.com outlook.com outlook.jp hotmail.com hotmail.co.jp icloud.com".split(" "),
  ..."docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp naver.com daum.net hanmail.net".split(" "),
  ..."qq.com 163.com 126.com".split(" "),
];
/** Hosts that are near to one of these, and real. */
const REAL = new Set([
  ..."ymail.com gmx.com mail.com email.com live.com me.com 139.com 189.cn 12.com".split(" "),
]);
/** A shorter host has too many real neighbours. */
const SHORTEST = 8;

/** Returns whether one edit makes the texts equal: an insertion, a deletion, a substitution or a swap of neighbours. */
function isOneEdit(one: string, other: string): boolean {
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const [left, right] = [one.slice(from), other.slice(from)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  );
}

/** Returns the address that was probably meant (gmial.com: gmail.com); undefined if there is none. */
export function suggestEmail(typed: string): string | undefined {
  if (checkEmail(typed)) return undefined;
  const email = readEmail(typed);
  const at = email.lastIndexOf("@");
  const host = email.slice(at + 1).toLowerCase();
  if (host.length < SHORTEST || HOSTS.includes(host) || REAL.has(host)) return undefined;
  const meant = HOSTS.find((known) => known.length >= SHORTEST && isOneEdit(host, known));
  return meant && `${email.slice(0, at)}@${meant}`;
}
