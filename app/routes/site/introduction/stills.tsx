import { useTranslation } from "react-i18next";

/** Pictures of public/art/spots that show what the film will be about. */
const stills = [
  { key: "lanterns", file: "event-1" },
  { key: "bridge", file: "update-2" },
  { key: "race", file: "event-5" },
] as const;

/** Placeholder for the film: pictures of its topics, each with a caption. */
export function Stills() {
  const { t } = useTranslation(["introduction", "common"]);
  return (
    <>
      <p className="soft">{t("common:video.coming")}</p>
      <div className="stills">
        {stills.map(({ key, file }) => (
          <figure key={key}>
            <img src={`/art/spots/${file}.svg`} width={640} height={360} alt="" loading="lazy" />
            <figcaption>{t(`introduction:film.${key}`)}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}
