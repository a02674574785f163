import { useTranslation } from "react-i18next";
import { Art } from "~/components/text/elements";

/** Media query for the drawing with two lines of letters. */
const narrow = "(width < 46rem)";

/**
 * Banner between news and slides. The lit letters are a decorative drawing of a real heading, whose text is used by
 * screen readers, in print and in forced-colors mode (services.css).
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
              <Art className="serv__letters" name="stage/services-wide" width={1270} height={250} />
            </picture>
            <Art className="serv__sails" name="stage/services-sails" width={60} height={60} />
            <i className="serv__lamp" />
            <picture>
              <source
                media={narrow}
                srcSet="/art/stage/services-stacked-island.svg"
                width={108}
                height={152}
              />
              <Art
                className="serv__island"
                data-solid="hanging island"
                name="stage/services-wide-island"
                width={144}
                height={198}
              />
            </picture>
          </span>
        </h2>
        <p className="serv__sub" data-text="subline">
          {t("services.text")}
        </p>
      </div>
      <span className="mist mist--top" aria-hidden="true" />
      <div className="bank" />
      <span className="mist" aria-hidden="true" />
    </section>
  );
}
