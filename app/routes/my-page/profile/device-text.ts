import type { TFunction } from "i18next";

/** Returns the name of a device for the page, as far as its browser has told. */
export function deviceText(
  t: TFunction<"my-page">,
  { browser, system }: { browser?: string | undefined; system?: string | undefined },
): string {
  return browser && system
    ? t("sessions.device", { browser, system })
    : (browser ?? system ?? t("sessions.unknown"));
}
