import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageMeta } from "~/components/document/seo";
import { VideoFrame } from "~/components/video/video-frame";
import { paths } from "~/domain/paths";
import { viewOfVideo } from "~/domain/video";
import { languageOf, translator } from "~/i18n/i18n.server";
import { env } from "#server/config/env.server";
import { requireMember } from "#server/session/session.server";

export const handle = { i18n: ["my-page"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  return json({
    video: viewOfVideo(env().toolsVideoUrl, args.request.url),
    title: translator(lng)("common:nav.tools"),
  });
}

export default function Tools() {
  const { video } = useLoaderData<typeof loader>();
  const { t } = useTranslation("my-page");
  return (
    <section className="tab" aria-labelledby="tools-title">
      <h2 id="tools-title">{t("tools.title")}</h2>
      <p className="soft">{t("tools.lead")}</p>
      <VideoFrame
        view={video}
        title={t("tools.video")}
        playHref={`${paths.myPage.tools}?play=1#video`}
        art="/art/introduction/make.svg"
      />
    </section>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/part-error";
