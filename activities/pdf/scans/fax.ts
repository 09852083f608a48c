/** Smooths the stepped edges of a fax, whose pixels are black or white and larger than those at which it is read. */
import type { GreyPicture } from './picture.ts';

/** Greys between these are the edges of letters, of which a picture in black and white has none. */
const [darkMax, lightMin] = [60, 195];
/** Share of grey pixels, among those that are not white, below which a picture is black and white. */
const greyShareMax = 0.12;
/** Reach of the smoothing in pixels; two passes make letters round. */
const reach = 1;
const passes = 2;

function isBlackAndWhite({ grey }: GreyPicture): boolean {
  let [dark, between] = [0, 0];
  for (const value of grey) {
    if (value <= darkMax) dark += 1;
    else if (value < lightMin) between += 1;
  }
  return dark > 0 && between <= greyShareMax * (dark + between);
}

/** Returns the means of so many pixels on both sides along rows or columns. */
function blurred(
  grey: Uint8Array,
  { lines, length, step, lineStep }: { lines: number; length: number; step: number; lineStep: number },
): Uint8Array {
  const made = new Uint8Array(grey.length);
  const count = 2 * reach + 1;
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    const at = (place: number): number => grey[start + Math.max(0, Math.min(length - 1, place)) * step] ?? 0;
    let total = 0;
    for (let place = -reach; place <= reach; place++) total += at(place);
    for (let place = 0; place < length; place++) {
      made[start + place * step] = total / count;
      total += at(place + reach + 1) - at(place - reach);
    }
  }
  return made;
}

/** Returns the picture with smooth letters if it is black and white; otherwise the picture as it is. */
export function withoutSteps(picture: GreyPicture): GreyPicture {
  if (!isBlackAndWhite(picture)) return picture;
  const { width, height } = picture;
  let { grey } = picture;
  for (let pass = 0; pass < passes; pass++) {
    grey = blurred(grey, { lines: height, length: width, step: 1, lineStep: width });
    grey = blurred(grey, { lines: width, length: height, step: width, lineStep: 1 });
  }
  return { width, height, grey };
}
