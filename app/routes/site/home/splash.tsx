import { memo, useContext } from "react";
import { useTranslation } from "react-i18next";
import { NonceContext } from "~/components/document/server-contexts";
import script from "./splash-bootstrap.js?raw";

/**
 * Splash screen: stars, a rotating globe and the name. The element is hidden in the page; the inline script after it
 * decides before the first paint whether to show it, and removes it again. Screen readers only find its button; the
 * page's content lies below it.
 */
export const Splash = memo(function Splash() {
  const { t } = useTranslation("common");
  const nonce = useContext(NonceContext);
  return (
    <>
      <div className="splash" id="splash" data-ground="night" suppressHydrationWarning>
        <div className="splash__stars" aria-hidden="true" />
        <div className="splash__stars splash__stars--near" aria-hidden="true" />
        {/* CSS moves the land between the other two: an animated SVG image is repainted for every frame, which is slow on
            phones. */}
        <div className="splash__globe">
          <img src="/art/globe-back.svg" width={360} height={360} alt="" loading="lazy" />
          <span className="splash__sphere">
            <img src="/art/globe-land.svg" width={484} height={224} alt="" loading="lazy" />
          </span>
          <img src="/art/globe-front.svg" width={360} height={360} alt="" loading="lazy" />
        </div>
        <img className="splash__name" src="/art/logo.svg" width={179} height={64} alt="" loading="lazy" />
        <button type="button" className="btn btn--line btn--small">
          {t("splash.skip")}
        </button>
      </div>
      {/* The client renders an empty script, which React does not apply during hydration. The script does not run
          again after a client-side navigation to the home page. */}
      <script
        {...(nonce ? { nonce } : {})}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? script : "" }}
      />
    </>
  );
});
