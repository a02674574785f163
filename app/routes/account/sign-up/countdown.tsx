import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { webMessage } from "~/domain/message-codes";
import { countdown, nextTick } from "~/domain/auth-code";
import { dynamicKey } from "~/i18n/dynamic";

/**
 * How long the code is still good: from the server's count, so that the visitor's clock does not matter; with
 * scripts it goes on by minute above 120 s and by second below (accounts-and-store.md section 4).
 */
export function Countdown({ initial }: { initial: number }) {
  const { t } = useTranslation("account");
  const [seconds, setSeconds] = useState(initial);

  useEffect(() => {
    const end = performance.now() + initial * 1000;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = Math.max(0, Math.round((end - performance.now()) / 1000));
      setSeconds(left);
      if (left > 0) timer = setTimeout(tick, nextTick(left) * 1000);
    };
    timer = setTimeout(tick, nextTick(initial) * 1000);
    return () => clearTimeout(timer);
  }, [initial]);

  if (seconds <= 0) return <span className="hint hint--bad">{dynamicKey(t, webMessage("023"))}</span>;
  const { unit, value } = countdown(seconds);
  return <span>{t(`code.left.${unit}`, { count: value })}</span>;
}
