/** Where the parts of the CAPTCHA's widget are on the form, in pixels of its page, and what a person does with them. */

/** Place of the widget's frame on the page. */
export const widgetFrame = { left: 620, top: 60, width: 300, height: 330 };

const tileSize = 90;
/** Places inside the frame, by their upper left corner. */
export const boxPlace = { left: 12, top: 12, width: 276, height: 48 };
export const tilePlaces = Array.from({ length: 6 }, (_, n) => ({
  left: 10 + (n % 3) * 95,
  top: 70 + Math.floor(n / 3) * 95,
  width: tileSize,
  height: tileSize,
}));
export const wordPlace = { left: 10, top: 268, width: 170, height: 36 };
export const verifyPlace = { left: 190, top: 268, width: 100, height: 36 };

/** The tiles with a ship, and the name on them. */
export const ships: readonly number[] = [0, 2, 4];
export const WORD = 'Rupsha';

type Place = { left: number; top: number; width: number; height: number };
/** Returns the middle of a part, in pixels of the portal's page. */
export const middleOf = ({ left, top, width, height }: Place): { x: number; y: number } => ({
  x: widgetFrame.left + left + width / 2,
  y: widgetFrame.top + top + height / 2,
});
