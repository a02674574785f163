import { useTranslation } from "react-i18next";

const steps = ["suggest", "discuss", "vote"] as const;

export function About() {
  const { t } = useTranslation("dao");
  return (
    <section className="dao-about" aria-labelledby="dao-about">
      <h2 id="dao-about">{t("home.about.title")}</h2>
      <img
        className="dao-scene"
        src="/art/introduction/decide.svg"
        width={960}
        height={720}
        alt={t("home.about.picture")}
        loading="lazy"
      />
      <ol className="dao-steps">
        {steps.map((step) => (
          <li key={step}>
            <h3>{t(`home.about.${step}`)}</h3>
            <p>{t(`home.about.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
