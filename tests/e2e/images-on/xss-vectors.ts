/** Hostile texts and addresses, as an API or a visitor could send them. */

/** Texts that try to escape their context: an attribute, script data, a title. */
export const textVectors: readonly string[] = [
  `</script><script>alert(1)</script>`,
  `</title><script>alert(1)</script>`,
  `<!--<script>alert(1)`,
  `"><img src=x onerror=alert(1)>`,
  `' autofocus onfocus='alert(1)`,
  `\u2028alert(1)//\u2029`,
  `{{constructor.constructor('alert(1)')()}}`,
  `javascript:alert(1)`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `\ud83d\u202e<svg onload=alert(1)>`,
  `__proto__`,
  `\\u003cscript\\u003ealert(1)\\u003c/script\\u003e`,
];

/** URLs of images, attachments and links. None may be requested or escape its attribute. */
export const addressVectors = (own: string): readonly string[] => [
  `javascript:alert(1)`,
  ` javascript:alert(1)`,
  `java\nscript:alert(1)`,
  `JAVASCRIPT:alert(1)`,
  `vbscript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
  `blob:https://evil.test/x`,
  `filesystem:https://evil.test/x`,
  `file:///etc/passwd`,
  `//evil.test/x.png`,
  `\\\\evil.test\\x.png`,
  `/\\evil.test/x.png`,
  `evil.test/x.png`,
  `/sign-out`,
  ``,
  `https://`,
  `https://evil.test:99999/x.png`,
  `https://[evil/x.png`,
  `ftp://evil.test/x.png`,
  `about:blank`,
  `chrome://settings`,
  `view-source:https://evil.test`,
  `${own}/art/product-tea-set.svg#" onerror="alert(1)`,
  `${own}/art/product-tea-set.svg?x="><script>alert(1)</script>`,
  `${own}/art/product-tea-set.svg?x='onload='alert(1)`,
];
