import { formatDay, formatTime } from "~/domain/japan-time";
import type { Language } from "#server/protocol/language.server";
import { type Area, type Plan, phaseOf } from "./plan";
import texts from "./texts.json";

export const wordsOf = (lng: Language) => texts[lng];

/** Replaces `{{name}}`. The values are times and names of areas. */
const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");

const timeText = (at: number, lng: Language): string =>
  filled(texts[lng].time, { ...formatDay(at, lng), time: formatTime(at, lng) });

/** Returns the texts of a plan in a language, with its times in Japan. */
export function sayPlan(plan: Plan, lng: Language) {
  const say = texts[lng];
  const closed: readonly Area[] = plan.areas === "all" ? [] : plan.areas;
  const values = {
    from: Number.isFinite(plan.from) ? timeText(plan.from, lng) : "",
    until: Number.isFinite(plan.until) ? timeText(plan.until, lng) : "",
    stop: Number.isFinite(plan.stop) ? timeText(plan.stop, lng) : "",
    area: closed.map((area) => say.areas[area]).join(say.joined),
  };
  const isOpenEnd = !Number.isFinite(plan.until);
  const of = (text: string) => filled(text, values);
  const whole = {
    planned: of(isOpenEnd ? say.planned.open : say.planned.title),
    plannedText: of(say.planned.text),
    title: of(say.running.title),
    text: of(isOpenEnd ? say.running.textOpen : say.running.text),
  };
  const part = {
    planned: of(isOpenEnd ? say.planned.openPart : say.planned.part),
    plannedText: "",
    title: of(say.part.title),
    text: of(isOpenEnd ? say.part.textOpen : say.part.text),
  };
  return { ...(plan.areas === "all" ? whole : part), own: plan.text[lng] ?? "", over: say.over };
}

/** Returns the line that every page shows: of a planned maintenance, or that it is over; undefined for nothing. */
export function lineOf(plan: Plan | undefined, lng: Language, now: number) {
  const phase = plan && phaseOf(plan, now);
  if (plan === undefined || phase === undefined) return undefined;
  const { planned, title, own, over } = sayPlan(plan, lng);
  if (phase === "over") return { text: over };
  // A page that is open while a part is closed, or that an operator sees.
  const text = phase === "running" ? title : planned;
  return { text: own === "" ? text : `${text} ${own}`, link: texts[lng].planned.link };
}
