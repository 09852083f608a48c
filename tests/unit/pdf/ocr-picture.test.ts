/** What is detected on a scan before its letters are read: ink, skew, noise and rules. */
import { describe, expect, test } from 'vitest';
import { isNoisy, withoutSpecks } from '#activities/pdf/scans/noise.ts';
import { pictureRulings, withoutRulings } from '#activities/pdf/scans/picture-rulings.ts';
import { inkOf, type GreyPicture } from '#activities/pdf/scans/picture.ts';
import { skewOf } from '#activities/pdf/scans/skew.ts';

const [paper, black] = [235, 20];
const pixelsPerPt = 2;

/** Draws paper with bars of ink: left, top, width and height in pixels. */
function drawPicture(width: number, height: number, ...bars: number[][]): GreyPicture {
  const grey = new Uint8Array(width * height).fill(paper);
  for (const [left = 0, top = 0, wide = 0, high = 0] of bars)
    for (let y = top; y < top + high; y++) grey.fill(black, y * width + left, y * width + left + wide);
  return { width, height, grey };
}

const inkCount = ({ ink }: { ink: Uint8Array }): number => ink.reduce((sum, value) => sum + value, 0);

describe('ink', () => {
  test.each([0, 128, 255])('a page of a single grey (%i) has no ink', (grey) => {
    const page = { width: 60, height: 40, grey: new Uint8Array(2_400).fill(grey) };
    expect(inkCount(inkOf(page))).toBe(0);
  });
  test('the grain of empty paper is not ink', () => {
    const page = { width: 60, height: 40, grey: Uint8Array.from({ length: 2_400 }, (_, i) => 240 + (i % 9)) };
    expect(inkCount(inkOf(page))).toBe(0);
  });
  test('letters are ink, whatever the grey of the paper', () => {
    expect(inkCount(inkOf(drawPicture(60, 40, [10, 10, 5, 8])))).toBe(40);
  });
  test('isolated specks are removed, and a decimal point beside its figure is kept', () => {
    const figure = [30, 12, 5, 9];
    const page = inkOf(drawPicture(60, 40, [5, 5, 1, 1], [50, 30, 1, 1], figure, [37, 20, 1, 1]));
    expect(inkCount(withoutSpecks(page, pixelsPerPt))).toBe(45 + 1);
  });
  test('a page counts as noisy for its many specks, not for the points of its figures', () => {
    const specks = (count: number) =>
      drawPicture(
        400,
        400,
        ...Array.from({ length: count }, (_, speck) => [5 * (speck % 70), 5 * Math.floor(speck / 70), 1, 1]),
      );
    expect([40, 1_000].map((count) => isNoisy(inkOf(specks(count)), pixelsPerPt))).toEqual([false, true]);
  });
});

describe('skew', () => {
  /** Lines of text that fall to the right by this many degrees. */
  const askew = (degrees: number): GreyPicture => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const lines = Array.from({ length: 12 }, (_, line) => 60 + line * 24);
    const letters = Array.from({ length: 90 }, (_, letter) => 20 + letter * 6);
    return drawPicture(
      600,
      420,
      ...lines.flatMap((y) => letters.map((x) => [x, Math.round(y + x * slope), 4, 8])),
    );
  };
  test.each([-2.5, -0.8, 0, 1.3, 2.9])('a skew of %d degrees is found', (degrees) => {
    const found = (skewOf(inkOf(askew(degrees))) * 180) / Math.PI;
    expect(Math.abs(found - degrees)).toBeLessThan(0.15);
  });
  test('an empty page has no skew', () => {
    expect(skewOf(inkOf(drawPicture(300, 200)))).toBe(0);
  });
});

describe('rules', () => {
  const rulingsOf = (picture: GreyPicture) => pictureRulings(inkOf(picture), pixelsPerPt);

  test('a grid has exactly the rules that were drawn', () => {
    const grid = drawPicture(
      400,
      200,
      [20, 20, 300, 2],
      [20, 60, 300, 2],
      [20, 100, 300, 2],
      [20, 20, 2, 82],
      [318, 20, 2, 82],
    );
    const { horizontals, verticals } = rulingsOf(grid);
    expect(horizontals.map(({ at, from, to }) => [at, from, to])).toEqual([
      [21, 20, 320],
      [61, 20, 320],
      [101, 20, 320],
    ]);
    expect(verticals.map(({ at }) => at)).toEqual([21, 319]);
  });
  test('the short side of a row is a rule only between two other rules', () => {
    const side = [100, 22, 2, 16];
    expect(rulingsOf(drawPicture(400, 200, [20, 20, 300, 2], [20, 38, 300, 2], side)).verticals).toHaveLength(
      1,
    );
    expect(rulingsOf(drawPicture(400, 200, side)).verticals).toEqual([]);
  });
  test('a hole of one pixel does not split a rule', () => {
    expect(rulingsOf(drawPicture(400, 200, [20, 20, 150, 2], [171, 20, 150, 2])).horizontals).toHaveLength(1);
  });
  test('the line over a Bengali word, from which its letters hang, is not a rule', () => {
    const letters = Array.from({ length: 20 }, (_, letter) => [40 + letter * 5, 22, 2, 12]);
    expect(rulingsOf(drawPicture(400, 200, [38, 20, 104, 2], ...letters)).horizontals).toEqual([]);
  });
  test('a dark background gives its edges as rules', () => {
    expect(rulingsOf(drawPicture(400, 200, [20, 20, 300, 30])).horizontals.map(({ at }) => at)).toEqual([
      20, 50,
    ]);
  });
  test('rules are removed from the picture, and letters are left', () => {
    const page = drawPicture(400, 200, [20, 20, 300, 2], [60, 40, 6, 10]);
    expect(inkCount(withoutRulings(inkOf(page), rulingsOf(page), pixelsPerPt))).toBe(60);
  });
});
