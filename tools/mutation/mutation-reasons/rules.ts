import type { Reasons } from "./reasons";

export const rules: Reasons = {
  "app/domain/history-filter.ts": {
    "a range with a problem is not taken over below": [
      ["!problem", "true", "if (!problem) ranged = chooseEnd(ranged, to);"],
      ["!problem", "true", "if (!problem) ranged = { ...ranged, from, page: 1 };"],
    ],
    "for the types: a form that is applied has the field": [
      ["params.get(shownFieldName)?.endsWith", "params.get(shownFieldName).endsWith"],
    ],
    "no form of ours leaves out a day, or sends this one": [
      ["[]", '["Stryker was here"]', 'text?.split(" ") ?? [];'],
      [
        '""',
        '"Stryker was here!"',
        'const [currency = null, type = null, durationText = null, from = "", to = "", sizeText = null] =',
      ],
    ],
  },
  "app/domain/calendar.ts": {
    "for the types: neither null nor undefined is an existing day": [["text == null", "false"]],
  },
  "app/domain/money.ts": {
    "for the types: Number.isFinite refuses all but numbers": [['typeof amount !== "number"', "false"]],
    "minus zero is zero": [
      ["rounded < 0n", "rounded <= 0n", "const size = rounded < 0n ? -rounded : rounded;"],
    ],
    "split always gives a first part": [
      ['""', '"Stryker was here!"', 'const [amount = "", currency] = mark.split(" ");'],
    ],
  },
  "app/domain/currencies.ts": {
    "stops the import, so no test begins: StrykerJS counts that as none that fails": [
      [
        '([type, row]) =>\n    "coin" in row ? [[type.replaceAll("_", ""), row.coin]] : []',
        "() => undefined",
      ],
    ],
    "one more spelling that no currency has": [["[]", '["Stryker was here"]']],
  },
  "app/domain/quantity.ts": {
    "for the types: undefined is not at least 1 either": [["quantity !== undefined", "true"]],
  },
  "server/errors/catalogue.ts": {
    "stops the import, so no test begins: StrykerJS counts that as none that fails": [
      ["([name, code]) => [code, name]", "() => undefined"],
    ],
    "every code of this area has its own name": [
      ['"AUTH"', '""'],
      ['"USER"', '""'],
    ],
    "every code of this area has its own message": [
      ['"errors:area.user"', '""'],
      ['"errors:area.password"', '""'],
    ],
  },
  "server/errors/settled-part.server.ts": {
    "one more status that no error has": [["[]", '["Stryker was here"]']],
  },
  "server/api/sanitize-html.server.ts": {
    "no href is no link to an id, and a text with blanks is no id": [
      ['""', '"Stryker was here!"', 'const { href = "", id, name } = attributes;'],
      ['""', '"Stryker was here!"', '"*": (tagName, { id = "", ...attribs }) => ({'],
    ],
    "an id that is undefined is none": [
      ["name !== undefined", "true", "...(name !== undefined && id === undefined ? { id: name } : {}),"],
    ],
    "the pattern always has the group": [['""', '"Stryker was here!"', '([, reading = ""]) => reading,']],
    "a tag has one opening bracket, at its start": [
      [
        "/^<\\/?(?:a|b|code|del|em|i|ins|rp|rt|ruby|s|small|span|strong|sub|sup|u)\\b/",
        "/<\\/?(?:a|b|code|del|em|i|ins|rp|rt|ruby|s|small|span|strong|sub|sup|u)\\b/",
      ],
    ],
    "lru-cache refuses a cache without a limit only where its types are checked; memory is the soak test's": [
      ["{ max: 500 }", "{}"],
    ],
    "a picture without an address fits no pattern either way": [
      [
        '""',
        '"Stryker was here!"',
        'exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^https?:\\/\\//i.test(attribs["src"] ?? ""),',
      ],
    ],
    "how the key of the cache is spelled: any spelling tells contents apart": [['"base64"', '""']],
    "a function that ends returns undefined": [["{\n    return undefined;\n  }", "{}"]],
  },
  "server/http/guard.ts": {
    "no Host, or one with spaces: neither is a host": [['""', '"Stryker was here!"']],
    "one more word that no request sends: not Host, and in capitals no content type": [
      ["[]", '["Stryker was here"]'],
    ],
    "split always gives a first part": [
      ['contentType?.split(";")[0]?.trim', 'contentType?.split(";")[0].trim'],
    ],
    "undefined is as false as false": [["{\n    return false;\n  }", "{}"]],
  },
  "server/limits/rate-limit.server.ts": {
    "counting in Redis: tests/faults and tests/topology, which no folder runs": [
      [
        "{\n    const reply = await redis.run((client) =>\n      client.eval(hitScript, { keys: [`soria:limit:${key}`], arguments: [String(windowMs)] }),\n    );\n    const [hits, leftMs] = reply as [number, number];\n    return { hits: Number(hits), leftMs: Number(leftMs) };\n  }",
        "{}",
      ],
      ["{ hits: Number(hits), leftMs: Number(leftMs) }", "{}"],
      [
        "`\nlocal hits = redis.call('INCR', KEYS[1])\nlocal left = redis.call('PTTL', KEYS[1])\nif left < 0 then\n  redis.call('PEXPIRE', KEYS[1], ARGV[1])\n  left = tonumber(ARGV[1])\nend\nreturn {hits, left}`",
        "``",
      ],
    ],
    "stands for a secret or an address that is missing: any text that is always the same will do": [
      ['""', '"Stryker was here!"'],
    ],
    "the key of the hash: no test can see an address through it": [
      ['env().sessionSecrets[0] ?? ""', 'env().sessionSecrets[0] && ""'],
    ],
    "the name under which the key is derived: any name that is its own will do": [['"rate limit"', '""']],
    "the window is a part of the key: another number tells windows apart as well": [
      ["rule.windowMs / MINUTE_MS", "rule.windowMs * MINUTE_MS"],
    ],
    "either makes one of all spellings": [["email.trim().toLowerCase()", "email.trim().toUpperCase()"]],
    "how the key is spelled: any spelling tells addresses apart": [['"base64url"', '""']],
  },
};
