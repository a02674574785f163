import { useTranslation } from "react-i18next";

/** The stage shows the view whose radio is chosen; product.css has a rule for so many. */
export const MAX_VIEWS = 6;

/** The item on the shop's board, 4:3; where it has more pictures, small ones choose which, without scripts too. */
export function Gallery({ images }: { images: string[] }) {
  const { t } = useTranslation("store");
  return (
    <div className="gallery">
      {/* The frame keeps its place while a picture is loading or missing. */}
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
                // oxlint-disable-next-line soria/field-in-use -- the same in every render: another item is another gallery
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
