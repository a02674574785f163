/** So many pictures lie on each other, at most. */
const MOST = 3;

/** What was bought, as a picture or a stack of up to three; the frame is there without a picture too. */
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
