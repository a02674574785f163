import { useTranslation } from "react-i18next";
import { SectionEdge } from "~/components/page/section-edge";

/** Where the letters stand in two lines instead of one. */
const narrow = "(width < 46rem)";

/**
 * The banner between news and slides: the title as cut, lit letters, which are decoration of a real heading. The
 * text is there for those who listen, print, or choose their own colours (services.css).
 */
export function Services() {
  const { t } = useTranslation("home");
  return (
    <section className="serv" id="services" data-ground="night" aria-labelledby="services-title">
      <div className="serv__stars" />
      <div className="serv__in">
        <h2 className="serv__title" id="services-title" lang="en">
          <span className="serv__word">Our Services</span>
          <span className="serv__drawing">
            <i className="serv__glow" />
            <picture>
              <source media={narrow} srcSet="/art/stage/services-stacked.svg" width={356} height={286} />
              <img
                className="serv__letters"
                src="/art/stage/services-wide.svg"
                width={1270}
                height={250}
                alt=""
                loading="lazy"
              />
            </picture>
            <img
              className="serv__sails"
              src="/art/stage/services-sails.svg"
              width={60}
              height={60}
              alt=""
              loading="lazy"
            />
            <i className="serv__lamp" />
            <picture>
              <source
                media={narrow}
                srcSet="/art/stage/services-stacked-island.svg"
                width={108}
                height={152}
              />
              <img
                className="serv__island"
                data-solid="hanging island"
                src="/art/stage/services-wide-island.svg"
                width={144}
                height={198}
                alt=""
                loading="lazy"
              />
            </picture>
          </span>
        </h2>
        <p className="serv__sub" data-text="subline">
          {t("services.text")}
        </p>
      </div>
      <SectionEdge side="top" />
      <div className="bank" />
      <SectionEdge />
    </section>
  );
}
