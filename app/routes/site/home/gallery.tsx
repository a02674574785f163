import { useTranslation } from "react-i18next";
import { Strip } from "./image-strip";

const island = { lighthouse: 1, windmill: 2, tree: 3 } as const;
const sizes = { 1: [1160, 1000], 2: [560, 560], 3: [420, 430] } as const;

export function Gallery() {
  const { t } = useTranslation("home");
  return (
    <section className="sec gallery" aria-labelledby="gallery-title">
      <Strip
        title={t("gallery.title")}
        titleId="gallery-title"
        label={t("gallery.list")}
        className="strip--gallery"
      >
        {(["lighthouse", "windmill", "tree"] as const).map((view) => {
          const [width, height] = sizes[island[view]];
          return (
            <li key={view}>
              <figure className={`view view--${view}`}>
                <div className="view__scene" aria-hidden="true">
                  <img
                    className="view__stars"
                    src="/art/stars.svg"
                    width={1600}
                    height={700}
                    alt=""
                    loading="lazy"
                  />
                  <img
                    className="view__moon"
                    src="/art/moon.svg"
                    width={520}
                    height={520}
                    alt=""
                    loading="lazy"
                  />
                  <img
                    className="view__cloud"
                    src="/art/cloud-1.svg"
                    width={420}
                    height={120}
                    alt=""
                    loading="lazy"
                  />
                  <img
                    className="view__island"
                    src={`/art/island-${island[view]}.svg`}
                    width={width}
                    height={height}
                    alt=""
                    loading="lazy"
                    decoding="async"
                  />
                  <img
                    className="view__balloon"
                    src="/art/balloon.svg"
                    width={160}
                    height={230}
                    alt=""
                    loading="lazy"
                  />
                  <img
                    className="view__mist"
                    src="/art/mist-front.svg"
                    width={2400}
                    height={280}
                    alt=""
                    loading="lazy"
                  />
                </div>
                <figcaption>
                  <h3>{t(`gallery.${view}.title`)}</h3>
                  <p>{t(`gallery.${view}.text`)}</p>
                </figcaption>
              </figure>
            </li>
          );
        })}
      </Strip>
    </section>
  );
}
