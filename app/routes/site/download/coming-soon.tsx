import { useEffect, useRef } from "react";
import { Alert } from "~/components/message/alert";
import { type Language, languageTags } from "~/i18n/languages";
import type { Platform } from "./platforms";

interface ComingSoonProps {
  platform: Platform;
  messages: { lng: Language; text: string }[];
}

/** The answer to a button whose application is not there yet: the reader's language first. */
export function ComingSoon({ platform, messages }: ComingSoonProps) {
  const box = useRef<HTMLDivElement>(null);
  // A navigation in the browser leaves the page where it is, so the answer comes to the reader.
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
