import { useTranslation } from "react-i18next";

/** The inhabitants of the islands, in display order. */
const people = ["akari", "nagi", "hinata", "toma", "mei", "ren", "sol", "yuki"] as const;

export function Inhabitants() {
  const { t } = useTranslation("introduction");
  return (
    <section className="folk" aria-labelledby="folk-title">
      <h2 className="lettered" id="folk-title">
        {t("people.title")}
      </h2>
      <p>{t("people.text")}</p>
      <ul className="plain">
        {people.map((name) => (
          <li key={name}>
            <img src={`/art/people/${name}.svg`} width={240} height={240} alt="" loading="lazy" />
            <b>{t(`people.${name}.name`)}</b>
            <span>{t(`people.${name}.does`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
