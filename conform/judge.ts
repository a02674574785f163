import { MOST_BYTES, MOST_LEVELS, MOST_VALUES, type ApiResponse } from "./client";
import { unknownFields } from "../contract/fields";
import { isListed } from "../contract/validator";
import { sourceOf, type CallSpec, type Contract } from "./contract";
import { kindOf, type Findings } from "./findings";
import type { Mask } from "./mask";
import { checkData } from "./shape";

/** How the site interprets a response. */
export type Outcome =
  | { kind: "success"; data: unknown; response: ApiResponse }
  | { kind: "refusal"; code: number | string; data: unknown; response: ApiResponse }
  /** No complete response with a valid envelope: the result is unknown. */
  | { kind: "broken"; response: ApiResponse };

const STATUSES = new Set([400, 401, 403, 404, 409, 410, 413, 415, 422, 429]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Counts the values in parsed JSON, including objects and arrays. */
function countValues(value: unknown): number {
  let count = 0;
  const stack = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    count += 1;
    // Not spread: a call has at most some 100,000 arguments.
    if (typeof next === "object" && next !== null) for (const one of Object.values(next)) stack.push(one);
  }
  return count;
}

/** Checks responses: format, envelope, fields, codes, time and size. */
export class Judge {
  constructor(
    private readonly contract: Contract,
    private readonly findings: Findings,
    private readonly mask: Mask,
  ) {}

  /** Checks one response, records findings, and classifies it. */
  look(call: CallSpec, response: ApiResponse): Outcome {
    const rule = `${call.id} answer`;
    this.findings.try(rule);
    const fault = (path: string, found: string, wanted: string, source = sourceOf(call)) =>
      this.findings.add({ kind: kindOf(call.basis), rule, call: call.id, path, found, wanted, source });
    const broken: Outcome = { kind: "broken", response };

    const { status, error, headers } = response;
    if ((response.ms > call.timeoutMs || error === "timeout") && error !== "connection") {
      const found = error === "timeout" ? "nothing" : `after ${Math.round(response.ms)} ms`;
      fault("time", found, `within ${call.timeoutMs} ms`, "openapi.yaml x-timeout-ms");
    }
    if (error === "timeout") return broken;
    if (error === "connection") {
      fault("connection", response.reason ?? "no connection", "an answer");
      return broken;
    }
    if (error === "too large") {
      fault(
        "size",
        `more than ${MOST_BYTES} bytes`,
        "at most 5 MiB: the site refuses more",
        "connecting-your-api.md",
      );
      return broken;
    }
    if (error === "too deep") {
      fault("body", `values within more than ${MOST_LEVELS} others`, `at most ${MOST_LEVELS} levels`);
      return broken;
    }
    if (error === "not UTF-8") {
      fault("body", "bytes that are no UTF-8", "UTF-8");
      return broken;
    }
    if (!(status >= 200 && status < 300) && !STATUSES.has(status) && !(status >= 500 && status < 600)) {
      fault("status", String(status), "2xx, 400, 401, 403, 404, 409, 410, 413, 415, 422, 429 or 5xx");
      return broken;
    }
    if (error === "cut off") {
      fault("body", "an answer that ends in the middle", "whole JSON");
      return broken;
    }
    if ((status === 429 || status === 503) && !/^\d+$/.test(headers.get("retry-after") ?? "")) {
      fault("header Retry-After", headers.get("retry-after") ?? "nothing", "seconds", "money.md 8, M8.6");
    }
    const type = headers.get("content-type") ?? "nothing";
    if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
      fault("header Content-Type", type, "application/json");
      // Report a wrong content type and invalid JSON as one finding.
      if (response.json === undefined) return broken;
    }
    if (response.json === undefined) {
      fault("body", response.text === "" ? "an empty body" : "a text that is no whole JSON", "whole JSON");
      return broken;
    }
    const values = countValues(response.json);
    if (values > MOST_VALUES) {
      const wanted = `at most ${MOST_VALUES}: the site refuses more`;
      fault("size", `${values} values`, wanted, "connecting-your-api.md");
      return broken;
    }
    // JSON.stringify writes this kind of escape only for lone surrogates.
    if (/(?<!\\)(\\\\)*\\ud[89a-f]/i.test(JSON.stringify(response.json))) {
      fault("body", "half a character", "whole characters");
    }
    return this.#envelope(call, response, fault);
  }

  #envelope(
    call: CallSpec,
    response: ApiResponse,
    fault: (path: string, found: string, wanted: string) => void,
  ): Outcome {
    const { json, status } = response;
    const isOrder = call.service === "order";
    const mark = isOrder ? "message" : "result";
    const code = isObject(json) ? json[mark] : undefined;
    const isRight = isOrder ? typeof code === "string" : Number.isInteger(code);
    if (!isObject(json) || !isRight) {
      const wanted = isOrder ? "{message: string, data}" : "{result: integer, message: string, data}";
      fault("envelope", this.mask.show(json), wanted);
      return { kind: "broken", response };
    }
    const isSuccess = isOrder ? code === "SUCCESS" : code === 1;
    if (isSuccess && status >= 200 && status < 300) {
      this.#fields(call, json.data);
      return { kind: "success", data: json.data, response };
    }
    if (isSuccess)
      fault(
        "envelope",
        `HTTP ${status} with ${mark} ${JSON.stringify(code)}`,
        "a success comes with HTTP 2xx",
      );
    else if (!isListed(this.contract, call, code as number | string, status)) {
      this.findings.add({
        kind: "warn",
        rule: `${call.id} answer`,
        call: call.id,
        path: mark,
        found: `HTTP ${status} with ${mark} ${JSON.stringify(code)}`,
        wanted: "a code that the contract lists for this call",
        source: sourceOf(call),
      });
    }
    return { kind: "refusal", code: code as number | string, data: json.data, response };
  }

  #fields(call: CallSpec, data: unknown): void {
    const { faults, tried } = checkData(this.contract, call, data);
    this.findings.try(...tried);
    for (const { rule, field, path, found, wanted } of faults) {
      this.findings.add({
        kind: kindOf(field.basis, field.isOpen),
        rule,
        call: call.id,
        path,
        found: this.mask.show(found, path),
        wanted,
        source: sourceOf(call),
      });
    }
    const unknown = this.findings.unknown.get(call.id) ?? new Set();
    for (const name of unknownFields(this.contract, call.data.schema, data)) unknown.add(name);
    if (unknown.size > 0) this.findings.unknown.set(call.id, unknown);
  }
}
