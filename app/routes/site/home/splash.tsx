import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useNonce } from "~/components/document/nonce";
import script from "./splash-script.js?raw";

/**
 * The opening: stars, a turning globe, the name. The element waits unseen in the page; the small script beside it
 * decides before the first paint whether it shows, so that the page never flashes up before it, and takes it away
 * again. It lies over the page, whose content is all there: for a screen reader it does not exist but for its button.
 */
export const Splash = memo(function Splash() {
  const { t } = useTranslation("common");
  const nonce = useNonce();
  return (
    <>
      <div className="splash" id="splash" data-ground="night" suppressHydrationWarning>
        <div className="splash__stars" aria-hidden="true" />
        <div className="splash__stars splash__stars--near" aria-hidden="true" />
        <Globe />
        <img className="splash__name" src="/art/logo.svg" width={179} height={64} alt="" loading="lazy" />
        <button type="button" className="btn btn--line btn--small">
          {t("splash.skip")}
        </button>
      </div>
      {/* In the browser React leaves it as the server sent it; a navigation to home does not run it again. */}
      <script
        {...(nonce ? { nonce } : {})}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? script : "" }}
      />
    </>
  );
});

/**
 * Three drawings on one another. The land between them is moved by the page's own style: a drawing that moves by
 * itself is painted anew for every frame, which a slow phone notices.
 */
function Globe() {
  return (
    <div className="splash__globe">
      <img src="/art/globe-back.svg" width={360} height={360} alt="" loading="lazy" />
      <span className="splash__sphere">
        <img src="/art/globe-land.svg" width={484} height={224} alt="" loading="lazy" />
      </span>
      <img src="/art/globe-front.svg" width={360} height={360} alt="" loading="lazy" />
    </div>
  );
}
