import dayjs from "dayjs";
import utcPlugin from "dayjs/plugin/utc.js";

dayjs.extend(utcPlugin);

/** Day.js in UTC. Independent of the computer's zone, whose summer time would shift days and differences. */
export const utc = dayjs.utc;
