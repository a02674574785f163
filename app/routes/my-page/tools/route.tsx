import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/text/elements";
import { type StateName, StatePicture } from "~/components/page/state-picture";
import { VideoFrame } from "~/components/video/video-frame";
import { paths } from "~/domain/paths";
import { viewOfVideo } from "~/domain/video";
import { languageOf, translator } from "~/i18n/i18n.server";
import { env } from "#server/config/env.server";
import { requireMember } from "#server/session/session.server";
import "./tools.css";

export const handle = { i18n: ["my-page", "store"] };

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  return json({
    video: viewOfVideo(env().toolsVideoUrl, args.request.url),
    title: translator(lng)("common:nav.tools"),
  });
}

const tools = [
  { key: "app", state: "now", picture: "no-orders", to: paths.download },
  { key: "csv", state: "now", picture: "no-history", to: paths.myPage.history() },
  { key: "exchange", state: "look", picture: "exchange", to: paths.store.soriaExchange },
] as const;

interface ToolProps {
  state: "now" | "look" | "soon";
  picture: StateName;
  title: string;
  text: string;
  children?: ReactNode;
}

function Tool({ state, picture, title, text, children }: ToolProps) {
  const { t } = useTranslation("my-page");
  return (
    <li className={state === "soon" ? "bench__soon" : "panel"}>
      <div className="bench__picture">
        <StatePicture name={picture} />
      </div>
      <p className={`bench__state bench__state--${state}`}>{t(`tools.${state}`)}</p>
      <div>
        <h3>{title}</h3>
        <p className="soft">{text}</p>
      </div>
      {children}
    </li>
  );
}

export default function Tools() {
  const { video } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["my-page", "store", "common"]);
  return (
    <section className="my-tab" aria-labelledby="tools-title">
      <h2 id="tools-title">{t("tools.title")}</h2>
      <p className="soft">{t("tools.lead")}</p>
      {video.isConfigured ? (
        <VideoFrame
          view={video}
          title={t("tools.video")}
          playHref={`${paths.myPage.tools}?play=1#video`}
          art="/art/introduction/make.svg"
        />
      ) : null}
      <ul className="bench plain">
        {tools.map(({ key, state, picture, to }) => (
          <Tool
            key={key}
            state={state}
            picture={picture}
            title={t(key === "exchange" ? "store:exchange.title" : `tools.${key}Title`)}
            text={t(`tools.${key}Text`)}
          >
            <ButtonLink to={to} look="line" size="small">
              {t(`tools.${key}Do`)}
            </ButtonLink>
          </Tool>
        ))}
        {video.isConfigured ? null : (
          <Tool state="soon" picture="waiting" title={t("tools.video")} text={t("common:video.coming")} />
        )}
      </ul>
    </section>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
