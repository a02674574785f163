/** Hostile values, encoded for an urlencoded body, which can also contain invalid UTF-8. */
const value = encodeURIComponent;

const KB = 1024;

/** [description, encoded value] */
export const hostileValues: [string, string][] = [
  ["nothing", ""],
  ["CR and LF", "a%0D%0ASet-Cookie:%20evil=1%0D%0A%0D%0A<script>"],
  ["NUL", "a%00b"],
  ["control characters", "%01%02%07%08%1B%5B2J%7F%C2%85"],
  ["the other direction of writing", value("a\u202Egnp.exe\u2066")],
  ["emoji", value("👩‍👩‍👧‍👦🏴‍☠️".repeat(20))],
  ["accents piled up", value(`a${"\u0301".repeat(2000)}`)],
  ["bytes that are no UTF-8", "%FF%FE%C0%80"],
  ["a lone surrogate", "%ED%A0%80"],
  ["100 kB", "a".repeat(100 * KB)],
  ["60 kB of one letter", "a".repeat(60 * KB)],
  ["60 kB of spaces", `a${"+".repeat(60 * KB)}a`],
  ["a long address that is none", `${"a.".repeat(10 * KB)}@${"b-".repeat(10 * KB)}`],
  ["20,000 digits", "9".repeat(20_000)],
  ["a script", value("<script>alert(1)</script>")],
  ["the end of an attribute", value(`"onload="alert(1)" autofocus onfocus='alert(1)' x="`)],
  ["the end of a script", value("</script><img src=x onerror=alert(1)><!--")],
  ["the end of a text field", value("</textarea></select></title><svg onload=alert(1)>")],
  ["a template", value("{{constructor.constructor('alert(1)')()}}${7*7}#{7*7}")],
  ["a name of every object", "__proto__"],
  ["another one", "hasOwnProperty"],
  ["a path", value("../../../../etc/passwd")],
  ["SQL", value(`' OR 1=1; DROP TABLE members; --`)],
  ["a formula", value(`=cmd|' /C calc'!A0`)],
  ["less than nothing", "-1"],
  ["more than a number", "1e309"],
  ["no number", "NaN"],
  ["past the exact ones", "9007199254740993"],
  ["a hexadecimal one", "0x1F"],
];

/** Names that are not fields: [description, encoded pairs]; `name` is a field of the form. */
export const hostileNames = (name: string): [string, string][] => [
  ["__proto__.x", "__proto__.polluted=1&__proto__%5Bpolluted%5D=1"],
  ["constructor.prototype.x", "constructor.prototype.polluted=1&constructor%5Bprototype%5D%5Bpolluted%5D=1"],
  ["below a field", `${name}.__proto__.polluted=1&${name}.constructor.prototype.polluted=1`],
  ["an endless list", "items%5B4294967294%5D=1"],
  ["a long list", `${name}%5B50000000%5D=1&${name}%5B4294967294%5D=1`],
  ["deep", `${name}${".a".repeat(5000)}=1`],
  ["deep lists", `${name}${"%5B9%5D".repeat(1000)}=1`],
  ["a broken intent of conform", "__intent__=%7B"],
  [
    "an intent of conform",
    `__intent__=${value(JSON.stringify({ type: "insert", payload: { name: "items", index: 1e9 } }))}`,
  ],
  ["conform's state", "__state__=%7B%22key%22%3A%7B%7D%7D"],
  ["1,000 values of one field", Array.from({ length: 1000 }, (_, n) => `${name}=${n}`).join("&")],
  ["5,000 fields", Array.from({ length: 5000 }, (_, n) => `a${n}=1`).join("&")],
  ["no name", "=1&&&=&=%00"],
  ["broken escapes", "%E0%A4%A=%&%ZZ=%u0041"],
];

/** Bodies that differ from their type: [description, content type, body]; `name` is a field of the form. */
export function hostileBodies(name: string): [string, string, string][] {
  const part = (head: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const multipart = "multipart/form-data; boundary=b";
  return [
    [
      "a file in place of text",
      multipart,
      `${part(`name="${name}"; filename="a.html"`, "<script>1</script>")}--b--\r\n`,
    ],
    [
      "a file with a hostile name",
      multipart,
      `${part(`name="file"; filename="../../\u202egnp.exe%00.png"`, "MZ")}--b--\r\n`,
    ],
    ["text in place of a file", multipart, `${part('name="file"', "text")}--b--\r\n`],
    ["text in place of a file, urlencoded", "application/x-www-form-urlencoded", "file=text"],
    ["JSON", "application/json", JSON.stringify({ [name]: { __proto__: { polluted: 1 } } })],
    ["plain text", "text/plain", `${name}=1`],
    ["XML", "application/xml", `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`],
    ["multipart without a boundary", "multipart/form-data", part(`name="${name}"`, "1")],
    ["multipart that breaks off", multipart, part(`name="${name}"`, "1").slice(0, -6)],
    ["multipart without an end", multipart, part(`name="${name}"`, "1")],
    ["multipart of nothing", multipart, ""],
    ["multipart that is none", multipart, `${name}=1`],
    [
      "a name in multipart",
      multipart,
      `${part('name="__proto__.polluted"', "1")}${part('name="items[4294967294]"', "1")}--b--\r\n`,
    ],
    ["endless part headers", multipart, `--b\r\n${"X-A: b\r\n".repeat(5000)}\r\n1\r\n--b--\r\n`],
    [
      "an unknown charset",
      "application/x-www-form-urlencoded; charset=utf-7",
      `${name}=%2BADw-script%2BAD4-`,
    ],
  ];
}
