import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { isNear, type Plan, planSchema } from "./plan";

/** The file is read at most once in this time, in ms. */
const AGE_MS = 1_000;
const MOST_CHARACTERS = 20_000;

const state: { readAt: number; text?: string; plan?: Plan | undefined } = { readAt: -Infinity };

/** Returns the text of the file; undefined if there is none. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      log.error({ err: error, path }, "the maintenance file cannot be read");
    return undefined;
  }
}

/** Parses a plan. @throws Error with the first fault */
export function parsePlan(text: string): Plan {
  if (text.length > MOST_CHARACTERS) throw new Error(`more than ${MOST_CHARACTERS} characters`);
  const parsed = planSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join(".") || "plan"}: ${issue?.message}`);
}

/**
 * Returns the plan of MAINTENANCE_FILE; undefined without the file. A file that cannot be parsed is logged once, and
 * the plan before it stays.
 */
export function maintenancePlan(): Plan | undefined {
  const now = clock.now();
  if (Math.abs(now - state.readAt) < AGE_MS) return state.plan;
  state.readAt = now;
  const { maintenanceFile, dataDir } = env();
  const text = textOf(maintenanceFile ?? join(dataDir, "maintenance.json"));
  if (text === state.text) return state.plan;
  state.text = text ?? "";
  if (text === undefined) {
    delete state.text;
    state.plan = undefined;
    return undefined;
  }
  try {
    state.plan = parsePlan(text);
    log.info({ plan: state.plan }, "a new maintenance plan");
  } catch (error) {
    log.error(
      { detail: (error as Error).message },
      "the maintenance file is not valid; the plan before it stays",
    );
  }
  return state.plan;
}

/** Returns whether a maintenance begins within a day, is running or has just ended. */
export const isMaintenanceNear = (): boolean => isNear(maintenancePlan(), clock.now());
