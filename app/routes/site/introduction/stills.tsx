import { useTranslation } from "react-i18next";

/** What the film will show, as pictures of public/art/spots. */
const stills = [
  { key: "lanterns", file: "event-1" },
  { key: "bridge", file: "update-2" },
  { key: "race", file: "event-5" },
] as const;

/** In the film's place until there is one: what it will show, each with a caption. */
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
