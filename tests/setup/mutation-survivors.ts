/** A mutant that no test can kill, or needs to. */
interface Reason {
  /** The source line, trimmed, for a text that stands in the file more than once. */
  line?: string;
  /** The original text and its replacement. */
  is: string;
  becomes: string;
  why: string;
}

export interface Survivor extends Reason {
  file: string;
}

const reasons: Record<string, Reason[]> = {
  "server/api/sanitize-html.server.ts": [
    {
      is: '"discard"',
      becomes: '""',
      why: "sanitize-html discards a tag for any mode that it does not know",
    },
    { is: '"sanitised"', becomes: '""', why: "the name of a singleton: any name that is its own will do" },
    {
      is: "{ max: 500 }",
      becomes: "{}",
      why: "lru-cache refuses a cache without a limit only where its types are checked; memory is the soak test's",
    },
    {
      line: 'exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^https?:\\/\\//i.test(attribs["src"] ?? ""),',
      is: '""',
      becomes: '"Stryker was here!"',
      why: "a picture without an address fits no pattern either way",
    },
    {
      is: '"base64"',
      becomes: '""',
      why: "how the key of the cache is spelled: any spelling tells contents apart",
    },
    {
      is: "clean === undefined",
      becomes: "true",
      why: "sanitises again what it has kept: slower, and the same",
    },
    { is: "{\n    return undefined;\n  }", becomes: "{}", why: "a function that ends returns undefined" },
  ],
  "server/http/guard.ts": [
    { is: '""', becomes: '"Stryker was here!"', why: "no Host, or one with spaces: neither is a host" },
    {
      is: "[]",
      becomes: '["Stryker was here"]',
      why: "one more word that no request sends: not Host, and in capitals no content type",
    },
    {
      is: 'contentType?.split(";")[0]?.trim',
      becomes: 'contentType?.split(";")[0].trim',
      why: "split always gives a first part",
    },
    {
      is: 'value?.split(",")[0]?.trim',
      becomes: 'value?.split(",")[0].trim',
      why: "split always gives a first part",
    },
    {
      is: "name.length === 4",
      becomes: "true",
      why: "the cheaper question first; the name is compared all the same",
    },
    { is: "{\n    return false;\n  }", becomes: "{}", why: "undefined is as false as false" },
  ],
  "server/limits/rate-limit.server.ts": [
    {
      is: "{\n    this.#redis = redis;\n  }",
      becomes: "{}",
      why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
    },
    {
      is: "{\n    const answer = (await this.#redis.run((client) =>\n      client.eval(hitScript, { keys: [`soria:limit:${key}`], arguments: [String(windowMs)] }),\n    )) as [number, number];\n    return { hits: Number(answer[0]), leftMs: Number(answer[1]) };\n  }",
      becomes: "{}",
      why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
    },
    {
      is: "{ hits: Number(answer[0]), leftMs: Number(answer[1]) }",
      becomes: "{}",
      why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
    },
    {
      is: "`\nlocal hits = redis.call('INCR', KEYS[1])\nlocal left = redis.call('PTTL', KEYS[1])\nif left < 0 then\n  redis.call('PEXPIRE', KEYS[1], ARGV[1])\n  left = tonumber(ARGV[1])\nend\nreturn {hits, left}`",
      becomes: "``",
      why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
    },
    {
      is: '""',
      becomes: '"Stryker was here!"',
      why: "stands for a secret or an address that is missing: any text that is always the same will do",
    },
    {
      is: 'env().sessionSecrets[0] ?? ""',
      becomes: 'env().sessionSecrets[0] && ""',
      why: "the key of the hash: no test can see an address through it",
    },
    {
      is: '"rate limit"',
      becomes: '""',
      why: "the name under which the key is derived: any name that is its own will do",
    },
    {
      is: '"shared-counter"',
      becomes: '""',
      why: "the name of a singleton: any name that is its own will do",
    },
    {
      is: "rule.windowMs / MINUTE_MS",
      becomes: "rule.windowMs * MINUTE_MS",
      why: "the window is a part of the key: another number tells windows apart as well",
    },
    {
      is: "email.trim().toLowerCase()",
      becomes: "email.trim().toUpperCase()",
      why: "either makes one of all spellings",
    },
    { is: '"base64url"', becomes: '""', why: "how the key is spelled: any spelling tells addresses apart" },
  ],
  "server/purchases/answer-fits.server.ts": [
    {
      is: "moment !== undefined",
      becomes: "true",
      why: "a missing time parses to NaN, which is not before anything",
    },
  ],
  "server/purchases/book-merge.server.ts": [
    { is: '""', becomes: '"Stryker was here!"', why: "a text with blanks is no key either" },
    { is: "default:\n      break;", becomes: "default:", why: "a switch whose last case does nothing" },
  ],
  "server/purchases/history-lines.server.ts": [
    { is: "[]", becomes: '["Stryker was here"]', why: "one more text that is no transaction" },
    {
      is: 'kind === "balance"',
      becomes: "true",
      why: "another kind is priced in USD or SGD, which no line of a balance has",
    },
    { is: "away < distance", becomes: "away <= distance", why: "of two lines equally near either will do" },
  ],
  "server/forms/define-form.server.ts": [
    { is: '"forms"', becomes: '""', why: "the name of a singleton: any name that is its own will do" },
    { is: "[]", becomes: '["Stryker was here"]', why: "one more field that no form has" },
    { is: 'typeof value === "string"', becomes: "true", why: "allowedFields has dropped the files" },
    { is: "stamp?.who", becomes: "stamp.who", why: "a form for another member has a stamp" },
    { is: 'who === "visitor"', becomes: "true", why: "a form for anyone is signed for nobody" },
    {
      line: 'const key = mismatchMessage(reason, session, saidLanguage(args.request) ?? "");',
      is: '""',
      becomes: '"Stryker was here!"',
      why: "no language, or one that the site does not have: a name is written the same",
    },
  ],
  "server/forms/fields.server.ts": [
    { is: '"custom"', becomes: '""', why: "zod shows the message whatever the code" },
  ],
  "server/forms/form-drafts.server.ts": [
    {
      is: "!session.data.kept?.some(isThis)",
      becomes: "false",
      why: "the cheaper question first; an update without a change writes nothing",
    },
  ],
  "server/forms/form-signature.server.ts": [
    {
      is: '"form stamp"',
      becomes: '""',
      why: "the name under which the key is derived: any name that is its own will do",
    },
    { is: '"member"', becomes: '""', why: "what is hashed: any word that is its own will do" },
    { is: '"address"', becomes: '""', why: "what is hashed: any word that is its own will do" },
    {
      is: "address.toLowerCase()",
      becomes: "address.toUpperCase()",
      why: "either makes one of all spellings",
    },
    {
      line: 'address ? mac(key, 16, "address", address.toLowerCase()) : "";',
      is: '""',
      becomes: '"Stryker was here!"',
      why: "stands for no address: any text that is always the same will do",
    },
    { is: '"stamp"', becomes: '""', why: "what is hashed: any word that is its own will do" },
    {
      is: 'createHash("sha256").update(fields.join(" ")).digest("base64url").slice(0, 8)',
      becomes: 'createHash("sha256").update(fields.join(" ")).digest("base64url")',
      why: "the hash of the fields: a longer one tells them apart as well",
    },
    {
      is: "stamp.length > 100",
      becomes: "false",
      why: "a longer text has no signature of ours either; the limit spares the hash",
    },
    {
      is: "stamp.length > 100",
      becomes: "stamp.length >= 100",
      why: "a longer text has no signature of ours either; the limit spares the hash",
    },
    {
      line: 'const [who = "", about = "", shape = "", signature = ""] = stamp.split(".");',
      is: '""',
      becomes: '"Stryker was here!"',
      why: "a part that is missing fits no signature of ours either way",
    },
  ],
  "server/forms/form-token.server.ts": [
    { is: '"reset-link"', becomes: '""', why: "the name of what was used: any name that is its own will do" },
    { is: 'typeof token === "string"', becomes: "true", why: "a file is no token as text either" },
    { is: '"base64url"', becomes: '""', why: "how the key is spelled: any spelling tells tokens apart" },
  ],
  "server/forms/form.server.ts": [
    { is: "[]", becomes: '["Stryker was here"]', why: "one more field that no form has" },
    {
      line: 'const type = request.headers.get("Content-Type") ?? "";',
      is: '""',
      becomes: '"Stryker was here!"',
      why: "no type, or another one: neither is that of forms",
    },
  ],
};

/** `npm run mutate` excludes these from a folder's score, and fails if one of them is killed. */
export const survivors: readonly Survivor[] = Object.entries(reasons).flatMap(([file, all]) =>
  all.map((one) => ({ file, ...one })),
);
