import { Art } from "~/components/text/elements";
import "./split.css";
import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { type SignUpStage, StepIsland } from "~/components/account/step-island";
import { GateMist } from "~/components/page/page-head";

export const handle = { i18n: ["account"] };

export default function AccountLayout() {
  const signUp = useRouteLoaderData("routes/account/sign-up/route") as { stage: SignUpStage } | undefined;
  return (
    <div className="split" data-ground="night" data-under-header>
      <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
      <div className="wrap split__in">
        <div className="split__view">
          <div className="split__gate">
            {/* Below 900 px CSS hides the gate. The source is the image of the card, so that no second file is downloaded. */}
            <picture>
              <source media="(max-width: 899px)" srcSet="/art/cast/akari-welcome.svg" />
              <img
                src={`/art/stage/${signUp ? "gate-sign-up" : "gate"}.svg`}
                width={1176}
                height={920}
                alt=""
              />
            </picture>
            {/* The last step shows it in the card. */}
            {signUp && signUp.stage !== "done" ? <StepIsland stage={signUp.stage} /> : null}
          </div>
        </div>
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
