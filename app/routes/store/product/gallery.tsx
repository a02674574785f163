import { useTranslation } from "react-i18next";

/** Maximum number of images; product.css has a rule for each. */
export const MAX_VIEWS = 6;

/** Shows the item's image (4:3). With several images, thumbnails select one, also without scripts. */
export function Gallery({ images }: { images: string[] }) {
  const { t } = useTranslation("store");
  return (
    <div className="gallery">
      {/* The frame keeps its size while an image is loading or missing. */}
      <div className="gallery__stage">
        {images.map((image) => (
          <img key={image} src={image} width={640} height={480} alt="" />
        ))}
      </div>
      <div className="gallery__board" />
      {images.length > 1 ? (
        <fieldset className="gallery__views">
          <legend className="sr">{t("item.views")}</legend>
          {images.map((image, index) => (
            <label key={image}>
              <input
                className="sr"
                type="radio"
                name="view"
                value={index}
                // oxlint-disable-next-line soria/field-in-use -- constant: the key changes with the item
                defaultChecked={index === 0}
                aria-label={t("item.view", { number: index + 1 })}
              />
              <img src={image} width={96} height={72} alt="" />
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
