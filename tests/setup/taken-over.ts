/**
 * In the browser: whether React has taken the page over, if it is one of the site's. Until then a page works as it
 * does without scripts, which other tests look at.
 */
export function isTakenOver(): boolean {
  // The last element that React holds.
  const last = document.getElementById("texts");
  return !last || Object.keys(last).some((key) => key.startsWith("__reactFiber"));
}
