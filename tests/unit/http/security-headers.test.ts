import { describe, expect, it } from "vitest";
import { parseEnv } from "#server/config/env.server";
import { contentSecurityPolicy } from "#server/web/content-security-policy.server";

const site = { SITE_URL: "https://soria.example", SESSION_SECRET: "x".repeat(16) };
const api = { API_BASE_URL: "http://localhost:8080/api", ORDER_API_BASE_URL: "http://127.0.0.1:8080" };
const policyFor = (source: Record<string, string>) => contentSecurityPolicy(parseEnv(source), "'nonce-x'");

describe("the content security policy of a public site", () => {
  it("has no address of the visitor's own machine", () => {
    const videos = {
      TOOLS_VIDEO_URL: "http://127.0.0.1:8081/v.mp4",
      PROMO_VIDEO_URL: "https://video.example/v",
    };
    const policy = policyFor({ ...site, ...api, ...videos, STRIPE_JS_URL: "http://[::1]:8082/s.js" });
    expect(policy).not.toMatch(/localhost|127\.0\.0\.1|\[::1\]/);
    expect(policy).toContain("https://video.example");
  });

  it("has the sandbox's when the operator chose the sandbox", () => {
    expect(policyFor({ ...site, SANDBOX: "1" })).toContain("http://localhost:4000");
  });
});

it("has the API's address for a site of this machine", () => {
  expect(policyFor(api)).toContain("http://localhost:8080");
});
