import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { type FlashText, useRootData } from "../document/root-data";
import { Toast } from "./toast";
import { toastStore } from "./toast-store";
import { useHydrated } from "../document/use-hydrated";

export { useToast } from "./toast-store";

/** Maximum number of toasts at once; more wait (docs/decisions/0001). */
const AT_ONCE = 3;

const isError = ({ kind }: FlashText) => kind === "error";

const none: FlashText[] = [];
const noneShown: ReturnType<typeof toastStore.get> = [];

/**
 * Messages of the session's flash and of the page's scripts. The server renders them at the top of the main part: as
 * banners without scripts, and as toasts in their place with scripts, so that the layout does not shift.
 */
export function Toasts() {
  const { t } = useTranslation("common");
  const flash = useRootData()?.flash ?? none;
  const hydrated = useHydrated();
  const added = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => noneShown);
  // Messages of the first page. The server has rendered them, so the browser hydrates the same list.
  const [first, setFirst] = useState(flash);
  const seen = useRef(flash);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    if (seen.current === flash) return;
    // The server repeats a message until the browser has confirmed its display, so skip known ids.
    const known = new Set(seen.current.map(({ id }) => id));
    seen.current = flash;
    for (const message of flash)
      if (message.id === undefined || !known.has(message.id)) toastStore.add(message);
  }, [flash]);

  // In narrow windows a long message takes space from the page, which must not move when the message closes.
  const { key: page } = useLocation();
  useEffect(() => {
    region.current?.removeAttribute("style");
  }, [page]);

  // A new attempt removes the last one's errors, which must not stay next to its success.
  const isSending = useNavigation().formData !== undefined;
  useEffect(() => {
    if (!isSending) return;
    setFirst((rest) => (rest.some(isError) ? rest.filter((message) => !isError(message)) : rest));
    toastStore.dismissErrors();
  }, [isSending]);

  const all = [
    ...first.map((message, index) => ({
      ...message,
      key: `first-${index}`,
      dismiss: () => setFirst((rest) => rest.filter((other) => other !== message)),
    })),
    ...added.map((message) => ({
      ...message,
      key: String(message.place),
      dismiss: () => toastStore.dismiss(message.place),
    })),
  ];
  const shown = hydrated ? all.slice(0, AT_ONCE) : all;
  return (
    <section className="toasts" aria-label={t("toast.region")} data-ground="night" ref={region}>
      {shown.map(({ key, dismiss, ...message }) => (
        <Toast
          key={key}
          {...message}
          scripted={hydrated}
          onClose={() => {
            // The focused button disappears; otherwise the focus would return to the start of the page.
            if (region.current?.contains(document.activeElement))
              document.getElementById("main")?.focus({ preventScroll: true });
            if (region.current)
              region.current.style.minHeight = `${region.current.getBoundingClientRect().height}px`;
            dismiss();
          }}
        />
      ))}
    </section>
  );
}
