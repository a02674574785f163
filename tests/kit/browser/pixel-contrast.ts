/** Contrast of a text's colour with the pixels of a screenshot. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Box of a text in the screenshot, in pixels, with the text's colour as `rgb()` or `rgba()`. */
export interface ColouredBox extends Box {
  color: string;
}

export interface PixelContrast {
  /** Lowest contrast ratio of the text with a pixel behind it. Infinity if the box is outside the screenshot. */
  contrast: number;
  /** Number of colours behind the text; one means that it stands on a plain surface. */
  colours: number;
  /** Colour of the pixel with the lowest contrast, as `r g b`. */
  pixel: string;
}

/**
 * Runs in an empty page, because the pages of the site may not read `data:` URLs. Returns the lowest contrast of each
 * text with any pixel of its box (WCAG 2.2, relative luminance). A translucent text is blended with each pixel.
 *
 * @param ignored share of the pixels behind one letter that may have less contrast. A letter's place is a square as
 *   high as the line.
 */
export async function lowestContrasts({
  png,
  boxes,
  ignored = 0,
}: {
  png: string;
  boxes: ColouredBox[];
  ignored?: number;
}): Promise<PixelContrast[]> {
  const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const image = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.drawImage(image, 0, 0);
  const linear = Array.from({ length: 256 }, (_, value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = (r: number, g: number, b: number) =>
    0.2126 * (linear[Math.round(r)] ?? 0) +
    0.7152 * (linear[Math.round(g)] ?? 0) +
    0.0722 * (linear[Math.round(b)] ?? 0);
  const measure = (x: number, y: number, width: number, height: number, color: number[]): PixelContrast => {
    const { data } = context.getImageData(x, y, width, height);
    const [r = 0, g = 0, b = 0, alpha = 1] = color;
    // Sorts the pixels to check each colour once: this browser does not optimize loops (chromium.ts).
    const pixels = new Uint32Array(data.buffer).sort();
    const found: { contrast: number; count: number; pixel: string }[] = [];
    for (let i = 0; i < pixels.length;) {
      const pixel = pixels[i] ?? 0;
      const start = i;
      while (i < pixels.length && pixels[i] === pixel) i += 1;
      const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      const blend = (own: number, behind: number) => own * alpha + behind * (1 - alpha);
      const own = light(blend(r, red), blend(g, green), blend(b, blue));
      const behind = light(red, green, blue);
      const contrast = (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05);
      found.push({ contrast, count: i - start, pixel: `${red} ${green} ${blue}` });
    }
    found.sort((one, other) => one.contrast - other.contrast);
    let left = pixels.length * ignored;
    const worst = found.find(({ count }) => (left -= count) < 0) ?? found.at(-1);
    return { contrast: worst?.contrast ?? Infinity, colours: found.length, pixel: worst?.pixel ?? "" };
  };
  return boxes.map((box) => {
    const x = Math.max(0, Math.floor(box.left));
    const y = Math.max(0, Math.floor(box.top));
    const width = Math.min(image.width - x, Math.ceil(box.right - box.left));
    const height = Math.min(image.height - y, Math.ceil(box.bottom - box.top));
    if (width < 1 || height < 1) return { contrast: Infinity, colours: 0, pixel: "" };
    const color = (box.color.match(/[\d.]+/g) ?? []).map(Number);
    const whole = measure(x, y, width, height, color);
    if (ignored === 0 || whole.colours === 1) return whole;
    const count = Math.max(1, Math.round(width / height));
    const letters = Array.from({ length: count }, (_, i) => {
      const left = Math.floor((i * width) / count);
      return measure(x + left, y, Math.floor(((i + 1) * width) / count) - left, height, color);
    });
    const [worst = whole] = letters.sort((one, other) => one.contrast - other.contrast);
    return { ...worst, colours: whole.colours };
  });
}
