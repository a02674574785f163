import pino, { type DestinationStream, type Logger } from "pino";
import { ApiError } from "#server/errors/api-error";
import { requestScope } from "#server/runtime/request-scope.server";
import { tracer } from "./tracer.server";
import { writeSync } from "node:fs";
import * as clock from "#server/runtime/clock.server";

/** Redacted in logged objects, to the third level. */
const secretFields = [
  "password",
  "passwordConfirm",
  "oldPassword",
  "newPassword",
  "newPasswordConfirm",
  "authCode",
  "token",
  "accessToken",
  "refreshToken",
  "ecAccessToken",
  "clientSecret",
  "signature",
  "cookie",
  '["set-cookie"]',
  "authorization",
];

const paths = secretFields.flatMap((field) => {
  const step = field.startsWith("[") ? field : `.${field}`;
  return [field, `*${step}`, `*.*${step}`];
});

/** Secrets inside strings, as a URL in an error message. */
const secretTexts: [RegExp, string][] = [
  [/(?<![\w-])eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, "[jwt]"],
  [/(bearer\s+)[^\s"\\,]+/gi, "$1[secret]"],
  [
    /([?&](?:token|code|authCode|password|secret|client_secret|payment_intent_client_secret)=)[^&\s"\\]+/gi,
    "$1[secret]",
  ],
];

const withoutSecrets = (text: string) =>
  secretTexts.reduce((rest, [secret, instead]) => rest.replace(secret, instead), text);

/**
 * Serialises an error for the log. Of an ApiError it logs facts about the call, never the API's data; pino's
 * redaction fails on a Response.
 */
function describeError(error: unknown): unknown {
  if (error instanceof Response) return { type: error.constructor.name, status: error.status };
  if (!(error instanceof Error)) return error;
  if (!(error instanceof ApiError)) return pino.stdSerializers.err(error);
  const { call, kind, status, messageKey, detail } = error;
  return { type: error.name, status, call, kind, messageKey, detail };
}

export function makeLog(level: string, destination = logOutput(1)): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: "[secret]" },
      // Adds the ids of the request and its trace to every line of a request.
      mixin: () => {
        const scope = requestScope();
        const traceId = tracer()?.traceId();
        return { ...(scope && { requestId: scope.requestId }), ...(traceId !== undefined && { traceId }) };
      },
      serializers: { err: describeError },
      hooks: {
        streamWrite: withoutSecrets,
        // Logging must not throw: if serialisation fails, log the message with `lost: <error>`.
        logMethod(entry, method) {
          try {
            method.apply(this, entry);
          } catch (error) {
            const text = entry.find((part) => typeof part === "string");
            method.call(this, { lost: error instanceof Error ? error.message : String(error) }, text ?? "");
          }
        },
      },
    },
    destination,
  );
}

/** The log of this process: JSON lines on standard output. */
export const log: Logger = makeLog(levelOfEnvironment());

function levelOfEnvironment(): string {
  const level = process.env["LOG_LEVEL"] ?? "";
  // env.server.ts refuses an invalid level at startup; this code must not throw.
  return level === "silent" || level in pino.levels.values ? level : "info";
}

/**
 * Writes whole lines to a file descriptor. A failed write (full disk, closed pipe) loses the line but never throws, as
 * pino's own destination would; a later line reports how many were lost.
 */
export function logOutput(fd: number): DestinationStream {
  let lost = 0;
  const put = (line: string) => {
    let rest = Buffer.from(line);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  };
  return {
    write(line) {
      try {
        const news = { level: 40, time: new Date(clock.now()), lost, msg: "log lines were lost" };
        if (lost > 0) put(`${JSON.stringify(news)}\n`);
        lost = 0;
        put(line);
      } catch {
        // The failure cannot be logged, because the log itself is failing.
        lost += 1;
      }
    },
  };
}
