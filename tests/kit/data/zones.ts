/**
 * Moves this process to a time zone.
 *
 * @throws when the zone has no effect, so that a test in two zones cannot pass in one
 */
export function inZone(name: string): void {
  process.env["TZ"] = name;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const hour = new Date("2026-12-24T12:00:00Z").getHours();
  const expected = Number(
    new Intl.DateTimeFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone: name }).format(
      new Date("2026-12-24T12:00:00Z"),
    ),
  );
  if (hour !== expected) throw new Error(`the zone is ${timeZone}, not ${name}`);
}
