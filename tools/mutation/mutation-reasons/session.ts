import type { Reasons } from "./reasons";

export const session: Reasons = {
  "server/session/cookie.server.ts": {
    "the name under which the key is derived: any name that is its own will do": [['"session cookie"', '""']],
    "the joined text of all cookies is split at the same places": [
      ['typeof headers.getSetCookie === "function"', "false"],
      ['"function"', '""'],
    ],
  },
  "server/session/device.ts": {
    "neither a browser nor a country has this name": [['""', '"Stryker was here!"']],
  },
  "server/session/guest-session-cookie.server.ts": {
    "the limit leaves 296 bytes for the name and the attributes": [
      ["value.length <= MOST_CHARACTERS", "value.length < MOST_CHARACTERS"],
    ],
    "no cookie header, or one without our cookie": [
      [
        '""',
        '"Stryker was here!"',
        'const pairs = (request.headers.get("Cookie") ?? "").split(";").map((part) => part.trim());',
      ],
    ],
    "for the types: a cookie that we encrypted holds an object with a time": [
      ["note === null", "false"],
      ['typeof until === "number"', "true"],
    ],
  },
  "server/session/member-sessions.server.ts": {
    "a longer mark tells sessions apart as well": [
      [
        'createHash("sha256").update(`session mark ${key}`).digest("base64url").slice(0, 22)',
        'createHash("sha256").update(`session mark ${key}`).digest("base64url")',
      ],
    ],
    "for the types: a member's record has a sign-in": [
      ["data.signedIn?.lastUsed", "data.signedIn.lastUsed"],
      ["[]", '["Stryker was here"]'],
    ],
    "for the types: nothing is changed where there is no record": [["record !== undefined", "true"]],
    "the change sets it before it is read": [["false", "true", "let wasSignedIn = false;"]],
  },
  "server/session/records.server.ts": {
    "for the types: a record has tokens and a sign-in, or neither": [
      ["data.tokens && data.signedIn", "data.tokens || data.signedIn"],
    ],
    "a record has a member and tokens, or neither": [["user && tokens", "user || tokens"]],
  },
  "server/session/token-sources.server.ts": {
    "for the types: a session with a token has tokens": [
      ["session.data.tokens?.clockAhead", "session.data.tokens.clockAhead"],
    ],
    "a text that is no token is not good either": [['""', '"Stryker was here!"']],
    "its callers await it": [["() => Promise.resolve(undefined)", "() => undefined"]],
  },
  "server/session/refresher.server.ts": {
    "a wait of 2,500 ms or one more": [
      ["performance.now() - asked <= PATIENCE_MS", "performance.now() - asked < PATIENCE_MS"],
    ],
  },
  "server/session/session.server.ts": {
    "for the types: a member's session has a record": [
      ["this.key", "true"],
      [
        "key !== undefined",
        "true",
        "return user && key !== undefined ? listSessions(ownerOf(user.id), key) : [];",
      ],
      ["key === undefined", "false", "if (!user || key === undefined) return 0;"],
    ],
  },
  "server/session/session-state.server.ts": {
    "text for the log": [['"the session needs a newer release"', '""']],
    "either is the same version": [
      ["this.record.version > record.version", "this.record.version >= record.version"],
    ],
    "a session has a member and tokens, or neither": [
      [
        "this.data.tokens !== undefined && this.data.user !== undefined",
        "this.data.tokens !== undefined || this.data.user !== undefined",
      ],
      ["this.data.tokens !== undefined", "true"],
      ["this.data.user !== undefined", "true"],
    ],
    "for the types: without a record there is a reserved id here": [
      ["reserved", "true", "else if (reserved) {"],
    ],
    "reads the new record again: slower, and the same": [["begun !== undefined", "false"]],
  },
  "server/session/session-records.ts": {
    "no format before 1 exists; a record of format 1 is our own": [
      [
        "form > FORM",
        "true",
        "return { data, form: form > FORM ? { form, oldest, unread } : { ...ownForm, unread } };",
      ],
      [
        "form > FORM",
        "form >= FORM",
        "return { data, form: form > FORM ? { form, oldest, unread } : { ...ownForm, unread } };",
      ],
    ],
    "for the types: the schema turns arrays into arrays and objects into objects": [
      ["Array.isArray(raw) && Array.isArray(read)", "Array.isArray(raw) || Array.isArray(read)"],
      ["!isObject(raw) || !isObject(read)", "!isObject(raw) && !isObject(read)"],
    ],
  },
  "server/session/tokens.ts": {
    "a text with blanks is no JSON either": [['""', '"Stryker was here!"']],
    "for the types: without an expiry the sum is NaN, which is neither more nor less": [
      ["expiry !== undefined", "true"],
    ],
  },
};
