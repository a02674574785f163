import { Art } from "~/components/text/elements";
import "./split.css";
import { Outlet } from "@remix-run/react";
import { GateMist } from "~/components/page/page-head";

export const handle = { i18n: ["account"] };

export default function AccountLayout() {
  return (
    <div className="split" data-ground="night" data-under-header>
      <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
      {/* Below 900 px CSS hides the gate. The source is the image of the card, so that no second file is downloaded. */}
      <picture className="split__gate">
        <source media="(max-width: 899px)" srcSet="/art/cast/akari-welcome.svg" />
        <img src="/art/stage/gate.svg" width={1080} height={888} alt="" />
      </picture>
      <div className="wrap split__in">
        <div className="split__card" data-ground="paper">
          <Art className="split__who" name="cast/akari-welcome" width={336} height={364} />
          <Outlet />
        </div>
      </div>
      <GateMist />
    </div>
  );
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
