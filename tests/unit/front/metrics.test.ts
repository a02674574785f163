import { expect, test } from "vitest";
import { withoutIds } from "#server/metrics.server";

test.each([
  ["GET news/17", "GET news/:id"],
  ["GET /users/me/history", "GET /users/me/history"],
  ["POST support/inquiries/INQ-2024-0001/message", "POST support/inquiries/:id/message"],
  ["GET v1/users/orders", "GET v1/users/orders"],
  ["GET /v1/users/orders/3f2a", "GET /v1/users/orders/:id"],
])("%s is counted as %s", (call, label) => expect(withoutIds(call)).toBe(label));
