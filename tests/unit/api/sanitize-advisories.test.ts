import { expect, it } from "vitest";
import { cleanHtml } from "#server/api/sanitize-html.server";

/** The inputs of advisories that sanitize-html fixed in versions which need Node 22.12 (docs/dependencies.md). */
it.each([
  "<svg><textarea><img src=x onerror=alert(1)></textarea></svg>",
  "<svg><xmp><img src=x onerror=alert(1)></xmp></svg>",
  '<math><xmp><img src="https://a.example/x" onerror=alert(1)></xmp></math>',
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  '<svg><a><animate attributeName=href values="javascript:alert(1)"/></a></svg>',
  "<svg></p><textarea><title><style></textarea><img src=x onerror=alert(1)></style></title></svg>",
])("drops %s", (html) => {
  expect(cleanHtml(html)).not.toMatch(/on\w+=|javascript:|<img|<svg|<animate/i);
});
