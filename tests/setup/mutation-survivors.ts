/** A mutant that no test can kill, or needs to. */
export interface Survivor {
  file: string;
  /** The source line, trimmed, for a text that stands in the file more than once. */
  line?: string;
  /** The original text and its replacement. */
  is: string;
  becomes: string;
  why: string;
}

/** `npm run mutate` excludes these from a folder's score, and fails if one of them is killed. */
export const survivors: readonly Survivor[] = [
  {
    file: "server/api/sanitize-html.server.ts",
    is: '"discard"',
    becomes: '""',
    why: "sanitize-html discards a tag for any mode that it does not know",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    is: '"sanitised"',
    becomes: '""',
    why: "the name of a singleton: any name that is its own will do",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    is: "{ max: 500 }",
    becomes: "{}",
    why: "lru-cache refuses a cache without a limit only where its types are checked; memory is the soak test's",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    line: 'exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^https?:\\/\\//i.test(attribs["src"] ?? ""),',
    is: '""',
    becomes: '"Stryker was here!"',
    why: "a picture without an address fits no pattern either way",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    is: '"base64"',
    becomes: '""',
    why: "how the key of the cache is spelled: any spelling tells contents apart",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    is: "clean === undefined",
    becomes: "true",
    why: "sanitises again what it has kept: slower, and the same",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    is: "{\n    return undefined;\n  }",
    becomes: "{}",
    why: "a function that ends returns undefined",
  },
  {
    file: "server/http/guard.ts",
    is: '""',
    becomes: '"Stryker was here!"',
    why: "no Host, or one with spaces: neither is a host",
  },
  {
    file: "server/http/guard.ts",
    is: "[]",
    becomes: '["Stryker was here"]',
    why: "one more word that no request sends: not Host, and in capitals no content type",
  },
  {
    file: "server/http/guard.ts",
    is: 'contentType?.split(";")[0]?.trim',
    becomes: 'contentType?.split(";")[0].trim',
    why: "split always gives a first part",
  },
  {
    file: "server/http/guard.ts",
    is: 'value?.split(",")[0]?.trim',
    becomes: 'value?.split(",")[0].trim',
    why: "split always gives a first part",
  },
  {
    file: "server/http/guard.ts",
    is: "name.length === 4",
    becomes: "true",
    why: "the cheaper question first; the name is compared all the same",
  },
  {
    file: "server/http/guard.ts",
    is: "{\n    return false;\n  }",
    becomes: "{}",
    why: "undefined is as false as false",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: "{\n    this.#redis = redis;\n  }",
    becomes: "{}",
    why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: "{\n    const answer = (await this.#redis.run((client) =>\n      client.eval(hitScript, { keys: [`soria:limit:${key}`], arguments: [String(windowMs)] }),\n    )) as [number, number];\n    return { hits: Number(answer[0]), leftMs: Number(answer[1]) };\n  }",
    becomes: "{}",
    why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: "{ hits: Number(answer[0]), leftMs: Number(answer[1]) }",
    becomes: "{}",
    why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: "`\nlocal hits = redis.call('INCR', KEYS[1])\nlocal left = redis.call('PTTL', KEYS[1])\nif left < 0 then\n  redis.call('PEXPIRE', KEYS[1], ARGV[1])\n  left = tonumber(ARGV[1])\nend\nreturn {hits, left}`",
    becomes: "``",
    why: "counting in Redis: tests/faults and tests/topology, which no folder runs",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: '""',
    becomes: '"Stryker was here!"',
    why: "stands for a secret or an address that is missing: any text that is always the same will do",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: 'env().sessionSecrets[0] ?? ""',
    becomes: 'env().sessionSecrets[0] && ""',
    why: "the key of the hash: no test can see an address through it",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: '"rate limit"',
    becomes: '""',
    why: "the name under which the key is derived: any name that is its own will do",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: '"shared-counter"',
    becomes: '""',
    why: "the name of a singleton: any name that is its own will do",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: "rule.windowMs / MINUTE_MS",
    becomes: "rule.windowMs * MINUTE_MS",
    why: "the window is a part of the key: another number tells windows apart as well",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: "email.trim().toLowerCase()",
    becomes: "email.trim().toUpperCase()",
    why: "either makes one of all spellings",
  },
  {
    file: "server/limits/rate-limit.server.ts",
    is: '"base64url"',
    becomes: '""',
    why: "how the key is spelled: any spelling tells addresses apart",
  },
];
