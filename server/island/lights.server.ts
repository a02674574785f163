/**
 * Lights around a member's island: a star for each month of the account, a lantern for each order, a paper crane for
 * each vote.
 */

/** Limit of stars, of lanterns and of cranes: more do not fit into the picture. */
export const MOST_LIGHTS = 12;

/**
 * Least distance of lanterns and cranes from the left edge, as a share of the width: on a phone the balances cover
 * 14 % of the picture.
 */
const CLEAR = 0.18;

/** SVG definitions of the three. `{id}` is replaced by the id of the picture. */
export const lightShapes =
  '<path id="{id}-star" fill="#ffdca8" d="M0-9Q1-1 9 0Q1 1 0 9Q-1 1-9 0Q-1-1 0-9Z"/>' +
  '<g id="{id}-light"><circle r="17" fill="#ff9a4d" opacity=".3"/><rect x="-6" y="-8" width="12" height="15" rx="3" fill="#ff9a4d"/><rect x="-3" y="-5" width="6" height="9" rx="2" fill="#fff0cf"/></g>' +
  '<g id="{id}-vote"><path fill="#fff1dc" d="M-5 4-21-5-1 9ZM4 5 15-9 22-6 5 10ZM-8 5-5-16 8 6 0 11Z"/><path fill="#7fe3c4" d="M-1 5 8-18 7 7Z"/></g>';

export interface Light {
  name: string;
  svg: string;
}

/**
 * Draws the lights. Existing lights keep their places when one is added.
 *
 * @param viewBox x, y, width and height of the picture
 * @param share returns a fixed pseudo-random number in [0, 1) for each name
 */
export function lightsOf(
  { months, orders, votes }: { months: number; orders: number; votes: number },
  viewBox: readonly number[],
  share: (question: string) => number,
): Light[] {
  const [left = 0, top = 0, width = 0, height = 0] = viewBox;
  const at = (x: number, y: number, size: number) =>
    `transform="translate(${Math.round(left + width * x)} ${Math.round(top + height * y)})scale(${((width / 640) * size).toFixed(2)})"`;
  const stars = Array.from({ length: Math.min(months, MOST_LIGHTS) }, (_, i) => {
    // Golden ratio: spreads consecutive stars over the width.
    const x = 0.05 + 0.9 * ((share("stars") + i * 0.618) % 1);
    const place = at(x, 0.04 + 0.18 * share(`star ${i}`), 0.8 + 0.5 * share(`star size ${i}`));
    return {
      name: `star-${i + 1}`,
      svg: `<use href="#{id}-star" ${place}/>`,
    };
  });
  const lanterns = Array.from({ length: Math.min(orders, MOST_LIGHTS) }, (_, i) => {
    // The R2 sequence spreads the lanterns of a side over an area, below the banners.
    const turn = Math.floor(i / 2);
    const aside = (share("lanterns") + turn * 0.755) % 1;
    const y = 0.77 + 0.18 * ((share("lanterns down") + turn * 0.57) % 1);
    const place = at(i % 2 ? CLEAR + 0.12 * aside : 0.96 - 0.24 * aside, y, 1);
    return {
      name: `light-${i + 1}`,
      svg: `<use href="#{id}-light" ${place}/>`,
    };
  });
  const cranes = Array.from({ length: Math.min(votes, MOST_LIGHTS) }, (_, i) => {
    const aside = (share("cranes") + i * 0.618) % 1;
    const place = at(
      i % 2 ? 0.95 - 0.17 * aside : CLEAR + 0.1 * aside,
      0.24 + 0.24 * share(`crane ${i}`),
      0.9,
    );
    return {
      name: `vote-${i + 1}`,
      svg: `<use href="#{id}-vote" ${place}/>`,
    };
  });
  return [...stars, ...lanterns, ...cranes];
}
