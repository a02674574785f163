import { formatDay, formatTime } from "~/domain/japan-time";
import type { Language } from "~/domain/language-tag";
import { type Area, type Plan, phaseOf } from "./plan";
import texts from "./texts.json";

export const wordsOf = (lng: Language) => texts[lng];

/** Replaces `{{name}}`. The values are times and names of areas. */
const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");

const timeText = (at: number, lng: Language): string =>
  filled(texts[lng].time, { ...formatDay(at, lng), time: formatTime(at, lng) });

/** Returns the end of a period after its begin: the day once if it is the same, and Japan is named with the begin. */
function endText({ from, until }: Plan, lng: Language): string {
  const [first, last] = [formatDay(from, lng), formatDay(until, lng)];
  const time = formatTime(until, lng);
  return first.day === last.day ? time : filled(texts[lng].timeAlone, { ...last, time });
}

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
  const isPeriod = Number.isFinite(plan.from) && !isOpenEnd;
  const ofPeriod = (text: string) =>
    filled(text, isPeriod ? { ...values, until: endText(plan, lng) } : values);
  const whole = {
    planned: ofPeriod(isOpenEnd ? say.planned.open : say.planned.title),
    plannedText: of(say.planned.text),
    title: of(say.running.title),
    text: of(isOpenEnd ? say.running.textOpen : say.running.text),
  };
  const part = {
    planned: ofPeriod(isOpenEnd ? say.planned.openPart : say.planned.part),
    plannedText: say.planned.partText,
    title: of(say.part.title),
    text: of(isOpenEnd ? say.part.textOpen : say.part.text),
  };
  return { ...(plan.areas === "all" ? whole : part), own: plan.text[lng] ?? "", over: say.over };
}

/** Returns the line that every page shows: of a planned maintenance, or that it is over; undefined for nothing. */
export function lineOf(plan: Plan | undefined, lng: Language, now: number) {
  const phase = plan && phaseOf(plan, now);
  if (plan === undefined || phase === undefined) return undefined;
  const { planned, title, over } = sayPlan(plan, lng);
  if (phase === "over") return { text: over };
  // While it runs, the line stands on pages that stay open, and on those that an operator sees.
  return { text: phase === "running" ? title : planned, link: texts[lng].planned.link };
}
