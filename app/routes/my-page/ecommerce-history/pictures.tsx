/** Maximum number of stacked images. */
const MOST = 3;

/** Shows up to three images as a stack. A missing image leaves an empty frame. */
export function Pictures({ images }: { images: (string | undefined)[] }) {
  return (
    <span className="bought__pictures">
      {images.slice(0, MOST).map((image, index) => (
        <span key={index}>
          {image === undefined ? null : <img src={image} width={96} height={72} alt="" loading="lazy" />}
        </span>
      ))}
    </span>
  );
}
