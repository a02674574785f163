/**
 * In the browser: whether React has taken the page over, if it is one of the site's. Until then a page works as it
 * does without scripts, which other tests look at.
 */
export function isTakenOver(): boolean {
  const isOurs = document.getElementById("texts") !== null;
  return !isOurs || Object.keys(document.documentElement).some((key) => key.startsWith("__reactFiber"));
}
