import { useTranslation } from "react-i18next";
import { SectionEdge } from "~/components/page/section-edge";

/**
 * The banner between news and slides. Its layers pass each other as one scrolls, where the browser can do it
 * by itself.
 */
export function Services() {
  const { t } = useTranslation("home");
  return (
    <section className="serv" id="services" data-ground="night" aria-labelledby="services-title">
      <img className="serv__stars" src="/art/stars.svg" width={1600} height={700} alt="" loading="lazy" />
      <div className="serv__text">
        <h2 id="services-title" lang="en">
          Our Services
        </h2>
        <p>{t("services.text")}</p>
      </div>
      <span className="serv__layer serv__layer--left">
        <img src="/art/island-2.svg" width={560} height={560} alt="" loading="lazy" />
      </span>
      <span className="serv__layer serv__layer--right">
        <img src="/art/island-3.svg" width={420} height={430} alt="" loading="lazy" />
      </span>
      <span className="serv__layer serv__layer--balloon">
        <img src="/art/balloon.svg" width={160} height={230} alt="" loading="lazy" />
      </span>
      <SectionEdge side="top" />
      <SectionEdge />
    </section>
  );
}
