import type { Reasons } from "./reasons";

export const forms: Reasons = {
  "server/forms/define-form.server.ts": {
    "a form for another member has a signature": [["signature?.who", "signature.who"]],
    "a form for anyone is signed for nobody": [['who === "visitor"', "true"]],
    "no language, or one that the site does not have: a name is written the same": [
      [
        '""',
        '"Stryker was here!"',
        'const key = mismatchMessage(reason, session, args.context.language ?? "");',
      ],
    ],
  },
  "server/forms/form-schema.server.ts": {
    "zod shows the message whatever the code": [['"custom"', '""']],
  },
  "server/forms/form-drafts.server.ts": {
    "the cheaper question first; an update without a change writes nothing": [
      ["!session.data.kept?.some(isThis)", "false"],
    ],
  },
  "server/forms/form-signature.server.ts": {
    "the name under which the key is derived: any name that is its own will do": [['"form stamp"', '""']],
    "what is hashed: any word that is its own will do": [
      ['"member"', '""'],
      ['"address"', '""'],
      ['"stamp"', '""'],
    ],
    "either makes one of all spellings": [["address.toLowerCase()", "address.toUpperCase()"]],
    "stands for no address: any text that is always the same will do": [
      ['""', '"Stryker was here!"', 'address ? mac(key, 16, "address", address.toLowerCase()) : "";'],
    ],
    "the hash of the fields: a longer one tells them apart as well": [
      [
        'createHash("sha256").update(fields.join(" ")).digest("base64url").slice(0, 8)',
        'createHash("sha256").update(fields.join(" ")).digest("base64url")',
      ],
    ],
    "a longer text has no signature of ours either; the limit spares the hash": [
      ["text.length > 100", "false"],
      ["text.length > 100", "text.length >= 100"],
    ],
    "a part that is missing fits no signature of ours either way": [
      [
        '""',
        '"Stryker was here!"',
        'const [who = "", about = "", shape = "", signature = ""] = text.split(".");',
      ],
    ],
  },
  "server/forms/form-token.server.ts": {
    "the name of what was used: any name that is its own will do": [['"reset-link"', '""']],
    "a file is no token as text either": [['typeof token === "string"', "true"]],
    "how the key is spelled: any spelling tells tokens apart": [['"base64url"', '""']],
  },
  "server/forms/trap.server.ts": {
    "a mark without a time or a hash fits no signature of ours either way": [
      ["[]", '["Stryker was here"]'],
      ["at === undefined || hash === undefined", "false"],
      ["at === undefined || hash === undefined", "at === undefined && hash === undefined"],
      ["at === undefined", "false"],
      ["hash === undefined", "false"],
    ],
    "a file fits no mark as text either": [['typeof mark === "string"', "true"]],
  },
  "server/forms/form.server.ts": {
    "one more field that no form has": [["[]", '["Stryker was here"]']],
    "no type, or another one: neither is that of forms": [
      ['""', '"Stryker was here!"', 'const type = request.headers.get("Content-Type") ?? "";'],
    ],
  },
};
