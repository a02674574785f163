import { EnvError, parseEnv } from "#server/config/env.server";

/** Addresses of a product API. */
export const realApi = {
  API_BASE_URL: "https://api.example.com/v2/",
  ORDER_API_BASE_URL: "https://orders.example.com",
};

/** Returns the message with which variables are refused. */
export function refusal(source: Record<string, string | undefined>): string {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}
