import { useEffect, useRef } from "react";
import { Alert } from "~/components/message/alert";
import { type Language, languageTags } from "~/i18n/languages";
import type { Platform } from "./platforms";

interface ComingSoonProps {
  platform: Platform;
  messages: { lng: Language; text: string }[];
}

/** Message for a platform whose application is not available yet, in the reader's language first. */
export function ComingSoon({ platform, messages }: ComingSoonProps) {
  const box = useRef<HTMLDivElement>(null);
  // A client-side navigation keeps the scroll position, so the message is scrolled into view.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [platform]);
  return (
    <div ref={box} id="answer" className="download__answer">
      <Alert kind="info" role="alert">
        {messages.map(({ lng, text }) => (
          <p key={lng} lang={languageTags[lng]}>
            {text}
          </p>
        ))}
      </Alert>
    </div>
  );
}
