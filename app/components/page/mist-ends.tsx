/**
 * Lower border of a low page head: two bars with round ends in the colour of the page. Unlike `SectionEdge`, it does
 * not scale with the window. The ground below is the left one's, so that the right one casts no shadow on the left bar.
 */
export function MistEnds({ isInk = false }: { isInk?: boolean }) {
  const ink = isInk ? " mist-end--ink" : "";
  return (
    <>
      <svg className={`mist-end mist-end--left${ink}`} viewBox="0 0 240 46" aria-hidden="true">
        <path d="M-4000 50V0H226a14 14 0 0 1 0 28h-76a5 5 0 0 0 0 10H4000V50Z" />
      </svg>
      <svg className={`mist-end mist-end--right${ink}`} viewBox="0 0 240 46" aria-hidden="true">
        <path d="M4000 50V0H14a14 14 0 0 0 0 28h66a5 5 0 0 1 0 10H0V50Z" />
      </svg>
    </>
  );
}
