import cluster from "node:cluster";
import pino, { type Logger } from "pino";
import type { ApiError } from "../errors/api-error";
import { requestScope } from "#server/runtime/request-scope.server";
import { singleton } from "#server/runtime/singleton";
import { type LogOutput, logOutput } from "./log-output";

/** Fields that never reach the log, wherever in a logged object they stand (to the third level). */
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

/**
 * What a secret looks like inside a text (an address in an error message, a header in a stack): a JWT, a bearer,
 * a reset token or a code in a query.
 */
const secretTexts: [RegExp, string][] = [
  [/eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, "[jwt]"],
  [/(bearer\s+)[^\s"\\,]+/gi, "$1[secret]"],
  [
    /([?&](?:token|code|authCode|password|client_secret|payment_intent_client_secret)=)[^&\s"\\]+/gi,
    "$1[secret]",
  ],
];

/** Takes tokens, codes and bearers out of a text. */
function withoutSecrets(text: string): string {
  return secretTexts.reduce((rest, [secret, instead]) => rest.replace(secret, instead), text);
}

/** A LOG_LEVEL that pino does not know is refused at the start (env.server.ts), not here, where none may throw. */
function levelOf(value: string | undefined): string {
  return value && (value === "silent" || value in pino.levels.values) ? value : "info";
}

/**
 * An error as the log writes it. Of an ApiError only what tells about the call, never what the API sent; by its name,
 * because the HTTP front and the Remix build are two bundles with a class of their own each. A thrown Response is no
 * Error: its getters live on the prototype, and whoever copies it to take the secrets out of the copy fails at them.
 */
function describeError(error: unknown): unknown {
  if (error instanceof Response) return { type: error.constructor.name, status: error.status };
  if (!(error instanceof Error)) return error;
  if (error.name !== "ApiError") return pino.stdSerializers.err(error);
  const { call, kind, status, messageKey, detail } = error as ApiError;
  return { type: error.name, status, call, kind, messageKey, detail };
}

/**
 * A logger with the site's redaction.
 *
 * @param destination where lines go; standard output when left out
 */
export function makeLog(level: string, destination?: LogOutput): Logger {
  return pino(
    {
      level,
      // Which worker a line is of (WORKERS).
      base: cluster.isWorker ? { pid: process.pid } : undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: "[secret]" },
      // Every line written for a request carries its id.
      mixin: () => {
        const scope = requestScope();
        return scope ? { requestId: scope.requestId } : {};
      },
      serializers: { err: describeError },
      hooks: {
        streamWrite: withoutSecrets,
        // A line is never worth a failure of what it tells about: one that cannot be written says so instead.
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
    destination ?? logOutput(1),
  );
}

/** The process's log: JSON lines on standard output. */
export const log: Logger = singleton("log", () => makeLog(levelOf(process.env["LOG_LEVEL"])));
