import { useTranslation } from "react-i18next";
import { Art } from "~/components/text/elements";
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
                  <Art className="view__stars" name="stars" width={1600} height={700} />
                  <Art className="view__moon" name="moon" width={520} height={520} />
                  <Art className="view__cloud" name="cloud-1" width={420} height={120} />
                  <Art
                    className="view__island"
                    name={`island-${island[view]}`}
                    width={width}
                    height={height}
                    decoding="async"
                  />
                  <Art className="view__balloon" name="balloon" width={160} height={230} />
                  <Art className="view__mist" name="mist-front" width={2400} height={280} />
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
