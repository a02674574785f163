import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LiveHint } from "~/components/form/fields";
import { webMessage } from "~/domain/message-codes";
import { countdown, nextTick } from "~/domain/auth-code";
import { dynamicKey } from "~/i18n/dynamic";

/**
 * Shows how long the code is still valid, from the server's count, so that the visitor's clock does not matter. With
 * scripts it updates every minute above 120 s and every second below (accounts-and-store.md section 4).
 *
 * @param initial seconds left when the page was rendered
 */
export function Countdown({ initial }: { initial: number }) {
  const { t } = useTranslation("account");
  const [seconds, setSeconds] = useState(initial);

  useEffect(() => {
    // Only differences of Date.now() are used, so a wrong clock does no harm. Unlike performance.now() it includes
    // the time a laptop sleeps.
    const end = Date.now() + initial * 1000;
    setSeconds(initial);
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      setSeconds(left);
      if (left > 0) timer = setTimeout(tick, nextTick(left) * 1000);
    };
    timer = setTimeout(tick, nextTick(initial) * 1000);
    return () => clearTimeout(timer);
  }, [initial]);

  const { unit, value } = countdown(seconds);
  return (
    <>
      {seconds > 0 ? <span>{t(`code.left.${unit}`, { count: value })}</span> : null}
      {/* A screen reader announces only the end of the time, not every second. */}
      <LiveHint {...(seconds > 0 ? {} : { text: dynamicKey(t, webMessage("023")) })} />
    </>
  );
}
